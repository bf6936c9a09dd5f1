#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/search.h"
#include "solver/searches/table_ida_star.h"
#include "tests/solver/pattern_database/built_tables.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"

namespace taquin {
namespace {

// Runs `threads` threads inside Advance(), in slices of `budget`.
SolveResult SolveWithThreads(Search& search, int threads, std::int64_t budget) {
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&search, budget] {
      while (search.Advance(budget) != SearchState::kFinished) {
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  return search.result();
}

TEST(TableIdaStarThreadsTest, ThreadsFindTheSameLength) {
  const auto instances = ReadKorf100();
  for (const int i : {2, 9, 16, 31, 59, 81, 87}) {
    const Instance& instance = instances[static_cast<std::size_t>(i)];
    const Problem problem = {instance.start, instance.goal};
    SolveOptions options;
    options.threads = 4;
    const auto search = MakeTableSearch(problem, options);
    EXPECT_EQ(search->workers(), 4);
    ASSERT_THAT(SolveWithThreads(*search, 4, 500), IsOptimal(problem, instance.optimum));
  }
}

TEST(TableIdaStarThreadsTest, FewerThreadsThanWorkersDoAllTheWork) {
  const Instance instance = ReadKorf100()[16];
  const Problem problem = {instance.start, instance.goal};
  SolveOptions options;
  options.threads = 3;
  // One slice each in turn, so that workers are put back with work left.
  const auto search = MakeTableSearch(problem, options);
  EXPECT_THAT(SolveWithThreads(*search, 1, 97), IsOptimal(problem, instance.optimum));
  const auto shared = MakeTableSearch(problem, options);
  for (int i = 0; i < 50; ++i) SolveWithThreads(*shared, 0, 1);
  std::thread leaves([&shared] { shared->Advance(1000); });
  leaves.join();
  EXPECT_THAT(SolveWithThreads(*shared, 2, 1000), IsOptimal(problem, instance.optimum));
}

TEST(TableIdaStarThreadsTest, NoThreadTakesTheWholeBudget) {
  const Instance instance = ReadFifteen80()[3];
  const Problem problem = {instance.start, instance.goal};
  SolveOptions options;
  options.threads = 2;
  const auto search = MakeTableSearch(problem, options);
  search->Advance(std::numeric_limits<std::int64_t>::max());
  EXPECT_LT(search->progress().counters.expanded, 1'000'000);
  EXPECT_EQ(search->result().outcome, Outcome::kNotFound);
}

TEST(TableIdaStarThreadsTest, ThreadsKeepToTheExpansions) {
  const Instance instance = ReadFifteen80()[3];
  const Problem problem = {instance.start, instance.goal};
  SolveOptions options;
  options.threads = 4;
  options.limits.expansions = 54'321;
  const auto search = MakeTableSearch(problem, options);
  const SolveResult result = SolveWithThreads(*search, 4, 1000);
  EXPECT_THAT(result, IsNotFound(Limit::kExpansions, instance.optimum));
  EXPECT_EQ(result.counters.expanded, 54'321);
}

TEST(TableIdaStarThreadsTest, CanBeStoppedAndLookedAtMeanwhile) {
  const Instance instance = ReadFifteen80()[5];
  const Problem problem = {instance.start, instance.goal};
  SolveOptions options;
  options.threads = 2;
  const auto search = MakeTableSearch(problem, options);
  std::thread stopper([&search] {
    while (search->progress().counters.expanded < 20'000) {
    }
    search->Stop(Limit::kTime);
  });
  const SolveResult result = SolveWithThreads(*search, 2, 100);
  stopper.join();
  EXPECT_THAT(result, IsNotFound(Limit::kTime, instance.optimum));
  EXPECT_EQ(search->best_path(), nullptr);
}

}  // namespace
}  // namespace taquin
