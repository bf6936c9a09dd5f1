// Answers by looking the optimal moves up.

#ifndef TAQUIN_SOLVER_SEARCHES_OPTIMAL_MOVE_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_OPTIMAL_MOVE_SEARCH_H_

#include <memory>

#include "solver/optimal_move_table.h"
#include "solver/relabelled_board.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// For boards of at most OptimalMoveTable::kMaxCells cells whose goal is
// reachable. Finished at once if the goal's table is ready; else the first
// Advance() builds it, which takes some ten milliseconds and is charged as one
// expansion. Counts no expansions, and is reported as the breadth-first search
// that filled the table. `tables` outlives the search.
std::unique_ptr<Search> MakeOptimalMoveSearch(const RelabelledBoard& board,
                                              const SolveOptions& options,
                                              const OptimalMoveTables& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_OPTIMAL_MOVE_SEARCH_H_
