// A board to look at.

import type { Board } from "./gen/taquin/v1/board_pb";
import { rowsOf } from "./board-text";
import { make, setText } from "./element";

// Draws the board into an element of its own; `draw` again changes what differs.
export class BoardView {
  readonly element = make("div", { class: "board", role: "img" });

  draw(board: Board, moved?: number): void {
    layOut(this.element, board);
    const cells = this.element.children;
    if (cells.length !== board.tiles.length) {
      this.element.replaceChildren(...board.tiles.map(() => make("span")));
    }
    board.tiles.forEach((tile, index) => {
      const cell = cells[index] as HTMLElement;
      setText(cell, tile === 0 ? "" : String(tile));
      cell.className = tile === 0 ? "cell blank" : tile === moved ? "cell moved" : "cell";
    });
    this.element.setAttribute("aria-label", inWords(board));
  }
}

// Gives the style sheet the shape of the board.
export function layOut(element: HTMLElement, board: Board): void {
  element.style.setProperty("--columns", String(board.columns));
  element.style.setProperty("--digits", String(String(board.rows * board.columns - 1).length));
}

function inWords(board: Board): string {
  const rows = rowsOf(board).map((row) => row.map((tile) => (tile === 0 ? "blank" : tile)).join(" "));
  return `Board of ${board.rows} rows: ${rows.join("; ")}`;
}
