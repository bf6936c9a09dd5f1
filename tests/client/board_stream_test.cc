#include "client/board_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "client/notation/board_writer.h"

namespace taquin::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Every board as a line, every error as its message.
std::vector<std::string> ReadAll(const std::string& text, const ReadOptions& options = {}) {
  std::istringstream in(text);
  BoardStream stream(in, "boards", options);
  std::vector<std::string> all;
  while (auto next = stream.Next()) {
    all.push_back(next->ok() ? FormatBoardLine((*next)->board)
                             : std::string(next->status().message()));
  }
  return all;
}

TEST(BoardStreamTest, ReadsABoardALine) {
  EXPECT_THAT(ReadAll("# set\n1 2 3 0\n\n[[0,1],[2,3]]\n12X3"),
              ElementsAre("1 2/3 0", "0 1/2 3", "1 2/0 3"));
}

TEST(BoardStreamTest, TellsHowFarTheBoardsThatWereTakenReach) {
  std::istringstream lines("1 2 3 0\n# note\n2 1 3 0\n3 1 2 0\n");
  BoardStream stream(lines, "boards", {});
  EXPECT_EQ(stream.bytes_taken(), 0);
  for (const int expected : {8, 23, 31}) {
    stream.Next();
    EXPECT_EQ(stream.bytes_taken(), expected);
  }
  // Where a board takes several lines, as far as can be told.
  std::istringstream rows("2\n1 2\n3 0\n2\n0 1\n2 3\n");
  BoardStream boards(rows, "boards", {});
  for (const int expected : {10, 20}) {
    boards.Next();
    EXPECT_EQ(boards.bytes_taken(), expected);
  }
}

TEST(BoardStreamTest, ReadsBoardsOfSeveralLines) {
  EXPECT_THAT(ReadAll("0 1 2\n3 4 5\n6 7 8\n"), ElementsAre("0 1 2/3 4 5/6 7 8"));
  EXPECT_THAT(ReadAll("2\n1 2\n3 0\n2\n0 1\n2 3\n"), ElementsAre("1 2/3 0", "0 1/2 3"));
  EXPECT_THAT(ReadAll("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n"),
              ElementsAre("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"));
}

TEST(BoardStreamTest, ABadLineLeavesTheOthersAlone) {
  const auto all = ReadAll("1 2 3 0\n1 2 2 0\n0 1 2 3\n");
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_THAT(all[1], HasSubstr("boards:2:5: tile 2 is repeated: it is at 2:3 already"));
  EXPECT_EQ(all[2], "0 1/2 3");
}

TEST(BoardStreamTest, CountsLinesPastThoseThatItJudgesBy) {
  std::string text;
  for (int i = 0; i < 99; ++i) text += "1 2 3 0\n";
  const auto all = ReadAll(text + "1 2 2 0\n");
  ASSERT_THAT(all, SizeIs(100));
  EXPECT_THAT(all.back(), HasSubstr("boards:100:5: tile 2 is repeated"));
}

TEST(BoardStreamTest, AnEmptyTextIsAnError) {
  EXPECT_THAT(ReadAll("\n# nothing\n"), ElementsAre(HasSubstr("the text is empty")));
}

TEST(BoardStreamTest, KeepsTheNamesOfInstances) {
  std::istringstream in("7 1 2 3 0\n");
  ReadOptions options;
  options.instance_lines = true;
  BoardStream stream(in, "set", options);
  const auto next = stream.Next();
  ASSERT_TRUE(next && next->ok());
  EXPECT_EQ((*next)->id, "7");
}

}  // namespace
}  // namespace taquin::client
