// The searches that remember every state they meet: breadth-first,
// depth-first, greedy best-first and (weighted) A*. They differ in the order
// in which the open list gives states back, and in when a path is final.

#ifndef TAQUIN_SOLVER_SEARCHES_BEST_FIRST_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_BEST_FIRST_SEARCH_H_

#include <memory>

#include "solver/heuristics/heuristic.h"
#include "solver/relabelled_board.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// `algorithm` is one of
//   kBfs     layer by layer; the goal is accepted when generated, which in
//            layers is optimal
//   kDfs     last in, first out, with a visited set: a state is pushed once,
//            on first sight, its successors in the order of kDirections
//   kGreedy  lowest h first; a state keeps the first path found to it
//   kAStar   lowest f = g + w * h first (P. Hart, N. Nilsson and B. Raphael,
//            1968; I. Pohl, 1970, for w > 1); on equal f the goal, then deeper
//            states. A state met again by a shorter path is put back, closed
//            or not, so that w bounds the path for any admissible heuristic.
//   kAStarThenIdaStar  A* until its memory is full, then depth-first passes
//            within a rising f from every state that A* left open, those of the
//            lowest h first, so that what A* knew to be one state is searched
//            once (Z. Bu and R. Korf, "A*+IDA*: A simple hybrid search
//            algorithm", 2019; without its look-ups during the passes, which
//            cost more than they spare). For consistent heuristics.
//
// The move back to where a state came from is not generated. `heuristic` is
// ignored by kBfs and kDfs. `root_bound` is a proved lower bound.
std::unique_ptr<Search> MakeBestFirstSearch(const RelabelledBoard& board,
                                            const SolveOptions& options, Algorithm algorithm,
                                            Heuristic heuristic, int root_bound,
                                            const TargetTables& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEST_FIRST_SEARCH_H_
