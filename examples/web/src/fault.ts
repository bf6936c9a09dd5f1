// What a failed call says, in words: its code, every bad field, and when to try again.

import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb";
import { toMilliseconds } from "./duration";

export interface Violation {
  field: string; // As in the proto: start.tiles.
  description: string;
}

export interface Fault {
  code: string; // As the proto's comments name it: INVALID_ARGUMENT.
  headline: string;
  message: string; // The server's own words; may be empty.
  violations: Violation[];
  retryAfterMs: number | undefined;
}

const HEADLINE: Partial<Record<Code, string>> = {
  [Code.InvalidArgument]: "The server refuses the request",
  [Code.ResourceExhausted]: "The server has too much to do",
  [Code.Unauthenticated]: "The server wants a token",
  [Code.PermissionDenied]: "This token does not allow that",
  [Code.Unavailable]: "The server cannot be reached",
  [Code.DeadlineExceeded]: "The server did not answer in time",
  [Code.Unimplemented]: "The server does not know this call",
  [Code.Internal]: "The server has a defect",
};

// Also takes what is no error of a call: a defect of the page reads like one.
export function describeFault(reason: unknown): Fault {
  const error = ConnectError.from(reason);
  const retry = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  // What fetch throws where nothing answers, or the connection breaks: no status came.
  const unreachable = error.cause instanceof TypeError;
  const code = unreachable ? Code.Unavailable : error.code;
  return {
    code: codeName(code),
    headline: HEADLINE[code] ?? "The call failed",
    message: unreachable ? "No connection to the page’s proxy, or it broke." : error.rawMessage,
    violations: error
      .findDetails(BadRequestSchema)
      .flatMap((bad) => bad.fieldViolations)
      .map(({ field, description }) => ({ field, description })),
    retryAfterMs: retry === undefined ? undefined : toMilliseconds(retry),
  };
}

// Whether the call ended because the caller took it back.
export function isCancel(reason: unknown): boolean {
  return ConnectError.from(reason).code === Code.Canceled;
}

function codeName(code: Code): string {
  // The gRPC name has two l's.
  if (code === Code.Canceled) return "CANCELLED";
  return Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
