#include "tests/solver/searches/checked_run.h"

#include <cstddef>

#include "gtest/gtest.h"
#include "solver/path.h"

namespace taquin {

int RunChecked(Search& search, const Problem& problem, std::int64_t budget,
               std::int64_t most_expansions, int optimum) {
  int improvements = 0;
  int bound = 0;
  std::size_t length = std::numeric_limits<std::size_t>::max();
  SearchState state = SearchState::kRunning;
  while (state != SearchState::kFinished && search.progress().counters.expanded < most_expansions) {
    state = search.Advance(budget);
    const SearchProgress progress = search.progress();
    EXPECT_GE(progress.lower_bound, bound);
    bound = progress.lower_bound;
    EXPECT_LE(bound, optimum);
    if (state != SearchState::kImproved) continue;
    ++improvements;
    const Path* path = search.best_path();
    EXPECT_NE(path, nullptr);
    EXPECT_LT(path->size(), length);
    length = path->size();
    EXPECT_GE(static_cast<int>(length), bound);
    EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *path).valid());
  }
  return improvements;
}

}  // namespace taquin
