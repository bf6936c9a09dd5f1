#include "client/play/game.h"

#include <gtest/gtest.h>

#include "client/notation/board_writer.h"

namespace taquin::client {
namespace {

class GameTest : public testing::Test {
 protected:
  static v1::Board MakeBoard(const std::vector<int>& tiles) {
    v1::Board board;
    board.set_rows(2);
    board.set_columns(2);
    for (const int tile : tiles) board.add_tiles(tile);
    return board;
  }

  std::string Board() const { return FormatBoardLine(game_.board()); }

  Game game_{MakeBoard({0, 2, 1, 3}), MakeBoard({1, 2, 3, 0})};
};

TEST_F(GameTest, IsSolvedAtTheGoalAlone) {
  EXPECT_FALSE(game_.solved());
  EXPECT_TRUE(game_.Move(v1::DIRECTION_DOWN));
  EXPECT_FALSE(game_.solved());
  EXPECT_TRUE(game_.Move(v1::DIRECTION_RIGHT));
  EXPECT_TRUE(game_.solved());
  EXPECT_EQ(game_.move_count(), 2U);
}

TEST_F(GameTest, AMoveOffTheBoardChangesNothing) {
  EXPECT_FALSE(game_.Move(v1::DIRECTION_UP));
  EXPECT_FALSE(game_.Move(v1::DIRECTION_LEFT));
  EXPECT_EQ(game_.move_count(), 0U);
  EXPECT_EQ(Board(), "0 2/1 3");
}

TEST_F(GameTest, UndoAndRedoGoBothWays) {
  EXPECT_FALSE(game_.Undo());
  EXPECT_FALSE(game_.Redo());
  game_.Move(v1::DIRECTION_DOWN);
  game_.Move(v1::DIRECTION_RIGHT);
  EXPECT_TRUE(game_.Undo());
  EXPECT_EQ(Board(), "1 2/0 3");
  EXPECT_EQ(game_.move_count(), 1U);
  EXPECT_TRUE(game_.Redo());
  EXPECT_EQ(Board(), "1 2/3 0");
  EXPECT_FALSE(game_.Redo());
}

TEST_F(GameTest, AnotherMoveForgetsWhatWasTakenBackAndTheSameDoesNot) {
  game_.Move(v1::DIRECTION_DOWN);
  game_.Move(v1::DIRECTION_RIGHT);
  game_.Restart();
  EXPECT_EQ(game_.move_count(), 0U);
  EXPECT_EQ(Board(), "0 2/1 3");
  game_.Move(v1::DIRECTION_DOWN);
  EXPECT_TRUE(game_.Redo());
  EXPECT_TRUE(game_.solved());
  game_.Restart();
  game_.Move(v1::DIRECTION_RIGHT);
  EXPECT_FALSE(game_.Redo());
  EXPECT_EQ(Board(), "2 0/1 3");
}

TEST_F(GameTest, ATileNamesTheWayOfTheBlank) {
  EXPECT_EQ(game_.DirectionTo(1), v1::DIRECTION_DOWN);
  EXPECT_EQ(game_.DirectionTo(2), v1::DIRECTION_RIGHT);
  EXPECT_EQ(game_.DirectionTo(3), std::nullopt);
}

}  // namespace
}  // namespace taquin::client
