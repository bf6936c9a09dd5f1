#include "solver/searches/anytime_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "solver/constructive_path.h"
#include "solver/goal_layout.h"
#include "solver/mutex.h"
#include "solver/search_factory.h"
#include "solver/searches/anytime_schedule.h"
#include "solver/searches/path_window.h"
#include "tests/solver/searches/checked_run.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"

namespace taquin {
namespace {

using testing::HasSubstr;

absl::StatusOr<std::unique_ptr<Search>> TrySearch(const Problem& problem, SolveOptions options) {
  static const TableRegistry* const tables = new TableRegistry();
  options.algorithm = Algorithm::kAnytime;
  return CreateSearch(problem, options, *tables);
}

std::unique_ptr<Search> MakeSearch(const Problem& problem, const SolveOptions& options) {
  return *TrySearch(problem, options);
}

Problem RandomProblem(Shape shape, std::uint64_t seed) {
  Random random(seed);
  const Board goal = RandomArrangement(shape, random);
  return {RandomReachableBoard(goal, random), goal};
}

TEST(AnytimeSearchTest, ProvesTheOptimumOfThreeByThree) {
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    int count = 0;
    ExactDistancesToGoal(i).ForEach([&](const Board& start, int distance) {
      if (++count % SampleSize(997, 9973) != 0) return;
      const Problem problem{start, goal};
      const std::unique_ptr<Search> search = MakeSearch(problem, {});
      RunChecked(*search, problem, 500, std::numeric_limits<std::int64_t>::max(), distance);
      ASSERT_THAT(search->result(), IsOptimal(problem, distance));
      ASSERT_EQ(search->result().algorithm, Algorithm::kAnytime);
    });
  }
}

TEST(AnytimeSearchTest, ImprovesOnThe24PuzzleWithinProvedBounds) {
  const std::vector<Instance> instances = ReadKorf24();
  double length = 0;
  double optimum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(SampleSize(6, 2)); ++i) {
    const Problem problem{instances[i].start, instances[i].goal};
    const std::unique_ptr<Search> search = MakeSearch(problem, {});
    EXPECT_GT(RunChecked(*search, problem, 5000, 1'000'000, instances[i].optimum), 1);
    search->Stop(Limit::kTime);
    EXPECT_THAT(search->result(), HasPath(problem, instances[i].optimum));
    EXPECT_EQ(search->result().limit, Limit::kTime);
    length += static_cast<double>(search->result().path->size());
    optimum += instances[i].optimum;
  }
  EXPECT_LT(length / optimum, 1.2);
}

class AnytimeShapeTest : public testing::TestWithParam<Shape> {};

TEST_P(AnytimeShapeTest, ImprovesOnTheConstructivePath) {
  const Shape shape = GetParam();
  const Problem problem = RandomProblem(shape, 11);
  SolveOptions options;
  options.limits.expansions = 300'000;
  if (shape.cells() > 200) options.limits.expansions = 1'500'000;
  const std::unique_ptr<Search> search = MakeSearch(problem, options);
  RunChecked(*search, problem, 10'000, std::numeric_limits<std::int64_t>::max());
  const SolveResult result = search->result();
  ASSERT_TRUE(result.path.has_value());
  EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
  if (result.outcome != Outcome::kOptimal) {
    EXPECT_LT(result.path->size(), ConstructPath(problem).size());
    EXPECT_EQ(result.limit, Limit::kExpansions);
    EXPECT_EQ(result.counters.expanded, options.limits.expansions);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AnytimeShapeTest,
                         testing::Values(Shape{1, 7}, Shape{9, 1}, Shape{2, 2}, Shape{2, 12},
                                         Shape{3, 8}, Shape{7, 4}, Shape{4, 4}, Shape{6, 6},
                                         Shape{7, 7}, Shape{10, 10}, Shape{16, 16}),
                         [](const auto& param) { return ShapeName(param.param); });

TEST(AnytimeSearchTest, FirstPathNeedsNoExpansions) {
  for (const Shape shape : {Shape{4, 4}, Shape{10, 10}, Shape{32, 32}}) {
    const Problem problem = RandomProblem(shape, 3);
    SolveOptions options;
    options.limits.expansions = 0;
    const SolveResult result = RunToEnd(*MakeSearch(problem, options));
    EXPECT_EQ(result.outcome, Outcome::kFeasible);
    EXPECT_EQ(result.limit, Limit::kExpansions);
    EXPECT_EQ(result.counters.expanded, 0);
    ASSERT_TRUE(result.path.has_value());
    EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
  }
}

TEST(AnytimeSearchTest, StopsAtRandomMomentsWithTheBestPath) {
  Random random(9);
  for (int i = 0; i < SampleSize(60, 10); ++i) {
    const Problem problem = RandomProblem({5, 5}, static_cast<std::uint64_t>(i));
    const std::unique_ptr<Search> search = MakeSearch(problem, {});
    std::size_t best = std::numeric_limits<std::size_t>::max();
    for (int slices = random.Below(40); slices > 0; --slices) {
      if (search->Advance(1 + random.Below(3000)) == SearchState::kImproved) {
        best = search->best_path()->size();
      }
    }
    const int bound = search->progress().lower_bound;
    search->Stop(Limit::kTime);
    EXPECT_EQ(search->Advance(1), SearchState::kFinished);
    const SolveResult result = search->result();
    EXPECT_EQ(result.limit, Limit::kTime);
    EXPECT_EQ(result.lower_bound, bound);
    if (best == std::numeric_limits<std::size_t>::max()) continue;
    ASSERT_TRUE(result.path.has_value());
    EXPECT_LE(result.path->size(), best);
    EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
  }
}

TEST(AnytimeSearchTest, SlicesOfAnySizeGiveTheSame) {
  for (const Shape shape : {Shape{5, 5}, Shape{8, 8}}) {
    const Problem problem = RandomProblem(shape, 21);
    SolveOptions options;
    options.limits.expansions = 60'000;
    const SolveResult whole = RunToEnd(*MakeSearch(problem, options));
    for (const std::int64_t budget : {1, 7, 1000, 10'000}) {
      const std::unique_ptr<Search> search = MakeSearch(problem, options);
      while (search->Advance(budget) != SearchState::kFinished) {
      }
      const SolveResult result = search->result();
      EXPECT_EQ(result.counters, whole.counters) << budget;
      EXPECT_EQ(result.path, whole.path) << budget;
      EXPECT_EQ(result.lower_bound, whole.lower_bound) << budget;
      EXPECT_EQ(result.peak_memory_bytes, whole.peak_memory_bytes) << budget;
    }
  }
}

TEST(AnytimeSearchTest, BeginsFromAWarmStart) {
  const Instance instance = ReadKorf100().front();
  const Problem problem{instance.start, instance.goal};
  SolveOptions options;
  options.limits.expansions = 200'000;
  const Path warm = *RunToEnd(*MakeSearch(problem, options)).path;
  ASSERT_LT(warm.size(), ConstructPath(problem).size());
  options.warm_start = warm;
  options.limits.expansions = 0;
  EXPECT_EQ(RunToEnd(*MakeSearch(problem, options)).path, warm);
}

TEST(AnytimeSearchTest, RefusesAWarmStartThatIsNone) {
  const Problem problem = RandomProblem({4, 4}, 2);
  SolveOptions options;
  options.warm_start = ConstructPath(problem);
  options.warm_start->pop_back();
  EXPECT_THAT(std::string(TrySearch(problem, options).status().message()),
              HasSubstr("warm_start ends at"));
  options.warm_start = Path(4, Direction::kUp);
  EXPECT_THAT(std::string(TrySearch(problem, options).status().message()),
              HasSubstr("warm_start leaves the board with the move at index"));
}

TEST(AnytimeSearchTest, OnlyItBeginsFromAWarmStart) {
  const Problem problem = RandomProblem({4, 4}, 2);
  SolveOptions options;
  options.warm_start = ConstructPath(problem);
  options.algorithm = Algorithm::kIdaStar;
  EXPECT_THAT(ValidateRequest(problem, options),
              testing::ElementsAre(testing::Field(&Fault::field, "warm_start")));
  options.algorithm = Algorithm::kAuto;
  EXPECT_THAT(ValidateRequest(problem, options), testing::IsEmpty());
}

TEST(AnytimeSearchTest, HasNoTablesMadeForLargeBoardsUnlessAskedTo) {
  TableRegistryOptions registry_options;
  registry_options.largest_tier = TableTier::kStartup;
  const TableRegistry registry(registry_options);
  Random random(3);
  const Board goal = MakeGoal({6, 6}, GoalLayout::kBlankLast);
  const Problem problem = {RandomWalk(goal, 40, random), goal};
  SolveOptions options;
  for (const Algorithm algorithm : {Algorithm::kAnytime, Algorithm::kAuto}) {
    options.algorithm = algorithm;
    ASSERT_TRUE(CreateSearch(problem, options, registry).ok());
    EXPECT_THAT(registry.List(), testing::IsEmpty());
  }
  options.algorithm = Algorithm::kAnytime;
  options.heuristic = Heuristic::kPatternDatabase;
  options.limits.expansions = 200'000;
  const SolveResult result = RunToEnd(**CreateSearch(problem, options, registry));
  EXPECT_THAT(registry.List(), testing::Not(testing::IsEmpty()));
  EXPECT_EQ(result.heuristic, Heuristic::kPatternDatabase);
  ASSERT_TRUE(result.path.has_value());
  EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
  EXPECT_LE(result.lower_bound, static_cast<int>(result.path->size()));
}

TEST(AnytimeSearchTest, StopsAtTheGapAskedFor) {
  const Problem problem = RandomProblem({5, 5}, 6);
  SolveOptions options;
  options.target_gap = 0.4;
  const SolveResult result = RunToEnd(*MakeSearch(problem, options));
  EXPECT_FALSE(result.limit.has_value());
  ASSERT_TRUE(result.path.has_value());
  const auto length = static_cast<double>(result.path->size());
  EXPECT_LE((length - result.lower_bound) / length, 0.4);
  EXPECT_EQ(result.outcome, Outcome::kFeasible);
}

TEST(AnytimeSearchTest, HandsOutOnlyPathsWithinTheLengthLimit) {
  const Instance instance = ReadKorf100().front();
  const Problem problem{instance.start, instance.goal};
  SolveOptions options;
  options.limits.length = instance.optimum + 4;
  options.limits.expansions = 3'000'000;
  std::unique_ptr<Search> search = MakeSearch(problem, options);
  EXPECT_GE(RunChecked(*search, problem, 1000, options.limits.expansions.value()), 1);
  EXPECT_LE(static_cast<int>(search->result().path->size()), *options.limits.length);
  options.limits.length = instance.manhattan - 1;
  EXPECT_THAT(RunToEnd(*MakeSearch(problem, options)),
              IsNotFound(Limit::kLength, instance.optimum));
}

TEST(AnytimeSearchTest, KeepsToItsMemoryOnTheLargestBoard) {
  const Problem problem = RandomProblem({32, 32}, 1);
  for (const std::int64_t limit : {std::int64_t{1} << 20, std::int64_t{1} << 23}) {
    SolveOptions options;
    options.limits.memory_bytes = limit;
    options.limits.expansions = SampleSize(200'000, 20'000);
    const SolveResult result = RunToEnd(*MakeSearch(problem, options));
    ASSERT_TRUE(result.path.has_value());
    EXPECT_LE(result.peak_memory_bytes, limit);
    EXPECT_EQ(result.limit, Limit::kExpansions);
  }
}

TEST(AnytimeSearchTest, WithoutMemoryItKeepsTheFirstPath) {
  const Problem problem = RandomProblem({6, 6}, 1);
  SolveOptions options;
  options.limits.memory_bytes = 0;
  const SolveResult result = RunToEnd(*MakeSearch(problem, options));
  EXPECT_EQ(result.outcome, Outcome::kFeasible);
  EXPECT_EQ(result.limit, Limit::kMemory);
}

TEST(AnytimeSearchTest, ThreadsShareTheWork) {
  const Problem problem = RandomProblem({5, 5}, 13);
  SolveOptions options;
  options.threads = 3;
  options.limits.expansions = 600'000;
  const std::unique_ptr<Search> search = MakeSearch(problem, options);
  ASSERT_EQ(search->workers(), 3);
  Mutex mutex;
  std::set<std::size_t> lengths;
  std::vector<std::thread> threads;
  for (int i = 0; i < search->workers(); ++i) {
    threads.emplace_back([&] {
      int bound = 0;
      for (SearchState state = SearchState::kRunning; state != SearchState::kFinished;) {
        state = search->Advance(3000);
        const SearchProgress progress = search->progress();
        EXPECT_GE(progress.lower_bound, bound);
        bound = progress.lower_bound;
        if (state != SearchState::kImproved) continue;
        const Path path = search->result().path.value();
        EXPECT_TRUE(ReplayPath(problem.start, problem.goal, path).valid());
        const MutexLock lock(mutex);
        lengths.insert(path.size());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const SolveResult result = search->result();
  EXPECT_EQ(result.limit, Limit::kExpansions);
  EXPECT_EQ(result.counters.expanded, options.limits.expansions);
  ASSERT_TRUE(result.path.has_value());
  EXPECT_TRUE(ReplayPath(problem.start, problem.goal, *result.path).valid());
  EXPECT_EQ(result.threads, 3);
  EXPECT_GT(lengths.size(), 1u);
}

TEST(PathWindowTest, AnyPathOfTheWindowReplacesTheStretch) {
  Random random(5);
  for (const Shape shape : {Shape{4, 4}, Shape{9, 12}, Shape{20, 20}}) {
    const Problem problem = RandomProblem(shape, 2);
    const Path path = ConstructPath(problem);
    for (int i = 0; i < SampleSize(20, 5); ++i) {
      const int length = 20 + random.Below(30);
      const int first = random.Below(static_cast<int>(path.size()) - length);
      const Problem window = PathWindow(problem.start, path, first, length);
      const Path stretch = ConstructPath(window);
      Path replaced(path.begin(), path.begin() + first);
      replaced.insert(replaced.end(), stretch.begin(), stretch.end());
      replaced.insert(replaced.end(), path.begin() + first + length, path.end());
      ASSERT_TRUE(ReplayPath(problem.start, problem.goal, replaced).valid());
    }
  }
}

TEST(AnytimeScheduleTest, RoundsGrowAndWindowsCoverThePath) {
  AnytimeSchedule schedule({5, 5});
  constexpr int kLength = 300;
  std::vector<bool> covered(kLength, false);
  std::int64_t width = 0;
  std::int64_t beams = 0;
  std::int64_t windows = 0;
  for (int i = 0; i < 200; ++i) {
    const AnytimeStep step = schedule.Next(kLength);
    std::int64_t spent = step.width * 100;
    if (step.kind == AnytimeStep::Kind::kWindow) {
      ASSERT_GE(step.first, 0);
      ASSERT_LE(step.first + step.length, kLength);
      std::fill(covered.begin() + step.first, covered.begin() + step.first + step.length, true);
      spent = step.width * 10;
      windows += spent;
    } else {
      EXPECT_GE(step.width, width);
      width = step.width;
      beams += spent;
    }
    schedule.Report(step, spent);
  }
  EXPECT_GT(width, 10'000);
  EXPECT_EQ(std::count(covered.begin(), covered.end(), false), 0);
  EXPECT_GT(windows, beams / 5);
}

TEST(AnytimeScheduleTest, NoBeamIsAsWideAsOneThatTheMemoryDidNotHold) {
  for (const AnytimeStep::Kind kind :
       {AnytimeStep::Kind::kForwardBeam, AnytimeStep::Kind::kWindow}) {
    AnytimeSchedule schedule({5, 5});
    schedule.LimitWidth({.kind = kind, .width = 250});
    bool others_are_wider = false;
    for (int i = 0; i < 100; ++i) {
      const AnytimeStep step = schedule.Next(120);
      ASSERT_GE(step.width, 1);
      const bool limited =
          (step.kind == AnytimeStep::Kind::kWindow) == (kind == AnytimeStep::Kind::kWindow);
      if (limited) {
        ASSERT_LT(step.width, 250);
      } else {
        others_are_wider |= step.width > 250;
      }
      schedule.Report(step, 1000);
    }
    EXPECT_TRUE(others_are_wider);
  }
}

TEST(AnytimeScheduleTest, WindowsGoOnWhereNoBeamFits) {
  AnytimeSchedule schedule({32, 32});
  schedule.LimitWidth({.kind = AnytimeStep::Kind::kForwardBeam, .width = 1});
  EXPECT_FALSE(schedule.exhausted());
  std::int64_t width = 0;
  for (int i = 0; i < 100; ++i) {
    const AnytimeStep step = schedule.Next(500);
    ASSERT_EQ(step.kind, AnytimeStep::Kind::kWindow);
    ASSERT_GE(step.width, width);
    width = step.width;
    schedule.Report(step, 1000);
  }
  EXPECT_GT(width, 50);
  schedule.LimitWidth({.kind = AnytimeStep::Kind::kWindow, .width = 1});
  EXPECT_TRUE(schedule.exhausted());
}

}  // namespace
}  // namespace taquin
