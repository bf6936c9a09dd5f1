// The passes of table_ida_star.h, and the sharing of a pass between workers.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_SEARCH_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "solver/mutex.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/search.h"
#include "solver/searches/memory_meter.h"
#include "solver/searches/table_ida_star_worker.h"
#include "solver/solve_options.h"

namespace taquin {

// What of the problem does not depend on how nodes are laid out.
struct TableIdaStarProblem {
  std::shared_ptr<const DuplicateAutomaton> automaton;
  int blank;                                     // The start's, as the tables see it.
  std::array<Direction, 4> original_directions;  // Of the tables' directions.
  std::string table_name;
  int first_bound = 0;  // No path is shorter.
};

// Thread-safe: workers() threads may be inside Advance(). Each holds one
// worker while it is; a worker that is put back with work left is taken up by
// the next thread to come, or emptied by those that have nothing to do.
template <class Layout>
class TableIdaStarSearch final : public Search {
 public:
  TableIdaStarSearch(TableIdaStarProblem problem, const SolveOptions& options,
                     std::unique_ptr<const Layout> layout)
      : problem_(std::move(problem)),
        layout_(std::move(layout)),
        max_length_(options.limits.length.value_or(std::numeric_limits<int>::max())),
        meter_(options.limits.memory_bytes, options.limits.memory_allowance),
        expansions_left_(
            options.limits.expansions.value_or(std::numeric_limits<std::int64_t>::max())),
        bound_(FirstBound(layout_->root_value(), problem_.first_bound)) {
    slots_.resize(static_cast<std::size_t>(options.threads));
    const MutexLock lock(mutex_);
    if (layout_->IsGoal(Root())) {
      path_.emplace();
      finished_ = true;
    } else if (bound_ > max_length_) {
      Finish(Limit::kLength);
    }
  }

  SearchState Advance(std::int64_t budget) override ABSL_LOCKS_EXCLUDED(mutex_) {
    Slot* slot = nullptr;
    std::int64_t granted = 0;
    {
      const MutexLock lock(mutex_);
      if (finished_) return SearchState::kFinished;
      granted = std::min(budget, expansions_left_);
      // Where a limit is shared, no thread takes all that is left of it.
      if (slots_.size() > 1) granted = std::min(granted, kMostGranted);
      if (granted == 0) {
        // What others were granted and do not use comes back.
        if (granted_ == 0) Finish(Limit::kExpansions);
        return finished_ ? SearchState::kFinished : SearchState::kRunning;
      }
      slot = ClaimSlot();
      if (slot == nullptr) return finished_ ? SearchState::kFinished : SearchState::kRunning;
      expansions_left_ -= granted;
      granted_ += granted;
    }
    SearchCounters counters;
    const std::int64_t unused = RunWorker(*slot, granted, counters);
    const MutexLock lock(mutex_);
    counters_.expanded += counters.expanded;
    counters_.generated += counters.generated;
    granted_ -= granted;
    expansions_left_ += unused;
    slot->in_use = false;
    if (!finished_ && expansions_left_ == 0 && granted_ == 0) Finish(Limit::kExpansions);
    return finished_ ? SearchState::kFinished : SearchState::kRunning;
  }

  void Stop(Limit limit) override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    if (!finished_) Finish(limit);
  }

  SearchProgress progress() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    SearchProgress progress;
    progress.counters = counters_;
    for (const auto& slot : slots_) {
      // A worker in use is another thread's to look into.
      if (slot != nullptr && !slot->in_use) {
        progress.open_size += static_cast<std::int64_t>(slot->worker.stack_size());
      }
    }
    progress.lower_bound = bound_;
    if (path_.has_value()) progress.best_length = static_cast<int>(path_->size());
    progress.current_bound = bound_;
    progress.memory_bytes = meter_.bytes();
    progress.peak_memory_bytes = meter_.peak_bytes();
    return progress;
  }

  const Path* best_path() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    return path_.has_value() ? &*path_ : nullptr;
  }

  SolveResult result() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    SolveResult result;
    result.outcome = path_.has_value() ? Outcome::kOptimal : Outcome::kNotFound;
    result.limit = limit_;
    result.path = path_;
    result.lower_bound = bound_;
    result.algorithm = Algorithm::kIdaStar;
    result.heuristic = Heuristic::kPatternDatabase;
    result.counters = counters_;
    result.peak_memory_bytes = meter_.peak_bytes();
    result.threads = workers();
    result.table = problem_.table_name;
    return result;
  }

  int workers() const override { return static_cast<int>(slots_.size()); }

 private:
  using Worker = TableIdaStarWorker<Layout>;
  using Subtree = typename Worker::Subtree;

  // A pass begins with a subtree for each of several workers for so many expansions
  // of the one before. Fewer leave workers beyond the goal in the last pass; smaller
  // ones fill no batches.
  static constexpr std::int64_t kPerSubtree = 500;
  static constexpr std::int64_t kMostSubtrees = 40;  // For each worker.
  static constexpr std::int64_t kWorthSplitting = 1000;
  // What a worker shares at a time, and the least that it keeps.
  static constexpr std::size_t kShare = 16;
  // The most expansions that one of several threads makes in one call.
  static constexpr std::int64_t kMostGranted = 100'000;
  // How often an idle thread looks for work before it returns.
  static constexpr int kLooks = 4000;

  struct Slot {
    Slot(const Layout& layout, const DuplicateAutomaton& automaton) : worker(layout, automaton) {}

    Worker worker;
    bool in_use = false;    // Guarded by mutex_: a thread holds the worker.
    bool has_work = false;  // Guarded by mutex_: counted in working_.
  };

  // All paths are odd, or all even, as the tables' value is.
  static int FirstBound(int root_value, int proved) {
    return proved <= root_value ? root_value : proved + ((proved - root_value) & 1);
  }

  typename Layout::Node Root() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return layout_->Root(bound_, problem_.automaton->start(problem_.blank));
  }

  void Finish(std::optional<Limit> limit) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    finished_ = true;
    limit_ = limit;
    stop_.store(true, std::memory_order_relaxed);
  }

  // A worker that no thread holds, rather one with work; null if all are held,
  // or if the memory limit ended the search.
  Slot* ClaimSlot() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    std::unique_ptr<Slot>* unused = nullptr;
    Slot* idle = nullptr;
    for (std::unique_ptr<Slot>& slot : slots_) {
      if (slot == nullptr) {
        unused = &slot;
      } else if (!slot->in_use && (idle == nullptr || slot->has_work)) {
        idle = slot.get();
      }
    }
    if (idle == nullptr && unused != nullptr) {
      if (!meter_.Take(sizeof(Slot))) {
        Finish(Limit::kMemory);
        return nullptr;
      }
      *unused = std::make_unique<Slot>(*layout_, *problem_.automaton);
      idle = unused->get();
    }
    if (idle != nullptr) idle->in_use = true;
    return idle;
  }

  // Returns what it did not use of the budget.
  std::int64_t RunWorker(Slot& slot, std::int64_t budget, SearchCounters& counters)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    Worker& worker = slot.worker;
    while (!stop_.load(std::memory_order_relaxed)) {
      if (!worker.HasRoom() && !GrowWorker(worker)) break;
      // Without a budget too: what a pass proved is known with its last expansion.
      if (!worker.has_work()) {
        const Found found = FindWork(slot, budget, counters);
        if (found != Found::kSubtree) break;
        continue;
      }
      if (budget <= 0) break;
      if (hungry_.load(std::memory_order_relaxed) > 0 && worker.stack_size() > 2 * kShare) {
        ShareWork(worker);
      }
      if (worker.Run(budget, counters)) {
        const MutexLock lock(mutex_);
        AcceptGoal(worker.PathToGoal());
        break;
      }
    }
    return budget;
  }

  bool GrowWorker(Worker& worker) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    if (!meter_.Take(worker.BytesToGrow())) {
      if (!finished_) Finish(Limit::kMemory);
      return false;
    }
    worker.Grow();
    return true;
  }

  enum class Found {
    kNothing,  // Others have all there is, or the search ended.
    kSubtree,
    kNextPass,
  };

  // Gives the worker, which has none, work of this pass or the next.
  Found FindWork(Slot& slot, std::int64_t& budget, SearchCounters& counters)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      const MutexLock lock(mutex_);
      if (slot.has_work) {
        slot.has_work = false;
        --working_;
      }
      if (finished_) return Found::kNothing;
      if (TakeShared(slot)) return Found::kSubtree;
      if (working_ == 0) {
        const bool is_first = !began_;
        if (!BeginPass(slot.worker, budget, counters)) return Found::kNothing;
        const bool has_work = TakeShared(slot);
        return is_first && has_work ? Found::kSubtree : Found::kNextPass;
      }
    }
    hungry_.fetch_add(1, std::memory_order_relaxed);
    for (int look = 0; look < kLooks; ++look) {
      if (shared_size_.load(std::memory_order_relaxed) > 0 ||
          stop_.load(std::memory_order_relaxed)) {
        break;
      }
    }
    hungry_.fetch_sub(1, std::memory_order_relaxed);
    const MutexLock lock(mutex_);
    return !finished_ && TakeShared(slot) ? Found::kSubtree : Found::kNothing;
  }

  // Takes shared subtrees, or half of what a worker left that no thread holds.
  bool TakeShared(Slot& slot) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (shared_.empty()) {
      for (const auto& other : slots_) {
        if (other == nullptr || other->in_use || other->worker.stack_size() < 2) continue;
        Share(other->worker, std::min(other->worker.stack_size() / 2, kShare));
        break;
      }
    }
    if (shared_.empty()) return false;
    slot.worker.Push(shared_.back());
    meter_.Release(SubtreeBytes());
    shared_.pop_back();
    shared_size_.store(shared_.size(), std::memory_order_relaxed);
    slot.has_work = true;
    ++working_;
    return true;
  }

  void ShareWork(Worker& worker) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    if (shared_.empty()) Share(worker, kShare);
  }

  // Moves subtrees to where others find them, if there is memory for them.
  void Share(Worker& worker, std::size_t count) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!meter_.Take(static_cast<std::int64_t>(count) * SubtreeBytes())) return;
    for (Subtree& subtree : worker.GiveAway(count)) shared_.push_back(std::move(subtree));
    shared_size_.store(shared_.size(), std::memory_order_relaxed);
  }

  // The most that a subtree of this pass takes: its path is within the bound.
  std::int64_t SubtreeBytes() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return static_cast<std::int64_t>(sizeof(Subtree)) + 2 * bound_;
  }

  // The pass before left no path of `bound_` moves or fewer. Shares the subtrees
  // of the next, of which there may be none. False: the search is finished.
  bool BeginPass(Worker& worker, std::int64_t& budget, SearchCounters& counters)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (began_) bound_ += 2;
    began_ = true;
    if (bound_ > max_length_) {
      Finish(Limit::kLength);
      return false;
    }
    if (!meter_.Take(SubtreeBytes())) {
      Finish(Limit::kMemory);
      return false;
    }
    shared_.push_back({Root(), {}});
    const std::int64_t last_pass = counters_.expanded - expanded_before_pass_;
    expanded_before_pass_ = counters_.expanded;
    if (slots_.size() > 1 && last_pass >= kWorthSplitting) {
      const std::int64_t enough = std::min<std::int64_t>(last_pass / kPerSubtree, kMostSubtrees);
      SplitShared(worker, static_cast<std::size_t>(enough) * slots_.size(), budget, counters);
    }
    shared_size_.store(shared_.size(), std::memory_order_relaxed);
    return !finished_;
  }

  // Expands what is shared, layer by layer, until there is enough for every
  // worker. What is searched first stays at the back, so that all workers
  // together search where one alone would search first: the last pass ends at
  // the goal. `worker` has no work.
  void SplitShared(Worker& worker, std::size_t enough, std::int64_t& budget,
                   SearchCounters& counters) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (bool expanded = true; expanded && shared_.size() < enough;) {
      expanded = false;
      std::vector<Subtree> layer;
      for (std::size_t next = 0; next < shared_.size();) {
        const std::size_t count = PushForSplitting(worker, next, budget);
        if (count == 0) {
          layer.push_back(std::move(shared_[next++]));
          continue;
        }
        expanded = true;
        next += count;
        if (worker.Run(budget, counters)) return AcceptGoal(worker.PathToGoal());
        std::vector<Subtree> successors = worker.GiveAway(worker.stack_size());
        meter_.Release(static_cast<std::int64_t>(4 * count - successors.size()) * SubtreeBytes());
        std::move(successors.begin(), successors.end(), std::back_inserter(layer));
      }
      shared_ = std::move(layer);
    }
  }

  // Gives the worker, which has no work, a batch of shared subtrees from the
  // `first` on, as many as the budget, the memory and its trail have room for.
  // Returns how many.
  std::size_t PushForSplitting(Worker& worker, std::size_t first, std::int64_t budget)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    std::size_t count = 0;
    std::size_t moves = 0;
    for (std::size_t i = first; i < shared_.size() && count < Worker::kBatch; ++i) {
      moves += shared_[i].path.size();
      if (static_cast<std::int64_t>(count) >= budget ||
          moves + Worker::kBatch > Worker::kLongestPath) {
        break;
      }
      // Up to four successors come for the subtree.
      if (!meter_.Take(3 * SubtreeBytes())) break;
      worker.Push(shared_[i]);
      ++count;
    }
    return count;
  }

  // A path of `bound_` moves.
  void AcceptGoal(Path path) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (finished_) return;
    for (Direction& direction : path) {
      direction = problem_.original_directions[static_cast<std::size_t>(direction)];
    }
    path_ = std::move(path);
    Finish(std::nullopt);
  }

  const TableIdaStarProblem problem_;
  const std::unique_ptr<const Layout> layout_;
  const int max_length_;

  mutable Mutex mutex_;
  std::vector<std::unique_ptr<Slot>> slots_;  // Made when first needed, under mutex_.
  std::vector<Subtree> shared_ ABSL_GUARDED_BY(mutex_);
  int working_ ABSL_GUARDED_BY(mutex_) = 0;  // Workers with work, held or not.
  MemoryMeter meter_ ABSL_GUARDED_BY(mutex_);
  SearchCounters counters_ ABSL_GUARDED_BY(mutex_);
  std::int64_t expansions_left_ ABSL_GUARDED_BY(mutex_);
  std::int64_t granted_ ABSL_GUARDED_BY(mutex_) = 0;  // To threads inside Advance().
  int bound_ ABSL_GUARDED_BY(mutex_);                 // Of this pass, and the lower bound.
  bool began_ ABSL_GUARDED_BY(mutex_) = false;
  std::int64_t expanded_before_pass_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<Path> path_ ABSL_GUARDED_BY(mutex_);
  std::optional<Limit> limit_ ABSL_GUARDED_BY(mutex_);
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;

  // Hints, read without the lock.
  std::atomic<bool> stop_ = false;
  std::atomic<int> hungry_ = 0;
  std::atomic<std::size_t> shared_size_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_SEARCH_H_
