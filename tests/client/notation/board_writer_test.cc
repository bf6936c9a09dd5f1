#include "client/notation/board_writer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/notation/board_reader.h"

namespace taquin::client {
namespace {

v1::Board MakeBoard(int rows, int columns, const std::vector<int>& tiles) {
  v1::Board board;
  board.set_rows(rows);
  board.set_columns(columns);
  for (const int tile : tiles) board.add_tiles(tile);
  return board;
}

TEST(BoardWriterTest, WritesEachNotation) {
  const v1::Board board = MakeBoard(2, 3, {1, 2, 3, 0, 4, 5});
  const auto written = [&board](const char* name) {
    return FormatBoard(*BoardNotationOf(name), board, 7);
  };
  EXPECT_EQ(written("slashes"), "1 2 3/0 4 5");
  EXPECT_EQ(written("numbers"), "1 2 3 0 4 5");
  EXPECT_EQ(written("commas"), "1,2,3,0,4,5");
  EXPECT_EQ(written("grid"), "1 2 3\n_ 4 5");
  EXPECT_EQ(written("sized"), "2 3\n1 2 3\n0 4 5");
  EXPECT_EQ(written("list"), "[[1,2,3],[0,4,5]]");
  EXPECT_EQ(written("object"), "{\"rows\":2,\"columns\":3,\"tiles\":[1,2,3,0,4,5]}");
  EXPECT_EQ(written("base36"), "123045");
  EXPECT_EQ(written("korf"), "7 1 2 3 0 4 5");
  EXPECT_EQ(BoardNotationOf("morse"), std::nullopt);
}

TEST(BoardWriterTest, TheReaderReadsWhatEachNotationWrites) {
  std::vector<int> sixteen;
  for (int tile = 15; tile >= 0; --tile) sixteen.push_back(tile);
  for (const v1::Board& board :
       {MakeBoard(3, 3, {8, 1, 3, 4, 0, 2, 7, 6, 5}), MakeBoard(4, 4, sixteen),
        MakeBoard(2, 3, {1, 2, 3, 0, 4, 5}), MakeBoard(1, 3, {1, 0, 2})}) {
    for (const std::string& name : BoardNotationNames()) {
      const BoardNotation notation = *BoardNotationOf(name);
      ReadOptions options;
      options.rows = board.rows();
      options.columns = board.columns();
      options.instance_lines = notation == BoardNotation::kKorf;
      const ReadResult result = ReadBoards(FormatBoard(notation, board, 1) + "\n", options);
      ASSERT_EQ(result.boards.size(), 1u) << name;
      EXPECT_EQ(FormatBoardLine(result.boards[0].board), FormatBoardLine(board)) << name;
    }
  }
}

TEST(BoardWriterTest, KnowsWhatHasNoRoom) {
  EXPECT_TRUE(CanWrite(BoardNotation::kBase36, 36));
  EXPECT_FALSE(CanWrite(BoardNotation::kBase36, 37));
  EXPECT_TRUE(CanWrite(BoardNotation::kSlashes, 1024));
}

}  // namespace
}  // namespace taquin::client
