#include "solver/searches/a_star_then_ida_star_search.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace taquin {
namespace {

class AStarThenIdaStarSearch final : public Search {
 public:
  AStarThenIdaStarSearch(const SolveOptions& options, std::unique_ptr<Search> a_star,
                         MakePasses make_passes)
      : options_(options), make_passes_(std::move(make_passes)), search_(std::move(a_star)) {
    // A length limit may have ended it before it began.
    if (search_->result().limit.has_value()) Finish(search_->result().limit);
  }

  SearchState Advance(std::int64_t budget) override {
    if (finished_) return SearchState::kFinished;
    const std::optional<int> length_before = best_length();
    const bool ended = search_->Advance(budget) == SearchState::kFinished;
    const Path* path = search_->best_path();
    const bool improved = path != nullptr && (!length_before.has_value() ||
                                              static_cast<int>(path->size()) < *length_before);
    if (improved) best_path_ = *path;
    if (ended) {
      const std::optional<Limit> limit = search_->result().limit;
      if (limit == Limit::kMemory && !has_handed_over_) {
        HandOver();
      } else {
        Finish(limit);
      }
    }
    FinishIfGapIsClosed();
    if (finished_) return SearchState::kFinished;
    return improved ? SearchState::kImproved : SearchState::kRunning;
  }

  void Stop(Limit limit) override { Finish(limit); }

  SearchProgress progress() const override {
    SearchProgress progress = search_->progress();
    progress.counters = Sum(progress.counters);
    progress.lower_bound = std::max(progress.lower_bound, proved_bound_);
    progress.best_length = best_length();
    progress.current_bound = std::max(progress.current_bound, proved_bound_);
    progress.peak_memory_bytes = std::max(progress.peak_memory_bytes, peak_before_);
    return progress;
  }

  const Path* best_path() const override { return best_path_.has_value() ? &*best_path_ : nullptr; }

  SolveResult result() const override {
    SolveResult result = search_->result();
    result.lower_bound = std::max(result.lower_bound, proved_bound_);
    result.path = best_path_;
    result.outcome = Outcome::kNotFound;
    if (best_path_.has_value()) {
      result.outcome =
          *best_length() == result.lower_bound ? Outcome::kOptimal : Outcome::kFeasible;
    }
    result.limit = limit_;
    result.algorithm = Algorithm::kAStarThenIdaStar;
    result.counters = Sum(result.counters);
    result.peak_memory_bytes = std::max(result.peak_memory_bytes, peak_before_);
    return result;
  }

 private:
  void HandOver() {
    has_handed_over_ = true;
    const SolveResult a_star = search_->result();
    search_.reset();
    before_ = a_star.counters;
    peak_before_ = a_star.peak_memory_bytes;
    proved_bound_ = a_star.lower_bound;
    SolveOptions rest = options_;
    rest.threads = 1;
    if (rest.limits.expansions.has_value()) *rest.limits.expansions -= before_.expanded;
    search_ = make_passes_(rest, proved_bound_);
  }

  SearchCounters Sum(const SearchCounters& counters) const {
    return {.expanded = before_.expanded + counters.expanded,
            .generated = before_.generated + counters.generated,
            .reopened = before_.reopened + counters.reopened};
  }

  std::optional<int> best_length() const {
    if (!best_path_.has_value()) return std::nullopt;
    return static_cast<int>(best_path_->size());
  }

  void FinishIfGapIsClosed() {
    if (!best_path_.has_value()) return;
    const int length = *best_length();
    if (length - progress().lower_bound <= options_.target_gap * length) Finish(std::nullopt);
  }

  void Finish(std::optional<Limit> limit) {
    if (finished_) return;
    finished_ = true;
    limit_ = limit;
  }

  const SolveOptions options_;
  const MakePasses make_passes_;

  std::unique_ptr<Search> search_;  // A*, then the passes.
  bool has_handed_over_ = false;
  // Of A*, once it has handed over.
  SearchCounters before_;
  std::int64_t peak_before_ = 0;
  int proved_bound_ = 0;

  std::optional<Path> best_path_;
  bool finished_ = false;
  std::optional<Limit> limit_;
};

}  // namespace

std::unique_ptr<Search> MakeAStarThenIdaStarSearch(const SolveOptions& options,
                                                   std::unique_ptr<Search> a_star,
                                                   MakePasses make_passes) {
  return std::make_unique<AStarThenIdaStarSearch>(options, std::move(a_star),
                                                  std::move(make_passes));
}

SolveOptions AStarPhaseOptions(const SolveOptions& options) {
  SolveOptions phase = options;
  phase.algorithm = Algorithm::kAStar;
  phase.threads = 1;
  phase.limits.memory_bytes = options.limits.memory_bytes.value_or(kAStarDefaultMemoryBytes);
  return phase;
}

}  // namespace taquin
