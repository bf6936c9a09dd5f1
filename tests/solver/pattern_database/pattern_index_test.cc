#include "solver/pattern_database/pattern_index.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin {
namespace {

TEST(PatternIndexTest, CountsTheBlocksOfTheFifteenPuzzle) {
  // Counted by an independent program.
  const auto seven = PatternIndex::Create({4, 4}, 7);
  ASSERT_TRUE(seven.ok());
  EXPECT_EQ((*seven)->sets(), 11440u);
  EXPECT_EQ((*seven)->blocks(), 27748u);
  const auto eight = PatternIndex::Create({4, 4}, 8);
  ASSERT_TRUE(eight.ok());
  EXPECT_EQ((*eight)->blocks(), 35347u);
}

TEST(PatternIndexTest, NumbersEachSetAndRegionOnce) {
  for (const Shape shape : {Shape{3, 3}, Shape{2, 5}, Shape{4, 3}, Shape{1, 6}}) {
    for (int tiles = 1; tiles < shape.cells() && tiles <= kMaxPatternTiles; ++tiles) {
      const auto index = PatternIndex::Create(shape, tiles);
      ASSERT_TRUE(index.ok());
      const std::vector<CellSet> sets = SetsInOrder(shape.cells(), tiles);
      ASSERT_EQ(static_cast<std::int64_t>(sets.size()), PatternIndex::Sets(shape, tiles));
      std::uint32_t next_block = 0;
      for (std::uint32_t rank = 0; rank < sets.size(); ++rank) {
        const CellSet set = sets[rank];
        ASSERT_EQ((*index)->SetRank(set), rank);
        const CellSet free = ~set & CellsBefore(shape.cells());
        for (int cell = 0; cell < shape.cells(); ++cell) {
          if ((free & CellBit(cell)) == 0) continue;
          const std::uint32_t block = (*index)->Block(set, cell);
          ASSERT_LE(block, next_block);
          if (block == next_block) ++next_block;
          for (int other = 0; other < shape.cells(); ++other) {
            if ((free & CellBit(other)) == 0) continue;
            const bool joined = (RegionOf(shape, free, cell) & CellBit(other)) != 0;
            ASSERT_EQ((*index)->Block(set, other) == block, joined);
          }
        }
      }
      EXPECT_EQ(next_block, (*index)->blocks());
    }
  }
}

TEST(PatternIndexTest, HandlesThirtyTwoCells) {
  const auto index = PatternIndex::Create({4, 8}, 2);
  ASSERT_TRUE(index.ok());
  EXPECT_EQ((*index)->sets(), 496u);
  EXPECT_EQ((*index)->SetRank(CellBit(30) | CellBit(31)), 495u);
  // Tiles on 23 and 30 shut the corner in.
  const CellSet set = CellBit(23) | CellBit(30);
  EXPECT_NE((*index)->Block(set, 31), (*index)->Block(set, 0));
}

TEST(PatternIndexTest, NumbersLargeBoardsAsItDoesSmallOnes) {
  for (const Shape shape : {Shape{6, 6}, Shape{3, 11}, Shape{2, 32}, Shape{8, 8}, Shape{21, 3}}) {
    for (int tiles = 1; tiles <= 3; ++tiles) {
      const auto index = PatternIndex::Create(shape, tiles);
      ASSERT_TRUE(index.ok());
      const std::vector<CellSet> sets = SetsInOrder(shape.cells(), tiles);
      ASSERT_EQ(static_cast<std::int64_t>(sets.size()), PatternIndex::Sets(shape, tiles));
      std::uint32_t next_block = 0;
      for (std::uint32_t rank = 0; rank < sets.size(); ++rank) {
        const CellSet set = sets[rank];
        ASSERT_EQ((*index)->SetRank(set), rank);
        ASSERT_EQ((*index)->FirstBlock(rank), next_block);
        for (CellSet rest = AllCells(shape.cells()) & ~set; rest != 0; ++next_block) {
          const CellSet region =
              RegionOf(shape, AllCells(shape.cells()) & ~set, std::countr_zero(rest));
          for (CellSet free = region; free != 0; free &= free - 1) {
            ASSERT_EQ((*index)->Block(set, std::countr_zero(free)), next_block);
          }
          rest &= ~region;
        }
      }
      EXPECT_EQ(next_block, (*index)->blocks());
    }
  }
}

TEST(PatternIndexTest, RefusesWhatItCannotNumber) {
  EXPECT_EQ(PatternIndex::Create({5, 13}, 2).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PatternIndex::Create({8, 8}, 7).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PatternIndex::Create({4, 4}, 9).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PatternIndex::Create({4, 4}, 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PatternIndex::Create({2, 2}, 4).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(PermutationRankTest, IsABijection) {
  for (int tiles = 1; tiles <= 6; ++tiles) {
    std::vector<std::uint8_t> order;
    for (int tile = 0; tile < tiles; ++tile) order.push_back(static_cast<std::uint8_t>(tile));
    EXPECT_EQ(PermutationRank(order), 0u);
    std::vector<bool> seen(Factorial(tiles), false);
    do {
      const std::uint32_t rank = PermutationRank(order);
      ASSERT_LT(rank, seen.size());
      ASSERT_FALSE(seen[rank]);
      seen[rank] = true;
      ASSERT_EQ(PermutationOfRank(tiles, rank), order);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(PermutationRankTest, ChangesByTheGreaterTilesFactorial) {
  std::vector<std::uint8_t> order = {3, 0, 4, 1, 2};
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    std::vector<std::uint8_t> swapped = order;
    std::swap(swapped[i], swapped[i + 1]);
    EXPECT_EQ(
        static_cast<std::int64_t>(PermutationRank(swapped)),
        static_cast<std::int64_t>(PermutationRank(order)) + RankChange(order[i], order[i + 1]));
  }
}

}  // namespace
}  // namespace taquin
