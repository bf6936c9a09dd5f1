#include "client/spelling.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace taquin::client {
namespace {

const std::vector<std::string> kNames = {"solve", "batch", "check", "verify", "generate", "play"};

TEST(SpellingTest, FindsEveryNameBehindOneSlip) {
  for (const std::string& name : kNames) {
    EXPECT_EQ(ClosestName(name, kNames), name);
    EXPECT_EQ(ClosestName(name + "s", kNames), name);
    for (std::size_t i = 0; i < name.size(); ++i) {
      std::string wrong = name;
      wrong[i] = '#';
      EXPECT_EQ(ClosestName(wrong, kNames), name);
      std::string missing = name;
      missing.erase(i, 1);
      EXPECT_EQ(ClosestName(missing, kNames), name);
      if (i == 0) continue;
      std::string swapped = name;
      std::swap(swapped[i - 1], swapped[i]);
      EXPECT_EQ(ClosestName(swapped, kNames), name);
    }
  }
}

TEST(SpellingTest, FindsNothingBehindAnotherWord) {
  for (const char* word : {"", "x", "frobnicate", "2 3 4 1 5 x 7 6 8", "---"}) {
    EXPECT_EQ(ClosestName(word, kNames), "") << word;
  }
  EXPECT_EQ(ClosestName(std::string(1 << 20, 's'), kNames), "");
  EXPECT_EQ(ClosestName("solve", {}), "");
}

TEST(SpellingTest, TakesTheNameOfTheFewestSlips) {
  EXPECT_EQ(ClosestName("--max-tine", {"--max-memory", "--max-line", "--max-time"}), "--max-line");
  EXPECT_EQ(ClosestName("--max-tim", {"--max-memory", "--max-line", "--max-time"}), "--max-time");
}

}  // namespace
}  // namespace taquin::client
