// How the bounds of a search closed in on each other.

#ifndef TAQUIN_CLIENT_SEARCH_HISTORY_H_
#define TAQUIN_CLIENT_SEARCH_HISTORY_H_

#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// Collects one search's events. Keeps a sample only where something changed,
// so a search of hours takes hardly more memory than one of seconds. Not
// thread-safe.
class SearchHistory {
 public:
  struct Sample {
    absl::Duration elapsed;  // Search time; never before the sample before.
    int lower_bound = 0;     // Proved, in moves. Never falls.
    std::optional<int> best_length;
  };

  void OnEvent(const v1::SolveResponse& event);

  // The end of the search; always a sample, so that the last bounds show.
  void OnResult(const v1::SolveResult& result);

  const std::vector<Sample>& samples() const { return samples_; }

 private:
  void Add(absl::Duration elapsed, int lower_bound, std::optional<int> best_length, bool is_last);

  std::vector<Sample> samples_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_SEARCH_HISTORY_H_
