// Optimal searches on rectangles and larger boards, for random goals.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"
#include "tests/support/shortest_length.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

class OtherShapesTest : public testing::TestWithParam<Method> {
 protected:
  static bool Serves(Shape shape) {
    return HeuristicServes(GetParam().heuristic.value_or(Heuristic::kZero), shape);
  }

  // `boards` random ones for a random goal.
  static void ExpectExactOn(Shape shape, int boards, Random& random) {
    if (!Serves(shape)) return;
    const Board goal = RandomArrangement(shape, random);
    const ExactDistances exact(goal);
    for (int i = 0; i < boards; ++i) {
      const Problem problem = {RandomReachableBoard(goal, random), goal};
      ASSERT_THAT(Solve(problem, GetParam()),
                  IsOptimal(problem, exact.Distance(problem.start).value()));
    }
  }

  // A random board `length` random moves from a random goal.
  static void ExpectExactAfterWalk(Shape shape, int length, Random& random) {
    if (!Serves(shape)) return;
    const Board goal = RandomArrangement(shape, random);
    const Problem problem = {RandomWalk(goal, length, random), goal};
    ASSERT_THAT(Solve(problem, GetParam()),
                IsOptimal(problem, ShortestLength(problem.start, problem.goal)))
        << ShapeName(shape);
  }
};

TEST_P(OtherShapesTest, SmallRectangles) {
  Random random(23);
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}}) {
    for (int goal = 0; goal < 4; ++goal) ExpectExactOn(shape, SampleSize(50, 10), random);
  }
}

TEST_P(OtherShapesTest, TwoByFour) {
  Random random(24);
  for (const Shape shape : {Shape{2, 4}, Shape{4, 2}}) {
    ExpectExactOn(shape, SampleSize(20, 2), random);
  }
}

TEST_P(OtherShapesTest, SingleLines) {
  Random random(1);
  for (const int side : {2, 3, 9, 17, 32}) {
    for (const Shape shape : {Shape{1, side}, Shape{side, 1}}) {
      if (!Serves(shape)) continue;
      const Board goal = RandomArrangement(shape, random);
      for (int i = 0; i < 10; ++i) {
        const Problem problem = {RandomReachableBoard(goal, random), goal};
        ASSERT_THAT(Solve(problem, GetParam()),
                    IsOptimal(problem, shape.Distance(problem.start.blank(), goal.blank())));
      }
    }
  }
}

TEST_P(OtherShapesTest, LargerBoardsNearTheirGoals) {
  Random random(456);
  for (const Shape shape : {Shape{3, 4}, Shape{4, 3}, Shape{4, 4}, Shape{2, 8}, Shape{3, 6},
                            Shape{5, 5}, Shape{3, 9}, Shape{6, 6}, Shape{8, 9}, Shape{16, 17}}) {
    for (int i = 0; i < SampleSize(10, 2); ++i) {
      ExpectExactAfterWalk(shape, 4 + random.Below(8), random);
    }
  }
}

std::string MethodCaseName(const testing::TestParamInfo<Method>& info) {
  return MethodName(info.param);
}

INSTANTIATE_TEST_SUITE_P(Methods, OtherShapesTest, testing::ValuesIn(OptimalMethods()),
                         MethodCaseName);

// What only a heuristic reaches in short time.
class GuidedOtherShapesTest : public OtherShapesTest {};

TEST_P(GuidedOtherShapesTest, TwoByFive) {
  Random random(25);
  ExpectExactOn({2, 5}, SampleSize(12, 1), random);
  ExpectExactOn({5, 2}, SampleSize(12, 1), random);
}

TEST_P(GuidedOtherShapesTest, LargerBoardsFurtherAway) {
  Random random(789);
  for (const Shape shape : {Shape{3, 4}, Shape{4, 4}, Shape{3, 5}}) {
    for (int i = 0; i < SampleSize(12, 2); ++i) ExpectExactAfterWalk(shape, 24, random);
  }
  for (const Shape shape : {Shape{5, 5}, Shape{6, 6}, Shape{4, 7}}) {
    for (int i = 0; i < SampleSize(8, 1); ++i) ExpectExactAfterWalk(shape, 20, random);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, GuidedOtherShapesTest,
    testing::Values(Method{Algorithm::kAStar, Heuristic::kManhattan},
                    Method{Algorithm::kAStar, Heuristic::kLinearConflict},
                    Method{Algorithm::kAStar, Heuristic::kWalkingDistance},
                    Method{Algorithm::kAStar, Heuristic::kPatternDatabase},
                    Method{Algorithm::kBidirectional, Heuristic::kPatternDatabase},
                    Method{Algorithm::kIdaStar, Heuristic::kLinearConflict},
                    Method{Algorithm::kBidirectional, Heuristic::kLinearConflict},
                    Method{Algorithm::kAuto, std::nullopt}),
    MethodCaseName);

}  // namespace
}  // namespace taquin
