#include "client/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "taquin/v1/solve.pb.h"

namespace taquin::client {
namespace {

using ::testing::ElementsAre;

TEST(NamesTest, AreThoseOfTheCommandLine) {
  EXPECT_THAT(NamesOf<v1::Algorithm>(),
              ElementsAre("auto", "bfs", "dfs", "iddfs", "greedy", "astar", "idastar",
                          "bidirectional", "beam", "anytime", "astar-idastar"));
  EXPECT_THAT(NamesOf<v1::BeamRanking>(), ElementsAre("sum", "maximum", "lines"));
  EXPECT_THAT(NamesOf<v1::Heuristic>(),
              ElementsAre("zero", "hamming", "gaschnig", "manhattan", "linear-conflict",
                          "walking-distance", "pattern-database"));
  EXPECT_THAT(NamesOf<v1::GoalLayout>(), ElementsAre("blank-last", "blank-first", "spiral"));
}

TEST(NamesTest, EveryNameLeadsBackToItsValue) {
  for (const std::string& name : NamesOf<v1::Algorithm>()) {
    const auto value = ValueOf<v1::Algorithm>(name);
    ASSERT_TRUE(value) << name;
    EXPECT_EQ(NameOf(*value), name);
  }
}

TEST(NamesTest, AreReadInOtherSpellings) {
  EXPECT_EQ(ValueOf<v1::Algorithm>("A*"), v1::ALGORITHM_A_STAR);
  EXPECT_EQ(ValueOf<v1::Algorithm>("a-star"), v1::ALGORITHM_A_STAR);
  EXPECT_EQ(ValueOf<v1::Algorithm>("IDA_STAR"), v1::ALGORITHM_IDA_STAR);
  EXPECT_EQ(ValueOf<v1::Algorithm>("A*+IDA*"), v1::ALGORITHM_A_STAR_THEN_IDA_STAR);
  EXPECT_EQ(ValueOf<v1::Heuristic>("PDB"), v1::HEURISTIC_PATTERN_DATABASE);
  EXPECT_EQ(ValueOf<v1::Algorithm>("unspecified"), std::nullopt);
  EXPECT_EQ(ValueOf<v1::Algorithm>(""), std::nullopt);
}

TEST(NamesTest, AValueFromANewerServerIsItsNumber) {
  EXPECT_EQ(NameOfValue(*v1::Algorithm_descriptor(), 4711), "4711");
}

}  // namespace
}  // namespace taquin::client
