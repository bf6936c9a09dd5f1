#include "client/terminal/raw_terminal.h"

#include <gtest/gtest.h>

namespace taquin::client {
namespace {

TEST(ParseKeyTest, KnowsTheKeysOfEveryCommonTerminal) {
  struct Case {
    std::string_view bytes;
    Key::Kind kind;
  };
  for (const auto& [bytes, kind] : std::initializer_list<Case>{
           {"\x1b[A", Key::Kind::kUp},
           {"\x1bOA", Key::Kind::kUp},
           {"\x1b[B", Key::Kind::kDown},
           {"\x1bOB", Key::Kind::kDown},
           {"\x1b[C", Key::Kind::kRight},
           {"\x1bOC", Key::Kind::kRight},
           {"\x1b[D", Key::Kind::kLeft},
           {"\x1bOD", Key::Kind::kLeft},
           {"\x1b[H", Key::Kind::kHome},
           {"\x1b[1~", Key::Kind::kHome},
           {"\x1b[F", Key::Kind::kEnd},
           {"\x1b[4~", Key::Kind::kEnd},
           {"\x1b", Key::Kind::kEscape},
           {"\x03", Key::Kind::kInterrupt},
           {"\x1a", Key::Kind::kSuspend},
       }) {
    const ParsedKey parsed = ParseKey(bytes);
    EXPECT_EQ(parsed.key.kind, kind) << bytes.substr(1);
    EXPECT_EQ(parsed.length, bytes.size()) << bytes.substr(1);
  }
}

TEST(ParseKeyTest, TakesOneKeyOfMany) {
  EXPECT_EQ(ParseKey("q\x1b[A").key.character, 'q');
  EXPECT_EQ(ParseKey("q\x1b[A").length, 1U);
  EXPECT_EQ(ParseKey("\x1b[Cq").length, 3U);
  EXPECT_EQ(ParseKey("\r").key.character, '\n');
}

TEST(ParseKeyTest, SwallowsSequencesOfOtherKeysWhole) {
  for (const std::string_view bytes : {"\x1b[5~q", "\x1b[1;5Cq", "\x1b[15~q"}) {
    const ParsedKey parsed = ParseKey(bytes);
    EXPECT_EQ(parsed.key.kind, Key::Kind::kNone);
    EXPECT_EQ(parsed.length, bytes.size() - 1);
  }
}

TEST(GiveTerminalBackTest, DoesNothingIfNoneIsTaken) { GiveTerminalBack(); }

}  // namespace
}  // namespace taquin::client
