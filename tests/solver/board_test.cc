#include "solver/board.h"

#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"

namespace taquin {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Tiles = std::vector<std::int64_t>;

auto FaultOf(const std::string& field, const std::string& part) {
  return AllOf(Field(&Fault::field, field), Field(&Fault::description, HasSubstr(part)));
}

Tiles Ascending(int cells) {
  Tiles tiles(static_cast<std::size_t>(cells));
  std::iota(tiles.begin(), tiles.end(), 0);
  return tiles;
}

TEST(ShapeTest, NeighborsAreTheCellsThatShareAnEdge) {
  for (int rows = 1; rows <= 5; ++rows) {
    for (int columns = 1; columns <= 5; ++columns) {
      const Shape shape = {.rows = rows, .columns = columns};
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
          const auto cell_at = [&](int r, int c) -> std::optional<int> {
            if (r < 0 || r >= rows || c < 0 || c >= columns) return std::nullopt;
            return r * columns + c;
          };
          const int cell = *cell_at(row, column);
          EXPECT_EQ(shape.Neighbor(cell, Direction::kUp), cell_at(row - 1, column));
          EXPECT_EQ(shape.Neighbor(cell, Direction::kDown), cell_at(row + 1, column));
          EXPECT_EQ(shape.Neighbor(cell, Direction::kLeft), cell_at(row, column - 1));
          EXPECT_EQ(shape.Neighbor(cell, Direction::kRight), cell_at(row, column + 1));
        }
      }
    }
  }
}

TEST(ShapeTest, DistanceCountsRowsAndColumns) {
  const Shape shape = {.rows = 3, .columns = 5};
  EXPECT_EQ(shape.Distance(0, 0), 0);
  EXPECT_EQ(shape.Distance(4, 5), 5);  // Ends of two rows, not neighbours.
  EXPECT_EQ(shape.Distance(0, 14), 6);
  EXPECT_EQ(shape.Distance(14, 0), 6);
}

TEST(DirectionTest, OppositeUndoes) {
  EXPECT_EQ(Opposite(Direction::kUp), Direction::kDown);
  EXPECT_EQ(Opposite(Direction::kDown), Direction::kUp);
  EXPECT_EQ(Opposite(Direction::kLeft), Direction::kRight);
  EXPECT_EQ(Opposite(Direction::kRight), Direction::kLeft);
}

TEST(BoardTest, HoldsWhatItWasGiven) {
  const Board board = MakeBoard({.rows = 2, .columns = 3}, {3, 1, 0, 5, 4, 2});
  EXPECT_EQ(board.shape(), (Shape{.rows = 2, .columns = 3}));
  EXPECT_EQ(board.cells(), 6);
  EXPECT_THAT(board.tiles(), ElementsAre(3, 1, 0, 5, 4, 2));
  EXPECT_EQ(board.tile(3), 5);
  EXPECT_EQ(board.blank(), 2);
  EXPECT_THAT(board.CellsByTile(), ElementsAre(2, 1, 5, 0, 4, 3));
  EXPECT_EQ(board.ToString(), "3 1 0 / 5 4 2");
}

TEST(BoardTest, EveryShapeInRangeMakesABoard) {
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      if (rows * columns < 2) continue;
      const Shape shape = {.rows = rows, .columns = columns};
      const auto board = Board::Create(shape, Ascending(rows * columns));
      ASSERT_TRUE(board.ok()) << board.status();
      EXPECT_EQ(board->blank(), 0);
      EXPECT_EQ(board->tile(rows * columns - 1), rows * columns - 1);
    }
  }
}

TEST(BoardTest, EqualityReadsShapeAndTiles) {
  const Board wide = MakeBoard({.rows = 2, .columns = 3}, Ascending(6));
  const Board tall = MakeBoard({.rows = 3, .columns = 2}, Ascending(6));
  EXPECT_NE(wide, tall);
  EXPECT_EQ(wide, MakeBoard("0 1 2 / 3 4 5"));
  EXPECT_NE(wide, MakeBoard("1 0 2 / 3 4 5"));
}

TEST(BoardTest, MoveSwapsTheBlankWithItsNeighbor) {
  Board board = MakeBoard("1 2 3 / 4 0 5 / 6 7 8");
  EXPECT_TRUE(board.Move(Direction::kUp));
  EXPECT_EQ(board, MakeBoard("1 0 3 / 4 2 5 / 6 7 8"));
  EXPECT_FALSE(board.Move(Direction::kUp));
  EXPECT_EQ(board, MakeBoard("1 0 3 / 4 2 5 / 6 7 8"));
  EXPECT_TRUE(board.Move(Direction::kRight));
  EXPECT_EQ(board, MakeBoard("1 3 0 / 4 2 5 / 6 7 8"));
  EXPECT_FALSE(board.Move(Direction::kRight));
  EXPECT_TRUE(board.Move(Direction::kDown));
  EXPECT_TRUE(board.Move(Direction::kLeft));
  EXPECT_EQ(board, MakeBoard("1 3 5 / 4 0 2 / 6 7 8"));
}

TEST(BoardTest, MovesKeepTheBlankWhereTheBoardHasIt) {
  Random random(20240607);
  for (const Shape shape : {Shape{1, 2}, Shape{1, 9}, Shape{9, 1}, Shape{2, 2}, Shape{2, 5},
                            Shape{4, 3}, Shape{5, 5}, Shape{32, 32}}) {
    Board board = RandomArrangement(shape, random);
    for (int step = 0; step < 500; ++step) {
      const Board before = board;
      const Direction direction = kDirections[static_cast<std::size_t>(random.Below(4))];
      if (!board.Move(direction)) {
        ASSERT_EQ(board, before);
        continue;
      }
      ASSERT_EQ(board.tile(board.blank()), 0);
      ASSERT_NE(board, before);
      ASSERT_TRUE(board.Move(Opposite(direction)));
      ASSERT_EQ(board, before);
      board.Move(direction);
    }
  }
}

TEST(BoardValidateTest, FindsNothingWrongWithABoard) {
  EXPECT_THAT(Board::Validate({3, 3}, Ascending(9), "start"), IsEmpty());
  EXPECT_THAT(Board::Validate({1, 2}, Tiles{1, 0}, "start"), IsEmpty());
}

TEST(BoardValidateTest, RefusesSidesOutOfRange) {
  EXPECT_THAT(Board::Validate({0, 3}, {}, "start"),
              ElementsAre(FaultOf("start.rows", "is 0; a board has 1 to 32 rows")));
  EXPECT_THAT(Board::Validate({3, -1}, {}, "start"),
              ElementsAre(FaultOf("start.columns", "is -1; a board has 1 to 32 columns")));
  EXPECT_THAT(Board::Validate({33, 1}, Ascending(33), "goal.board"),
              ElementsAre(FaultOf("goal.board.rows", "is 33")));
  constexpr int kMin = std::numeric_limits<int>::min();
  constexpr int kMax = std::numeric_limits<int>::max();
  EXPECT_THAT(
      Board::Validate({kMin, kMax}, Ascending(9), "start"),
      ElementsAre(FaultOf("start.rows", "-2147483648"), FaultOf("start.columns", "2147483647")));
}

TEST(BoardValidateTest, RefusesASingleCell) {
  EXPECT_THAT(Board::Validate({1, 1}, Tiles{0}, "start"),
              ElementsAre(FaultOf("start.rows", "at least 2 cells")));
}

TEST(BoardValidateTest, RefusesAWrongCount) {
  EXPECT_THAT(Board::Validate({2, 2}, Tiles{0, 1, 2}, "start"),
              ElementsAre(FaultOf("start.tiles", "has 3 numbers; a board of 2 x 2 has 4"),
                          FaultOf("start.tiles", "missing: 3")));
  EXPECT_THAT(Board::Validate({2, 2}, Ascending(5), "start"),
              ElementsAre(FaultOf("start.tiles", "has 5 numbers"),
                          FaultOf("start.tiles", "out of range: 4 at index 4")));
  EXPECT_THAT(Board::Validate({2, 2}, {}, "start"),
              ElementsAre(FaultOf("start.tiles", "has 0 numbers"),
                          FaultOf("start.tiles", "missing: 0 (the blank), 1, 2, 3")));
}

TEST(BoardValidateTest, NamesEveryTileThatIsWrong) {
  const Tiles tiles = {1, 2, 3, 3, 5, 6, 7, 7, 9};
  EXPECT_THAT(Board::Validate({3, 3}, tiles, "start"),
              ElementsAre(FaultOf("start.tiles",
                                  "out of range: 9 at index 8; a board of 3 x 3 has 0 (the "
                                  "blank) and 1 to 8"),
                          FaultOf("start.tiles",
                                  "repeated: 3 at index 3 (first at 2), 7 at index 7 (first at 6)"),
                          FaultOf("start.tiles", "missing: 0 (the blank), 4, 8")));
}

TEST(BoardValidateTest, RefusesTwoBlanks) {
  EXPECT_THAT(Board::Validate({2, 2}, Tiles{0, 1, 2, 0}, "start"),
              ElementsAre(FaultOf("start.tiles", "repeated: 0 at index 3 (first at 0)"),
                          FaultOf("start.tiles", "missing: 3")));
}

TEST(BoardValidateTest, RefusesNumbersThatOnlyLookRightWhenCutShort) {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t wrong :
       {std::int64_t{-1}, std::int64_t{65536 + 3}, (std::int64_t{1} << 32) + 3, kMin, kMin + 3}) {
    EXPECT_THAT(Board::Validate({2, 2}, Tiles{0, 1, 2, wrong}, "start"),
                ElementsAre(FaultOf("start.tiles", std::to_string(wrong)),
                            FaultOf("start.tiles", "missing: 3")));
  }
}

TEST(BoardValidateTest, AMessageStaysShortHoweverMuchIsWrong) {
  const Tiles same(1024, 7);
  std::vector<Fault> faults = Board::Validate({32, 32}, same, "start");
  ASSERT_THAT(faults, SizeIs(2));
  EXPECT_THAT(faults[1], FaultOf("start.tiles", "and 1007 more"));
  const Tiles million(1'000'000, -5);
  for (const Fault& fault : Board::Validate({32, 32}, million, "start")) {
    faults.push_back(fault);
  }
  for (const Fault& fault : faults) EXPECT_LT(fault.description.size(), 1000U);
}

TEST(BoardCreateTest, NamesEveryFault) {
  const auto board = Board::Create({3, 3}, Tiles{1, 1, 3, 4, 5, 6, 7, 8, 99});
  ASSERT_FALSE(board.ok());
  EXPECT_EQ(board.status().code(), absl::StatusCode::kInvalidArgument);
  const std::string message(board.status().message());
  EXPECT_THAT(message, HasSubstr("out of range: 99"));
  EXPECT_THAT(message, HasSubstr("repeated: 1"));
  EXPECT_THAT(message, HasSubstr("missing: 0 (the blank), 2"));
}

TEST(BoardCreateTest, AcceptsTheBoardCasesThatAreBoards) {
  for (const BoardCase& board_case : ReadBoardCases()) {
    SCOPED_TRACE(board_case.id);
    EXPECT_EQ(Board::Create(board_case.shape, board_case.tiles).ok(),
              board_case.verdict != Verdict::kInvalid);
    EXPECT_TRUE(Board::Create(board_case.shape, board_case.goal_tiles).ok());
  }
}

}  // namespace
}  // namespace taquin
