#include "solver/searches/table_ida_star.h"

#include <cstdint>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "tests/solver/pattern_database/built_tables.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"

namespace taquin {
namespace {

SolveResult Solve(const Problem& problem, const SolveOptions& options = {}) {
  return RunToEnd(*MakeTableSearch(problem, options));
}

// Goals with the blank in a corner, on an edge and inside; three symmetry
// classes, two kinds of views.
TEST(TableIdaStarTest, SolvesEveryEightPuzzleOptimally) {
  for (const std::string_view goal_text : {"1 2 3 / 4 5 6 / 7 8 0", "1 0 2 / 3 4 5 / 6 7 8",
                                           "1 2 3 / 8 0 4 / 7 6 5", "8 7 6 / 5 4 3 / 2 0 1"}) {
    const Board goal = MakeBoard(goal_text);
    const ExactDistances distances(goal);
    const std::int64_t step = SampleSize(23, 499);
    std::int64_t number = 0;
    distances.ForEach([&](const Board& start, int distance) {
      if (++number % step != 0) return;
      const Problem problem = {start, goal};
      ASSERT_THAT(Solve(problem), IsOptimal(problem, distance));
    });
    EXPECT_EQ(number, 181'440);
  }
}

TEST(TableIdaStarTest, SolvesRectanglesOptimally) {
  for (const Shape shape : {Shape{2, 4}, Shape{4, 2}, Shape{2, 5}, Shape{5, 2}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kBlankLast);
    const ExactDistances distances(goal);
    const std::int64_t step = shape.cells() == 8 ? 41 : SampleSize(20011, 100003);
    std::int64_t number = 0;
    distances.ForEach([&](const Board& start, int distance) {
      if (++number % step != 0) return;
      const Problem problem = {start, goal};
      ASSERT_THAT(Solve(problem), IsOptimal(problem, distance));
    });
  }
}

TEST(TableIdaStarTest, SolvesKorfsInstancesInBothConventions) {
  const std::size_t count = static_cast<std::size_t>(SampleSize(100, 5));
  for (auto instances : {ReadKorf100(), ReadKorf100BlankLast()}) {
    instances.resize(count, instances[0]);
    for (const Instance& instance : instances) {
      const Problem problem = {instance.start, instance.goal};
      const SolveResult result = Solve(problem);
      ASSERT_THAT(result, IsOptimal(problem, instance.optimum));
      EXPECT_EQ(result.table, "pattern-database-4x4-6-6-3");
    }
  }
}

// To the node, what the search does with the smallest tables of 4 x 4. A change
// that claims to change no behaviour leaves these numbers alone; one that
// changes the partition or the order of the search puts the new ones here.
TEST(TableIdaStarTest, CountsAreTheRecordedOnes) {
  SearchCounters sum;
  const std::vector<Instance> instances = ReadKorf100();
  for (std::size_t i = 0; i < 10; ++i) {
    const SolveResult result = Solve({instances[i].start, instances[i].goal});
    sum.expanded += result.counters.expanded;
    sum.generated += result.counters.generated;
  }
  EXPECT_EQ(sum.expanded, 624'723);
  EXPECT_EQ(sum.generated, 1'259'558);
}

TEST(TableIdaStarTest, SolvesForBlanksThatBelongElsewhere) {
  Random random(7);
  for (const Shape shape : {Shape{4, 4}, Shape{3, 4}, Shape{3, 5}, Shape{5, 5}, Shape{6, 6},
                            Shape{3, 11}, Shape{8, 8}}) {
    for (int i = 0; i < (shape.cells() <= 16 ? 3 : 1); ++i) {
      const Board goal = RandomArrangement(shape, random);
      const Problem problem = {RandomWalk(goal, 24, random), goal};
      const SolveResult result = Solve(problem);
      ASSERT_THAT(result, HasPath(problem, result.lower_bound));
      // Another search, which has no tables, agrees.
      SolveOptions options;
      options.algorithm = Algorithm::kIdaStar;
      options.heuristic = Heuristic::kLinearConflict;
      const TableRegistry registry;
      const SolveResult other = RunToEnd(**CreateSearch(problem, options, registry));
      EXPECT_THAT(result, IsOptimal(problem, static_cast<int>(other.path->size())));
    }
  }
}

TEST(TableIdaStarTest, AnswersTheGoalAtOnce) {
  const Board goal = MakeGoal({4, 4}, GoalLayout::kSpiral);
  const SolveResult result = Solve({goal, goal});
  EXPECT_THAT(result, IsOptimal({goal, goal}, 0));
  EXPECT_EQ(result.counters, SearchCounters());
}

TEST(TableIdaStarTest, CountsTheSameInSlicesOfAnySize) {
  for (int i : {0, 12, 46}) {
    const Instance instance = ReadKorf100()[static_cast<std::size_t>(i)];
    const Problem problem = {instance.start, instance.goal};
    const SolveResult whole = Solve(problem);
    EXPECT_GT(whole.counters.expanded, 100);
    for (const std::int64_t budget : {1, 7, 24, 25, 1000}) {
      const auto search = MakeTableSearch(problem, {});
      std::int64_t expanded = 0;
      int lower_bound = search->progress().lower_bound;
      while (search->Advance(budget) != SearchState::kFinished) {
        const SearchProgress progress = search->progress();
        ASSERT_LE(progress.counters.expanded, expanded + budget);
        ASSERT_GE(progress.lower_bound, lower_bound);
        lower_bound = progress.lower_bound;
        expanded = progress.counters.expanded;
      }
      EXPECT_EQ(search->result().counters, whole.counters);
    }
  }
}

TEST(TableIdaStarTest, KeepsToItsLimits) {
  const Instance instance = ReadKorf100()[0];
  const Problem problem = {instance.start, instance.goal};
  const SolveResult whole = Solve(problem);
  SolveOptions options;
  for (const std::int64_t expansions :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{1001}, whole.counters.expanded - 1}) {
    options.limits = {};
    options.limits.expansions = expansions;
    const SolveResult result = Solve(problem, options);
    EXPECT_THAT(result, IsNotFound(Limit::kExpansions, instance.optimum));
    EXPECT_EQ(result.counters.expanded, expansions);
  }
  options.limits = {};
  options.limits.length = instance.optimum - 1;
  const SolveResult short_of_it = Solve(problem, options);
  EXPECT_THAT(short_of_it, IsNotFound(Limit::kLength, instance.optimum));
  EXPECT_EQ(short_of_it.lower_bound, instance.optimum);
  options.limits.length = instance.optimum;
  EXPECT_THAT(Solve(problem, options), IsOptimal(problem, instance.optimum));
  options.limits = {};
  options.limits.memory_bytes = whole.peak_memory_bytes;
  EXPECT_THAT(Solve(problem, options), IsOptimal(problem, instance.optimum));
  options.limits.memory_bytes = whole.peak_memory_bytes - 1;
  const SolveResult starved = Solve(problem, options);
  EXPECT_THAT(starved, IsNotFound(Limit::kMemory, instance.optimum));
  EXPECT_LT(starved.peak_memory_bytes, whole.peak_memory_bytes);
}

TEST(TableIdaStarTest, StopsWithWhatItProved) {
  const Instance instance = ReadFifteen80()[0];
  const Problem problem = {instance.start, instance.goal};
  const auto search = MakeTableSearch(problem, {});
  // A slice ends with its pass.
  for (std::int64_t left = 10'000; left > 0; left = 10'000 - search->progress().counters.expanded) {
    ASSERT_EQ(search->Advance(left), SearchState::kRunning);
  }
  search->Stop(Limit::kTime);
  EXPECT_EQ(search->Advance(10'000), SearchState::kFinished);
  EXPECT_THAT(search->result(), IsNotFound(Limit::kTime, instance.optimum));
  EXPECT_EQ(search->result().counters.expanded, 10'000);
}

// Nearly every batch has a child, so what leads to the nodes of the stack must
// be told from what led to others.
TEST(TableIdaStarTest, MemoryDoesNotGrowWithTheTime) {
  const Instance instance = ReadFifteen80()[3];
  SolveOptions options;
  options.limits.expansions = 3'000'000;
  const auto search = MakeTableSearch({instance.start, instance.goal}, options);
  const SolveResult result = RunToEnd(*search);
  EXPECT_THAT(result, IsNotFound(Limit::kExpansions, instance.optimum));
  EXPECT_LT(result.peak_memory_bytes, 300'000);
}

}  // namespace
}  // namespace taquin
