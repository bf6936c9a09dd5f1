// What every slice of a search that streams its paths must keep to.

#ifndef TAQUIN_TESTS_SOLVER_SEARCHES_CHECKED_RUN_H_
#define TAQUIN_TESTS_SOLVER_SEARCHES_CHECKED_RUN_H_

#include <cstdint>
#include <limits>

#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// Advances the search in slices of `budget` until it ends or has made
// `most_expansions`, and checks that improved paths are paths and ever shorter, and
// that bounds never fall or pass the optimum. Returns the number of improvements.
int RunChecked(Search& search, const Problem& problem, std::int64_t budget,
               std::int64_t most_expansions, int optimum = std::numeric_limits<int>::max());

}  // namespace taquin

#endif  // TAQUIN_TESTS_SOLVER_SEARCHES_CHECKED_RUN_H_
