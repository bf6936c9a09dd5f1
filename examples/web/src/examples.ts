// Boards to begin with.

export interface Example {
  name: string;
  board: string;
  goal?: "BLANK_FIRST"; // If not the default: the research sets' convention.
}

export const EXAMPLES: Example[] = [
  { name: "8-puzzle, a warm-up: 19 moves", board: "2 3 4 / 1 5 _ / 7 6 8" },
  { name: "8-puzzle, as far as it gets: 31 moves", board: "8 6 7 / 2 5 4 / 3 _ 1" },
  { name: "8-puzzle that cannot be solved", board: "1 2 3 / 4 5 6 / 8 7 _" },
  { name: "15-puzzle, Korf’s third: 59 moves", board: "1 15 10 13 / _ 11 4 7 / 12 6 5 3 / 14 8 9 2" },
  {
    name: "15-puzzle, Korf’s first: 57 moves",
    board: "14 13 15 7 / 11 12 9 5 / 6 _ 2 1 / 4 8 10 3",
    goal: "BLANK_FIRST",
  },
  {
    name: "24-puzzle, Korf’s first",
    board: "14 5 9 2 18 / 8 23 19 12 17 / 15 _ 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13",
    goal: "BLANK_FIRST",
  },
  { name: "3 × 5", board: "1 6 3 4 5 / 11 2 8 9 10 / 12 7 13 _ 14" },
];
