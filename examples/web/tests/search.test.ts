import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport, createClient } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { fromMilliseconds } from "../src/duration";
import { Direction } from "../src/gen/taquin/v1/board_pb";
import { SolverService } from "../src/gen/taquin/v1/solver_service_pb";
import {
  Limit,
  Outcome,
  SolveRequestSchema,
  type SolveResponse,
  SolveResponseSchema,
} from "../src/gen/taquin/v1/solve_pb";
import * as quantity from "../src/quantity";
import { describeSearch, Search } from "../src/search";

const { LEFT, RIGHT } = Direction;

const event = (value: SolveResponse["event"]): SolveResponse => create(SolveResponseSchema, { event: value });
const queued = (position: number) => event({ case: "queued", value: { position } as never });
const progress = (ms: number, lowerBound: number, bestLength?: number) =>
  create(SolveResponseSchema, {
    event: {
      case: "progress",
      value: {
        elapsed: fromMilliseconds(ms),
        lowerBound,
        expandedCount: 10n,
        ...(bestLength ? { bestLength } : {}),
      },
    },
  });
const improved = (ms: number, lowerBound: number, moves: Direction[]) =>
  create(SolveResponseSchema, {
    event: {
      case: "improved",
      value: { elapsed: fromMilliseconds(ms), lowerBound, length: moves.length, moves },
    },
  });
const ended = (outcome: Outcome, lowerBound: number, moves?: Direction[], limit = Limit.UNSPECIFIED) =>
  create(SolveResponseSchema, {
    event: {
      case: "result",
      value: {
        outcome,
        limit,
        lowerBound,
        detail: "Because.",
        stats: { elapsed: fromMilliseconds(2000), expandedCount: 100n, peakMemoryBytes: 9n },
        ...(moves ? { length: moves.length, moves } : {}),
      },
    },
  });

// A server that answers with the events, and then with the error if there is one.
function clientOf(events: SolveResponse[], error?: unknown) {
  return createClient(
    SolverService,
    createRouterTransport(({ service }) => {
      service(SolverService, {
        async *solve() {
          yield* events;
          if (error !== undefined) throw error;
        },
      });
    }),
  );
}

async function ran(events: SolveResponse[], error?: unknown): Promise<Search> {
  const search = new Search(create(SolveRequestSchema));
  await search.run(clientOf(events, error), 10_000, () => {});
  return search;
}

describe("Search", () => {
  test("follows the events to the result", () => {
    const search = new Search(create(SolveRequestSchema));
    expect(describeSearch(search)).toBe("Asking the server");
    search.take(queued(3));
    expect(describeSearch(search)).toBe("Waiting for a worker, 3 ahead");
    search.take(progress(100, 4));
    expect(describeSearch(search)).toBe("Searching: no path yet, at least 4 moves");
    expect(search.gap).toBeUndefined();
    search.take(improved(500, 6, [LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT]));
    expect(describeSearch(search)).toBe("Searching: best so far 8 moves, at least 6");
    expect(search.gap).toBe(0.25);
    expect(search.isOver).toBe(false);
    search.take(ended(Outcome.OPTIMAL, 2, [LEFT, RIGHT]));
    expect(describeSearch(search)).toBe("Optimal: 2 moves");
    expect(search.gap).toBe(0);
    expect(search.best).toEqual({ length: 2, moves: [LEFT, RIGHT] });
    expect(search.expansionsPerSecond).toBe(50);
    expect(search.isOver).toBe(true);
  });

  test("keeps the moments at which something changed", () => {
    const search = new Search(create(SolveRequestSchema));
    search.take(progress(100, 4));
    search.take(progress(200, 4));
    search.take(progress(300, 6, 9));
    search.take(progress(400, 6, 9));
    expect(search.history).toEqual([
      { seconds: 0.1, lowerBound: 4, bestLength: undefined },
      { seconds: 0.3, lowerBound: 6, bestLength: 9 },
    ]);
  });

  test("a board that is solved has no gap", async () => {
    const search = await ran([ended(Outcome.OPTIMAL, 0, [])]);
    expect(search.gap).toBe(0);
    expect(describeSearch(search)).toBe("Optimal: 0 moves");
  });

  test.each([
    [ended(Outcome.UNSOLVABLE, 0), "Unsolvable. Because."],
    [ended(Outcome.NOT_FOUND, 5, undefined, Limit.TIME), "No path found: the time limit came first"],
    [ended(Outcome.NOT_FOUND, 5), "No path found"],
    [ended(Outcome.FEASIBLE, 1, [LEFT, RIGHT]), "A path of 2 moves, at least 1 needed"],
    [
      ended(Outcome.FEASIBLE, 1, [LEFT, RIGHT], Limit.MEMORY),
      "A path of 2 moves, at least 1 needed; the memory limit came first",
    ],
  ])("says how it ended: %#", async (result, words) => {
    expect(describeSearch(await ran([result]))).toBe(words);
  });

  test("keeps the best path when the call fails", async () => {
    const search = await ran([improved(1, 1, [LEFT])], new ConnectError("gone", Code.Unavailable));
    expect(search.phase).toBe("failed");
    expect(search.fault?.code).toBe("UNAVAILABLE");
    expect(search.best?.moves).toEqual([LEFT]);
  });

  test("takes an end without a result for a fault", async () => {
    expect((await ran([progress(1, 1)])).phase).toBe("failed");
  });

  test("tells its own cancel from one of the server", async () => {
    const search = new Search(create(SolveRequestSchema));
    await search.run(clientOf([improved(1, 1, [LEFT])]), 10_000, () => search.cancel());
    expect(search.phase).toBe("cancelled");
    expect(describeSearch(search)).toBe("Cancelled; the best so far has 1 move");
    expect((await ran([], new ConnectError("", Code.Canceled))).phase).toBe("failed");
  });
});

test("quantities", () => {
  expect([0n, 99_999, 123_456, 25_000_000n].map(quantity.count)).toEqual(["0", "99,999", "123K", "25M"]);
  expect([0n, 448n, 34_900_000n, 6_320_000_000n].map(quantity.bytes)).toEqual([
    "0 B",
    "448 B",
    "34.9 MB",
    "6.32 GB",
  ]);
  expect([0, 0.000028, 0.2104, 2.54, 130].map(quantity.seconds)).toEqual([
    "0 s",
    "28 µs",
    "210 ms",
    "2.5 s",
    "130 s",
  ]);
  expect([0, 0.0123, 0.25, 1].map(quantity.percent)).toEqual(["0 %", "1.2 %", "25 %", "100 %"]);
});
