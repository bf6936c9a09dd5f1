#include "server/memory_budget.h"

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

class MemoryBudgetTest : public testing::Test {
 protected:
  static constexpr std::int64_t kTotal = 1000;

  // Takes one byte after another until it is refused.
  static std::int64_t TakeAll(MemoryAccount& account) {
    std::int64_t taken = 0;
    while (account.Take(1)) ++taken;
    return taken;
  }

  const std::shared_ptr<MemoryBudget> budget_ = std::make_shared<MemoryBudget>(kTotal);
};

TEST_F(MemoryBudgetTest, OneAloneGetsHalf) {
  MemoryAccount account(budget_);
  EXPECT_EQ(TakeAll(account), kTotal / 2);
  EXPECT_EQ(budget_->used_bytes(), kTotal / 2);
}

TEST_F(MemoryBudgetTest, WhatIsTooMuchAtOnceIsRefusedAndCountsNothing) {
  MemoryAccount account(budget_);
  EXPECT_FALSE(account.Take(kTotal / 2 + 1));
  EXPECT_EQ(budget_->used_bytes(), 0);
  EXPECT_TRUE(account.Take(kTotal / 2));
}

TEST_F(MemoryBudgetTest, EachOfManyGetsAnEvenShareAndLeavesOneFree) {
  std::vector<std::unique_ptr<MemoryAccount>> accounts;
  for (int i = 0; i < 9; ++i) accounts.push_back(std::make_unique<MemoryAccount>(budget_));
  std::vector<std::int64_t> held(accounts.size(), 0);
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t i = 0; i < accounts.size(); ++i) {
      if (!accounts[i]->Take(1)) continue;
      ++held[i];
      grown = true;
    }
  }
  for (const std::int64_t bytes : held) EXPECT_NEAR(static_cast<double>(bytes), 100, 1);
  MemoryAccount newcomer(budget_);
  EXPECT_GE(TakeAll(newcomer), 45);
}

TEST_F(MemoryBudgetTest, WhatIsReleasedOrForgottenIsFree) {
  std::optional<MemoryAccount> account(budget_);
  EXPECT_TRUE(account->Take(300));
  account->Release(100);
  EXPECT_EQ(budget_->used_bytes(), 200);
  EXPECT_TRUE(account->Take(300));
  account.reset();
  EXPECT_EQ(budget_->used_bytes(), 0);
}

TEST_F(MemoryBudgetTest, WhatIsStatedCountsAndGrowthIsJudged) {
  MemoryAccount account(budget_);
  MemoryAccount other(budget_);
  EXPECT_TRUE(account.Settle(400));
  EXPECT_FALSE(other.Settle(400)) << "200 are free";
  EXPECT_EQ(budget_->used_bytes(), 800) << "it has them all the same";
  EXPECT_TRUE(account.Settle(400)) << "it has not grown";
  EXPECT_TRUE(account.Settle(390));
  EXPECT_TRUE(other.Settle(0));
  EXPECT_EQ(budget_->used_bytes(), 390);
}

TEST(MemoryBudgetThreadsTest, HoweverManyTakeAtOnceTheTotalHolds) {
  constexpr std::int64_t kTotal = 10'000;
  constexpr int kSearches = 4;
  constexpr int kRounds = 20'000;
  const auto budget = std::make_shared<MemoryBudget>(kTotal);
  std::atomic<std::int64_t> most = 0;
  std::barrier start(kSearches);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kSearches; ++i) {
      threads.emplace_back([&budget, &most, &start, i] {
        MemoryAccount account(budget);
        start.arrive_and_wait();
        std::int64_t held = 0;
        for (int round = 0; round < kRounds; ++round) {
          const std::int64_t bytes = 1 + (round * 7 + i) % 1000;
          if (account.Take(bytes)) {
            held += bytes;
          } else {
            account.Release(held);
            held = 0;
          }
          const std::int64_t used = budget->used_bytes();
          std::int64_t before = most;
          while (used > before && !most.compare_exchange_weak(before, used)) {
          }
        }
      });
    }
  }
  EXPECT_LE(most, kTotal);
  EXPECT_GT(most, kTotal / 4);
  EXPECT_EQ(budget->used_bytes(), 0);
}

}  // namespace
}  // namespace taquin::server
