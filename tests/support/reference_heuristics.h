// The heuristics as their definitions read, slow and from scratch: what the
// solver's own must equal.

#ifndef TAQUIN_TESTS_SUPPORT_REFERENCE_HEURISTICS_H_
#define TAQUIN_TESTS_SUPPORT_REFERENCE_HEURISTICS_H_

#include "solver/solve_options.h"

namespace taquin {

// The heuristic's value for the problem's start, in moves. For those of
// kHeuristics, on shapes that they serve. Not thread-safe: walking distance
// keeps what it found out about a shape.
int ReferenceHeuristic(const Problem& problem, Heuristic heuristic);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_REFERENCE_HEURISTICS_H_
