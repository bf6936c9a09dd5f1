#include "client/pictures/svg_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace taquin::client {
namespace {

v1::Board MakeBoard(int rows, int columns, const std::vector<int>& tiles) {
  v1::Board board;
  board.set_rows(rows);
  board.set_columns(columns);
  for (const int tile : tiles) board.add_tiles(tile);
  return board;
}

std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// The attribute of the animation of the group that holds a tile's number.
std::string OfTile(const std::string& svg, int tile, const std::string& attribute) {
  const std::size_t number = svg.find(">" + std::to_string(tile) + "</text>");
  const std::size_t group = svg.rfind("<g ", number);
  const std::size_t at = svg.find("<animateTransform", group);
  if (number == std::string::npos || at > number) return "";
  const std::size_t begin = svg.find(attribute + "=\"", at) + attribute.size() + 2;
  return svg.substr(begin, svg.find('"', begin) - begin);
}

TEST(SvgPictureTest, WithoutMovesIsTheBoardAlone) {
  const v1::Board board = MakeBoard(2, 3, {1, 2, 3, 4, 5, 0});
  const std::string svg = MakeSvgPicture(board, board, {});
  EXPECT_EQ(Count(svg, "</text>"), 5U);
  EXPECT_EQ(Count(svg, "<animate"), 0U);
  EXPECT_THAT(svg, testing::HasSubstr("<title>A 2x3 board</title>"));
}

TEST(SvgPictureTest, EveryTileThatMovesEndsAtItsGoal) {
  const v1::Board start = MakeBoard(2, 2, {0, 2, 1, 3});
  const v1::Board goal = MakeBoard(2, 2, {1, 2, 3, 0});
  const std::string svg = MakeSvgPicture(start, goal, {v1::DIRECTION_DOWN, v1::DIRECTION_RIGHT});
  EXPECT_EQ(OfTile(svg, 2, "values"), "");
  EXPECT_EQ(OfTile(svg, 1, "values"), "6 70;6 70;6 6;6 6");
  EXPECT_EQ(OfTile(svg, 3, "values"), "70 70;70 70;6 70;6 70");
  EXPECT_THAT(svg, testing::HasSubstr("solved in 2 moves"));
  EXPECT_THAT(svg, testing::HasSubstr("From 0 2/1 3 to 1 2/3 0"));
}

TEST(SvgPictureTest, KeyTimesRiseFromZeroToOneHoweverLongThePath) {
  const v1::Board start = MakeBoard(2, 2, {1, 2, 3, 0});
  Moves moves;
  for (int i = 0; i < 5000; ++i) {
    for (const v1::Direction move :
         {v1::DIRECTION_UP, v1::DIRECTION_LEFT, v1::DIRECTION_DOWN, v1::DIRECTION_RIGHT}) {
      moves.push_back(move);
    }
  }
  const std::string svg = MakeSvgPicture(start, start, moves);
  const std::string name = "keyTimes=\"";
  int animations = 0;
  for (std::size_t at = svg.find(name); at != std::string::npos; at = svg.find(name, at)) {
    ++animations;
    at += name.size();
    double before = 0;
    bool first = true;
    for (const std::string& text :
         std::vector<std::string>(absl::StrSplit(svg.substr(at, svg.find('"', at) - at), ';'))) {
      double time = -1;
      ASSERT_TRUE(absl::SimpleAtod(text, &time));
      ASSERT_TRUE(!first || time == 0);
      first = false;
      ASSERT_GE(time, before);
      ASSERT_LE(time, 1);
      before = time;
    }
  }
  EXPECT_EQ(animations, 3 * 2 + 1);  // Each tile's place and colour, and the bar.
}

TEST(SvgPictureTest, AGoalThatIsNotKnownDoesNoHarm) {
  EXPECT_EQ(Count(MakeSvgPicture(MakeBoard(2, 2, {1, 2, 3, 0}), v1::Board(), {}), "</text>"), 3U);
}

}  // namespace
}  // namespace taquin::client
