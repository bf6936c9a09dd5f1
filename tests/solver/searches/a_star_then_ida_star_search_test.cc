#include "solver/searches/a_star_then_ida_star_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

SolveOptions OptionsWith(Heuristic heuristic, std::optional<std::int64_t> memory_bytes) {
  SolveOptions options = OptionsFor({Algorithm::kAStarThenIdaStar, heuristic});
  options.limits.memory_bytes = memory_bytes;
  return options;
}

// Of Korf's 100, some that IDA* solves soon, the longer first.
std::vector<Instance> EasyInstances() {
  std::vector<Instance> instances = ReadKorf100();
  std::erase_if(instances, [](const Instance& instance) { return instance.optimum > 48; });
  std::stable_sort(instances.begin(), instances.end(),
                   [](const Instance& a, const Instance& b) { return a.optimum > b.optimum; });
  const auto most = static_cast<std::ptrdiff_t>(SampleSize(10, 3));
  instances.erase(instances.begin() + most, instances.end());
  return instances;
}

class AStarThenIdaStarSearchTest : public testing::TestWithParam<Heuristic> {};

// Nothing is lost at the handover.
TEST_P(AStarThenIdaStarSearchTest, HandsOverWhereTheMemoryEnds) {
  constexpr std::int64_t kMemoryBytes = 300'000;
  int handovers = 0;
  for (const Instance& instance : EasyInstances()) {
    const Problem problem{instance.start, instance.goal};
    const std::unique_ptr<Search> search =
        StartSearch(problem, OptionsWith(GetParam(), kMemoryBytes));
    SearchProgress last = search->progress();
    bool handed_over = false;
    while (search->Advance(500) != SearchState::kFinished) {
      const SearchProgress progress = search->progress();
      ASSERT_GE(progress.lower_bound, last.lower_bound);
      ASSERT_GE(progress.current_bound, progress.lower_bound);
      ASSERT_LE(progress.lower_bound, instance.optimum);
      ASSERT_GE(progress.counters.expanded, last.counters.expanded);
      ASSERT_LE(progress.memory_bytes, kMemoryBytes);
      // A* remembers what it expands.
      handed_over |= progress.counters.expanded > progress.closed_size;
      last = progress;
    }
    EXPECT_THAT(search->result(), IsOptimal(problem, instance.optimum));
    EXPECT_EQ(search->result().algorithm, Algorithm::kAStarThenIdaStar);
    EXPECT_EQ(search->result().heuristic, GetParam());
    EXPECT_LE(search->result().peak_memory_bytes, kMemoryBytes);
    handovers += handed_over ? 1 : 0;
  }
  EXPECT_GT(handovers, 0);
}

TEST_P(AStarThenIdaStarSearchTest, IsAStarWhereTheMemorySuffices) {
  for (const Instance& instance : EasyInstances()) {
    const Problem problem{instance.start, instance.goal};
    const SolveResult hybrid = Solve(problem, OptionsWith(GetParam(), std::nullopt));
    const SolveResult a_star = Solve(problem, OptionsFor({Algorithm::kAStar, GetParam()}));
    EXPECT_THAT(hybrid, IsOptimal(problem, instance.optimum));
    EXPECT_EQ(hybrid.counters, a_star.counters);
    EXPECT_EQ(hybrid.path, a_star.path);
    EXPECT_GE(hybrid.peak_memory_bytes, a_star.peak_memory_bytes);
  }
}

// Without pattern tables the passes begin from A*'s frontier.
class AStarsFrontierTest : public testing::TestWithParam<Heuristic> {};

// What A* knows to be one state is searched once.
TEST_P(AStarsFrontierTest, IsSearchedWithLessThanIdaStarAlone) {
  std::int64_t hybrid = 0;
  std::int64_t ida_star = 0;
  for (const Instance& instance : EasyInstances()) {
    const Problem problem{instance.start, instance.goal};
    hybrid += Solve(problem, OptionsWith(GetParam(), 300'000)).counters.expanded;
    ida_star += Solve(problem, OptionsFor({Algorithm::kIdaStar, GetParam()})).counters.expanded;
  }
  EXPECT_LT(hybrid, ida_star);
}

INSTANTIATE_TEST_SUITE_P(Heuristics, AStarsFrontierTest,
                         testing::Values(Heuristic::kManhattan, Heuristic::kLinearConflict,
                                         Heuristic::kWalkingDistance),
                         [](const auto& param) {
                           return MethodName({Algorithm::kAStarThenIdaStar, param.param});
                         });

INSTANTIATE_TEST_SUITE_P(Heuristics, AStarThenIdaStarSearchTest,
                         testing::Values(Heuristic::kManhattan, Heuristic::kLinearConflict,
                                         Heuristic::kWalkingDistance, Heuristic::kPatternDatabase),
                         [](const auto& param) {
                           return MethodName({Algorithm::kAStarThenIdaStar, param.param});
                         });

// A limit from outside is no reason to hand over.
TEST(AStarThenIdaStarSearchStopTest, AStopForMemoryIsAnEnd) {
  const Instance instance = EasyInstances().front();
  const std::unique_ptr<Search> search = StartSearch(
      {instance.start, instance.goal}, OptionsWith(Heuristic::kManhattan, std::nullopt));
  search->Advance(1000);
  const SearchCounters counters = search->progress().counters;
  search->Stop(Limit::kMemory);
  EXPECT_EQ(search->Advance(1000), SearchState::kFinished);
  EXPECT_THAT(search->result(), IsNotFound(Limit::kMemory, instance.optimum));
  EXPECT_EQ(search->result().counters, counters);
}

}  // namespace
}  // namespace taquin
