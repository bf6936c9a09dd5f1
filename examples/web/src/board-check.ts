// What the server says of a board before any search: whether it can be solved, and
// what is wrong with it.

import type { CheckResponse } from "./gen/taquin/v1/solver_service_pb";
import { type Board, type Goal, GoalLayout } from "./gen/taquin/v1/board_pb";
import { Reachability } from "./gen/taquin/v1/solver_service_pb";
import { make } from "./element";
import { describeFault, type Fault, isCancel } from "./fault";
import { layoutName } from "./names";
import type { SolverClient } from "./solver-client";

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 150; // So that not every letter typed is a call.

// Asks again whenever the board changes, and only for the last one.
export class BoardCheck {
  #asked: AbortController | undefined;

  // `faulty` gets what the server refuses, or undefined where it does not.
  constructor(
    private readonly client: SolverClient,
    private readonly output: HTMLElement,
    private readonly faulty: (fault: Fault | undefined) => void,
    private readonly choose: (layout: GoalLayout) => void,
  ) {}

  async ask(start: Board | undefined, goal: Goal | undefined): Promise<void> {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    if (start === undefined || goal === undefined) {
      this.output.replaceChildren();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (asked.signal.aborted) return;
    try {
      const answer = await this.client.check(
        { start, goal },
        { signal: asked.signal, timeoutMs: TIMEOUT_MS },
      );
      if (asked.signal.aborted) return;
      this.faulty(undefined);
      this.#show(answer);
    } catch (reason) {
      if (isCancel(reason) || asked.signal.aborted) return;
      this.output.replaceChildren();
      this.faulty(describeFault(reason));
    }
  }

  #show(answer: CheckResponse): void {
    if (answer.reachability === Reachability.REACHABLE) {
      this.output.replaceChildren(make("p", {}, `Can be solved, in ${answer.lowerBound} moves or more.`));
      return;
    }
    const parts: HTMLElement[] = [make("p", {}, `Cannot be solved. ${answer.explanation}`)];
    if (answer.reachableLayouts.length > 0) {
      const buttons = answer.reachableLayouts.map((layout) => {
        const button = make("button", { type: "button" }, layoutName(layout));
        button.addEventListener("click", () => this.choose(layout));
        return button;
      });
      parts.push(make("p", { class: "row" }, "Goals that it can reach: ", ...buttons));
    }
    this.output.replaceChildren(...parts);
  }
}
