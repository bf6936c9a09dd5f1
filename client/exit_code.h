// What the program tells its caller with its exit status.

#ifndef TAQUIN_CLIENT_EXIT_CODE_H_
#define TAQUIN_CLIENT_EXIT_CODE_H_

#include "absl/status/status.h"

namespace taquin::client {

enum class ExitCode {
  kSuccess = 0,      // Solved; or reachable, valid.
  kNegative = 1,     // Unsolvable; or not reachable, not valid.
  kUsage = 2,        // A wrong command line or a bad board.
  kNotFound = 3,     // A limit was reached without a path.
  kUnreachable = 4,  // The server is not reachable, or refused.
  kInternal = 5,     // A defect of the server or of this program.
  kInterrupted = 130,
};

// The exit code for an error. OK is kSuccess.
ExitCode ExitCodeOf(const absl::Status& status);

// The one of two that a run over several boards should end with: the first
// that is not kSuccess, and of two such the graver.
ExitCode Graver(ExitCode a, ExitCode b);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_EXIT_CODE_H_
