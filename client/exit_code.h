// What the program tells its caller with its exit status.

#ifndef TAQUIN_CLIENT_EXIT_CODE_H_
#define TAQUIN_CLIENT_EXIT_CODE_H_

#include <array>
#include <string_view>

#include "absl/status/status.h"

namespace taquin::client {

// MeaningOf tells what each means.
enum class ExitCode {
  kSuccess = 0,
  kNegative = 1,
  kUsage = 2,
  kNotFound = 3,
  kUnreachable = 4,
  kInternal = 5,
  kInterrupted = 130,
};

inline constexpr std::array<ExitCode, 7> kExitCodes = {
    ExitCode::kSuccess,     ExitCode::kNegative, ExitCode::kUsage,      ExitCode::kNotFound,
    ExitCode::kUnreachable, ExitCode::kInternal, ExitCode::kInterrupted};

// For people, without a point at the end.
std::string_view MeaningOf(ExitCode code);

// The exit code for an error. OK is kSuccess.
ExitCode ExitCodeOf(const absl::Status& status);

// The one of two that a run over several boards should end with: the first
// that is not kSuccess, and of two such the graver.
ExitCode Graver(ExitCode a, ExitCode b);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_EXIT_CODE_H_
