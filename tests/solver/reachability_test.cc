#include "solver/reachability.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"

namespace taquin {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Compares the verdict with the exact search for every arrangement.
void ExpectVerdictsMatchSearch(const Board& goal) {
  SCOPED_TRACE(goal.ToString());
  const ExactDistances exact(goal);
  const Shape shape = goal.shape();
  const bool line = shape.rows == 1 || shape.columns == 1;
  std::vector<std::int64_t> tiles(static_cast<std::size_t>(shape.cells()));
  std::iota(tiles.begin(), tiles.end(), 0);
  do {
    const Board start = MakeBoard(shape, tiles);
    const Reachability expected = exact.Distance(start).has_value() ? Reachability::kReachable
                                  : line                            ? Reachability::kOrderDiffers
                                                                    : Reachability::kParityDiffers;
    ASSERT_EQ(CheckReachability(start, goal), expected) << start.ToString();
  } while (std::next_permutation(tiles.begin(), tiles.end()));
}

TEST(ReachabilityTest, EveryArrangementOf3x3ForThreeGoals) {
  for (const Board& goal : ThreeGoals()) ExpectVerdictsMatchSearch(goal);
}

class SmallShapeTest : public testing::TestWithParam<Shape> {};

TEST_P(SmallShapeTest, EveryArrangementForNamedAndRandomGoals) {
  for (const GoalLayout layout : kGoalLayouts) {
    ExpectVerdictsMatchSearch(MakeGoal(GetParam(), layout));
  }
  Random random(static_cast<std::uint64_t>(GetParam().rows * 10 + GetParam().columns));
  for (int i = 0; i < 5; ++i) ExpectVerdictsMatchSearch(RandomArrangement(GetParam(), random));
}

INSTANTIATE_TEST_SUITE_P(Shapes, SmallShapeTest,
                         testing::Values(Shape{1, 2}, Shape{2, 1}, Shape{1, 3}, Shape{1, 6},
                                         Shape{6, 1}, Shape{2, 2}, Shape{2, 3}, Shape{3, 2}),
                         [](const auto& param) { return ShapeName(param.param); });

TEST(ReachabilityTest, WalksStayReachableAndASwapOfTilesLeaves) {
  Random random(1879);
  for (const Shape shape : {Shape{2, 7}, Shape{3, 4}, Shape{4, 4}, Shape{5, 4}, Shape{5, 5},
                            Shape{6, 6}, Shape{9, 8}, Shape{32, 32}}) {
    for (int i = 0; i < 50; ++i) {
      const Board goal = RandomArrangement(shape, random);
      const Board start = RandomWalk(goal, 1 + random.Below(300), random);
      EXPECT_EQ(CheckReachability(start, goal), Reachability::kReachable);
      EXPECT_EQ(CheckReachability(goal, start), Reachability::kReachable);
      std::vector<std::int64_t> tiles(start.tiles().begin(), start.tiles().end());
      std::iter_swap(std::find(tiles.begin(), tiles.end(), 1),
                     std::find(tiles.begin(), tiles.end(), 2));
      EXPECT_EQ(CheckReachability(MakeBoard(shape, tiles), goal), Reachability::kParityDiffers);
    }
  }
}

TEST(ReachabilityTest, BoardCases) {
  for (const BoardCase& board_case : ReadBoardCases()) {
    if (board_case.verdict == Verdict::kInvalid) continue;
    const Board start = MakeBoard(board_case.shape, board_case.tiles);
    const Board goal = MakeBoard(board_case.shape, board_case.goal_tiles);
    EXPECT_EQ(CheckReachability(start, goal) == Reachability::kReachable,
              board_case.verdict == Verdict::kSolvable)
        << board_case.id;
  }
}

TEST(ReachabilityTest, PublishedInstancesAreReachable) {
  for (const std::vector<Instance>& set :
       {ReadKorf100(), ReadKorf100BlankLast(), ReadKorf24(), ReadFifteen80()}) {
    for (const Instance& instance : set) {
      EXPECT_EQ(CheckReachability(instance.start, instance.goal), Reachability::kReachable)
          << instance.id;
    }
  }
}

TEST(ExplainReachabilityTest, SaysTheGoalAndTheReason) {
  const Board goal = MakeBoard("1 2 3 / 4 5 6 / 7 8 0");
  EXPECT_EQ(ExplainReachability(goal, goal), "The goal 1 2 3 / 4 5 6 / 7 8 0 can be reached.");
  EXPECT_THAT(ExplainReachability(MakeBoard("1 2 3 / 4 5 6 / 8 7 0"), goal),
              AllOf(HasSubstr("1 2 3 / 4 5 6 / 7 8 0 cannot be reached"),
                    HasSubstr("an odd permutation"), HasSubstr("an even distance")));
  EXPECT_THAT(
      ExplainReachability(MakeBoard("1 2 3 / 4 5 6 / 7 0 8"), MakeBoard("2 1 3 / 4 5 6 / 7 8 0")),
      AllOf(HasSubstr("an even permutation"), HasSubstr("an odd distance")));
  EXPECT_THAT(ExplainReachability(MakeBoard("2 1 0"), MakeBoard("1 2 0")),
              HasSubstr("tiles never pass each other"));
}

}  // namespace
}  // namespace taquin
