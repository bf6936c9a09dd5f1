// The form: the board, its goal and how to search, read into requests.

import { create } from "@bufbuild/protobuf";
import { type Board, type Goal, GoalLayout, GoalSchema } from "./gen/taquin/v1/board_pb";
import type { GetCapabilitiesResponse } from "./gen/taquin/v1/solver_service_pb";
import {
  Algorithm,
  SearchLimitsSchema,
  type SolveRequest,
  SolveRequestSchema,
} from "./gen/taquin/v1/solve_pb";
import { BoardEditor } from "./board-editor";
import { BoardInput } from "./board-input";
import { readBoard } from "./board-text";
import { fromMilliseconds } from "./duration";
import { byId, make, setFaults, setOptions } from "./element";
import { EXAMPLES } from "./examples";
import type { Violation } from "./fault";
import { Lane } from "./lane";
import { layoutName } from "./names";
import { scrambled } from "./path";

const OWN_GOAL = "own";
const PROGRESS_INTERVAL_MS = 100;
const SCRAMBLE_MOVES = 200;
const LAYOUTS = [GoalLayout.BLANK_LAST, GoalLayout.BLANK_FIRST, GoalLayout.SPIRAL];

export interface Asked {
  name: string; // The lane's.
  request: SolveRequest;
  timeLimitMs: number;
}

export class Question {
  readonly #start: BoardInput;
  readonly #goalBoard: BoardInput;
  readonly #editor: BoardEditor;
  readonly #goal = byId<HTMLSelectElement>("goal");
  readonly #example = byId<HTMLSelectElement>("example");
  readonly #compare = byId<HTMLInputElement>("compare");
  readonly #timeLimit = byId<HTMLInputElement>("time-limit");
  readonly #targetGap = byId<HTMLInputElement>("target-gap");
  readonly #faults = byId("question-faults");
  readonly #lanes = [new Lane("lane-0"), new Lane("lane-1")];

  // `boardChanged` is called whenever the start or the goal is another.
  constructor(private readonly boardChanged: () => void) {
    const changed = () => {
      this.#example.value = "";
      if (this.#start.board) this.#editor.show(this.#start.board);
      this.boardChanged();
    };
    this.#start = new BoardInput(byId("board-text"), byId("board-faults"), changed);
    this.#goalBoard = new BoardInput(byId("goal-text"), byId("goal-faults"), changed);
    this.#editor = new BoardEditor(byId("editor"), byId("editor-status"), (board) => {
      this.#start.set(board);
      changed();
    });
    setOptions(this.#goal, [
      ...LAYOUTS.map((layout): [string, string] => [String(layout), layoutName(layout)]),
      [OWN_GOAL, "A board of your own"],
    ]);
    this.#goal.addEventListener("change", () => {
      this.#showOwnGoal();
      if (this.#goal.value === OWN_GOAL) this.#goalBoard.focus();
      changed();
    });
    this.#example.append(
      ...EXAMPLES.map(({ name }, index) => make("option", { value: String(index) }, name)),
    );
    this.#example.addEventListener("change", () => this.#takeExample(Number(this.#example.value)));
    byId("scramble").addEventListener("click", () => this.#scramble());
    byId("lanes").append(...this.#lanes.map(({ element }) => element));
    this.#compare.addEventListener("change", () => this.#showLanes());
    this.#showLanes();
    this.#takeExample(0);
  }

  offer(capabilities: GetCapabilitiesResponse): void {
    for (const lane of this.#lanes) lane.offer(capabilities);
    this.#lanes[1]?.choose(Algorithm.ANYTIME);
  }

  get start(): Board | undefined {
    return this.#start.board;
  }

  get goal(): Goal | undefined {
    if (this.#goal.value !== OWN_GOAL) {
      return create(GoalSchema, { kind: { case: "layout", value: Number(this.#goal.value) } });
    }
    const board = this.#goalBoard.board;
    return board && create(GoalSchema, { kind: { case: "board", value: board } });
  }

  chooseLayout(layout: GoalLayout): void {
    this.#goal.value = String(layout);
    this.#showOwnGoal();
    this.#goal.focus();
    this.boardChanged();
  }

  // What to ask, a request a lane; undefined, and said beside the controls, where that cannot be put into requests.
  read(): Asked[] | undefined {
    const { start, goal } = this;
    const timeLimitMs = Math.round(this.#timeLimit.valueAsNumber * 1000);
    const targetGap = this.#targetGap.valueAsNumber / 100;
    const faults = [
      ...(Number.isNaN(timeLimitMs) ? ["The time limit is not a number."] : []),
      ...(Number.isNaN(targetGap) ? ["The gap is not a number."] : []),
    ];
    setFaults(this.#faults, faults, this.#timeLimit, this.#targetGap);
    for (const lane of this.#active) lane.showFaults(lane.ownFaults);
    if (start === undefined) this.#start.focus();
    else if (goal === undefined) this.#goalBoard.focus();
    else if (faults.length === 0 && this.#active.every(({ ownFaults }) => ownFaults.length === 0)) {
      return this.#active.map((lane) => ({
        name: lane.name,
        timeLimitMs,
        request: create(SolveRequestSchema, {
          ...lane.settings,
          start,
          goal,
          targetGap,
          limits: create(SearchLimitsSchema, { time: fromMilliseconds(timeLimitMs) }),
          progressInterval: fromMilliseconds(PROGRESS_INTERVAL_MS),
        }),
      }));
    }
    return undefined;
  }

  // Shows each violation beside what it is about.
  showViolations(violations: Violation[], laneName?: string): void {
    const under = (prefix: string) =>
      violations.filter(({ field }) => field === prefix || field.startsWith(`${prefix}.`)).map(inWords);
    this.#start.showViolations(under("start"));
    this.#goalBoard.showViolations(under("goal"));
    if (laneName === undefined) return;
    this.#lanes.find(({ name }) => name === laneName)?.showViolations(violations);
    const shared = violations.filter(({ field }) => field === "limits.time" || field === "target_gap");
    setFaults(this.#faults, shared.map(inWords));
    for (const { field } of shared) {
      (field === "target_gap" ? this.#targetGap : this.#timeLimit).setAttribute("aria-invalid", "true");
    }
  }

  get #active(): Lane[] {
    return this.#compare.checked ? this.#lanes : this.#lanes.slice(0, 1);
  }

  #showLanes(): void {
    const names = this.#compare.checked ? ["First search", "Second search"] : ["Search"];
    this.#lanes.forEach((lane, index) => (lane.name = names[index] ?? ""));
    for (const lane of this.#lanes) lane.element.hidden = !this.#active.includes(lane);
  }

  #showOwnGoal(): void {
    byId("goal-own").hidden = this.#goal.value !== OWN_GOAL;
  }

  #takeExample(index: number): void {
    const example = EXAMPLES[index];
    const read = example && readBoard(example.board);
    if (!example || !read || !("board" in read)) return;
    this.#goal.value = String(GoalLayout[example.goal ?? "BLANK_LAST"]);
    this.#showOwnGoal();
    this.#put(read.board);
  }

  // By moves of the blank, so that a board that can be solved stays one.
  #scramble(): void {
    const shape = this.start;
    if (shape === undefined) return;
    this.#put(scrambled(shape, SCRAMBLE_MOVES * Math.max(shape.rows, shape.columns)));
    this.#example.value = "";
  }

  #put(board: Board): void {
    this.#start.set(board);
    this.#editor.show(board);
    this.boardChanged();
  }
}

function inWords({ field, description }: Violation): string {
  return `${field} ${description}`;
}
