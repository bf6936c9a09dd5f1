// The answers of a batch as lines, and what is said of them at the end.

#ifndef TAQUIN_CLIENT_BATCH_OUTPUT_H_
#define TAQUIN_CLIENT_BATCH_OUTPUT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/batch_run.h"
#include "client/exit_code.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// One answer as a line without its newline: the SolveResult as JSON, or
// {"id":...,"error":...}.
std::string AnswerToJson(const BatchAnswer& answer);

// The same as CSV, in the columns of CsvHeader().
std::string AnswerToCsv(const BatchAnswer& answer);
std::string CsvHeader();

// What became of a board; nothing for one that was refused.
using BatchOutcome = std::optional<v1::Outcome>;

// Counts answers by what became of the boards. Not thread-safe.
class OutcomeCounts {
 public:
  void Count(BatchOutcome outcome);

  std::int64_t total() const { return total_; }
  std::int64_t refused() const { return refused_; }
  std::int64_t of(v1::Outcome outcome) const;

  // The gravest of their exit codes.
  ExitCode exit_code() const { return exit_code_; }

  // ": 990 optimal, 10 unsolvable"; empty if nothing was counted.
  std::string ToText() const;

 private:
  std::array<std::int64_t, 5> by_outcome_ = {};  // By the number of the Outcome.
  std::int64_t refused_ = 0;
  std::int64_t total_ = 0;
  ExitCode exit_code_ = ExitCode::kSuccess;
};

// What a batch came to: by this run of it, and by earlier ones. Not thread-safe.
class BatchSummary {
 public:
  void Count(const BatchAnswer& answer);
  void CountAnsweredBefore(BatchOutcome outcome) { before_.Count(outcome); }

  // Answers of this run.
  std::int64_t total() const { return now_.total(); }

  // The gravest of all answers' exit codes.
  ExitCode exit_code() const { return Graver(now_.exit_code(), before_.exit_code()); }

  // "1000 boards in 12.3 s (81.2/s): 990 optimal, 10 unsolvable", and what was
  // answered before, if anything was.
  std::string ToText(absl::Duration elapsed) const;
  std::string ToJson(absl::Duration elapsed) const;

 private:
  OutcomeCounts now_;
  OutcomeCounts before_;
};

// The answers in the file of an earlier run.
struct EarlierAnswers {
  // By the names of their boards.
  std::unordered_map<std::string, BatchOutcome> outcomes;
  // Whether the file has a whole line, be it a header.
  bool begun = false;
};

// Reads such a file; where there is none, nothing was answered. A last line that
// was not finished is cut off the file. Errors: INVALID_ARGUMENT for a file that
// cannot be read and written, for one that holds other lines, and for one of
// JSON where `csv` says comma-separated values, or the other way round.
absl::StatusOr<EarlierAnswers> ReadEarlierAnswers(const std::string& path, bool csv);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_BATCH_OUTPUT_H_
