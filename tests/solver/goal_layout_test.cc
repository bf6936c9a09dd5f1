#include "solver/goal_layout.h"

#include <cstdlib>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

TEST(GoalLayoutTest, BlankLast) {
  EXPECT_EQ(MakeGoal({3, 3}, GoalLayout::kBlankLast), MakeBoard("1 2 3 / 4 5 6 / 7 8 0"));
  EXPECT_EQ(MakeGoal({2, 4}, GoalLayout::kBlankLast), MakeBoard("1 2 3 4 / 5 6 7 0"));
  EXPECT_EQ(MakeGoal({1, 2}, GoalLayout::kBlankLast), MakeBoard("1 0"));
  EXPECT_EQ(MakeGoal({3, 1}, GoalLayout::kBlankLast), MakeBoard("1 / 2 / 0"));
}

TEST(GoalLayoutTest, BlankFirst) {
  EXPECT_EQ(MakeGoal({3, 3}, GoalLayout::kBlankFirst), MakeBoard("0 1 2 / 3 4 5 / 6 7 8"));
  EXPECT_EQ(MakeGoal({4, 2}, GoalLayout::kBlankFirst), MakeBoard("0 1 / 2 3 / 4 5 / 6 7"));
  EXPECT_EQ(MakeGoal({1, 3}, GoalLayout::kBlankFirst), MakeBoard("0 1 2"));
}

TEST(GoalLayoutTest, Spiral) {
  EXPECT_EQ(MakeGoal({2, 2}, GoalLayout::kSpiral), MakeBoard("1 2 / 0 3"));
  EXPECT_EQ(MakeGoal({3, 3}, GoalLayout::kSpiral), MakeBoard("1 2 3 / 8 0 4 / 7 6 5"));
  EXPECT_EQ(MakeGoal({4, 4}, GoalLayout::kSpiral),
            MakeBoard("1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7"));
  EXPECT_EQ(MakeGoal({5, 5}, GoalLayout::kSpiral),
            MakeBoard("1 2 3 4 5 / 16 17 18 19 6 / 15 24 0 20 7 / 14 23 22 21 8 / 13 12 11 10 9"));
  EXPECT_EQ(MakeGoal({2, 3}, GoalLayout::kSpiral), MakeBoard("1 2 3 / 0 5 4"));
  EXPECT_EQ(MakeGoal({3, 2}, GoalLayout::kSpiral), MakeBoard("1 2 / 0 3 / 5 4"));
  EXPECT_EQ(MakeGoal({3, 4}, GoalLayout::kSpiral), MakeBoard("1 2 3 4 / 10 11 0 5 / 9 8 7 6"));
  EXPECT_EQ(MakeGoal({3, 5}, GoalLayout::kSpiral),
            MakeBoard("1 2 3 4 5 / 12 13 14 0 6 / 11 10 9 8 7"));
  EXPECT_EQ(MakeGoal({1, 4}, GoalLayout::kSpiral), MakeBoard("1 2 3 0"));
  EXPECT_EQ(MakeGoal({4, 1}, GoalLayout::kSpiral), MakeBoard("1 / 2 / 3 / 0"));
}

TEST(GoalLayoutTest, SpiralIsOneWalkOverEveryCellOfEveryShape) {
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      if (rows * columns < 2) continue;
      const Shape shape = {.rows = rows, .columns = columns};
      const Board goal = MakeGoal(shape, GoalLayout::kSpiral);
      std::vector<std::uint16_t> cells = goal.CellsByTile();
      cells.push_back(cells[0]);  // The blank ends the walk.
      ASSERT_EQ(cells[1], 0);
      for (std::size_t tile = 2; tile < cells.size(); ++tile) {
        ASSERT_EQ(shape.Distance(cells[tile - 1], cells[tile]), 1) << rows << " x " << columns;
      }
    }
  }
}

}  // namespace
}  // namespace taquin
