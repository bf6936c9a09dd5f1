// The one interface that every algorithm is.
//
// A search is an object that is advanced in slices, so that one thread can
// interleave thousands of them: nothing in it recurses, blocks, sleeps, reads
// a clock, or prints. To cancel a search, drop it between two slices.

#ifndef TAQUIN_SOLVER_SEARCH_H_
#define TAQUIN_SOLVER_SEARCH_H_

#include <cstdint>

#include "solver/solve_result.h"

namespace taquin {

enum class SearchState {
  kRunning,   // Advance() has more to do.
  kImproved,  // The same, and best_path() is shorter than before the slice.
  kFinished,  // result() is final; Advance() does nothing.
};

// Thread-compatible: calls on one object must not overlap, unless workers()
// says that Advance() may.
class Search {
 public:
  virtual ~Search() = default;

  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Expands at most `budget` nodes (at least 1), fewer if the search ends,
  // finds a better path or raises its lower bound; work that expands nothing, such as clearing away
  // stale entries, is charged to the budget too, so that a slice's time is
  // bounded. Never throws on a memory limit: it finishes with Limit::kMemory.
  virtual SearchState Advance(std::int64_t budget) = 0;

  // Ends the search with what it has: the next state is kFinished. Does
  // nothing to a finished search.
  virtual void Stop(Limit limit) = 0;

  // O(1).
  virtual SearchProgress progress() const = 0;

  // The best path so far, or null; valid until the next Advance(), another
  // thread's included: with more workers than one, take result().path.
  virtual const Path* best_path() const = 0;

  // Final once finished; before, what Stop() would give. O(path length).
  virtual SolveResult result() const = 0;

  // How many threads may be inside Advance() at once. Where more than one,
  // every member function may be called at any time.
  virtual int workers() const { return 1; }

 protected:
  Search() = default;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCH_H_
