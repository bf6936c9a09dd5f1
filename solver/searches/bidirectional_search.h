// Search from both ends.

#ifndef TAQUIN_SOLVER_SEARCHES_BIDIRECTIONAL_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_BIDIRECTIONAL_SEARCH_H_

#include <memory>

#include "solver/heuristics/heuristic.h"
#include "solver/relabelled_board.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// Source: R. Holte, A. Felner, G. Sharon, N. Sturtevant and J. Chen, "MM: a
// bidirectional search algorithm that is guaranteed to meet in the middle"
// (2017). Each direction orders its states by max(g + h, 2g + 1), h estimating
// the distance to the other end, so that neither goes past the middle of an
// optimal path. The search ends when the best meeting is no longer than what
// the open states of both sides leave possible, which proves it optimal for any
// admissible heuristic; with zero it is bidirectional breadth-first search.
std::unique_ptr<Search> MakeBidirectionalSearch(const RelabelledBoard& board,
                                                const SolveOptions& options, Heuristic heuristic,
                                                int root_bound, const TargetTables& to_goal,
                                                const TargetTables& to_start);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BIDIRECTIONAL_SEARCH_H_
