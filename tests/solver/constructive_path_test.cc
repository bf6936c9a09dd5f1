#include "solver/constructive_path.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "solver/goal_layout.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/sample_size.h"

namespace taquin {
namespace {

// Rows of the boards; every number of columns is tried.
class ConstructivePathShapeTest : public testing::TestWithParam<int> {};

TEST_P(ConstructivePathShapeTest, ReachesRandomGoalsFromRandomStarts) {
  const int rows = GetParam();
  const int step = SampleSize(1, rows < 8 ? 1 : 5);
  for (int columns = 1; columns <= kMaxSide; columns += columns < 8 ? 1 : step) {
    const Shape shape{rows, columns};
    if (shape.cells() < 2) continue;
    Random random(static_cast<std::uint64_t>(rows * 100 + columns));
    const int boards = std::max(1, SampleSize(40, 10) / shape.cells());
    for (int i = 0; i < boards; ++i) {
      const Board goal = RandomArrangement(shape, random);
      const Board start = RandomReachableBoard(goal, random);
      const Path path = ConstructPath({start, goal});
      ASSERT_TRUE(ReplayPath(start, goal, path).valid())
          << ShapeName(shape) << ": " << start.ToString() << " to " << goal.ToString();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllRows, ConstructivePathShapeTest, testing::Range(1, kMaxSide + 1));

TEST(ConstructivePathTest, SolvesEveryBoardOfThreeByThree) {
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    int count = 0;
    ExactDistancesToGoal(i).ForEach([&](const Board& start, int distance) {
      if (++count % SampleSize(7, 97) != 0) return;
      const Path path = ConstructPath({start, goal});
      ASSERT_TRUE(ReplayPath(start, goal, path).valid()) << start.ToString();
      ASSERT_GE(static_cast<int>(path.size()), distance) << start.ToString();
    });
  }
}

TEST(ConstructivePathTest, IsOptimalWhereTheWholeBoardIsTheLastBlock) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kBlankLast);
    ExactDistances(goal).ForEach([&](const Board& start, int distance) {
      ASSERT_EQ(static_cast<int>(ConstructPath({start, goal}).size()), distance)
          << start.ToString();
    });
  }
}

TEST(ConstructivePathTest, SolvedBoardTakesNoMoves) {
  for (const Shape shape : {Shape{1, 2}, Shape{2, 2}, Shape{5, 5}, Shape{32, 32}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kSpiral);
    EXPECT_TRUE(ConstructPath({goal, goal}).empty()) << ShapeName(shape);
  }
}

TEST(ConstructivePathTest, LengthGrowsWithTheCubeOfTheSide) {
  for (const int side : {5, 10, 16, 32}) {
    const Board goal = MakeGoal({side, side}, GoalLayout::kBlankLast);
    Random random(7);
    const Board start = RandomReachableBoard(goal, random);
    EXPECT_LE(ConstructPath({start, goal}).size(), 2.7 * side * side * side) << side;
  }
}

TEST(ConstructivePathTest, NeverUndoesTheMoveBefore) {
  Random random(3);
  const Board goal = RandomArrangement({7, 9}, random);
  const Path path = ConstructPath({RandomReachableBoard(goal, random), goal});
  EXPECT_EQ(std::adjacent_find(path.begin(), path.end(),
                               [](Direction a, Direction b) { return a == Opposite(b); }),
            path.end());
}

// A step looks at each cell a few times at most, so that slices stay short.
TEST(ConstructivePathTest, StepsAreShort) {
  const Shape shape{32, 32};
  Random random(5);
  const Board goal = RandomArrangement(shape, random);
  ConstructivePath construction({RandomReachableBoard(goal, random), goal});
  std::int64_t before = 0;
  while (construction.Step()) {
    ASSERT_LE(construction.visited() - before, 20 * shape.cells());
    before = construction.visited();
  }
}

}  // namespace
}  // namespace taquin
