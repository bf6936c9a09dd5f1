// The anytime search under limits and cancels at random moments, and its bounds
// beside known optima.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "solver/search_factory.h"
#include "tests/solver/searches/checked_run.h"
#include "tests/support/boards.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"

namespace taquin {
namespace {

std::unique_ptr<Search> MakeSearch(const Problem& problem, SolveOptions options) {
  static const TableRegistry* const tables = new TableRegistry();
  options.algorithm = Algorithm::kAnytime;
  return *CreateSearch(problem, options, *tables);
}

Problem RandomProblem(Shape shape, Random& random) {
  const Board goal = RandomArrangement(shape, random);
  return {RandomReachableBoard(goal, random), goal};
}

// A limit is kept whatever it is, and the result says which one ended the
// search and tells nothing false.
TEST(AnytimeLimitsTest, KeepsToRandomLimitsTogether) {
  Random random(31);
  const std::vector<Shape> shapes = {{2, 2}, {3, 3}, {4, 4}, {3, 7}, {5, 5}, {9, 9}};
  for (int i = 0; i < SampleSize(200, 20); ++i) {
    const Problem problem =
        RandomProblem(shapes[static_cast<std::size_t>(random.Below(6))], random);
    SolveOptions options;
    options.limits.expansions = random.Below(30'000);
    if (random.Below(2) == 0) options.limits.memory_bytes = random.Below(4 << 20);
    if (random.Below(2) == 0) options.limits.length = random.Below(200);
    if (random.Below(3) == 0) options.target_gap = random.Below(100) / 100.0;
    const std::unique_ptr<Search> search = MakeSearch(problem, options);
    RunChecked(*search, problem, 1 + random.Below(2000), std::numeric_limits<std::int64_t>::max());
    const SolveResult result = search->result();
    SCOPED_TRACE(problem.start.ToString() + " to " + problem.goal.ToString());
    EXPECT_LE(result.counters.expanded, *options.limits.expansions);
    if (options.limits.memory_bytes.has_value()) {
      EXPECT_LE(result.peak_memory_bytes, *options.limits.memory_bytes);
    }
    if (!result.path.has_value()) {
      EXPECT_EQ(result.outcome, Outcome::kNotFound);
      EXPECT_TRUE(options.limits.length.has_value()) << "only that refuses the first path";
      EXPECT_TRUE(result.limit.has_value());
      continue;
    }
    const auto length = static_cast<int>(result.path->size());
    EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
    EXPECT_LE(length, options.limits.length.value_or(length));
    EXPECT_LE(result.lower_bound, length);
    EXPECT_EQ(result.outcome == Outcome::kOptimal, result.lower_bound == length);
    const bool gap_is_closed = length - result.lower_bound <= options.target_gap * length;
    EXPECT_EQ(result.limit.has_value(), !gap_is_closed);
    switch (result.limit.value_or(Limit::kTime)) {
      case Limit::kExpansions:
        EXPECT_EQ(result.counters.expanded, *options.limits.expansions);
        break;
      case Limit::kMemory:
        EXPECT_TRUE(options.limits.memory_bytes.has_value());
        break;
      case Limit::kTime:
      case Limit::kLength:
        EXPECT_FALSE(result.limit.has_value()) << "nothing said so";
    }
  }
}

// The stop comes while threads are at work, at no moment in particular.
TEST(AnytimeLimitsTest, StopsWhileThreadsAreAtWork) {
  Random random(8);
  for (int i = 0; i < SampleSize(30, 5); ++i) {
    const Problem problem = RandomProblem({5, 5}, random);
    SolveOptions options;
    options.threads = 2 + random.Below(3);
    const std::unique_ptr<Search> search = MakeSearch(problem, options);
    std::atomic<int> slices = 0;
    const int stop_after = random.Below(60);
    std::vector<std::thread> threads;
    for (int k = 0; k < search->workers(); ++k) {
      threads.emplace_back([&] {
        while (search->Advance(500) != SearchState::kFinished) {
          if (slices.fetch_add(1) == stop_after) search->Stop(Limit::kTime);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    const SolveResult result = search->result();
    EXPECT_EQ(result.limit, Limit::kTime);
    EXPECT_EQ(search->Advance(1), SearchState::kFinished);
    EXPECT_EQ(search->result().counters, result.counters) << "nothing goes on";
    if (!result.path.has_value()) continue;
    EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
    EXPECT_LE(result.lower_bound, static_cast<int>(result.path->size()));
  }
}

class AnytimeBoundsTest : public testing::TestWithParam<bool> {};

TEST_P(AnytimeBoundsTest, StayBelowThePublishedOptima) {
  const bool is_24_puzzle = GetParam();
  const std::vector<Instance> instances = is_24_puzzle ? ReadKorf24() : ReadKorf100();
  const auto step = static_cast<std::size_t>(SampleSize(1, 25));
  for (std::size_t i = 0; i < instances.size(); i += step) {
    const Problem problem{instances[i].start, instances[i].goal};
    const std::unique_ptr<Search> search = MakeSearch(problem, {});
    EXPECT_GT(RunChecked(*search, problem, 3000, 60'000, instances[i].optimum), 0);
    search->Stop(Limit::kTime);
    EXPECT_THAT(search->result(), HasPath(problem, instances[i].optimum));
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, AnytimeBoundsTest, testing::Bool(),
                         [](const auto& param) { return param.param ? "Korf24" : "Korf100"; });

}  // namespace
}  // namespace taquin
