import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { readBoard, writeBoard } from "../src/board-text";
import { type Board, BoardSchema } from "../src/gen/taquin/v1/board_pb";

const board = (rows: number, columns: number, tiles: number[]): Board =>
  create(BoardSchema, { rows, columns, tiles });

function faultsOf(text: string): string[] {
  const read = readBoard(text);
  return "faults" in read ? read.faults : [];
}

describe("readBoard", () => {
  const EIGHT = board(3, 3, [1, 2, 3, 4, 0, 5, 7, 8, 6]);

  test.each([
    ["rows on lines", "1 2 3\n4 0 5\n7 8 6\n"],
    ["lines of another system", "1 2 3\r\n4 0 5\r\n7 8 6\r\n"],
    ["rows by slashes", "1 2 3 / 4 _ 5/7 8 6"],
    ["one line", "1 2 3 4 x 5 7 8 6"],
    ["commas", "1,2,3,4,.,5,7,8,6"],
    ["a nested list", "[[1, 2, 3], [4, null, 5], [7, 8, 6]]"],
    ["quotes", "'1','2','3','4','X','5','7','8','6'"],
    ["digits", "123405786"],
    ["digits on lines", "123\n4_5\n786"],
    ["a size before", "3\n1 2 3\n4 0 5\n7 8 6"],
    ["two sizes before", "3 3\n1 2 3\n4 0 5\n7 8 6"],
    ["comments and tabs", "# a board\n1\t2\t3 # first\n\n4 __ 5\n7 8 6"],
  ])("takes %s", (_, text) => {
    expect(readBoard(text)).toEqual({ board: EIGHT });
  });

  test("takes rows that make no square", () => {
    expect(readBoard("1 2 3 / 4 5 0")).toEqual({ board: board(2, 3, [1, 2, 3, 4, 5, 0]) });
    expect(readBoard("2 3\n1 2 3\n4 5 0")).toEqual({ board: board(2, 3, [1, 2, 3, 4, 5, 0]) });
    expect(readBoard("1 2 0")).toEqual({ board: board(1, 3, [1, 2, 0]) });
    expect(readBoard("1 4\n1 2 0 3")).toEqual({ board: board(1, 4, [1, 2, 0, 3]) });
    expect(readBoard("1 / 0 / 2")).toEqual({ board: board(3, 1, [1, 0, 2]) });
  });

  test("does not take a first row for a size", () => {
    expect(readBoard("2 1\n3 0")).toEqual({ board: board(2, 2, [2, 1, 3, 0]) });
    expect(readBoard("3 1\n2 4\n5 0")).toEqual({ board: board(3, 2, [3, 1, 2, 4, 5, 0]) });
    expect(readBoard("3 2\n1 4\n5 0\n6 7")).toEqual({ board: board(4, 2, [3, 2, 1, 4, 5, 0, 6, 7]) });
    expect(readBoard("3\n1\n0\n2")).toEqual({ board: board(4, 1, [3, 1, 0, 2]) });
  });

  test("leaves to the server what makes no board", () => {
    expect(readBoard("1 2 3 / 4 5 6 / 7 7 0")).toEqual({ board: board(3, 3, [1, 2, 3, 4, 5, 6, 7, 7, 0]) });
    expect(readBoard("99 0")).toEqual({ board: board(1, 2, [99, 0]) });
  });

  test("tells everything that is wrong at once", () => {
    const faults = faultsOf("1 2 3\n4 five\n7 -8 0");
    expect(faults).toHaveLength(3);
    expect(faults[0]).toContain("Row 2 is short: 2 cells");
    expect(faults[1]).toContain("Row 2, cell 2: “five”");
    expect(faults[2]).toContain("Row 3, cell 2: “-8”");
  });

  test("says that there is nothing", () => {
    expect(faultsOf(" \n# nothing\n")[0]).toContain("empty");
  });

  test("refuses numbers that no message can hold", () => {
    expect(faultsOf("1 2 / 3 99999999999")).toHaveLength(1);
  });
});

describe("writeBoard", () => {
  test.each([
    board(2, 2, [1, 2, 3, 0]),
    board(2, 6, [11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0]),
    board(1, 4, [0, 1, 2, 3]),
    board(5, 1, [4, 1, 2, 3, 0]),
    board(1, 2, [1, 0]),
    board(2, 1, [1, 0]),
    board(3, 2, [3, 1, 2, 4, 5, 0]),
    board(4, 2, [3, 2, 1, 4, 5, 0, 6, 7]),
  ])("writes what readBoard takes back: $rows x $columns", (written) => {
    expect(readBoard(writeBoard(written))).toEqual({ board: written });
  });

  test("keeps the columns straight", () => {
    expect(writeBoard(board(2, 6, [11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0]))).toBe(
      "11  1  2  3  4  5\n 6  7  8  9 10  _",
    );
  });
});
