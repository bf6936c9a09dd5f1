#include "solver/searches/beam_search.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "gmock/gmock.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "solver/searches/beam_duplicates.h"
#include "solver/searches/beam_lines_evaluator.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"

namespace taquin {
namespace {

const TableRegistry& Tables() {
  static const TableRegistry* const tables = new TableRegistry();
  return *tables;
}

std::unique_ptr<Search> MakeSearch(const Problem& problem, SolveOptions options) {
  options.algorithm = Algorithm::kBeam;
  return *CreateSearch(problem, options, Tables());
}

SolveResult Solve(const Problem& problem, const SolveOptions& options) {
  return RunToEnd(*MakeSearch(problem, options));
}

Problem RandomProblem(Shape shape, std::uint64_t seed) {
  Random random(seed);
  const Board goal = RandomArrangement(shape, random);
  return {RandomReachableBoard(goal, random), goal};
}

TEST(BeamSearchTest, FindsPathsOnThreeByThreeAndClaimsNoFalseBound) {
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    int count = 0;
    ExactDistancesToGoal(i).ForEach([&](const Board& start, int distance) {
      if (++count % SampleSize(701, 7013) != 0) return;
      SolveOptions options;
      options.beam_width = 200;
      const Problem problem{start, goal};
      const SolveResult result = Solve(problem, options);
      ASSERT_THAT(result, HasPath(problem, distance));
      ASSERT_EQ(result.outcome == Outcome::kOptimal,
                static_cast<int>(result.path->size()) == result.lower_bound);
    });
  }
}

// With room for every state a beam is a breadth-first search.
TEST(BeamSearchTest, IsShortestWhereTheBeamHoldsWholeLayers) {
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}, Shape{2, 4}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kBlankFirst);
    const ExactDistances distances(goal);
    int count = 0;
    distances.ForEach([&](const Board& start, int distance) {
      if (++count % SampleSize(23, 211) != 0) return;
      SolveOptions options;
      options.beam_width = 30'000;
      const SolveResult result = Solve({start, goal}, options);
      ASSERT_TRUE(result.path.has_value()) << start.ToString();
      ASSERT_EQ(static_cast<int>(result.path->size()), distance) << start.ToString();
    });
  }
}

TEST(BeamSearchTest, SolvesLargeAndOblongBoardsWithAnyGoal) {
  const std::vector<Shape> shapes =
      kSanitizedBuild
          ? std::vector<Shape>{{4, 4}, {3, 8}, {8, 8}}
          : std::vector<Shape>{{4, 4}, {3, 8}, {4, 7}, {2, 12}, {5, 5}, {6, 6}, {8, 8}, {10, 10}};
  for (const Shape shape : shapes) {
    const Problem problem = RandomProblem(shape, 17);
    SolveOptions options;
    options.beam_width = 1000;
    const SolveResult result = Solve(problem, options);
    ASSERT_TRUE(result.path.has_value()) << ShapeName(shape);
    EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid()) << ShapeName(shape);
    EXPECT_EQ(result.algorithm, Algorithm::kBeam);
    EXPECT_FALSE(result.limit.has_value());
  }
}

TEST(BeamSearchTest, EveryRankingWorksWithEveryHeuristicThatGuides) {
  const Problem problem = RandomProblem({6, 6}, 4);
  for (const BeamRanking ranking : kBeamRankings) {
    for (const Heuristic heuristic : {Heuristic::kManhattan, Heuristic::kLinearConflict}) {
      SolveOptions options;
      options.beam_ranking = ranking;
      options.heuristic = heuristic;
      const SolveResult result = Solve(problem, options);
      ASSERT_TRUE(result.path.has_value())
          << BeamRankingName(ranking) << " " << HeuristicName(heuristic);
      EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
      EXPECT_EQ(result.heuristic, heuristic);
    }
  }
}

// What it is guided by, the result says.
TEST(BeamSearchTest, FollowsTheTablesThatAreReady) {
  const std::vector<Instance> instances = ReadKorf100();
  TableRegistryOptions registry_options;
  registry_options.largest_tier = TableTier::kStartup;
  TableRegistry registry(registry_options);
  SolveOptions options;
  options.algorithm = Algorithm::kBeam;
  options.beam_width = 100;
  const auto solve = [&](const Instance& instance) {
    const Problem problem{instance.start, instance.goal};
    SolveResult result = RunToEnd(**CreateSearch(problem, options, registry));
    EXPECT_THAT(result, HasPath(problem, instance.optimum));
    return result;
  };
  const SolveResult before = solve(instances[0]);
  EXPECT_EQ(before.heuristic, Heuristic::kLinearConflict);
  EXPECT_EQ(before.table, "");
  while (registry.Work() != TableRegistry::WorkState::kIdle) {
  }
  std::size_t by_tables = 0;
  std::size_t by_conflicts = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(SampleSize(20, 3)); ++i) {
    options.heuristic.reset();
    const SolveResult result = solve(instances[i]);
    EXPECT_EQ(result.heuristic, Heuristic::kPatternDatabase);
    EXPECT_THAT(result.table, testing::StartsWith("pattern-database-4x4-"));
    EXPECT_LE(result.lower_bound, instances[i].optimum);
    by_tables += result.path->size();
    options.heuristic = Heuristic::kLinearConflict;
    const SolveResult other = solve(instances[i]);
    EXPECT_EQ(other.heuristic, Heuristic::kLinearConflict);
    EXPECT_LE(other.lower_bound, result.lower_bound);
    by_conflicts += other.path->size();
  }
  EXPECT_LT(by_tables, by_conflicts);
  // Settling lines it has no use for them.
  options.heuristic.reset();
  options.beam_ranking = BeamRanking::kLines;
  EXPECT_EQ(solve(instances[0]).heuristic, Heuristic::kLinearConflict);
}

TEST(BeamSearchTest, WiderIsShorterOnAverage) {
  std::size_t narrow = 0;
  std::size_t wide = 0;
  const std::vector<Instance> instances = ReadKorf100();
  for (std::size_t i = 0; i < static_cast<std::size_t>(SampleSize(30, 6)); ++i) {
    const Problem problem{instances[i].start, instances[i].goal};
    SolveOptions options;
    options.beam_width = 50;
    narrow += Solve(problem, options).path.value_or(Path(200)).size();
    options.beam_width = 2000;
    const SolveResult result = Solve(problem, options);
    ASSERT_THAT(result, HasPath(problem, instances[i].optimum));
    wide += result.path->size();
  }
  EXPECT_LT(wide, narrow);
}

TEST(BeamSearchTest, TooNarrowABeamSaysThatItFoundNothing) {
  const std::vector<Instance> instances = ReadKorf24();
  int not_found = 0;
  for (const Instance& instance : instances) {
    SolveOptions options;
    options.beam_width = 2;
    const SolveResult result = Solve({instance.start, instance.goal}, options);
    if (result.path.has_value()) continue;
    ++not_found;
    EXPECT_EQ(result.outcome, Outcome::kNotFound);
    EXPECT_FALSE(result.limit.has_value());
    EXPECT_GE(result.lower_bound, instance.manhattan);
    EXPECT_LE(result.lower_bound, instance.optimum);
  }
  EXPECT_GT(not_found, 0);
}

TEST(BeamSearchTest, SlicesOfAnySizeDoTheSame) {
  for (const Shape shape : {Shape{4, 4}, Shape{8, 7}}) {
    const Problem problem = RandomProblem(shape, 8);
    SolveOptions options;
    options.beam_width = 60;
    const SolveResult whole = Solve(problem, options);
    for (const std::int64_t budget : {1, 7, 1000}) {
      const std::unique_ptr<Search> search = MakeSearch(problem, options);
      while (search->Advance(budget) != SearchState::kFinished) {
      }
      EXPECT_EQ(search->result().counters, whole.counters) << budget;
      EXPECT_EQ(search->result().path, whole.path) << budget;
    }
  }
}

TEST(BeamSearchTest, KeepsToItsMemory) {
  const Problem problem = RandomProblem({5, 5}, 2);
  SolveOptions options;
  options.beam_width = 1000;
  const std::int64_t peak = Solve(problem, options).peak_memory_bytes;
  for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{1000}, peak / 2, peak - 1, peak}) {
    options.limits.memory_bytes = limit;
    const SolveResult result = Solve(problem, options);
    EXPECT_LE(result.peak_memory_bytes, limit);
    EXPECT_EQ(result.path.has_value(), limit == peak);
    if (limit < peak) {
      EXPECT_EQ(result.limit, Limit::kMemory);
    }
  }
}

TEST(BeamSearchTest, KeepsToItsLengthAndExpansions) {
  const Problem problem = RandomProblem({4, 4}, 5);
  SolveOptions options;
  const auto length = static_cast<int>(Solve(problem, options).path->size());
  options.limits.length = length;
  EXPECT_LE(static_cast<int>(Solve(problem, options).path.value().size()), length);
  options.limits.length = *EvaluateHeuristic(problem, Heuristic::kManhattan, Tables()) - 1;
  EXPECT_EQ(Solve(problem, options).limit, Limit::kLength);
  options.limits.length.reset();
  options.limits.expansions = 500;
  const SolveResult stopped = Solve(problem, options);
  EXPECT_EQ(stopped.limit, Limit::kExpansions);
  EXPECT_EQ(stopped.counters.expanded, 500);
}

TEST(BeamSearchTest, SolvedBoardIsOptimalAtOnce) {
  const Board goal = MakeGoal({6, 6}, GoalLayout::kSpiral);
  EXPECT_THAT(Solve({goal, goal}, {}), IsOptimal({goal, goal}, 0));
}

TEST(BeamDuplicatesTest, RemembersWhatFitsAndForgetsWhenCleared) {
  BeamDuplicates duplicates;
  duplicates.Allocate(100);
  std::set<std::uint64_t> inserted;
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const auto hash = static_cast<std::uint64_t>(random.Below(1 << 30)) << 20;
    EXPECT_EQ(duplicates.Insert(hash), inserted.insert(hash).second);
    EXPECT_FALSE(duplicates.Insert(hash));
  }
  duplicates.Clear();
  EXPECT_TRUE(duplicates.Insert(*inserted.begin()));
}

TEST(LineStagesTest, SettlesWholeLinesAroundTheBlank) {
  for (const Shape shape : {Shape{5, 5}, Shape{4, 4}, Shape{2, 9}, Shape{12, 7}, Shape{32, 32}}) {
    for (int blank = 0; blank < shape.cells(); blank += 1 + shape.cells() / 29) {
      const std::vector<int> stages = LineStages(shape, blank);
      const int last = *std::max_element(stages.begin(), stages.end());
      EXPECT_EQ(stages[static_cast<std::size_t>(blank)], last);
      for (int stage = 0; stage <= last; ++stage) {
        std::set<int> rows;
        std::set<int> columns;
        for (int cell = 0; cell < shape.cells(); ++cell) {
          if (stages[static_cast<std::size_t>(cell)] != stage) continue;
          rows.insert(cell / shape.columns);
          columns.insert(cell % shape.columns);
        }
        ASSERT_FALSE(rows.empty());
        if (stage < last) {
          EXPECT_TRUE(rows.size() == 1 || columns.size() == 1);
        } else {
          EXPECT_LE(std::max(rows.size(), columns.size()), 4u);
        }
      }
    }
  }
}

}  // namespace
}  // namespace taquin
