#include "client/terminal/wrapped_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace taquin::client {
namespace {

std::vector<std::string> LinesOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string WithoutBlanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST(WrapTextTest, LeavesWhatFits) {
  for (const char* text : {"", "\n", "one two", "one two\n", "  one\n\n  two", "1234567890"}) {
    EXPECT_EQ(WrapText(text, 10), text);
  }
}

TEST(WrapTextTest, GoesOnBelowTheLastColumn) {
  EXPECT_EQ(WrapText("  --local       Start a server for this", 30),
            "  --local       Start a server\n"
            "                for this");
  EXPECT_EQ(WrapText("  astar  optimal  with zero, hamming", 30),
            "  astar  optimal  with zero,\n"
            "                  hamming");
  EXPECT_EQ(WrapText("  indented text alone", 12), "  indented\n  text alone");
}

TEST(WrapTextTest, BreaksListsAfterCommas) {
  EXPECT_EQ(WrapText("  NAME:{one,two,three}", 14), "  NAME:{one,\n  two,three}");
}

TEST(WrapTextTest, AWordThatFitsNowhereStaysWhole) {
  EXPECT_EQ(WrapText("a 1234567890 b", 5), "a\n1234567890\nb");
  EXPECT_EQ(WrapText("1234567890", 5), "1234567890");
}

TEST(WrapTextTest, FitsEveryWidthAndLosesNothing) {
  const std::string text =
      "Solve boards, many of them, one after another\n\n"
      "  --algorithm NAME:{auto,bfs,dfs}  How to search for the shortest path, if at all\n"
      "      deep  deeper    the deepest of all, and a word\n";
  for (std::size_t width = 1; width <= 120; ++width) {
    const std::string wrapped = WrapText(text, width);
    EXPECT_EQ(WithoutBlanks(wrapped), WithoutBlanks(text)) << width;
    if (width < 50) continue;
    for (const std::string& line : LinesOf(wrapped)) EXPECT_LE(line.size(), width) << line;
  }
  EXPECT_EQ(WrapText(text, 120), text);
}

}  // namespace
}  // namespace taquin::client
