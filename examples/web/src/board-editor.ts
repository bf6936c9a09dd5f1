// The board to arrange: any two cells change places, by pointer or by keyboard.

import { create } from "@bufbuild/protobuf";
import { type Board, BoardSchema } from "./gen/taquin/v1/board_pb";
import { rowsOf } from "./board-text";
import { layOut } from "./board-view";
import { make, setText } from "./element";

export class BoardEditor {
  #board: Board = create(BoardSchema);
  #cells: HTMLElement[] = [];
  #focused = 0;
  #picked: number | undefined;

  // `grid` has the role grid; `status` is a live region; `changed` gets the board after a swap.
  constructor(
    private readonly grid: HTMLElement,
    private readonly status: HTMLElement,
    private readonly changed: (board: Board) => void,
  ) {
    grid.classList.add("board");
    grid.addEventListener("keydown", (event) => this.#onKey(event));
    grid.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
    grid.addEventListener("focusin", (event) => this.#setFocused(this.#indexOf(event.target)));
    grid.addEventListener("focusout", (event) => {
      if (!grid.contains(event.relatedTarget as Node | null)) this.#pick(undefined);
    });
  }

  show(board: Board): void {
    const reshaped = board.rows !== this.#board.rows || board.columns !== this.#board.columns;
    this.#board = board;
    this.#picked = undefined;
    layOut(this.grid, board);
    if (reshaped) this.#build();
    this.#draw();
  }

  #build(): void {
    const rows = rowsOf(this.#board).map((row) =>
      make("div", { role: "row" }, ...row.map(() => make("div", { role: "gridcell", tabindex: "-1" }))),
    );
    this.grid.replaceChildren(...rows);
    this.#cells = [...this.grid.querySelectorAll<HTMLElement>("[role=gridcell]")];
    this.#focused = 0;
  }

  #draw(): void {
    this.#cells.forEach((cell, index) => {
      const tile = this.#board.tiles[index] ?? 0;
      setText(cell, tile === 0 ? "" : String(tile));
      cell.className = tile === 0 ? "cell blank" : "cell";
      cell.tabIndex = index === this.#focused ? 0 : -1;
      cell.setAttribute(
        "aria-label",
        `${this.#name(index)}, row ${this.#row(index)}, column ${this.#column(index)}`,
      );
      cell.setAttribute("aria-selected", String(index === this.#picked));
    });
  }

  #name(index: number): string {
    const tile = this.#board.tiles[index] ?? 0;
    return tile === 0 ? "blank" : `tile ${tile}`;
  }

  #row(index: number): number {
    return Math.floor(index / this.#board.columns) + 1;
  }

  #column(index: number): number {
    return (index % this.#board.columns) + 1;
  }

  #indexOf(target: EventTarget | null): number {
    return this.#cells.indexOf((target as Element | null)?.closest("[role=gridcell]") as HTMLElement);
  }

  #setFocused(index: number): void {
    if (index < 0) return;
    const before = this.#cells[this.#focused];
    if (before) before.tabIndex = -1;
    this.#focused = index;
    const cell = this.#cells[index];
    if (cell) cell.tabIndex = 0;
  }

  #pick(index: number | undefined): void {
    if (index === this.#picked) return;
    if (index !== undefined) setText(this.status, `Picked up ${this.#name(index)}`);
    this.#picked = index;
    this.#draw();
  }

  #swap(first: number, second: number): void {
    const names = `Swapped ${this.#name(first)} and ${this.#name(second)}`;
    const tiles = [...this.#board.tiles];
    [tiles[first], tiles[second]] = [tiles[second] ?? 0, tiles[first] ?? 0];
    this.#board = create(BoardSchema, { ...this.#board, tiles });
    this.#picked = undefined;
    this.#draw();
    setText(this.status, names);
    this.changed(this.#board);
  }

  #onKey(event: KeyboardEvent): void {
    const { columns } = this.#board;
    const rowStart = this.#focused - (this.#focused % columns);
    const target: Record<string, number> = {
      ArrowLeft: Math.max(this.#focused - 1, rowStart),
      ArrowRight: Math.min(this.#focused + 1, rowStart + columns - 1),
      ArrowUp: this.#focused - columns,
      ArrowDown: this.#focused + columns,
      Home: event.ctrlKey ? 0 : rowStart,
      End: event.ctrlKey ? this.#cells.length - 1 : rowStart + columns - 1,
    };
    const next = target[event.key];
    if (next !== undefined) {
      this.#cells[next]?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.#picked === undefined) this.#pick(this.#focused);
      else if (this.#picked === this.#focused) this.#pick(undefined);
      else this.#swap(this.#picked, this.#focused);
    } else if (event.key === "Escape" && this.#picked !== undefined) {
      setText(this.status, `Put ${this.#name(this.#picked)} back`);
      this.#pick(undefined);
      event.stopPropagation(); // Elsewhere Escape cancels the search.
    } else {
      return;
    }
    event.preventDefault();
  }

  #onPointerDown(event: PointerEvent): void {
    const from = this.#indexOf(event.target);
    const cell = this.#cells[from];
    if (cell === undefined || event.button !== 0) return;
    const { pointerId, clientX, clientY } = event;
    const drag = new AbortController();
    let over = from;
    const end = () => {
      drag.abort();
      cell.style.removeProperty("translate");
      cell.classList.remove("dragged");
      this.#cells[over]?.classList.remove("target");
    };
    // The cell below the dragged one, which the pointer would hit first.
    const cellAt = (x: number, y: number) =>
      document
        .elementsFromPoint(x, y)
        .map((element) => this.#cells.indexOf(element as HTMLElement))
        .find((index) => index >= 0 && index !== from) ?? from;
    cell.setPointerCapture(pointerId);
    cell.addEventListener(
      "pointermove",
      (move) => {
        cell.classList.add("dragged");
        cell.style.setProperty("translate", `${move.clientX - clientX}px ${move.clientY - clientY}px`);
        this.#cells[over]?.classList.remove("target");
        over = cellAt(move.clientX, move.clientY);
        if (over !== from) this.#cells[over]?.classList.add("target");
      },
      { signal: drag.signal },
    );
    cell.addEventListener(
      "pointerup",
      (up) => {
        const to = cellAt(up.clientX, up.clientY);
        end();
        if (to !== from) this.#swap(from, to);
      },
      { signal: drag.signal },
    );
    cell.addEventListener("pointercancel", end, { signal: drag.signal });
    window.addEventListener(
      "keydown",
      (key) => {
        if (key.key !== "Escape") return;
        end();
        key.stopPropagation();
      },
      { signal: drag.signal, capture: true },
    );
  }
}
