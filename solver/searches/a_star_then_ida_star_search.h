// A* until the memory is full, then another search's passes from the start.

#ifndef TAQUIN_SOLVER_SEARCHES_A_STAR_THEN_IDA_STAR_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_A_STAR_THEN_IDA_STAR_SEARCH_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// What A* may fill where the options set no limit.
inline constexpr std::int64_t kAStarDefaultMemoryBytes = std::int64_t{1} << 30;

// Makes the search that takes over: one that proves optimality, for the same
// problem, whose passes begin with a bound of `proved_bound`, which no path is
// shorter than.
using MakePasses =
    std::function<std::unique_ptr<Search>(const SolveOptions& options, int proved_bound)>;

// For passes that are quicker by themselves than from where A* came to; see
// best_first_search.h for those. `a_star`, made with AStarPhaseOptions(), runs until it is done or
// its memory is full. Then its memory is freed, and the search that `make_passes` makes goes on
// from the lower bound that it proved. A path that A* had found already is kept, and proved by the
// passes or bettered. Counters are those of both.
std::unique_ptr<Search> MakeAStarThenIdaStarSearch(const SolveOptions& options,
                                                   std::unique_ptr<Search> a_star,
                                                   MakePasses make_passes);

// The options with which to make A*: all the memory that the limit allows.
SolveOptions AStarPhaseOptions(const SolveOptions& options);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_A_STAR_THEN_IDA_STAR_SEARCH_H_
