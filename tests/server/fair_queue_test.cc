#include "server/fair_queue.h"

#include <chrono>
#include <map>
#include <memory>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

constexpr Duration kHeadStart = 10ms;
constexpr Duration kSlice = 1ms;

// Takes `slices` slices one after the other, each of the length estimated, and
// counts who got them.
std::map<const FairQueue::Item*, int> Serve(FairQueue& queue, int slices) {
  std::map<const FairQueue::Item*, int> served;
  for (int i = 0; i < slices; ++i) {
    FairQueue::Item* const item = queue.Take(kSlice);
    if (item == nullptr) break;
    ++served[item];
    queue.GiveBack(*item, Duration::zero());
  }
  return served;
}

TEST(FairQueueTest, AnEmptyQueueHasNothingToDo) {
  FairQueue queue(kHeadStart);
  EXPECT_EQ(queue.Take(kSlice), nullptr);
}

TEST(FairQueueTest, TwoSearchesOfOneCallerTakeTurns) {
  FairQueue queue(kHeadStart);
  FairQueue::Item a;
  FairQueue::Item b;
  queue.Join(a, "caller", 1, {});
  queue.Join(b, "caller", 1, {});
  auto served = Serve(queue, 1000);
  EXPECT_EQ(served[&a], 500);
  EXPECT_EQ(served[&b], 500);
}

TEST(FairQueueTest, CallersShareEvenlyHoweverManySearchesTheyHave) {
  FairQueue queue(kHeadStart);
  std::vector<std::unique_ptr<FairQueue::Item>> crowd;
  for (int i = 0; i < 1000; ++i) {
    queue.Join(*crowd.emplace_back(std::make_unique<FairQueue::Item>()), "crowd", 1, {});
  }
  Serve(queue, 5000);
  FairQueue::Item lone;
  queue.Join(lone, "lone", 1, {});
  auto served = Serve(queue, 1000);
  EXPECT_GE(served[&lone], 500);
  EXPECT_LE(served[&lone], 500 + kHeadStart / kSlice);
}

TEST(FairQueueTest, ANewcomerRunsAtOnceForItsHeadStartAndThenInTurn) {
  FairQueue queue(kHeadStart);
  FairQueue::Item old;
  queue.Join(old, "caller", 1, {});
  Serve(queue, 100000);
  FairQueue::Item young;
  queue.Join(young, "caller", 1, {});
  auto served = Serve(queue, 10);
  EXPECT_EQ(served[&young], 10);
  served = Serve(queue, 1000);
  EXPECT_NEAR(served[&young], 500, 2);
  EXPECT_NEAR(served[&old], 500, 2) << "the older search is not starved";
}

TEST(FairQueueTest, WhatWasUsedBeforeJoiningCountsAgainstTheHeadStart) {
  FairQueue queue(kHeadStart);
  FairQueue::Item old;
  queue.Join(old, "caller", 1, {});
  Serve(queue, 1000);
  FairQueue::Item young;
  queue.Join(young, "caller", 1, 6ms);
  auto served = Serve(queue, 4);
  EXPECT_EQ(served[&young], 4);
  served = Serve(queue, 1000);
  EXPECT_NEAR(served[&young], 500, 2);
}

TEST(FairQueueTest, AJoinThatChargesItsCallerKeepsTheCallersInOrder) {
  FairQueue queue(kHeadStart);
  std::vector<std::unique_ptr<FairQueue::Item>> items;
  for (int i = 0; i < 60; ++i) {
    queue.Join(*items.emplace_back(std::make_unique<FairQueue::Item>()),
               "caller" + std::to_string(i % 6), 1, i % 5 * 3ms);
    Serve(queue, 3);
  }
  auto served = Serve(queue, 6000);
  EXPECT_EQ(served.size(), items.size());
  for (const auto& item : items) queue.Leave(*item);
  EXPECT_EQ(queue.Take(kSlice), nullptr);
}

TEST(FairQueueTest, LeavingAndComingBackWinsNothing) {
  FairQueue queue(kHeadStart);
  FairQueue::Item steady;
  queue.Join(steady, "steady", 1, {});
  Serve(queue, 100);
  int churned = 0;
  for (int round = 0; round < 100; ++round) {
    FairQueue::Item churning;
    queue.Join(churning, "churning", 1, {});
    churned += Serve(queue, 10)[&churning];
    queue.Leave(churning);
  }
  EXPECT_LE(churned, 500 + kHeadStart / kSlice);
}

TEST(FairQueueTest, SlicesAreChargedWithWhatTheyTook) {
  FairQueue queue(kHeadStart);
  FairQueue::Item slow;
  FairQueue::Item quick;
  queue.Join(slow, "slow", 1, {});
  queue.Join(quick, "quick", 1, {});
  std::map<const FairQueue::Item*, int> served;
  for (int i = 0; i < 1000; ++i) {
    FairQueue::Item* const item = queue.Take(kSlice);
    ++served[item];
    queue.GiveBack(*item, item == &slow ? 8ms : 0ms);  // Nine times the estimate.
  }
  EXPECT_NEAR(served[&slow], 100, 2);
  EXPECT_NEAR(served[&quick], 900, 2);
}

TEST(FairQueueTest, AnItemIsOutAsOftenAsItHasSlots) {
  FairQueue queue(kHeadStart);
  FairQueue::Item parallel;
  queue.Join(parallel, "caller", 3, {});
  EXPECT_EQ(queue.Take(kSlice), &parallel);
  EXPECT_EQ(queue.Take(kSlice), &parallel);
  EXPECT_EQ(queue.Take(kSlice), &parallel);
  EXPECT_EQ(queue.Take(kSlice), nullptr);
  queue.GiveBack(parallel, Duration::zero());
  EXPECT_EQ(queue.Take(kSlice), &parallel);
  EXPECT_EQ(queue.Take(kSlice), nullptr);
}

TEST(FairQueueTest, ParallelSlicesComeOutOfTheCallersShare) {
  FairQueue queue(kHeadStart);
  FairQueue::Item parallel;
  FairQueue::Item other;
  queue.Join(parallel, "parallel", 4, {});
  queue.Join(other, "other", 1, {});
  // Two workers: each gives its slice back after the other has taken one.
  std::map<const FairQueue::Item*, int> served;
  FairQueue::Item* held = queue.Take(kSlice);
  for (int i = 0; i < 1000; ++i) {
    FairQueue::Item* const taken = queue.Take(kSlice);
    ++served[held];
    queue.GiveBack(*held, Duration::zero());
    held = taken;
  }
  EXPECT_NEAR(served[&parallel], 500, 20);
  EXPECT_NEAR(served[&other], 500, 20);
}

TEST(FairQueueTest, AnItemThatLeftWithASliceOutIsNotServedAgain) {
  FairQueue queue(kHeadStart);
  FairQueue::Item item;
  queue.Join(item, "caller", 2, {});
  ASSERT_EQ(queue.Take(kSlice), &item);
  queue.Leave(item);
  EXPECT_FALSE(item.in_queue());
  EXPECT_EQ(queue.Take(kSlice), nullptr);
  queue.GiveBack(item, Duration::zero());
  EXPECT_EQ(queue.Take(kSlice), nullptr);
  queue.Leave(item);
}

TEST(FairQueueTest, ManyCallersPassingByAreForgotten) {
  FairQueue queue(kHeadStart);
  FairQueue::Item steady;
  queue.Join(steady, "steady", 1, {});
  for (int i = 0; i < 10000; ++i) {
    FairQueue::Item passing;
    queue.Join(passing, "caller" + std::to_string(i), 1, {});
    Serve(queue, 1);
    queue.Leave(passing);
  }
  EXPECT_LE(queue.remembered_callers(), 2 * FairQueue::kMostDormantCallers);
}

}  // namespace
}  // namespace taquin::server
