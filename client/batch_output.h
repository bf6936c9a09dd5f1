// The answers of a batch as lines, and what is said of them at the end.

#ifndef TAQUIN_CLIENT_BATCH_OUTPUT_H_
#define TAQUIN_CLIENT_BATCH_OUTPUT_H_

#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/batch_run.h"
#include "client/exit_code.h"

namespace taquin::client {

// One answer as a line without its newline: the SolveResult as JSON, or
// {"id":...,"error":...}.
std::string AnswerToJson(const BatchAnswer& answer);

// The same as CSV, in the columns of CsvHeader().
std::string AnswerToCsv(const BatchAnswer& answer);
std::string CsvHeader();

// Counts answers by what became of them. Not thread-safe.
class BatchSummary {
 public:
  void Count(const BatchAnswer& answer);

  std::int64_t total() const { return total_; }

  // The gravest of the answers' exit codes.
  ExitCode exit_code() const { return exit_code_; }

  // "1000 boards in 12.3 s (81.2/s): 990 optimal, 10 unsolvable".
  std::string ToText(absl::Duration elapsed) const;
  std::string ToJson(absl::Duration elapsed) const;

 private:
  std::array<std::int64_t, 5> by_outcome_ = {};  // By the number of the Outcome.
  std::int64_t errors_ = 0;
  std::int64_t total_ = 0;
  ExitCode exit_code_ = ExitCode::kSuccess;
};

// Reads the names of the boards that a file of such lines answers. A last line
// that was not finished is cut off the file. Errors: INVALID_ARGUMENT for a
// file that cannot be read and written, and for one that holds other lines.
absl::StatusOr<std::unordered_set<std::string>> ReadAnsweredIds(const std::string& path);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_BATCH_OUTPUT_H_
