// The lengths that searches find against the exact distances of 3 x 3.

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

void ExpectExact(const Problem& problem, const Method& method, const ExactDistances& exact) {
  ASSERT_THAT(Solve(problem, method), IsOptimal(problem, exact.Distance(problem.start).value()));
}

// Every search gets the whole sample; with a weak heuristic, which makes it slow
// and is judged on every board elsewhere, a part of it.
bool HasWeakHeuristic(const Method& method) {
  return method.heuristic.has_value() && method.heuristic != Heuristic::kManhattan &&
         method.heuristic != Heuristic::kLinearConflict;
}

class ExactLengthTest : public testing::TestWithParam<Method> {};

TEST_P(ExactLengthTest, OfASampleForThreeGoals) {
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    Random random(31 + i);
    const int boards = HasWeakHeuristic(GetParam()) ? SampleSize(100, 4) : SampleSize(700, 12);
    for (int board = 0; board < boards; ++board) {
      ExpectExact({RandomReachableBoard(goal, random), goal}, GetParam(), ExactDistancesToGoal(i));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(ExactLengthTest, OfBoardsNearTheirGoal) {
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    for (const Board& board : ExactDistancesToGoal(i).BoardsBetween(0, SampleSize(8, 5))) {
      ExpectExact({board, goal}, GetParam(), ExactDistancesToGoal(i));
      if (HasFatalFailure()) return;
    }
  }
}

std::string MethodCaseName(const testing::TestParamInfo<Method>& info) {
  return MethodName(info.param);
}

INSTANTIATE_TEST_SUITE_P(Methods, ExactLengthTest, testing::ValuesIn(OptimalMethods()),
                         MethodCaseName);

TEST(AutoLengthTest, OfAllBoardsForThreeGoals) {
  const Method automatic = {Algorithm::kAuto, std::nullopt};
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    int turn = 0;
    ExactDistancesToGoal(i).ForEach([&](const Board& board, int) {
      if (turn++ % SampleSize(1, 40) != 0 || testing::Test::HasFatalFailure()) return;
      ExpectExact({board, goal}, automatic, ExactDistancesToGoal(i));
    });
  }
}

TEST(WeightedLengthTest, StaysWithinTheWeight) {
  const Board goal = ThreeGoals()[1];
  Random random(1970);
  for (const Heuristic heuristic : kHeuristics) {
    for (const double weight : {0.3, 1.1, 1.5, 2.0, 3.0, 10.0, 1000.0}) {
      for (int board = 0; board < SampleSize(25, 3); ++board) {
        const Problem problem = {RandomReachableBoard(goal, random), goal};
        const int optimum = ExactDistancesToGoal(1).Distance(problem.start).value();
        SolveOptions options = OptionsFor({Algorithm::kAStar, heuristic});
        options.heuristic_weight = weight;
        const SolveResult result = Solve(problem, options);
        if (weight <= 1) {
          ASSERT_THAT(result, IsOptimal(problem, optimum));
          continue;
        }
        ASSERT_THAT(result, HasPath(problem, optimum));
        const auto length = static_cast<double>(result.path->size());
        ASSERT_LE(length, weight * optimum);
        ASSERT_LE(length, weight * result.lower_bound + 1e-6);
      }
    }
  }
}

TEST(SatisficingLengthTest, PathsReplayAndBoundsHold) {
  const Board goal = ThreeGoals()[2];
  Random random(1984);
  std::vector<Method> methods = {{Algorithm::kDfs, std::nullopt}};
  for (const Heuristic heuristic : kHeuristics) methods.push_back({Algorithm::kGreedy, heuristic});
  for (const Method& method : methods) {
    for (int board = 0; board < SampleSize(100, 3); ++board) {
      const Problem problem = {RandomReachableBoard(goal, random), goal};
      ASSERT_THAT(Solve(problem, method),
                  HasPath(problem, ExactDistancesToGoal(2).Distance(problem.start).value()))
          << MethodName(method);
    }
  }
}

}  // namespace
}  // namespace taquin
