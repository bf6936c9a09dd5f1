#include "client/comparison.h"

#include <gtest/gtest.h>

namespace taquin::client {
namespace {

TEST(EffectiveBranchingFactorTest, IsThatOfAUniformTree) {
  // 2 + 4 + 8 = 14 and 3 + 9 = 12 nodes below the root.
  EXPECT_NEAR(EffectiveBranchingFactor(14, 3), 2, 1e-6);
  EXPECT_NEAR(EffectiveBranchingFactor(12, 2), 3, 1e-6);
  // The textbook's example: 52 nodes at depth 5.
  EXPECT_NEAR(EffectiveBranchingFactor(52, 5), 1.92, 0.005);
}

TEST(EffectiveBranchingFactorTest, OfAStraightLineIsOne) {
  EXPECT_NEAR(EffectiveBranchingFactor(31, 31), 1, 1e-6);
}

TEST(EffectiveBranchingFactorTest, SaysNothingWhereThereIsNothingToSay) {
  EXPECT_EQ(EffectiveBranchingFactor(100, 0), 0);
  EXPECT_EQ(EffectiveBranchingFactor(0, 5), 0);
}

TEST(EffectiveBranchingFactorTest, StaysFiniteForHugeSearches) {
  EXPECT_NEAR(EffectiveBranchingFactor(9'000'000'000'000'000'000, 80), 1.7, 0.1);
  EXPECT_GT(EffectiveBranchingFactor(1'000'000, 20'000), 0.99);
}

}  // namespace
}  // namespace taquin::client
