import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { BoardSchema, Direction } from "../src/gen/taquin/v1/board_pb";
import { neighbour, PathWalk, runLength, scrambled } from "../src/path";

const { UP, DOWN, LEFT, RIGHT } = Direction;
const GOAL = create(BoardSchema, { rows: 2, columns: 3, tiles: [1, 2, 3, 4, 5, 0] });

describe("PathWalk", () => {
  const MOVES = [UP, LEFT, DOWN, RIGHT];
  const BOARDS = [
    [1, 2, 3, 4, 5, 0],
    [1, 2, 0, 4, 5, 3],
    [1, 0, 2, 4, 5, 3],
    [1, 5, 2, 4, 0, 3],
    [1, 5, 2, 4, 3, 0],
  ];

  test("goes to any step, forwards and back", () => {
    const walk = new PathWalk(GOAL, MOVES);
    for (const step of [4, 0, 1, 3, 2, 2, 4]) {
      walk.goTo(step);
      expect(walk.step).toBe(step);
      expect(walk.board.tiles).toEqual(BOARDS[step]);
    }
  });

  test("stays on the path", () => {
    const walk = new PathWalk(GOAL, MOVES);
    walk.goTo(99);
    expect(walk.step).toBe(4);
    walk.goTo(-1);
    expect(walk.step).toBe(0);
    expect(walk.board.tiles).toEqual(GOAL.tiles);
  });

  test("tells the last move and its tile", () => {
    const walk = new PathWalk(GOAL, MOVES);
    expect(walk.lastMove).toBeUndefined();
    walk.goTo(1);
    expect(walk.lastMove).toEqual({ direction: UP, tile: 3 });
    walk.goTo(4);
    expect(walk.lastMove).toEqual({ direction: RIGHT, tile: 3 });
  });

  test("leaves the start as it was", () => {
    new PathWalk(GOAL, MOVES).goTo(4);
    expect(GOAL.tiles).toEqual([1, 2, 3, 4, 5, 0]);
  });

  test("throws where a move leaves the board", () => {
    expect(() => new PathWalk(GOAL, [DOWN]).goTo(1)).toThrow("leaves the board");
    expect(() => new PathWalk(GOAL, [RIGHT]).goTo(1)).toThrow("leaves the board");
    expect(() => new PathWalk(GOAL, [Direction.UNSPECIFIED]).goTo(1)).toThrow();
  });
});

test("neighbour ends at every edge", () => {
  expect([UP, DOWN, LEFT, RIGHT].map((direction) => neighbour(GOAL, 0, direction))).toEqual([
    undefined,
    3,
    undefined,
    1,
  ]);
  expect([UP, DOWN, LEFT, RIGHT].map((direction) => neighbour(GOAL, 5, direction))).toEqual([
    2,
    undefined,
    4,
    undefined,
  ]);
});

describe("scrambled", () => {
  test("moves the blank, and takes no move back at once", () => {
    const values = [0.1, 0.9, 0.4, 0.7, 0.2, 0.6];
    let calls = 0;
    const board = scrambled(GOAL, 6, () => values[calls++ % values.length] ?? 0);
    expect(calls).toBe(6);
    expect([...board.tiles].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(board.tiles).not.toEqual(GOAL.tiles);
    // Each move changes the blank's colour on a chessboard.
    expect(board.tiles.indexOf(0) % 2).toBe(GOAL.tiles.indexOf(0) % 2);
  });

  test("does what it can on a single line, and without a blank", () => {
    const line = create(BoardSchema, { rows: 1, columns: 3, tiles: [1, 2, 0] });
    expect(scrambled(line, 50).tiles).toEqual([0, 1, 2]);
    const blankless = create(BoardSchema, { rows: 1, columns: 2, tiles: [1, 1] });
    expect(scrambled(blankless, 50).tiles).toEqual([1, 1]);
  });
});

test("runLength counts repeats", () => {
  expect(runLength([UP, UP, UP, LEFT, DOWN, RIGHT, RIGHT])).toBe("U3LDR2");
  expect(runLength([])).toBe("");
});
