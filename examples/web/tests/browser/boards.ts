// Boards that the tests use.

export const EASY = "2 3 4 / 1 5 _ / 7 6 8"; // 19 moves.
export const FARTHEST = "8 6 7 / 2 5 4 / 3 _ 1"; // 31 moves.
export const UNSOLVABLE = "1 2 3 / 4 5 6 / 8 7 _"; // But for the spiral.
export const REPEATED = "1 2 3 / 4 5 6 / 7 7 0";
// Korf and Felner's first 24-puzzle, turned for the goal with the blank last: far beyond
// what IDA* with Manhattan distance proves in a test's time.
export const ENDLESS = "12 3 9 22 1 / 18 24 4 14 19 / 21 5 15 _ 10 / 8 13 6 2 17 / 7 23 16 20 11";
