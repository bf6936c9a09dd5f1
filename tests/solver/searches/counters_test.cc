// Counters mean what they say: against published counts of boards, counts made
// from the exact distances, and a plain recursive search.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/reference_heuristics.h"
#include "tests/support/sample_size.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

// Once all layers up to a depth are expanded, the next one is what waits.
void ExpectLayers(const Problem& problem, const DepthCounts& counts, std::size_t depths) {
  const SolveOptions breadth_first = OptionsFor({Algorithm::kBfs, std::nullopt});
  std::int64_t expanded = 0;
  for (std::size_t depth = 0; depth + 1 < depths; ++depth) {
    expanded += counts[depth];
    SolveOptions options = breadth_first;
    options.limits.expansions = expanded;
    const std::unique_ptr<Search> search = StartSearch(problem, options);
    while (search->Advance(1000) != SearchState::kFinished) {
    }
    const SearchProgress progress = search->progress();
    ASSERT_EQ(progress.counters.expanded, expanded);
    ASSERT_EQ(progress.closed_size, expanded);
    ASSERT_EQ(progress.open_size, counts[depth + 1]) << "depth " << depth + 1;
    ASSERT_EQ(progress.current_bound, static_cast<int>(depth) + 1);
  }
}

TEST(BreadthFirstCountersTest, LayersOf3x3AreThePublishedOnes) {
  const Board start = MakeBoard("1 2 3 / 4 5 6 / 7 8 0");
  const Board farthest = ExactDistances(start).BoardsBetween(31, 31).front();
  ExpectLayers({start, farthest}, ReadEightDepths(), 31);
}

TEST(BreadthFirstCountersTest, LayersOf4x4AreThePublishedOnes) {
  const Instance hardest = ReadFifteen80().front();
  ExpectLayers({hardest.goal, hardest.start}, ReadFifteenDepths(),
               static_cast<std::size_t>(SampleSize(19, 13)));
}

// Problems of 3 x 3 whose optimum lies above what linear conflict proves at
// the start, so that no search can end before its own bound has risen.
std::vector<Problem> HardProblems(int count) {
  const Board goal = ThreeGoals()[1];
  std::vector<Problem> problems;
  for (const Board& board : ExactDistancesToGoal(1).BoardsBetween(22, 24)) {
    const Problem problem = {board, goal};
    if (ReferenceHeuristic(problem, Heuristic::kLinearConflict) > 16) continue;
    problems.push_back(problem);
    if (static_cast<int>(problems.size()) == count) break;
  }
  return problems;
}

class HeuristicCountersTest : public testing::TestWithParam<Heuristic> {};

// A* with a consistent heuristic expands every board with f below the optimum
// once, some of those at it, and none above.
TEST_P(HeuristicCountersTest, AStarExpandsWhatItMustAndNoMore) {
  for (const Problem& problem : HardProblems(SampleSize(5, 1))) {
    const int optimum = ExactDistancesToGoal(1).Distance(problem.start).value();
    std::int64_t below = 0;
    std::int64_t up_to = 0;
    ExactDistances(problem.start).ForEach([&](const Board& board, int g) {
      const int f = g + ReferenceHeuristic({board, problem.goal}, GetParam());
      below += f < optimum;
      up_to += f <= optimum;
    });
    const SolveResult result = Solve(problem, Method{Algorithm::kAStar, GetParam()});
    ASSERT_THAT(result, IsOptimal(problem, optimum));
    ASSERT_GE(result.counters.expanded, below);
    ASSERT_LE(result.counters.expanded, up_to);
    ASSERT_EQ(result.counters.reopened, 0);
  }
}

// Iterative deepening as textbooks print it: recursive, from scratch.
class RecursiveDeepening {
 public:
  RecursiveDeepening(const Problem& problem, Heuristic heuristic)
      : problem_(problem), heuristic_(heuristic) {}

  // The counters of all passes with a bound below `end`.
  SearchCounters PassesBelow(int end) {
    int bound = Estimate(problem_.start);
    while (bound < end) {
      next_bound_ = std::numeric_limits<int>::max();
      Visit(problem_.start, 0, bound, std::nullopt);
      bound = next_bound_;
    }
    return counters_;
  }

 private:
  int Estimate(const Board& board) const {
    return ReferenceHeuristic({board, problem_.goal}, heuristic_);
  }

  void Visit(const Board& board, int g, int bound, std::optional<Direction> last) {
    ++counters_.expanded;
    for (const Direction direction : PossibleMoves(board)) {
      if (last.has_value() && direction == Opposite(*last)) continue;
      ++counters_.generated;
      Board next = board;
      next.Move(direction);
      const int f = g + 1 + Estimate(next);
      if (f <= bound) {
        Visit(next, g + 1, bound, direction);
      } else {
        next_bound_ = std::min(next_bound_, f);
      }
    }
  }

  const Problem problem_;
  const Heuristic heuristic_;
  SearchCounters counters_;
  int next_bound_ = 0;
};

TEST_P(HeuristicCountersTest, IdaStarMakesThePassesOfTheTextbook) {
  // On tables another search runs, which leaves out duplicates.
  if (GetParam() == Heuristic::kPatternDatabase) return;
  for (const Problem& problem : HardProblems(SampleSize(4, 1))) {
    const int optimum = ExactDistancesToGoal(1).Distance(problem.start).value();
    SolveOptions options = OptionsFor({Algorithm::kIdaStar, GetParam()});
    options.limits.length = optimum - 1;
    const SolveResult result = Solve(problem, options);
    ASSERT_THAT(result, IsNotFound(Limit::kLength, optimum));
    ASSERT_EQ(result.counters, RecursiveDeepening(problem, GetParam()).PassesBelow(optimum));
  }
}

INSTANTIATE_TEST_SUITE_P(Heuristics, HeuristicCountersTest, testing::ValuesIn(kHeuristics),
                         [](const auto& param) {
                           return MethodName({Algorithm::kAStar, param.param}).substr(6);
                         });

TEST(DeepeningCountersTest, IddfsIsIdaStarWithoutAHeuristic) {
  for (const Problem& problem : HardProblems(2)) {
    const SolveResult iddfs = Solve(problem, Method{Algorithm::kIddfs, std::nullopt});
    const SolveResult ida_star = Solve(problem, Method{Algorithm::kIdaStar, Heuristic::kZero});
    EXPECT_EQ(iddfs.counters, ida_star.counters);
    EXPECT_EQ(iddfs.path, ida_star.path);
  }
}

}  // namespace
}  // namespace taquin
