// Walks along a path: the one rule of the puzzle that the page knows.

import { create } from "@bufbuild/protobuf";
import { type Board, BoardSchema, Direction } from "./gen/taquin/v1/board_pb";

const OPPOSITE: Record<Direction, Direction> = {
  [Direction.UNSPECIFIED]: Direction.UNSPECIFIED,
  [Direction.UP]: Direction.DOWN,
  [Direction.DOWN]: Direction.UP,
  [Direction.LEFT]: Direction.RIGHT,
  [Direction.RIGHT]: Direction.LEFT,
};

const WORD: Record<Direction, string> = {
  [Direction.UNSPECIFIED]: "nowhere",
  [Direction.UP]: "up",
  [Direction.DOWN]: "down",
  [Direction.LEFT]: "left",
  [Direction.RIGHT]: "right",
};

// Where the blank goes, as in a request's moves.
export function blankWord(direction: Direction): string {
  return WORD[direction];
}

// Where the tile goes that changes places with the blank.
export function tileWord(direction: Direction): string {
  return WORD[OPPOSITE[direction]];
}

// The cell that the blank comes to; undefined where it would leave the board.
export function neighbour(board: Board, cell: number, direction: Direction): number | undefined {
  const column = cell % board.columns;
  switch (direction) {
    case Direction.UP:
      return cell >= board.columns ? cell - board.columns : undefined;
    case Direction.DOWN:
      return cell + board.columns < board.tiles.length ? cell + board.columns : undefined;
    case Direction.LEFT:
      return column > 0 ? cell - 1 : undefined;
    case Direction.RIGHT:
      return column + 1 < board.columns ? cell + 1 : undefined;
    default:
      return undefined;
  }
}

// A board on its way along a path. Keeps one board, however long the path is.
export class PathWalk {
  readonly board: Board;
  #step = 0;

  constructor(
    start: Board,
    readonly moves: readonly Direction[],
  ) {
    this.board = create(BoardSchema, { ...start, tiles: [...start.tiles] });
  }

  get length(): number {
    return this.moves.length;
  }

  // Moves made so far.
  get step(): number {
    return this.#step;
  }

  // The direction and tile of the move that led here; undefined at the start.
  get lastMove(): { direction: Direction; tile: number } | undefined {
    const direction = this.moves[this.#step - 1];
    if (direction === undefined) return undefined;
    const from = neighbour(this.board, this.board.tiles.indexOf(0), OPPOSITE[direction]);
    return from === undefined ? undefined : { direction, tile: this.board.tiles[from] ?? 0 };
  }

  // Goes to the board after `step` moves, as near as there is one.
  goTo(step: number): void {
    const target = Math.min(Math.max(Math.trunc(step), 0), this.length);
    while (this.#step < target) this.#slide(this.moves[this.#step++]);
    while (this.#step > target) {
      const move = this.moves[--this.#step];
      this.#slide(move === undefined ? undefined : OPPOSITE[move]);
    }
  }

  #slide(direction: Direction | undefined): void {
    const tiles = this.board.tiles;
    const blank = tiles.indexOf(0);
    const other = direction === undefined ? undefined : neighbour(this.board, blank, direction);
    if (other === undefined) throw new Error("A move of the path leaves the board.");
    tiles[blank] = tiles[other] ?? 0;
    tiles[other] = 0;
  }
}

// The board after as many random moves of the blank, none taken back at once.
export function scrambled(board: Board, moves: number, random: () => number = Math.random): Board {
  const path: Direction[] = [];
  const walk = new PathWalk(board, path);
  while (path.length < moves && walk.board.tiles.includes(0)) {
    const blank = walk.board.tiles.indexOf(0);
    const last = path.at(-1);
    const choices = [Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT].filter(
      (direction) =>
        neighbour(walk.board, blank, direction) !== undefined &&
        (last === undefined || direction !== OPPOSITE[last]),
    );
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice === undefined) break;
    path.push(choice);
    walk.goTo(path.length);
  }
  return walk.board;
}

// U3LDR2: where the blank goes, repeats counted.
export function runLength(moves: readonly Direction[]): string {
  let text = "";
  for (let from = 0; from < moves.length;) {
    let to = from;
    while (to < moves.length && moves[to] === moves[from]) to += 1;
    const letter = WORD[moves[from] ?? Direction.UNSPECIFIED].charAt(0).toUpperCase();
    text += to - from > 1 ? `${letter}${to - from}` : letter;
    from = to;
  }
  return text;
}
