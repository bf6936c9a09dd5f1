// What Algorithm::kAuto stands for.

#ifndef TAQUIN_SOLVER_AUTO_CHOICE_H_
#define TAQUIN_SOLVER_AUTO_CHOICE_H_

#include "solver/solve_options.h"

namespace taquin {

// An algorithm and the heuristic that it gets.
struct Choice {
  Algorithm algorithm;
  Heuristic heuristic;
};

// Settles what the request leaves open. An algorithm or a heuristic that it
// names is kept; heuristics become kZero where the algorithm uses none.
// Otherwise: A* for a weight other than 1; A* up to 9 cells, where the whole
// space fits into little memory; IDA* up to 20 cells, if the limit on
// expansions and the caller's patience leave it what nearly every proof on such
// a board takes: up to 16 cells 10 million expansions and a second where
// `tables_are_ready`, pattern tables that would guide it, else a hundred and
// sixty times as much; above 16 cells as that, and thirty times as much; the
// anytime search, which has a path all the while, above and where they do not.
// The heuristic is linear conflict; for IDA* on boards of 10 to 16 cells whose
// axes both have tables it is walking distance, which is quicker to look up.
// CreateSearch() prefers pattern tables to both for IDA* and the anytime
// search, as soon as they are ready.
Choice Choose(Shape shape, const SolveOptions& options, bool tables_are_ready = false);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_AUTO_CHOICE_H_
