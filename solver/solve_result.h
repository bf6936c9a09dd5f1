// How a search stands and how it ended.

#ifndef TAQUIN_SOLVER_SOLVE_RESULT_H_
#define TAQUIN_SOLVER_SOLVE_RESULT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "solver/path.h"
#include "solver/solve_options.h"

namespace taquin {

enum class Outcome {
  kOptimal,     // A path of proved minimal length.
  kFeasible,    // A path, and a proved lower bound.
  kUnsolvable,  // No path exists; proved by reachability.
  kNotFound,    // Stopped without a path.
};

enum class Limit { kTime, kExpansions, kMemory, kLength };

// Exact for every algorithm, and the same on every run with the same input
// (with one thread).
struct SearchCounters {
  std::int64_t expanded = 0;   // Nodes whose successors were generated.
  std::int64_t generated = 0;  // Successors produced.
  std::int64_t reopened = 0;   // Closed nodes put back with a lower g.

  friend bool operator==(const SearchCounters&, const SearchCounters&) = default;
};

// A look at a search between two slices.
struct SearchProgress {
  SearchCounters counters;
  std::int64_t open_size = 0;          // Waiting nodes; depth of a depth-first stack.
  std::int64_t closed_size = 0;        // Expanded and remembered nodes.
  int lower_bound = 0;                 // Proved; in moves; never falls.
  std::optional<int> best_length;      // Of the best path so far, in moves.
  int current_bound = 0;               // The f, depth or layer at work.
  std::int64_t memory_bytes = 0;       // Of the search's own structures, now.
  std::int64_t peak_memory_bytes = 0;  // The most that they took.
};

// How a search ended. `path` is set exactly for kOptimal and kFeasible, and
// `limit` only where a limit ended the search.
struct SolveResult {
  Outcome outcome = Outcome::kNotFound;
  std::optional<Limit> limit;
  std::optional<Path> path;
  int lower_bound = 0;
  Algorithm algorithm = Algorithm::kAuto;  // That ran; never kAuto.
  Heuristic heuristic = Heuristic::kZero;  // That ran; kZero where none did.
  SearchCounters counters;
  std::int64_t peak_memory_bytes = 0;
  int threads = 1;
  std::string table;   // The precomputed table that was used; empty: none.
  std::string detail;  // For people; empty when there is nothing to add.
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SOLVE_RESULT_H_
