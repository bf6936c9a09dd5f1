#include "client/load/load_report.h"

#include <algorithm>

#include "client/terminal/quantity.h"

namespace taquin::client {

void LoadReport::Record(absl::Duration latency, const absl::StatusOr<v1::SolveResult>& answer) {
  if (!answer.ok()) {
    ++failed_;
    ++failures_[answer.status().code()];
    first_failures_.try_emplace(answer.status().code(), answer.status());
    failure_latency_.Record(latency);
    return;
  }
  const auto record = [this](LoadSeries series, absl::Duration value) {
    histograms_[static_cast<std::size_t>(series)].Record(value);
  };
  record(LoadSeries::kLatency, latency);
  record(LoadSeries::kQueue, FromProto(answer->stats().queue_time()));
  record(LoadSeries::kSearch, FromProto(answer->stats().elapsed()));
  ++outcomes_[answer->outcome()];
  if (answer->limit() != v1::LIMIT_UNSPECIFIED) ++limits_[answer->limit()];
}

void LoadReport::End(absl::Duration elapsed, std::int64_t given_up,
                     absl::Duration oldest_given_up) {
  elapsed_ = elapsed;
  given_up_ = given_up;
  oldest_given_up_ = oldest_given_up;
}

double LoadReport::rate() const {
  return static_cast<double>(succeeded()) / std::max(absl::ToDoubleSeconds(elapsed_), 1e-9);
}

absl::Status LoadReport::commonest_failure() const {
  const auto commonest =
      std::max_element(failures_.begin(), failures_.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (commonest == failures_.end()) return absl::OkStatus();
  return first_failures_.at(commonest->first);
}

}  // namespace taquin::client
