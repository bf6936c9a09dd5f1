// Iterative deepening: depth-first passes under a rising bound.

#ifndef TAQUIN_SOLVER_SEARCHES_IDA_STAR_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_IDA_STAR_SEARCH_H_

#include <memory>

#include "solver/heuristics/heuristic.h"
#include "solver/relabelled_board.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// Source: R. Korf, "Depth-first iterative-deepening: an optimal admissible
// tree search" (1985). Each pass explores the tree of moves, without the move
// straight back, as far as f = g + h stays within the bound; the next bound is
// the least f that was cut off. kIdaStar takes any heuristic; kIddfs has none,
// so that its bound is the depth. Memory is proportional to the depth; a state
// may be expanded many times. The lower bound is the bound of the pass.
std::unique_ptr<Search> MakeIdaStarSearch(const RelabelledBoard& board, const SolveOptions& options,
                                          Algorithm algorithm, Heuristic heuristic, int root_bound,
                                          const TargetTables& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_IDA_STAR_SEARCH_H_
