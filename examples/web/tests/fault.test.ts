import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { fromMilliseconds, toMilliseconds } from "../src/duration";
import { describeFault, isCancel } from "../src/fault";
import { BadRequestSchema, RetryInfoSchema } from "../src/gen/google/rpc/error_details_pb";

describe("describeFault", () => {
  test("names every bad field", () => {
    const violations = [
      { field: "start.tiles", description: "repeated: 7" },
      { field: "threads", description: "is -1" },
    ];
    const error = new ConnectError("bad", Code.InvalidArgument, undefined, [
      { desc: BadRequestSchema, value: { fieldViolations: violations } },
    ]);
    expect(describeFault(error)).toEqual({
      code: "INVALID_ARGUMENT",
      headline: "The server refuses the request",
      message: "bad",
      violations,
      retryAfterMs: undefined,
    });
  });

  test("tells when to try again", () => {
    const error = new ConnectError("full", Code.ResourceExhausted, undefined, [
      { desc: RetryInfoSchema, value: { retryDelay: fromMilliseconds(1250) } },
    ]);
    expect(describeFault(error)).toMatchObject({ code: "RESOURCE_EXHAUSTED", retryAfterMs: 1250 });
  });

  test("names each code as gRPC does", () => {
    const codes = Object.values(Code).filter((code): code is Code => typeof code === "number");
    expect(codes.map((code) => describeFault(new ConnectError("", code)).code)).toEqual([
      ...["CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS"],
      ...["PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE"],
      ...["UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"],
    ]);
  });

  test("takes a request that reached nobody for an unavailable server", () => {
    expect(describeFault(new TypeError("Failed to fetch"))).toMatchObject({ code: "UNAVAILABLE" });
  });

  test("takes any other error", () => {
    expect(describeFault(new Error("broken"))).toMatchObject({ code: "UNKNOWN", message: "broken" });
  });
});

test("isCancel knows a call that was taken back", () => {
  expect(isCancel(new ConnectError("", Code.Canceled))).toBe(true);
  expect(isCancel(new DOMException("", "AbortError"))).toBe(true);
  expect(isCancel(new ConnectError("", Code.DeadlineExceeded))).toBe(false);
});

test.each([0, 1, 250, 1500, 60_000, 0.5, -1500])(
  "a duration of %d ms is the same there and back",
  (value) => {
    expect(toMilliseconds(fromMilliseconds(value))).toBeCloseTo(value, 6);
  },
);
