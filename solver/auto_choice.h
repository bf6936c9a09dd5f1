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
// space fits into little memory; IDA* up to 20 cells; the anytime search above.
// The heuristic is linear conflict; for IDA* on boards of 10 to 16 cells whose
// axes both have tables it is walking distance, which is quicker to look up.
// CreateSearch() prefers pattern tables to both for IDA* and the anytime
// search, as soon as they are ready.
Choice Choose(Shape shape, const SolveOptions& options);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_AUTO_CHOICE_H_
