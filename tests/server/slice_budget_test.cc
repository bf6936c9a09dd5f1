#include "server/slice_budget.h"

#include <chrono>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

// Slices until the budget is within a fifth of what takes `target`.
int SlicesToSettle(SliceBudget& budget, Duration per_expansion, Duration target) {
  for (int slices = 0; slices < 100; ++slices) {
    const Duration slice = budget.expansions() * per_expansion;
    if (slice > target * 4 / 5 && slice < target * 6 / 5) return slices;
    budget.Measured(budget.expansions(), slice);
  }
  return 100;
}

TEST(SliceBudgetTest, FindsTheSizeForFastAndSlowSearches) {
  SliceBudget fast(1ms);
  EXPECT_LE(SlicesToSettle(fast, 20ns, 1ms), 5);
  SliceBudget slow(1ms);
  EXPECT_LE(SlicesToSettle(slow, 100us, 1ms), 5);
}

TEST(SliceBudgetTest, OneInterruptedSliceChangesItByAFactorOfFourAtMost) {
  SliceBudget budget(1ms);
  SlicesToSettle(budget, 1us, 1ms);
  const std::int64_t before = budget.expansions();
  budget.Measured(before, 10s);
  EXPECT_EQ(budget.expansions(), before / 4);
}

TEST(SliceBudgetTest, StaysWithinItsBounds) {
  SliceBudget budget(1ms);
  for (int i = 0; i < 100; ++i) budget.Measured(budget.expansions(), 0ns);
  EXPECT_EQ(budget.expansions(), SliceBudget::kMost);
  for (int i = 0; i < 100; ++i) budget.Measured(budget.expansions(), 1h);
  EXPECT_EQ(budget.expansions(), SliceBudget::kLeast);
}

}  // namespace
}  // namespace taquin::server
