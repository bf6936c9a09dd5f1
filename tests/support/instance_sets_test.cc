#include "tests/support/instance_sets.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

// The sum of every tile's distance along rows and columns, from the definition.
int ManhattanDistance(const Board& start, const Board& goal) {
  int sum = 0;
  for (int cell = 0; cell < start.cells(); ++cell) {
    for (int other = 0; other < goal.cells(); ++other) {
      if (start.tile(cell) == 0 || start.tile(cell) != goal.tile(other)) continue;
      sum += goal.shape().Distance(cell, other);
    }
  }
  return sum;
}

TEST(InstanceSetsTest, HoldEveryRow) {
  EXPECT_EQ(ReadBoardCases().size(), 38U);
  EXPECT_EQ(ReadKorf100().size(), 100U);
  EXPECT_EQ(ReadKorf100BlankLast().size(), 100U);
  EXPECT_EQ(ReadKorf24().size(), 28U);
  EXPECT_EQ(ReadFifteen80().size(), 17U);
}

TEST(InstanceSetsTest, ColumnsAreWhatTheyAreTakenFor) {
  for (const std::vector<Instance>& set : {ReadKorf100(), ReadKorf24()}) {
    for (const Instance& instance : set) {
      EXPECT_EQ(ManhattanDistance(instance.start, instance.goal), instance.manhattan)
          << instance.id;
      EXPECT_GE(instance.optimum, instance.manhattan);
      EXPECT_EQ((instance.optimum - instance.manhattan) % 2, 0);
    }
  }
}

TEST(InstanceSetsTest, BlankLastIsTheSameSetTurned) {
  const std::vector<Instance> blank_first = ReadKorf100();
  const std::vector<Instance> blank_last = ReadKorf100BlankLast();
  for (std::size_t i = 0; i < blank_first.size(); ++i) {
    EXPECT_EQ(blank_first[i].optimum, blank_last[i].optimum);
    for (int cell = 0; cell < 16; ++cell) {
      EXPECT_EQ(blank_last[i].start.tile(15 - cell), (16 - blank_first[i].start.tile(cell)) % 16);
    }
  }
}

TEST(InstanceSetsTest, CountsAddUpToHalfOfAllArrangements) {
  const DepthCounts eight = ReadEightDepths();
  EXPECT_EQ(std::accumulate(eight.begin(), eight.end(), std::int64_t{0}), 181'440);
  const DepthCounts fifteen = ReadFifteenDepths();
  EXPECT_EQ(std::accumulate(fifteen.begin(), fifteen.end(), std::int64_t{0}), 10'461'394'944'000);
  EXPECT_EQ(fifteen.size(), 81U);
}

}  // namespace
}  // namespace taquin
