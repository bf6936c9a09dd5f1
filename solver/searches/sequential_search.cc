#include "solver/searches/sequential_search.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace taquin {

SequentialSearch::SequentialSearch(const SolveOptions& options, Algorithm algorithm,
                                   Heuristic heuristic, int root_bound)
    : target_gap_(options.target_gap),
      max_expansions_(options.limits.expansions.value_or(std::numeric_limits<std::int64_t>::max())),
      max_length_(options.limits.length.value_or(std::numeric_limits<int>::max())),
      algorithm_(algorithm),
      heuristic_(heuristic),
      meter_(options.limits.memory_bytes, options.limits.memory_allowance),
      lower_bound_(root_bound) {
  if (root_bound > max_length_) Finish(Limit::kLength);
}

SearchState SequentialSearch::Advance(std::int64_t budget) {
  improved_ = false;
  bound_rose_ = false;
  while (budget > 0 && !finished_ && !improved_ && !bound_rose_) budget -= Work(budget);
  if (finished_) return SearchState::kFinished;
  return improved_ ? SearchState::kImproved : SearchState::kRunning;
}

void SequentialSearch::Stop(Limit limit) { Finish(limit); }

SearchProgress SequentialSearch::progress() const {
  SearchProgress progress{.counters = counters_,
                          .open_size = 0,
                          .closed_size = 0,
                          .lower_bound = lower_bound_,
                          .best_length = best_length(),
                          .current_bound = lower_bound_,
                          .memory_bytes = meter_.bytes(),
                          .peak_memory_bytes = meter_.peak_bytes()};
  Describe(progress);
  return progress;
}

const Path* SequentialSearch::best_path() const {
  return best_path_.has_value() ? &*best_path_ : nullptr;
}

SolveResult SequentialSearch::result() const {
  SolveResult result;
  if (best_path_.has_value()) {
    result.outcome = *best_length() == lower_bound_ ? Outcome::kOptimal : Outcome::kFeasible;
  }
  result.limit = limit_;
  result.path = best_path_;
  result.lower_bound = lower_bound_;
  result.algorithm = algorithm_;
  result.heuristic = heuristic_;
  result.counters = counters_;
  result.peak_memory_bytes = meter_.peak_bytes();
  result.table = table_;
  return result;
}

void SequentialSearch::RaiseLowerBound(int bound) {
  const int before = lower_bound_;
  lower_bound_ = std::max(lower_bound_, bound > max_length_ ? max_length_ + 1 : bound);
  bound_rose_ |= lower_bound_ > before;
  FinishIfGapIsClosed();
}

bool SequentialSearch::MayExpand() {
  if (remaining_expansions() > 0) return true;
  Finish(Limit::kExpansions);
  return false;
}

void SequentialSearch::Improve(Path path) {
  best_path_ = std::move(path);
  improved_ = true;
  FinishIfGapIsClosed();
}

void SequentialSearch::Finish(std::optional<Limit> limit) {
  if (finished_) return;
  finished_ = true;
  limit_ = limit;
}

std::optional<int> SequentialSearch::best_length() const {
  if (!best_path_.has_value()) return std::nullopt;
  return static_cast<int>(best_path_->size());
}

void SequentialSearch::FinishIfGapIsClosed() {
  if (!best_path_.has_value()) return;
  const int length = *best_length();
  if (length - lower_bound_ <= target_gap_ * length) Finish();
}

}  // namespace taquin
