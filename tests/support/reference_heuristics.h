// The heuristics as their definitions read, slow and from scratch: what the
// solver's own must equal.

#ifndef TAQUIN_TESTS_SUPPORT_REFERENCE_HEURISTICS_H_
#define TAQUIN_TESTS_SUPPORT_REFERENCE_HEURISTICS_H_

#include "solver/solve_options.h"

namespace taquin {

// Whether there is one: not for pattern databases where the tiles are in more
// than one table. The tests of tables hold each of those to a plain search.
bool HasReference(Heuristic heuristic, Shape shape);

// The heuristic's value for the problem's start, in moves, where it has a
// reference and serves the shape. Not thread-safe: what was found out about a
// goal is kept.
int ReferenceHeuristic(const Problem& problem, Heuristic heuristic);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_REFERENCE_HEURISTICS_H_
