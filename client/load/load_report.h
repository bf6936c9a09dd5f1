// What a load has shown.

#ifndef TAQUIN_CLIENT_LOAD_LOAD_REPORT_H_
#define TAQUIN_CLIENT_LOAD_LOAD_REPORT_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/load/latency_histogram.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// The times of a request that was answered.
enum class LoadSeries {
  kLatency,  // From when it was due to its answer.
  kQueue,    // As the server says: before its first work.
  kSearch,   // As the server says: from its first work to its end.
};

// Counts the answers of one load. Thread-compatible.
class LoadReport {
 public:
  // A request is answered, or has failed; `latency` from when it was due.
  void Record(absl::Duration latency, const absl::StatusOr<v1::SolveResult>& answer);

  // The load is over: how long it took, and how many requests were sent and
  // given up, the first of them due so long ago.
  void End(absl::Duration elapsed, std::int64_t given_up, absl::Duration oldest_given_up);

  absl::Duration elapsed() const { return elapsed_; }
  std::int64_t finished() const { return succeeded() + failed_; }
  std::int64_t succeeded() const { return latency().count(); }
  std::int64_t failed() const { return failed_; }
  std::int64_t given_up() const { return given_up_; }
  absl::Duration oldest_given_up() const { return oldest_given_up_; }

  // Answered requests a second.
  double rate() const;

  // Of the answered requests.
  const LatencyHistogram& histogram(LoadSeries series) const {
    return histograms_[static_cast<std::size_t>(series)];
  }
  const LatencyHistogram& latency() const { return histogram(LoadSeries::kLatency); }

  // From when a request was due to its failure.
  const LatencyHistogram& failure_latency() const { return failure_latency_; }

  const std::map<absl::StatusCode, std::int64_t>& failures() const { return failures_; }
  const std::map<v1::Outcome, std::int64_t>& outcomes() const { return outcomes_; }
  const std::map<v1::Limit, std::int64_t>& limits() const { return limits_; }

  // The first failure of the code that most failures have; OK without any.
  absl::Status commonest_failure() const;

 private:
  absl::Duration elapsed_;
  std::int64_t failed_ = 0;
  std::int64_t given_up_ = 0;
  absl::Duration oldest_given_up_;
  std::array<LatencyHistogram, 3> histograms_;
  LatencyHistogram failure_latency_;
  std::map<absl::StatusCode, std::int64_t> failures_;
  std::map<absl::StatusCode, absl::Status> first_failures_;
  std::map<v1::Outcome, std::int64_t> outcomes_;
  std::map<v1::Limit, std::int64_t> limits_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_LOAD_REPORT_H_
