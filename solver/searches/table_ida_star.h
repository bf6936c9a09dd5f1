// IDA* with pattern tables, for boards where a node is worth a microsecond.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_H_

#include <memory>

#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/relabelled_board.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// Iterative-deepening A* (Korf, 1985): passes of depth-first search, each
// bounded by an f = g + h two greater than the last, as each move changes the
// tables' h by one. A finished pass proves the next bound. Paths that an
// automaton knows to be duplicates are cut off. With more threads, idle workers
// take subtrees from the bottom of the others' stacks; length and lower bound
// do not depend on it, while the path and the counters may.
//
// The goal is reachable from `board`. `tables` and `automaton` are of its
// shape, and the tables' goal cell of the blank is the least that a symmetry
// can carry the board's to (see ToLeastCell()). No path is shorter than
// `first_bound`: the first pass's bound is that of the tables, or the least
// number of moves from there on that can lead to the goal.
std::unique_ptr<Search> MakeTableIdaStarSearch(const RelabelledBoard& board,
                                               const SolveOptions& options,
                                               std::shared_ptr<const PatternTableSet> tables,
                                               std::shared_ptr<const DuplicateAutomaton> automaton,
                                               int first_bound = 0);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_H_
