#include "solver/pattern_database/partition.h"

#include <bit>
#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/pattern_database/pattern_table.h"
#include "solver/pattern_database/symmetry.h"
#include "solver/solve_options.h"

namespace taquin {
namespace {

using ::testing::HasSubstr;

TEST(ChoosePartitionTest, PartsTheTilesOfEveryGoal) {
  for (const Shape shape :
       {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{2, 8}, Shape{3, 5}, Shape{4, 4}, Shape{5, 3},
        Shape{4, 5}, Shape{3, 7}, Shape{5, 5}, Shape{6, 6}, Shape{3, 11}, Shape{8, 8}}) {
    for (int blank = 0; blank < shape.cells(); ++blank) {
      for (const TableTier tier : kTableTiers) {
        const auto partition = ChoosePartition(shape, blank, tier);
        ASSERT_TRUE(partition.ok()) << partition.status();
        CellSet covered = CellBit(blank);
        for (const CellSet pattern : partition->patterns) {
          EXPECT_EQ(covered & pattern, 0u);
          EXPECT_NE(pattern, 0u);
          covered |= pattern;
        }
        EXPECT_EQ(covered, AllCells(shape.cells()));
      }
    }
  }
}

// What HeuristicServes() promises of pattern databases.
TEST(ChoosePartitionTest, EveryShapeThatIsServedHasTablesOfTheLowestTier) {
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      const Shape shape = {rows, columns};
      if (shape.cells() < 2) continue;
      const auto partition = ChoosePartition(shape, 0, TableTier::kStartup);
      ASSERT_EQ(partition.ok(), HeuristicServes(Heuristic::kPatternDatabase, shape))
          << rows << "x" << columns;
      if (!partition.ok()) continue;
      // More groups than a search takes, or more regions than an index numbers.
      EXPECT_LE(partition->patterns.size(), kMaxPatterns);
      std::set<int> sizes;
      for (const CellSet pattern : partition->patterns) sizes.insert(std::popcount(pattern));
      for (const int tiles : sizes) {
        const auto index = PatternIndex::Create(shape, tiles);
        ASSERT_TRUE(index.ok()) << rows << "x" << columns << ": " << index.status();
      }
    }
  }
}

TEST(ChoosePartitionTest, ChoosesTheKnownOnes) {
  const auto name = [](Shape shape, int blank, TableTier tier) {
    return PartitionName(*ChoosePartition(shape, blank, tier));
  };
  for (const int blank : {0, 1, 5}) {
    EXPECT_EQ(name({4, 4}, blank, TableTier::kStartup), "6-6-3");
    EXPECT_EQ(name({4, 4}, blank, TableTier::kDefault), "7-7-1");
    EXPECT_EQ(name({4, 4}, blank, TableTier::kLarge), "7-8");
  }
  EXPECT_EQ(name({5, 5}, 0, TableTier::kDefault), "6-6-6-6");
}

TEST(ChoosePartitionTest, NamesWhatWouldBeNeeded) {
  const auto square = ChoosePartition({7, 10}, 0, TableTier::kLarge);
  EXPECT_THAT(std::string(square.status().message()), HasSubstr("at most 64 cells"));
  EXPECT_THAT(std::string(square.status().message()), HasSubstr("bytes"));
  const auto row = ChoosePartition({1, 9}, 0, TableTier::kLarge);
  EXPECT_THAT(std::string(row.status().message()), HasSubstr("single row"));
}

TEST(EstimateTableBytesTest, IsNearTheTruth) {
  for (const auto& [shape, tiles] : {std::pair<Shape, int>{{4, 4}, 7},
                                     {{4, 4}, 8},
                                     {{5, 5}, 6},
                                     {{3, 5}, 7},
                                     {{4, 5}, 6},
                                     {{3, 7}, 6},
                                     {{2, 8}, 5}}) {
    const auto index = PatternIndex::Create(shape, tiles);
    ASSERT_TRUE(index.ok());
    const double truth = static_cast<double>(PatternTable::Words(**index) * 8);
    EXPECT_NEAR(static_cast<double>(EstimateTableBytes(shape, tiles)) / truth, 1, 0.35)
        << shape.rows << "x" << shape.columns << " " << tiles;
  }
}

TEST(TableTierTest, NamesAreReadBack) {
  for (const TableTier tier : kTableTiers) {
    EXPECT_EQ(TableTierOfName(TableTierName(tier)), tier);
  }
  EXPECT_EQ(TableTierOfName("huge"), std::nullopt);
}

}  // namespace
}  // namespace taquin
