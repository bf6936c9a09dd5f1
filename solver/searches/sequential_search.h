// What every one-threaded search keeps beside its own work: limits, counters,
// the best path, the lower bound, and how it ended.

#ifndef TAQUIN_SOLVER_SEARCHES_SEQUENTIAL_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_SEQUENTIAL_SEARCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "solver/search.h"
#include "solver/searches/memory_meter.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin {

// An algorithm implements Work() and Describe() and reports through the
// protected functions; everything else of Search is here.
class SequentialSearch : public Search {
 public:
  SearchState Advance(std::int64_t budget) final;
  void Stop(Limit limit) final;
  SearchProgress progress() const final;
  const Path* best_path() const final;
  SolveResult result() const final;

 protected:
  // `root_bound` is a proved lower bound on the optimal length. A search whose
  // length limit is below it is finished at once.
  SequentialSearch(const SolveOptions& options, Algorithm algorithm, Heuristic heuristic,
                   int root_bound);

  // Spends at most `budget` (at least 1) and returns what it spent, at least 1.
  // Each expansion costs 1, counted in counters(); work without an expansion
  // costs what it takes by that measure. Returns early after Improve()
  // and Finish(); Advance() ends early once the lower bound has risen. Asks MayExpand() before each
  // expansion.
  virtual std::int64_t Work(std::int64_t budget) = 0;

  // Fills in open_size, closed_size and current_bound. O(1).
  virtual void Describe(SearchProgress& progress) const = 0;

  // The table that result() names.
  void NameTable(std::string name) { table_ = std::move(name); }

  SearchCounters& counters() { return counters_; }
  const SearchCounters& counters() const { return counters_; }
  MemoryMeter& meter() { return meter_; }

  // Expansions that the limit leaves.
  std::int64_t remaining_expansions() const { return max_expansions_ - counters_.expanded; }

  // Whether the limit leaves one more expansion; ends the search if not. A
  // search that finds its goal without another expansion has met no limit.
  bool MayExpand();

  // No path longer than this is accepted.
  int max_length() const { return max_length_; }

  int lower_bound() const { return lower_bound_; }

  // States a lower bound on the paths within max_length(), which proves nothing
  // of longer ones: it counts up to one more than that. Lower ones than before
  // are ignored. Ends the search when it meets the best path, or the gap asked
  // for.
  void RaiseLowerBound(int bound);

  // Hands in a path shorter than any before.
  void Improve(Path path);

  // Ends the search. Without a limit: the algorithm is done.
  void Finish(std::optional<Limit> limit = std::nullopt);

  bool finished() const { return finished_; }
  std::optional<int> best_length() const;

 private:
  void FinishIfGapIsClosed();

  const double target_gap_;
  const std::int64_t max_expansions_;
  const int max_length_;
  const Algorithm algorithm_;
  const Heuristic heuristic_;
  std::string table_;

  MemoryMeter meter_;
  SearchCounters counters_;
  int lower_bound_;
  std::optional<Path> best_path_;
  bool improved_ = false;
  bool bound_rose_ = false;
  bool finished_ = false;
  std::optional<Limit> limit_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_SEQUENTIAL_SEARCH_H_
