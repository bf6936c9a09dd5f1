#include "solver/path.h"

#include <optional>

#include "gtest/gtest.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

TEST(ReplayPathTest, FollowsAPathToTheGoal) {
  const Board goal = MakeBoard("1 2 3 / 4 5 6 / 7 8 0");
  const Replay replay = ReplayPath(MakeBoard("1 2 3 / 0 4 6 / 7 5 8"), goal,
                                   Path{Direction::kRight, Direction::kDown, Direction::kRight});
  EXPECT_TRUE(replay.valid());
  EXPECT_EQ(replay.reached, goal);
  EXPECT_EQ(replay.fault, std::nullopt);
  EXPECT_EQ(replay.fault_index, std::nullopt);
}

TEST(ReplayPathTest, TheEmptyPathEndsWhereItStarts) {
  const Board goal = MakeBoard("1 2 / 3 0");
  EXPECT_TRUE(ReplayPath(goal, goal, {}).valid());
  const Replay elsewhere = ReplayPath(MakeBoard("1 2 / 0 3"), goal, {});
  EXPECT_EQ(elsewhere.fault, PathFault::kEndsElsewhere);
  EXPECT_EQ(elsewhere.fault_index, 0);
}

TEST(ReplayPathTest, NamesTheFirstMoveThatLeavesTheBoard) {
  const Board start = MakeBoard("1 2 / 0 3");
  const Replay replay = ReplayPath(start, MakeBoard("1 2 / 3 0"),
                                   Path{Direction::kUp, Direction::kUp, Direction::kRight});
  EXPECT_EQ(replay.fault, PathFault::kLeavesBoard);
  EXPECT_EQ(replay.fault_index, 1);
  EXPECT_EQ(replay.reached, MakeBoard("0 2 / 1 3"));
}

TEST(ReplayPathTest, AMovePastTheGoalEndsElsewhere) {
  const Replay replay = ReplayPath(MakeBoard("1 2 / 0 3"), MakeBoard("1 2 / 3 0"),
                                   Path{Direction::kRight, Direction::kUp});
  EXPECT_EQ(replay.fault, PathFault::kEndsElsewhere);
  EXPECT_EQ(replay.fault_index, 2);
  EXPECT_EQ(replay.reached, MakeBoard("1 0 / 3 2"));
}

TEST(ReplayPathTest, DirectionsNameTheBlankOnRectangles) {
  const Board start = MakeBoard("1 2 3 4 / 5 6 7 0");
  const Path path = {Direction::kLeft, Direction::kUp, Direction::kRight};
  const Replay replay = ReplayPath(start, MakeBoard("1 2 4 0 / 5 6 3 7"), path);
  EXPECT_TRUE(replay.valid()) << replay.reached.ToString();
}

TEST(ReplayPathTest, UndoesARandomWalk) {
  Random random(7);
  const Board goal = MakeBoard("1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 0");
  Board board = goal;
  Path back;
  for (int step = 0; step < 1000; ++step) {
    const Direction direction = kDirections[static_cast<std::size_t>(random.Below(4))];
    if (board.Move(direction)) back.insert(back.begin(), Opposite(direction));
  }
  EXPECT_TRUE(ReplayPath(board, goal, back).valid());
}

}  // namespace
}  // namespace taquin
