#include "tests/solver/search_contract_tests.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "tests/support/boards.h"
#include "tests/support/matchers.h"
#include "tests/support/solve.h"

namespace taquin {

bool SearchContractTest::proves_optimality() const {
  return ProvesOptimality(options().algorithm) && options().heuristic_weight <= 1;
}

bool SearchContractTest::may_reopen() const {
  return options().algorithm == Algorithm::kBidirectional || options().heuristic_weight > 1;
}

void SearchContractTest::SetUp() {
  if (!GetParam().tables_are_ready) return;
  BuiltTables(Heuristic::kPatternDatabase, problem().goal.shape(), problem().goal.blank());
}

std::unique_ptr<Search> SearchContractTest::Create() const {
  return StartSearch(problem(), options());
}

SolveResult SearchContractTest::Run(const SolveOptions& options) const {
  return Solve(problem(), options);
}

SolveOptions SearchContractTest::OptionsUnderLimits(const SolveResult& unlimited) const {
  SolveOptions limited = options();
  if (limited.algorithm != Algorithm::kAuto) return limited;
  limited.algorithm = unlimited.algorithm;
  limited.heuristic = unlimited.heuristic;
  return limited;
}

void SearchContractTest::ExpectSolved(const SolveResult& result) const {
  if (proves_optimality()) {
    EXPECT_THAT(result, IsOptimal(problem(), optimum()));
  } else {
    EXPECT_THAT(result, HasPath(problem(), optimum()));
    EXPECT_EQ(result.limit, std::nullopt);
  }
  if (ProvesOptimality(options().algorithm) && options().heuristic_weight > 1) {
    const double weight = options().heuristic_weight;
    const auto length = static_cast<double>(result.path.value().size());
    EXPECT_LE(length, weight * optimum());
    EXPECT_GE(weight * result.lower_bound, length - 1e-6);
  }
}

std::string CaseName(const testing::TestParamInfo<SearchContractCase>& info) {
  return info.param.name;
}

void PrintTo(const SearchContractCase& contract_case, std::ostream* out) {
  *out << contract_case.problem.start.ToString() << " to " << contract_case.problem.goal.ToString()
       << " by " << AlgorithmName(contract_case.options.algorithm);
}

namespace {

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

// What is the same on every run.
void ExpectSameRun(const SolveResult& result, const SolveResult& other) {
  EXPECT_EQ(result.outcome, other.outcome);
  EXPECT_EQ(result.limit, other.limit);
  EXPECT_EQ(result.path, other.path);
  EXPECT_EQ(result.lower_bound, other.lower_bound);
  EXPECT_EQ(result.counters, other.counters);
  EXPECT_EQ(result.peak_memory_bytes, other.peak_memory_bytes);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SearchContractTest);

TEST_P(SearchContractTest, Solves) { ExpectSolved(Run()); }

TEST_P(SearchContractTest, SaysWhatRan) {
  const SolveResult result = Run();
  if (options().algorithm == Algorithm::kAuto) {
    EXPECT_NE(result.algorithm, Algorithm::kAuto);
  } else {
    EXPECT_EQ(result.algorithm, options().algorithm);
  }
  if (!UsesHeuristic(result.algorithm)) {
    EXPECT_EQ(result.heuristic, Heuristic::kZero);
  } else if (options().heuristic.has_value()) {
    EXPECT_EQ(result.heuristic, *options().heuristic);
  } else if (GetParam().tables_are_ready) {
    EXPECT_EQ(result.heuristic, Heuristic::kPatternDatabase);
    EXPECT_THAT(result.table, testing::StartsWith("pattern-database-"));
  }
}

TEST_P(SearchContractTest, CountersAgreeWithEachOther) {
  const SolveResult result = Run();
  const SearchCounters& counters = result.counters;
  const auto length = static_cast<std::int64_t>(result.path.value().size());
  // All states of the path but the last; a search from both ends joins them
  // on an edge.
  EXPECT_GE(counters.expanded, length - 1);
  EXPECT_GE(counters.generated, length);
  EXPECT_LE(counters.generated, 4 * counters.expanded);
  EXPECT_GE(counters.reopened, 0);
  EXPECT_LE(counters.reopened, counters.generated);
  if (!may_reopen()) {
    EXPECT_EQ(counters.reopened, 0);
  }
}

TEST_P(SearchContractTest, RunsTheSameEveryTime) { ExpectSameRun(Run(), Run()); }

TEST_P(SearchContractTest, RunsTheSameInSlicesOfAnySize) {
  const SolveResult whole = Run();
  for (const std::int64_t budget : {1, 2, 7, 1000}) {
    SCOPED_TRACE(testing::Message() << "slices of " << budget);
    const std::unique_ptr<Search> search = Create();
    while (true) {
      const std::int64_t before = search->progress().counters.expanded;
      const SearchState state = search->Advance(budget);
      ASSERT_LE(search->progress().counters.expanded - before, budget);
      if (state == SearchState::kFinished) break;
    }
    ExpectSameRun(search->result(), whole);
  }
}

TEST_P(SearchContractTest, ProgressOnlyEverAdvances) {
  const std::unique_ptr<Search> search = Create();
  SearchProgress last = search->progress();
  EXPECT_EQ(last.counters, SearchCounters{});
  EXPECT_EQ(last.best_length, std::nullopt);
  EXPECT_EQ(search->best_path(), nullptr);
  for (SearchState state = SearchState::kRunning; state != SearchState::kFinished;) {
    state = search->Advance(64);
    const SearchProgress progress = search->progress();
    ASSERT_GE(progress.counters.expanded, last.counters.expanded);
    ASSERT_GE(progress.counters.generated, last.counters.generated);
    ASSERT_GE(progress.counters.reopened, last.counters.reopened);
    ASSERT_GE(progress.lower_bound, last.lower_bound);
    ASSERT_LE(progress.lower_bound, optimum());
    ASSERT_GE(progress.current_bound, 0);
    ASSERT_GE(progress.open_size, 0);
    ASSERT_GE(progress.closed_size, 0);
    ASSERT_LE(progress.closed_size, progress.counters.expanded);
    ASSERT_GE(progress.memory_bytes, 0);
    ASSERT_LE(progress.memory_bytes, progress.peak_memory_bytes);
    ASSERT_GE(progress.peak_memory_bytes, last.peak_memory_bytes);

    const Path* path = search->best_path();
    ASSERT_EQ(progress.best_length.has_value(), path != nullptr);
    if (path != nullptr) {
      ASSERT_EQ(*progress.best_length, static_cast<int>(path->size()));
      ASSERT_TRUE(ReplayPath(problem().start, problem().goal, *path).valid());
      if (last.best_length.has_value()) {
        ASSERT_LE(*progress.best_length, *last.best_length);
      }
    }
    const bool improved = path != nullptr && (!last.best_length.has_value() ||
                                              *progress.best_length < *last.best_length);
    if (state == SearchState::kImproved) {
      ASSERT_TRUE(improved);
    }
    if (state == SearchState::kRunning) {
      ASSERT_FALSE(improved);
    }
    last = progress;
  }
  const SolveResult result = search->result();
  EXPECT_EQ(result.counters, last.counters);
  EXPECT_EQ(result.lower_bound, last.lower_bound);
  EXPECT_EQ(result.peak_memory_bytes, last.peak_memory_bytes);
}

TEST_P(SearchContractTest, ResultsMidwayAreWhatAStopWouldGive) {
  const std::unique_ptr<Search> search = Create();
  while (search->Advance(3) != SearchState::kFinished) {
    const SolveResult result = search->result();
    ASSERT_EQ(result.counters, search->progress().counters);
    ASSERT_EQ(result.lower_bound, search->progress().lower_bound);
    const Path* path = search->best_path();
    if (path == nullptr) {
      ASSERT_EQ(result.outcome, Outcome::kNotFound);
      ASSERT_EQ(result.path, std::nullopt);
    } else {
      ASSERT_EQ(result.path, *path);
      ASSERT_THAT(result, HasPath(problem(), optimum()));
    }
    if (search->progress().counters.expanded > 2000) break;
  }
}

TEST_P(SearchContractTest, StaysFinished) {
  const std::unique_ptr<Search> search = Create();
  const SolveResult result = RunToEnd(*search);
  EXPECT_EQ(search->Advance(1), SearchState::kFinished);
  EXPECT_EQ(search->Advance(1000), SearchState::kFinished);
  search->Stop(Limit::kTime);
  ExpectSameRun(search->result(), result);
  ASSERT_NE(search->best_path(), nullptr);
  EXPECT_EQ(*search->best_path(), result.path);
}

TEST_P(SearchContractTest, StopsBeforeItsFirstSlice) {
  for (const Limit limit : {Limit::kTime, Limit::kExpansions, Limit::kMemory, Limit::kLength}) {
    const std::unique_ptr<Search> search = Create();
    search->Stop(limit);
    EXPECT_EQ(search->Advance(1000), SearchState::kFinished);
    EXPECT_THAT(search->result(), IsNotFound(limit, optimum()));
    EXPECT_EQ(search->result().counters, SearchCounters{});
  }
}

TEST_P(SearchContractTest, StopsBetweenAnyTwoSlices) {
  const std::int64_t total = Run().counters.expanded;
  for (const std::int64_t before : {std::int64_t{1}, total / 3, total / 2, total - 1}) {
    if (before < 1) continue;
    const std::unique_ptr<Search> search = Create();
    while (search->progress().counters.expanded < before) {
      if (search->Advance(1) == SearchState::kFinished) break;
    }
    if (search->progress().best_length.has_value()) continue;
    const SearchCounters counters = search->progress().counters;
    search->Stop(Limit::kTime);
    EXPECT_EQ(search->Advance(1000), SearchState::kFinished);
    EXPECT_THAT(search->result(), IsNotFound(Limit::kTime, optimum()));
    EXPECT_EQ(search->result().counters, counters);
  }
}

TEST_P(SearchContractTest, KeepsThePathItHasWhenStopped) {
  const std::unique_ptr<Search> search = Create();
  SearchState state = SearchState::kRunning;
  while (state == SearchState::kRunning) state = search->Advance(1);
  const Path path = *search->best_path();
  search->Stop(Limit::kTime);
  const SolveResult result = search->result();
  EXPECT_EQ(result.path, path);
  EXPECT_EQ(result.limit,
            state == SearchState::kFinished ? std::nullopt : std::optional(Limit::kTime));
  EXPECT_THAT(result, HasPath(problem(), optimum()));
}

TEST_P(SearchContractTest, ExpandsNoMoreThanItsLimit) {
  const SolveResult unlimited = Run();
  const std::int64_t total = unlimited.counters.expanded;
  for (const std::int64_t limit :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, total / 2, total - 1}) {
    SCOPED_TRACE(testing::Message() << "limit " << limit << " of " << total);
    SolveOptions limited = OptionsUnderLimits(unlimited);
    limited.limits.expansions = limit;
    const SolveResult result = Run(limited);
    EXPECT_EQ(result.counters.expanded, limit);
    EXPECT_EQ(result.limit, Limit::kExpansions);
    EXPECT_LE(result.lower_bound, optimum());
    if (result.path.has_value()) {
      EXPECT_THAT(result, HasPath(problem(), optimum()));
    }
  }
}

TEST_P(SearchContractTest, ALimitThatSufficesChangesNothing) {
  const SolveResult unlimited = Run();
  SolveOptions limited = OptionsUnderLimits(unlimited);
  limited.limits.expansions = unlimited.counters.expanded;
  limited.limits.memory_bytes = unlimited.peak_memory_bytes;
  ExpectSameRun(Run(limited), unlimited);
}

TEST_P(SearchContractTest, TakesNoMoreMemoryThanItsLimit) {
  const SolveResult unlimited = Run();
  for (const std::int64_t limit :
       {std::int64_t{0}, std::int64_t{1}, unlimited.peak_memory_bytes / 2,
        unlimited.peak_memory_bytes - 1}) {
    if (limit < 0 || limit >= unlimited.peak_memory_bytes) continue;
    SCOPED_TRACE(testing::Message() << "limit " << limit << " bytes");
    SolveOptions limited = options();
    limited.limits.memory_bytes = limit;
    const std::unique_ptr<Search> search = StartSearch(problem(), limited);
    while (search->Advance(50) != SearchState::kFinished) {
      ASSERT_LE(search->progress().memory_bytes, limit);
    }
    const SolveResult result = search->result();
    EXPECT_LE(result.peak_memory_bytes, limit);
    if (!adapts_to_memory() || result.outcome != Outcome::kOptimal) {
      EXPECT_EQ(result.limit, Limit::kMemory);
    }
    EXPECT_LE(result.lower_bound, optimum());
    if (result.path.has_value()) {
      EXPECT_THAT(result, HasPath(problem(), optimum()));
    }
  }
}

TEST_P(SearchContractTest, AcceptsNoPathLongerThanItsLimit) {
  for (const int limit : {0, 1, optimum() - 2, optimum() - 1}) {
    SCOPED_TRACE(testing::Message() << "limit " << limit);
    SolveOptions limited = options();
    limited.limits.length = limit;
    const SolveResult result = Run(limited);
    EXPECT_THAT(result, IsNotFound(Limit::kLength, optimum()));
    // Having tried every path within the limit proves that none is there.
    if (proves_optimality()) {
      EXPECT_GT(result.lower_bound, limit);
    }
  }
  SolveOptions limited = options();
  limited.limits.length = optimum();
  const SolveResult result = Run(limited);
  if (proves_optimality()) {
    EXPECT_THAT(result, IsOptimal(problem(), optimum()));
  } else if (result.path.has_value()) {
    EXPECT_EQ(static_cast<int>(result.path->size()), optimum());
  } else {
    EXPECT_THAT(result, IsNotFound(Limit::kLength, optimum()));
  }
}

TEST_P(SearchContractTest, StopsAtTheGapAskedFor) {
  for (const double gap : {0.2, 1.0}) {
    SolveOptions with_gap = options();
    with_gap.target_gap = gap;
    const SolveResult result = Run(with_gap);
    EXPECT_THAT(result, HasPath(problem(), optimum()));
    EXPECT_EQ(result.limit, std::nullopt);
    if (!proves_optimality()) continue;
    const auto length = static_cast<double>(result.path.value().size());
    EXPECT_LE(length - result.lower_bound, gap * length);
  }
}

TEST_P(SearchContractTest, ASolvedBoardTakesNoMove) {
  const Problem solved = {.start = problem().goal, .goal = problem().goal};
  const std::unique_ptr<Search> search = StartSearch(solved, options());
  const SolveResult result = RunToEnd(*search);
  EXPECT_THAT(result, IsOptimal(solved, 0));
  EXPECT_EQ(result.counters.expanded, 0);

  SolveOptions limited = options();
  limited.limits = {.expansions = 0, .memory_bytes = std::nullopt, .length = 0};
  EXPECT_THAT(RunToEnd(*StartSearch(solved, limited)), IsOptimal(solved, 0));
}

TEST_P(SearchContractTest, AnUnreachableGoalIsKnownAtOnce) {
  std::vector<std::int64_t> tiles(problem().goal.tiles().begin(), problem().goal.tiles().end());
  std::iter_swap(std::find(tiles.begin(), tiles.end(), 1),
                 std::find(tiles.begin(), tiles.end(), 2));
  const Problem unsolvable = {.start = MakeBoard(problem().goal.shape(), tiles),
                              .goal = problem().goal};
  const std::unique_ptr<Search> search = StartSearch(unsolvable, options());
  EXPECT_THAT(search->result(), IsUnsolvable());
  EXPECT_THAT(search->result().detail,
              testing::HasSubstr(problem().goal.ToString() + " cannot be reached"));
  EXPECT_EQ(search->Advance(kUnbounded), SearchState::kFinished);
  search->Stop(Limit::kTime);
  EXPECT_THAT(search->result(), IsUnsolvable());
  EXPECT_EQ(search->best_path(), nullptr);
  EXPECT_EQ(search->progress().counters, SearchCounters{});
}

TEST_P(SearchContractTest, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const SolveResult result = Run();
  SolveOptions limited = options();
  limited.limits.expansions = 1;
  Run(limited);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ExpectSolved(result);
}

}  // namespace
}  // namespace taquin
