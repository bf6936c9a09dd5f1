#include "solver/searches/anytime_search.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "solver/mutex.h"
#include "solver/searches/anytime_schedule.h"
#include "solver/searches/anytime_task.h"

namespace taquin {
namespace {

// How the bound search gets its part of the work.
struct BoundPlan {
  double share;             // Of all work beyond the first,
  double before;            // which is so much, in expansions of a beam.
  std::int64_t first_turn;  // At once, in its own expansions: proves what is easy.
};

// Expansions between two looks at what to do next.
constexpr std::int64_t kTurn = 10'000;

// On boards that can be proved, paths are as short as they get within a moment.
constexpr int kMostCellsForProof = 20;
constexpr BoundPlan kProvingPlan = {0.5, 0, 100'000};
constexpr BoundPlan kPlan = {0.15, 600'000, kTurn};

// What an expansion of a depth-first search costs, in those of a beam.
constexpr double kBoundCost = 0.12;

// Set aside for the bound search: a depth-first stack, as deep as a path is
// long, and some thousands of nodes where it goes on in batches.
constexpr std::int64_t kBoundMemoryBytes = std::int64_t{1} << 19;
constexpr std::int64_t kTableBoundMemoryBytes = std::int64_t{1} << 25;

// Paths longer than this are handed out after a gain of one part in so many.
constexpr int kShortPath = 2000;
constexpr int kLongPathGain = 200;

std::optional<int> LengthOf(const std::optional<Path>& path) {
  if (!path.has_value()) return std::nullopt;
  return static_cast<int>(path->size());
}

std::int64_t MemoryBytes(const SolveOptions& options) {
  return options.limits.memory_bytes.value_or(kAnytimeDefaultMemoryBytes);
}

class AnytimeSearch final : public Search {
 public:
  AnytimeSearch(const Problem& problem, const SolveOptions& options,
                std::unique_ptr<Search> bound_search, std::int64_t bound_memory_bytes,
                BeamTables tables, int root_bound)
      : problem_(problem),
        target_gap_(options.target_gap),
        max_length_(options.limits.length.value_or(std::numeric_limits<int>::max())),
        memory_bytes_(MemoryBytes(options)),
        memory_allowance_(options.limits.memory_allowance),
        plan_(problem.start.cells() <= kMostCellsForProof ? kProvingPlan : kPlan),
        tables_(std::move(tables)),
        bound_search_(std::move(bound_search)),
        schedule_(problem.start.shape()),
        expansions_left_(
            options.limits.expansions.value_or(std::numeric_limits<std::int64_t>::max())),
        lanes_(static_cast<std::size_t>(options.threads)) {
    const MutexLock lock(mutex_);
    const SolveResult bound = bound_search_->result();
    lower_bound_ = std::max(root_bound, bound.lower_bound);
    heuristic_ = bound.heuristic;
    table_ = bound.table;
    bound_lane_.memory_bytes = bound_memory_bytes;
    peak_bytes_ = MemoryInUse();
    if (options.warm_start.has_value()) best_ = options.warm_start;
    lanes_.front().task = MakeConstructionTask(problem_);
    constructing_ = true;
    if (lower_bound_ > max_length_) Finish(Limit::kLength);
  }

  SearchState Advance(std::int64_t budget) override ABSL_LOCKS_EXCLUDED(mutex_) {
    while (budget > 0) {
      Lane* lane = nullptr;
      std::int64_t granted = 0;
      bool expands = false;
      {
        const MutexLock lock(mutex_);
        if (finished_ || HasNews()) return TakeState();
        lane = ChooseLane();
        if (lane == nullptr) return TakeState();
        granted = std::min(budget, lane->turn_left);
        expands = lane == &bound_lane_ || lane->task->expands();
        // What expands nothing goes on under any limit.
        if (expands) granted = std::min(granted, expansions_left_ - granted_);
        if (granted <= 0) {
          // What others were granted and do not use comes back.
          if (granted_ == 0) Finish(Limit::kExpansions);
          return TakeState();
        }
        lane->in_use = true;
        if (expands) granted_ += granted;
      }
      SearchCounters counters;
      const AnytimeTask::Spent spent = lane == &bound_lane_ ? AdvanceBound(granted, counters)
                                                            : lane->task->Work(granted, counters);
      budget -= spent.beam + spent.other;
      const MutexLock lock(mutex_);
      if (expands) granted_ -= granted;
      lane->in_use = false;
      expansions_left_ -= counters.expanded;
      counters_.expanded += counters.expanded;
      counters_.generated += counters.generated;
      lane->turn_left -= spent.beam;
      lane->spent += static_cast<double>(spent.beam) * (lane == &bound_lane_ ? kBoundCost : 1);
      lane->step_spent += spent.beam;
      if (finished_) continue;
      if (lane == &bound_lane_) {
        TakeBound();
      } else {
        TakeTask(*lane);
      }
    }
    const MutexLock lock(mutex_);
    return TakeState();
  }

  void Stop(Limit limit) override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    Finish(limit);
  }

  SearchProgress progress() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    return {.counters = counters_,
            .open_size = layer_size_,
            .closed_size = 0,
            .lower_bound = lower_bound_,
            .best_length = LengthOf(published_),
            .current_bound = layer_,
            .memory_bytes = MemoryInUse(),
            .peak_memory_bytes = peak_bytes_};
  }

  const Path* best_path() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    return published_.has_value() ? &*published_ : nullptr;
  }

  SolveResult result() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    SolveResult result;
    if (HasAcceptable()) {
      result.path = best_;
      result.outcome =
          static_cast<int>(best_->size()) == lower_bound_ ? Outcome::kOptimal : Outcome::kFeasible;
    }
    result.limit = limit_;
    result.lower_bound = lower_bound_;
    result.algorithm = Algorithm::kAnytime;
    result.heuristic = heuristic_;
    result.table = table_;
    result.counters = counters_;
    result.peak_memory_bytes = peak_bytes_;
    result.threads = workers();
    return result;
  }

  int workers() const override { return static_cast<int>(lanes_.size()); }

 private:
  // One step under way. The fields are guarded by mutex_, but for the task
  // while a thread uses it.
  struct Lane {
    std::unique_ptr<AnytimeTask> task;
    AnytimeStep step;
    std::int64_t step_spent = 0;
    double spent = 0;               // Since the search began.
    std::int64_t turn_left = 0;     // Until the lanes are compared again.
    std::int64_t memory_bytes = 0;  // The most that the task took so far.
    bool in_use = false;
  };

  // The lane whose turn is not over, or else the one that is most behind its
  // share; null if threads use all. Turns end at the same points whatever the
  // size of the slices.
  Lane* ChooseLane() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const bool bound_is_free = bound_search_ != nullptr && !bound_lane_.in_use;
    if (constructing_ || schedule_.exhausted()) {
      Lane* lane = constructing_ && !lanes_.front().in_use ? &lanes_.front() : nullptr;
      if (lane == nullptr && bound_is_free) lane = &bound_lane_;
      if (lane != nullptr) lane->turn_left = kTurn;
      if (!constructing_ && bound_search_ == nullptr) Finish(Limit::kMemory);
      return lane;
    }
    if (bound_is_free && bound_lane_.turn_left > 0) return &bound_lane_;
    Lane* least = nullptr;
    double spent_on_paths = 0;
    for (Lane& lane : lanes_) {
      spent_on_paths += lane.spent;
      if (lane.in_use) continue;
      if (lane.task != nullptr && lane.turn_left > 0) return &lane;
      if (least == nullptr || lane.spent < least->spent) least = &lane;
    }
    const double bound_due =
        std::max(0.0, plan_.share * (bound_lane_.spent + spent_on_paths - plan_.before));
    if (bound_is_free && (least == nullptr || bound_lane_.spent <= bound_due)) {
      least = &bound_lane_;
    }
    if (least == nullptr) return nullptr;
    least->turn_left = least == &bound_lane_ && least->spent == 0 ? plan_.first_turn : kTurn;
    if (least != &bound_lane_ && least->task == nullptr) BeginStep(*least);
    return least;
  }

  void BeginStep(Lane& lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    lane.step = schedule_.Next(static_cast<int>(best_->size()));
    lane.step_spent = 0;
    const std::int64_t memory = memory_bytes_ - bound_lane_.memory_bytes;
    lane.task = MakeStepTask(problem_, lane.step, *best_, tables_,
                             {.bytes = memory / static_cast<std::int64_t>(lanes_.size()),
                              .allowance = memory_allowance_});
  }

  // What a task has come to.
  void TakeTask(Lane& lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    layer_ = lane.task->layer();
    layer_size_ = lane.task->layer_size();
    lane.memory_bytes = lane.task->peak_memory_bytes();
    peak_bytes_ = std::max(peak_bytes_, MemoryInUse());
    if (!lane.task->done()) return;
    std::optional<Path> path = lane.task->TakePath();
    if (constructing_) {
      constructing_ = false;
    } else {
      schedule_.Report(lane.step, lane.step_spent);
      if (lane.task->ran_out_of_memory()) schedule_.LimitWidth(lane.step);
      if (lane.task->was_exhaustive()) schedule_.End();
    }
    lane.task.reset();
    lane.turn_left = 0;
    lane.memory_bytes = 0;
    if (path.has_value() && (!best_.has_value() || path->size() < best_->size())) {
      best_ = std::move(path);
    }
    FinishIfGapIsClosed();
  }

  AnytimeTask::Spent AdvanceBound(std::int64_t budget, SearchCounters& counters) {
    const SearchCounters before = bound_search_->progress().counters;
    bound_search_->Advance(budget);
    const SearchCounters after = bound_search_->progress().counters;
    counters.expanded = after.expanded - before.expanded;
    counters.generated = after.generated - before.generated;
    return {.beam = counters.expanded, .other = counters.expanded == 0 ? 1 : 0};
  }

  void TakeBound() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const SearchProgress progress = bound_search_->progress();
    lower_bound_ = std::max(lower_bound_, progress.lower_bound);
    const Path* path = bound_search_->best_path();
    if (path != nullptr && (!best_.has_value() || path->size() < best_->size())) best_ = *path;
    FinishIfGapIsClosed();
    if (finished_) return;
    if (lower_bound_ > max_length_) return Finish(Limit::kLength);
    if (path != nullptr || bound_search_->result().limit.has_value()) {
      bound_search_.reset();
      bound_lane_.turn_left = 0;
      bound_lane_.memory_bytes = 0;
    }
  }

  bool HasAcceptable() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return best_.has_value() && static_cast<int>(best_->size()) <= max_length_;
  }

  // Whether the best path is to be handed out.
  bool HasNews() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!HasAcceptable()) return false;
    if (!published_.has_value()) return true;
    const auto before = static_cast<int>(published_->size());
    const int gain = before - static_cast<int>(best_->size());
    return gain > 0 && (before <= kShortPath || gain >= before / kLongPathGain);
  }

  SearchState TakeState() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (finished_) return SearchState::kFinished;
    if (!HasNews()) return SearchState::kRunning;
    published_ = best_;
    return SearchState::kImproved;
  }

  void FinishIfGapIsClosed() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!HasAcceptable()) return;
    const auto length = static_cast<int>(best_->size());
    if (length - lower_bound_ <= target_gap_ * length) Finish(std::nullopt);
  }

  void Finish(std::optional<Limit> limit) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (finished_) return;
    finished_ = true;
    limit_ = limit;
    if (HasAcceptable()) published_ = best_;
  }

  // The paths themselves are the answer, and not counted.
  std::int64_t MemoryInUse() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    std::int64_t bytes = bound_lane_.memory_bytes;
    for (const Lane& lane : lanes_) bytes += lane.memory_bytes;
    return bytes;
  }

  const Problem problem_;
  const double target_gap_;
  const int max_length_;
  const std::int64_t memory_bytes_;
  const std::shared_ptr<MemoryAllowance> memory_allowance_;
  const BoundPlan plan_;
  const BeamTables tables_;

  // Used by the thread that holds bound_lane_; dropped under mutex_.
  std::unique_ptr<Search> bound_search_;

  mutable Mutex mutex_;
  AnytimeSchedule schedule_ ABSL_GUARDED_BY(mutex_);
  int lower_bound_ ABSL_GUARDED_BY(mutex_) = 0;
  std::int64_t expansions_left_ ABSL_GUARDED_BY(mutex_);
  std::int64_t granted_ ABSL_GUARDED_BY(mutex_) = 0;  // To threads inside Advance().
  SearchCounters counters_ ABSL_GUARDED_BY(mutex_);
  std::vector<Lane> lanes_;
  Lane bound_lane_;
  bool constructing_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Path> best_ ABSL_GUARDED_BY(mutex_);
  std::optional<Path> published_ ABSL_GUARDED_BY(mutex_);  // As best_path() was last handed out.
  Heuristic heuristic_;                                    // Of the bound search,
  std::string table_;                                      // and its table.
  std::int64_t peak_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  int layer_ ABSL_GUARDED_BY(mutex_) = 0;
  std::int64_t layer_size_ ABSL_GUARDED_BY(mutex_) = 0;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Limit> limit_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

std::unique_ptr<Search> MakeAnytimeSearch(const Problem& problem, const SolveOptions& options,
                                          std::unique_ptr<Search> bound_search,
                                          std::int64_t bound_memory_bytes, BeamTables tables,
                                          int root_bound) {
  return std::make_unique<AnytimeSearch>(problem, options, std::move(bound_search),
                                         bound_memory_bytes, std::move(tables), root_bound);
}

SolveOptions AnytimeBoundOptions(const SolveOptions& options, bool with_tables) {
  const std::int64_t memory = MemoryBytes(options);
  SolveOptions bound_options;
  bound_options.algorithm = Algorithm::kIdaStar;
  bound_options.heuristic = options.heuristic;
  bound_options.limits.memory_bytes = with_tables ? std::min(kTableBoundMemoryBytes, memory / 2)
                                                  : std::min(kBoundMemoryBytes, memory);
  bound_options.limits.memory_allowance = options.limits.memory_allowance;
  return bound_options;
}

}  // namespace taquin
