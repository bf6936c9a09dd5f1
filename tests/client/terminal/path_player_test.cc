#include "client/terminal/path_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace taquin::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PathPlayerTest : public testing::Test {
 protected:
  PathPlayerTest() {
    goal_.set_rows(2);
    goal_.set_columns(3);
    for (const int tile : {1, 2, 3, 4, 5, 0}) goal_.add_tiles(tile);
    start_ = goal_;
    start_.clear_tiles();
    for (const int tile : {0, 2, 3, 1, 4, 5}) start_.add_tiles(tile);
  }

  PathPlayer Player() const {
    return {start_, goal_, {v1::DIRECTION_DOWN, v1::DIRECTION_RIGHT, v1::DIRECTION_RIGHT}};
  }

  std::vector<std::string> Lines(const PathPlayer& player, int columns = 80, int rows = 24) {
    return player.Lines(console_, columns, rows);
  }

  static Key Character(char c) { return {Key::Kind::kCharacter, c}; }

  v1::Board start_;
  v1::Board goal_;
  std::ostringstream out_;
  std::ostringstream err_;
  Console console_{out_, err_};
};

TEST_F(PathPlayerTest, PlaysToTheEndAndIsFinishedForOnlookers) {
  PathPlayer player = Player();
  EXPECT_THAT(Lines(player),
              ElementsAre(" _  2  3 ", " 1  4  5 ", "0/3  4/s", "[" + std::string(40, ' ') + "]",
                          "space pause  <- -> step  + - speed  q quit"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(player.finished());
    player.Advance();
  }
  EXPECT_TRUE(player.finished());
  EXPECT_THAT(Lines(player)[1], " 4 [5] _ ");
  EXPECT_THAT(Lines(player)[2], "3/3  tile 5 left (blank right)  4/s");
  EXPECT_THAT(Lines(player)[3], "[" + std::string(40, '=') + "]");
}

TEST_F(PathPlayerTest, WhoeverPressedAKeyMayStepBackFromTheEnd) {
  PathPlayer player = Player();
  player.Press(Character('+'));
  for (int i = 0; i < 10; ++i) player.Advance();
  EXPECT_FALSE(player.finished());
  EXPECT_THAT(Lines(player)[2], HasSubstr("  end"));
  player.Press({Key::Kind::kLeft});
  EXPECT_EQ(player.step(), 2U);
  // The tile that brought this board about, as on the way there.
  EXPECT_THAT(Lines(player)[1], "[4] _  5 ");
  player.Press(Character('q'));
  EXPECT_TRUE(player.finished());
}

TEST_F(PathPlayerTest, SpacePausesPlaysAndBeginsAgainAtTheEnd) {
  PathPlayer player = Player();
  player.Press(Character(' '));
  EXPECT_FALSE(player.playing());
  player.Advance();
  EXPECT_EQ(player.step(), 0U);
  EXPECT_THAT(Lines(player)[2], HasSubstr("  paused"));
  player.Press(Character(' '));
  player.Advance();
  EXPECT_EQ(player.step(), 1U);
  player.Press({Key::Kind::kEnd});
  EXPECT_EQ(player.step(), 3U);
  player.Press(Character(' '));
  EXPECT_EQ(player.step(), 0U);
  EXPECT_TRUE(player.playing());
}

TEST_F(PathPlayerTest, ArrowsAndTheirLettersStepAndStopAtTheEnds) {
  PathPlayer player = Player();
  player.Press({Key::Kind::kLeft});
  EXPECT_EQ(player.step(), 0U);
  for (const Key& key : {Key{Key::Kind::kRight}, Character('l'), Character('l'), Character('l')}) {
    player.Press(key);
  }
  EXPECT_EQ(player.step(), 3U);
  player.Press(Character('h'));
  EXPECT_EQ(player.step(), 2U);
  player.Press(Character('0'));
  EXPECT_EQ(player.step(), 0U);
  player.Press(Character('$'));
  EXPECT_EQ(player.step(), 3U);
  player.Press({Key::Kind::kHome});
  EXPECT_EQ(player.step(), 0U);
  EXPECT_FALSE(player.playing());
}

TEST_F(PathPlayerTest, SpeedHasEnds) {
  PathPlayer player = Player();
  for (int i = 0; i < 20; ++i) player.Press(Character('-'));
  EXPECT_EQ(player.interval(), absl::Seconds(1));
  for (int i = 0; i < 20; ++i) player.Press({Key::Kind::kUp});
  EXPECT_EQ(player.interval(), absl::Seconds(1) / 128);
}

TEST_F(PathPlayerTest, NothingIsEverWiderOrHigherThanTheTerminal) {
  PathPlayer player = Player();
  player.Advance();
  for (int columns = 1; columns < 60; ++columns) {
    for (int rows = 1; rows < 12; ++rows) {
      const std::vector<std::string> lines = Lines(player, columns, rows);
      ASSERT_LE(lines.size(), static_cast<std::size_t>(std::max(rows - 1, 1)));
      for (const std::string& line : lines) {
        ASSERT_LT(line.size(), static_cast<std::size_t>(columns)) << rows;
      }
    }
  }
  EXPECT_THAT(Lines(player, 200, 4), ElementsAre(HasSubstr("a terminal of 10x6 would show")));
}

TEST_F(PathPlayerTest, ColourTellsWhatIsHome) {
  console_.SetColor(When::kAlways);
  EXPECT_EQ(Lines(Player())[0], "\x1b[2m _ \x1b[0m\x1b[32m 2 \x1b[0m\x1b[32m 3 \x1b[0m");
}

}  // namespace
}  // namespace taquin::client
