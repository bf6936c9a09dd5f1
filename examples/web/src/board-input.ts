// A text box that holds a board, and what is wrong with it as text.

import type { Board } from "./gen/taquin/v1/board_pb";
import { readBoard, writeBoard } from "./board-text";
import { setFaults } from "./element";

export class BoardInput {
  // Undefined while the text is no board.
  board: Board | undefined;

  // `changed` is called when a person has changed the text.
  constructor(
    private readonly text: HTMLTextAreaElement,
    private readonly faults: HTMLElement,
    changed: () => void,
  ) {
    text.addEventListener("input", () => {
      this.#read();
      changed();
    });
  }

  set(board: Board): void {
    this.text.value = writeBoard(board);
    this.#read();
  }

  focus(): void {
    this.text.focus();
  }

  // Says what the server finds wrong with the board.
  showViolations(messages: string[]): void {
    if (this.board !== undefined) setFaults(this.faults, messages, this.text);
  }

  #read(): void {
    const read = readBoard(this.text.value);
    this.board = "board" in read ? read.board : undefined;
    setFaults(this.faults, "faults" in read ? read.faults : [], this.text);
    this.text.rows = Math.min(Math.max(3, this.board?.rows ?? 0), 12);
  }
}
