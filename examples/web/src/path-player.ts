// Steps through a path, board by board.

import type { Board, Direction } from "./gen/taquin/v1/board_pb";
import { BoardView } from "./board-view";
import { byId, make, setText } from "./element";
import { blankWord, PathWalk, runLength, tileWord } from "./path";

export class PathPlayer {
  readonly #view = new BoardView();
  readonly #section = byId("player");
  readonly #slider = byId<HTMLInputElement>("player-slider");
  readonly #stepText = byId("player-step");
  readonly #play = byId<HTMLButtonElement>("player-play");
  readonly #speed = byId<HTMLSelectElement>("player-speed");
  readonly #news = byId("player-news");
  #walk: PathWalk | undefined;
  #timer: number | undefined;

  constructor() {
    byId("player-board").append(this.#view.element);
    this.#on("player-first", () => 0);
    this.#on("player-previous", (walk) => walk.step - 1);
    this.#on("player-next", (walk) => walk.step + 1);
    this.#on("player-last", (walk) => walk.length);
    this.#slider.addEventListener("input", () => {
      this.#stop();
      this.#goTo(this.#slider.valueAsNumber);
    });
    this.#play.addEventListener("click", () => (this.#timer === undefined ? this.#start() : this.#stop()));
    this.#speed.addEventListener("change", () => {
      if (this.#timer !== undefined) this.#start();
    });
    const copy = byId("player-copy");
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(byId("player-moves").textContent ?? "");
      setText(this.#news, "Copied.");
    });
  }

  // Shows a path from its start, unless somebody is on the way along another, from the same
  // start: then it is offered.
  offer(start: Board, moves: readonly Direction[]): void {
    const walk = this.#walk;
    const isAtRest = walk === undefined || (walk.step === 0 && this.#timer === undefined);
    if (walk !== undefined && sameMoves(walk.moves, moves)) return;
    if (isAtRest) {
      this.show(start, moves);
      return;
    }
    const button = make("button", { type: "button" }, "Show it");
    button.addEventListener("click", () => {
      this.show(start, moves);
      this.#slider.focus();
    });
    this.#news.replaceChildren(`There is another path now, of ${moves.length} moves. `, button);
  }

  show(start: Board, moves: readonly Direction[]): void {
    this.#stop();
    this.#walk = new PathWalk(start, moves);
    this.#section.hidden = false;
    this.#news.replaceChildren();
    this.#slider.max = String(moves.length);
    setText(byId("player-moves"), moves.length === 0 ? "none" : runLength(moves));
    this.#goTo(0);
  }

  hide(): void {
    this.#stop();
    this.#walk = undefined;
    this.#section.hidden = true;
  }

  #on(id: string, target: (walk: PathWalk) => number): void {
    byId(id).addEventListener("click", () => {
      this.#stop();
      if (this.#walk) this.#goTo(target(this.#walk));
    });
  }

  #goTo(step: number): void {
    const walk = this.#walk;
    if (walk === undefined) return;
    walk.goTo(step);
    const move = walk.lastMove;
    this.#view.draw(walk.board, move?.tile);
    const place = `Step ${walk.step} of ${walk.length}`;
    const what =
      move && `: blank ${blankWord(move.direction)}, tile ${move.tile} moves ${tileWord(move.direction)}`;
    // Spoken step by step, but not while it plays.
    this.#stepText.setAttribute("aria-live", this.#timer === undefined ? "polite" : "off");
    setText(this.#stepText, place + (what ?? ""));
    this.#slider.value = String(walk.step);
    this.#slider.setAttribute("aria-valuetext", place);
  }

  #start(): void {
    const walk = this.#walk;
    if (walk === undefined) return;
    clearInterval(this.#timer);
    setText(this.#play, "Pause");
    this.#timer = window.setInterval(
      () => {
        if (walk.step + 1 >= walk.length) this.#stop();
        this.#goTo(walk.step + 1);
      },
      1000 / Number(this.#speed.value),
    );
    if (walk.step === walk.length) this.#goTo(0);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    setText(this.#play, "Play");
  }
}

function sameMoves(first: readonly Direction[], second: readonly Direction[]): boolean {
  return first.length === second.length && first.every((move, index) => move === second[index]);
}
