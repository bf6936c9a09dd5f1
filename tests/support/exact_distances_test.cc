#include "tests/support/exact_distances.h"

#include <optional>

#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "tests/support/boards.h"
#include "tests/support/instance_sets.h"

namespace taquin {
namespace {

TEST(ExactDistancesTest, CountsMatchThePublishedOnes) {
  for (const GoalLayout layout : {GoalLayout::kBlankLast, GoalLayout::kBlankFirst}) {
    const ExactDistances exact(MakeGoal({3, 3}, layout));
    EXPECT_EQ(exact.counts(), ReadEightDepths());
    EXPECT_EQ(exact.reachable(), 181'440);
  }
}

TEST(ExactDistancesTest, LargestDistancesMatchThePublishedOnes) {
  int compared = 0;
  for (const Radius& radius : ReadRadii()) {
    if (radius.shape.cells() > 10) continue;
    ++compared;
    const Shape turned = {.rows = radius.shape.columns, .columns = radius.shape.rows};
    for (const Shape shape : {radius.shape, turned}) {
      EXPECT_EQ(ExactDistances(MakeGoal(shape, GoalLayout::kBlankLast)).max_distance(),
                radius.moves)
          << ShapeName(shape);
    }
  }
  EXPECT_EQ(compared, 5);
}

TEST(ExactDistancesTest, NeighborsDifferByOne) {
  const ExactDistances& exact = ExactDistancesToGoal(1);
  exact.ForEach([&](const Board& board, int distance) {
    ASSERT_EQ(exact.Distance(board), distance);
    for (const Direction direction : PossibleMoves(board)) {
      Board next = board;
      next.Move(direction);
      const std::optional<int> next_distance = exact.Distance(next);
      ASSERT_TRUE(next_distance == distance - 1 || next_distance == distance + 1);
    }
  });
}

TEST(ExactDistancesTest, KnowsTheUnreachable) {
  const ExactDistances exact(MakeBoard("1 2 3 / 4 5 6 / 7 8 0"));
  EXPECT_EQ(exact.Distance(MakeBoard("1 2 3 / 4 5 6 / 8 7 0")), std::nullopt);
  EXPECT_EQ(exact.BoardsBetween(31, 31).size(), 2U);
}

}  // namespace
}  // namespace taquin
