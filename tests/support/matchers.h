// Matchers that speak of searches. None asks which of several optimal paths
// was found: that may change with the code.

#ifndef TAQUIN_TESTS_SUPPORT_MATCHERS_H_
#define TAQUIN_TESTS_SUPPORT_MATCHERS_H_

#include <ostream>

#include "gmock/gmock.h"
#include "solver/search.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin {

// The result's path takes the problem's start to its goal in `length` moves,
// proved optimal, and no limit ended the search.
testing::Matcher<const SolveResult&> IsOptimal(const Problem& problem, int length);

// The result's path takes the problem's start to its goal, and its lower bound
// is at most `optimum`, which is at most the path's length.
testing::Matcher<const SolveResult&> HasPath(const Problem& problem, int optimum);

// No path, no limit, no work: the goal was proved unreachable.
testing::Matcher<const SolveResult&> IsUnsolvable();

// Ended by `limit` without a path, the lower bound at most `optimum`.
testing::Matcher<const SolveResult&> IsNotFound(Limit limit, int optimum);

void PrintTo(Outcome outcome, std::ostream* out);
void PrintTo(Limit limit, std::ostream* out);
void PrintTo(SearchState state, std::ostream* out);
void PrintTo(Algorithm algorithm, std::ostream* out);
void PrintTo(Heuristic heuristic, std::ostream* out);
void PrintTo(const Fault& fault, std::ostream* out);
void PrintTo(const SearchCounters& counters, std::ostream* out);
void PrintTo(const SolveResult& result, std::ostream* out);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_MATCHERS_H_
