#include "client/notation/fault.h"

#include <gtest/gtest.h>

#include <string>

#include "client/notation/board_reader.h"

namespace taquin::client {
namespace {

std::string Describe(const std::string& text) {
  return DescribeFaults("board.txt", ReadBoards(text).faults);
}

TEST(FaultTest, PutsACaretUnderEachFault) {
  EXPECT_EQ(Describe("1 2 3\n4 5 55\n7 8 0"),
            "board.txt:2:5: 55 is out of range: a 3x3 board has the tiles 1 to 8 and a blank\n"
            "  4 5 55\n"
            "      ^^\n"
            "board.txt:3:6: missing: tile 6\n"
            "  7 8 0\n"
            "       ^\n");
}

TEST(FaultTest, ShowsTabsAsOneColumnAndWideCharactersAsTwo) {
  const std::string described = Describe("1\t\xEF\xBC\x92\t3\t3");
  EXPECT_NE(described.find("  1 \xEF\xBC\x92 3 3\n    ^^\n"), std::string::npos) << described;
  EXPECT_NE(described.find("         ^\n"), std::string::npos) << described;
}

TEST(FaultTest, NeverSendsControlCharactersToTheTerminal) {
  const std::string described = Describe("1 2 \x1b[31m 0");
  EXPECT_EQ(described.find('\x1b'), std::string::npos) << described;
}

TEST(FaultTest, ShowsOnlyThePartOfALongLineAroundTheFault) {
  std::string text;
  for (int i = 1; i < 256; ++i) text += std::to_string(i == 128 ? 127 : i) + " ";
  const std::string described = Describe(text + "0");
  EXPECT_NE(described.find("  ... "), std::string::npos) << described;
  EXPECT_LT(described.size(), 600U) << described;
  EXPECT_NE(described.find("tile 127 is repeated"), std::string::npos) << described;
}

TEST(FaultTest, SaysHowManyItLeavesOut) {
  std::string text;
  for (int i = 0; i < 25; ++i) text += "q ";
  const std::string described = Describe(text);
  EXPECT_NE(described.find("board.txt: and 6 more\n"), std::string::npos) << described;
}

}  // namespace
}  // namespace taquin::client
