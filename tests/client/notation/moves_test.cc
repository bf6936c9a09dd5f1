#include "client/notation/moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/notation/board_reader.h"
#include "client/notation/board_writer.h"
#include "client/notation/path_replay.h"

namespace taquin::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

v1::Board Board(const std::string& text) { return ReadBoards(text).boards.at(0).board; }

const Moves kUpUpLeftDownRight = {v1::DIRECTION_UP, v1::DIRECTION_UP, v1::DIRECTION_LEFT,
                                  v1::DIRECTION_DOWN, v1::DIRECTION_RIGHT};

TEST(MovesTest, AreWrittenInEveryNotation) {
  const v1::Board start = Board("1 2 3/4 5 6/7 8 0");
  const auto format = [&start](MoveNotation notation) {
    return FormatMoves(notation, start, kUpUpLeftDownRight);
  };
  EXPECT_EQ(format(MoveNotation::kBlankLetters), "UULDR");
  EXPECT_EQ(format(MoveNotation::kTileLetters), "DDRUL");
  EXPECT_EQ(format(MoveNotation::kWords), "up up left down right");
  EXPECT_EQ(format(MoveNotation::kTileNumbers), "6 3 2 5 3");
  EXPECT_EQ(format(MoveNotation::kRunLength), "U2LDR");
  EXPECT_EQ(format(MoveNotation::kBoards),
            "1 2 3/4 5 6/7 8 0\n1 2 3/4 5 0/7 8 6\n1 2 0/4 5 3/7 8 6\n1 0 2/4 5 3/7 8 6\n"
            "1 5 2/4 0 3/7 8 6\n1 5 2/4 3 0/7 8 6");
}

TEST(MovesTest, NoMovesAreWrittenAsNothing) {
  const v1::Board start = Board("1 2/3 0");
  EXPECT_EQ(FormatMoves(MoveNotation::kBlankLetters, start, {}), "");
  EXPECT_EQ(FormatMoves(MoveNotation::kTileNumbers, start, {}), "");
  EXPECT_EQ(FormatMoves(MoveNotation::kBoards, start, {}), "1 2/3 0");
}

class ReadMovesTest : public testing::TestWithParam<std::string> {};

TEST_P(ReadMovesTest, ReadsTheSamePath) {
  const ReadMovesResult read = ReadMoves(GetParam(), Board("1 2 3/4 5 6/7 8 0"));
  EXPECT_EQ(DescribeFaults("moves", read.faults), "");
  EXPECT_EQ(read.moves, kUpUpLeftDownRight);
}

INSTANTIATE_TEST_SUITE_P(Notations, ReadMovesTest,
                         testing::Values("UULDR", "uuldr", "U U L D R", "U,U,L,D,R", "U2LDR",
                                         "U2 L D R1", "up up left down right",
                                         "Up, Up, Left, Down, Right", "6 3 2 5 3", "6,3,2,5,3",
                                         "UUL # half\nDR\r\n",
                                         R"(["DIRECTION_UP","DIRECTION_UP","DIRECTION_LEFT",)"
                                         R"("DIRECTION_DOWN","DIRECTION_RIGHT"])"));

TEST(ReadMovesTest, SaysWhenThePathCouldBeMeantForTiles) {
  const v1::Board start = Board("1 2/3 0");
  EXPECT_TRUE(ReadMoves("UL", start).only_directions);
  EXPECT_TRUE(ReadMoves("up left", start).only_directions);
  EXPECT_FALSE(ReadMoves("2 1", start).only_directions);
}

TEST(ReadMovesTest, AnEmptyTextIsAPathWithoutMoves) {
  const ReadMovesResult read = ReadMoves("", Board("1 2/3 0"));
  EXPECT_THAT(read.faults, IsEmpty());
  EXPECT_THAT(read.moves, IsEmpty());
}

TEST(ReadMovesTest, PointsAtEveryFault) {
  const ReadMovesResult read = ReadMoves("UQ\nLL7x\nU0", Board("1 2/3 0"));
  ASSERT_THAT(read.faults, SizeIs(3));
  EXPECT_EQ(read.faults[0].line, 1);
  EXPECT_EQ(read.faults[0].column, 2);
  EXPECT_EQ(read.faults[1].line, 2);
  EXPECT_EQ(read.faults[1].column, 4);
  EXPECT_EQ(read.faults[2].line, 3);
  EXPECT_EQ(read.faults[2].column, 2);
}

TEST(ReadMovesTest, ATileThatIsNotBesideTheBlankIsAFault) {
  const ReadMovesResult read = ReadMoves("2 3", Board("1 2/3 0"));
  ASSERT_THAT(read.faults, SizeIs(1));
  EXPECT_EQ(read.faults[0].message, "tile 3 is not beside the blank after move 1");
}

TEST(ReadMovesTest, RefusesRepeatsWithoutEnd) {
  EXPECT_THAT(ReadMoves("U99999999999999999999", Board("1 2/3 0")).faults, SizeIs(1));
  EXPECT_THAT(ReadMoves("U1000001", Board("1 2/3 0")).faults, SizeIs(1));
  std::string many;
  for (int i = 0; i < 100; ++i) many += "U1000000";
  EXPECT_THAT(ReadMoves(many, Board("1 2/3 0")).moves, SizeIs(1'000'001));
}

TEST(ReadMovesTest, RefusesAMixtureOfDirectionsAndTiles) {
  EXPECT_THAT(ReadMoves("U 1", Board("1 2/3 0")).faults, SizeIs(testing::Ge(1U)));
}

TEST(PathReplayTest, StaysOnTheBoard) {
  PathReplay replay(Board("1 2 3/4 5 6/7 8 0"));
  EXPECT_EQ(replay.Move(v1::DIRECTION_RIGHT), std::nullopt);
  EXPECT_EQ(replay.Move(v1::DIRECTION_DOWN), std::nullopt);
  EXPECT_EQ(replay.Move(v1::DIRECTION_LEFT), 8);
  EXPECT_EQ(replay.Move(v1::DIRECTION_LEFT), 7);
  EXPECT_EQ(replay.Move(v1::DIRECTION_LEFT), std::nullopt);
  EXPECT_EQ(FormatBoardLine(replay.board()), "1 2 3/4 5 6/0 7 8");
}

TEST(BoardWriterTest, AlignsTheGrid) {
  EXPECT_THAT(FormatBoardGrid(Board("1 2 3 4/5 6 7 8/9 10 11 0")),
              ElementsAre(" 1  2  3  4", " 5  6  7  8", " 9 10 11  _"));
}

}  // namespace
}  // namespace taquin::client
