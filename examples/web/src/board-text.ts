// What people paste, read as a board. Only the form is judged here: whether the
// tiles make a board is for the server to say.

import { create } from "@bufbuild/protobuf";
import { type Board, BoardSchema } from "./gen/taquin/v1/board_pb";

// Either the board, or everything about the text that keeps it from being one.
export type BoardText = { board: Board } | { faults: string[] };

const BLANK = /^(?:0|_+|x|\.|null)$/i;

// Reads rows on lines or between slashes, or one line that makes a square. Cells
// are numbers, parted by anything of blanks, commas, quotes and brackets; the blank
// is 0, _, x, a dot or null. A first line that tells the size is taken as such, "#" begins
// a comment, and a run of digits alone is a cell a digit.
export function readBoard(text: string): BoardText {
  let rows = text
    .replace(/#.*$/gm, "")
    .replace(/\]\s*,?\s*\[/g, "\n")
    .split(/[\n/]/)
    .map((line) => line.split(/[\s,;'"[\](){}|]+/).filter((cell) => cell !== ""))
    .filter((cells) => cells.length > 0);
  if (rows.length === 0) {
    return { faults: ["The board is empty: type its rows, as in 1 2 3 / 4 5 6 / 7 8 0."] };
  }

  const sized = withoutSize(rows);
  const hasSize = sized !== rows;
  rows = sized.map((cells) => (isRun(cells, sized) ? [...(cells[0] ?? "")] : cells));
  const line = rows[0] ?? [];
  const side = Math.sqrt(line.length);
  if (!hasSize && rows.length === 1 && side >= 2 && Number.isInteger(side)) {
    rows = Array.from({ length: side }, (_, row) => line.slice(row * side, (row + 1) * side));
  }

  const faults: string[] = [];
  const columns = Math.max(...rows.map((cells) => cells.length));
  const tiles = rows.flatMap((cells, row) => {
    if (cells.length < columns) {
      faults.push(`Row ${row + 1} is short: ${counted(cells.length, "cell")}, where another has ${columns}.`);
    }
    return cells.map((cell, column) => {
      if (BLANK.test(cell)) return 0;
      if (/^\d{1,9}$/.test(cell)) return Number(cell);
      faults.push(
        `Row ${row + 1}, cell ${column + 1}: “${cell}” is neither a number nor a blank (0, _ or x).`,
      );
      return 0;
    });
  });
  if (faults.length > 0) return { faults };
  return { board: create(BoardSchema, { rows: rows.length, columns, tiles }) };
}

// A board as readBoard() takes it, a row a line; with its size before where a line could be a square.
export function writeBoard(board: Board): string {
  const width = String(Math.max(...board.tiles, 0)).length;
  const lines = rowsOf(board).map((row) =>
    row.map((tile) => (tile === 0 ? "_" : String(tile)).padStart(width)).join(" "),
  );
  if (board.rows === 1) lines.unshift(`1 ${board.columns}`);
  return lines.join("\n");
}

export function rowsOf(board: Board): number[][] {
  return Array.from({ length: board.rows }, (_, row) =>
    board.tiles.slice(row * board.columns, (row + 1) * board.columns),
  );
}

// The rows after a first line that says how many there are, and of how many cells.
function withoutSize(rows: string[][]): string[][] {
  const [size, ...rest] = rows;
  if (size === undefined || size.length > 2 || isBoard(rows)) return rows;
  const isSize = Number(size[0]) === rest.length && Number(size[1] ?? size[0]) === rest[0]?.length;
  return isSize ? rest : rows;
}

// Whether the rows are a board as they stand, with each tile once.
function isBoard(rows: string[][]): boolean {
  const cells = rows.flat().map((cell) => (BLANK.test(cell) ? 0 : Number(cell)));
  const isRectangle = rows.every((row) => row.length === rows[0]?.length);
  return isRectangle && cells.sort((a, b) => a - b).every((tile, index) => tile === index);
}

// Whether the row is one run of digits, as 123 and 456 and 78_ are a 3 by 3 board.
function isRun(cells: string[], rows: string[][]): boolean {
  return (
    cells.length === 1 && /^[\dxX_.]{3,}$/.test(cells[0] ?? "") && rows.every((other) => other.length === 1)
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
