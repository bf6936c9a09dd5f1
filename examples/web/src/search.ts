// One search over the wire, from its request to its end, as a state to look at.

import type { Duration } from "@bufbuild/protobuf/wkt";
import type { Direction } from "./gen/taquin/v1/board_pb";
import {
  type Algorithm,
  type Heuristic,
  Limit,
  Outcome,
  type SolveRequest,
  type SolveResponse,
  type SolveResult,
} from "./gen/taquin/v1/solve_pb";
import { toMilliseconds } from "./duration";
import { describeFault, type Fault, isCancel } from "./fault";
import type { SolverClient } from "./solver-client";

export type Phase = "calling" | "queued" | "running" | "ended" | "cancelled" | "failed";

// A moment at which the bound or the best path changed.
export interface Moment {
  seconds: number;
  lowerBound: number;
  bestLength: number | undefined;
}

export class Search {
  phase: Phase = "calling";
  queuePosition: number | undefined;
  seconds = 0; // Search time, queueing not counted.
  lowerBound = 0;
  best: { length: number; moves: Direction[] } | undefined;
  bestLength: number | undefined; // Progress may tell of a path before it is here.
  expanded = 0n;
  generated = 0n;
  reopened = 0n;
  memoryBytes = 0n; // Now; at the end, the most there was.
  expansionsPerSecond = 0;
  result: SolveResult | undefined;
  fault: Fault | undefined;
  readonly history: Moment[] = [];

  readonly #stop = new AbortController();

  constructor(readonly request: SolveRequest) {}

  get isOver(): boolean {
    return this.phase === "ended" || this.phase === "cancelled" || this.phase === "failed";
  }

  // Share of the best length that is not proved needed, 0 to 1; undefined without a path.
  get gap(): number | undefined {
    if (this.bestLength === undefined) return undefined;
    return this.bestLength === 0 ? 0 : (this.bestLength - this.lowerBound) / this.bestLength;
  }

  get algorithm(): Algorithm {
    return this.result?.algorithm ?? this.request.algorithm;
  }

  get heuristic(): Heuristic {
    return this.result?.heuristic ?? this.request.heuristic;
  }

  // Runs to the end and never throws: how it ended is in the state. `changed` is called after each event.
  async run(client: SolverClient, timeoutMs: number, changed: () => void): Promise<void> {
    try {
      const events = client.solve(this.request, { signal: this.#stop.signal, timeoutMs });
      for await (const event of events) {
        this.take(event);
        changed();
      }
      if (this.result === undefined) throw new Error("The call ended without a result.");
    } catch (reason) {
      if (isCancel(reason) && this.#stop.signal.aborted) {
        this.phase = "cancelled";
      } else {
        this.phase = "failed";
        this.fault = describeFault(reason);
      }
    }
    changed();
  }

  // Takes the call back; what was found stays.
  cancel(): void {
    this.#stop.abort();
  }

  take({ event }: SolveResponse): void {
    switch (event.case) {
      case "queued":
        this.phase = "queued";
        this.queuePosition = event.value.position;
        break;
      case "progress": {
        const progress = event.value;
        this.phase = "running";
        this.expanded = progress.expandedCount;
        this.generated = progress.generatedCount;
        this.reopened = progress.reopenedCount;
        this.memoryBytes = progress.memoryBytes;
        this.expansionsPerSecond = progress.expansionsPerSecond;
        this.#advance(seconds(progress.elapsed), progress.lowerBound, progress.bestLength);
        break;
      }
      case "improved": {
        const { length, moves, lowerBound, elapsed } = event.value;
        this.phase = "running";
        this.best = { length, moves };
        this.#advance(seconds(elapsed), lowerBound, length);
        break;
      }
      case "result": {
        const result = event.value;
        this.phase = "ended";
        this.result = result;
        if (result.length !== undefined) this.best = { length: result.length, moves: result.moves };
        const { elapsed, expandedCount, generatedCount, reopenedCount, peakMemoryBytes } = result.stats ?? {};
        this.expanded = expandedCount ?? 0n;
        this.generated = generatedCount ?? 0n;
        this.reopened = reopenedCount ?? 0n;
        this.memoryBytes = peakMemoryBytes ?? 0n;
        this.#advance(seconds(elapsed), result.lowerBound, result.length);
        if (this.seconds > 0) this.expansionsPerSecond = Number(this.expanded) / this.seconds;
        break;
      }
    }
  }

  #advance(elapsed: number, lowerBound: number, bestLength: number | undefined): void {
    this.seconds = Math.max(this.seconds, elapsed);
    this.lowerBound = lowerBound;
    this.bestLength = bestLength ?? this.bestLength;
    const last = this.history.at(-1);
    if (last?.lowerBound !== this.lowerBound || last.bestLength !== this.bestLength) {
      this.history.push({ seconds: this.seconds, lowerBound: this.lowerBound, bestLength: this.bestLength });
    }
  }
}

// How the search stands, in a sentence for people.
export function describeSearch(search: Search): string {
  const found = search.best === undefined ? undefined : `${movesText(search.best.length)}`;
  switch (search.phase) {
    case "calling":
      return "Asking the server";
    case "queued":
      return `Waiting for a worker, ${search.queuePosition ?? 0} ahead`;
    case "running":
      return found === undefined
        ? `Searching: no path yet, at least ${movesText(search.lowerBound)}`
        : `Searching: best so far ${found}, at least ${search.lowerBound}`;
    case "cancelled":
      return found === undefined ? "Cancelled, without a path" : `Cancelled; the best so far has ${found}`;
    case "failed":
      return search.fault?.headline ?? "Failed";
    case "ended":
      return describeResult(search.result);
  }
}

const LIMIT: Record<Limit, string> = {
  [Limit.UNSPECIFIED]: "",
  [Limit.TIME]: "the time limit came first",
  [Limit.EXPANSIONS]: "the limit on expansions came first",
  [Limit.MEMORY]: "the memory limit came first",
  [Limit.LENGTH]: "every path is longer than the limit",
};

function describeResult(result: SolveResult | undefined): string {
  if (result === undefined) return "";
  const limit = LIMIT[result.limit];
  switch (result.outcome) {
    case Outcome.OPTIMAL:
      return `Optimal: ${movesText(result.length ?? 0)}`;
    case Outcome.FEASIBLE:
      return `A path of ${movesText(result.length ?? 0)}, at least ${result.lowerBound} needed${limit && `; ${limit}`}`;
    case Outcome.UNSOLVABLE:
      return `Unsolvable. ${result.detail}`;
    default:
      return `No path found${limit && `: ${limit}`}`;
  }
}

function movesText(count: number): string {
  return `${count} move${count === 1 ? "" : "s"}`;
}

function seconds(duration: Duration | undefined): number {
  return duration === undefined ? 0 : toMilliseconds(duration) / 1000;
}
