#include "client/exit_code.h"

#include <algorithm>

namespace taquin::client {

std::string_view MeaningOf(ExitCode code) {
  switch (code) {
    case ExitCode::kSuccess:
      return "Solved; or reachable, valid";
    case ExitCode::kNegative:
      return "Unsolvable; or not reachable, not valid";
    case ExitCode::kUsage:
      return "A wrong command line, or a bad board";
    case ExitCode::kNotFound:
      return "A limit was reached without a path";
    case ExitCode::kUnreachable:
      return "The server is not reachable, or refused";
    case ExitCode::kInternal:
      return "A defect of the server or the client; or the output could not be written";
    case ExitCode::kInterrupted:
      return "Interrupted";
  }
  return "";
}

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return ExitCode::kSuccess;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kFailedPrecondition:
      return ExitCode::kUsage;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kUnimplemented:
      return ExitCode::kUnreachable;
    case absl::StatusCode::kCancelled:
      return ExitCode::kInterrupted;
    default:
      return ExitCode::kInternal;
  }
}

ExitCode Graver(ExitCode a, ExitCode b) { return std::max(a, b); }

}  // namespace taquin::client
