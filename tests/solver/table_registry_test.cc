#include "solver/table_registry.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "tests/solver/pattern_database/faulty_file_system.h"
#include "tests/support/boards.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/shortest_length.h"

namespace taquin {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Shape kShape = {3, 4};

void WorkUntilIdle(TableRegistry& registry) {
  while (registry.Work() != TableRegistry::WorkState::kIdle) {
  }
}

class TableRegistryTest : public ::testing::Test {
 protected:
  TableRegistryTest()
      : directory_((std::filesystem::path(::testing::TempDir()) /
                    absl::StrCat("taquin-registry-", getpid(), "-",
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name()))
                       .string()) {
    std::filesystem::remove_all(directory_);
    options_.largest_tier = TableTier::kStartup;
  }
  ~TableRegistryTest() override { std::filesystem::remove_all(directory_); }

  const std::string directory_;
  TableRegistryOptions options_;
};

TEST_F(TableRegistryTest, HasNoTablesUnlessAllowed) {
  TableRegistry registry;
  EXPECT_FALSE(registry.Find({4, 4}, 0).has_value());
  EXPECT_EQ(registry.Want({4, 4}, 0).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(registry.Work(), TableRegistry::WorkState::kIdle);
  EXPECT_THAT(registry.List(), IsEmpty());
}

TEST_F(TableRegistryTest, MakesWhatASearchDidNotFind) {
  TableRegistry registry(options_);
  EXPECT_FALSE(registry.Find(kShape, 11).has_value());
  ASSERT_THAT(registry.List(), SizeIs(1));
  EXPECT_EQ(registry.List()[0].state, TableState::kQueued);
  WorkUntilIdle(registry);
  const TableInfo info = registry.List()[0];
  EXPECT_EQ(info.state, TableState::kReady);
  EXPECT_EQ(info.progress, 1);
  EXPECT_THAT(info.name, HasSubstr("pattern-database-3x4-"));
  const auto found = registry.Find(kShape, 11);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(info.bytes, found->tables->bytes());
  EXPECT_EQ(registry.bytes(), info.bytes);
  // Every corner is of one class; cells on the edges are of others.
  EXPECT_TRUE(registry.Find(kShape, 3).has_value());
  EXPECT_FALSE(registry.Find(kShape, 4).has_value());
}

TEST_F(TableRegistryTest, ServesTheSearchFactory) {
  TableRegistry registry(options_);
  const Instance instance = ReadKorf100BlankLast()[10];
  const Problem problem = {instance.start, instance.goal};
  ASSERT_TRUE(registry.Want({4, 4}, 0).ok());
  WorkUntilIdle(registry);
  for (const auto heuristic :
       {std::optional<Heuristic>(), std::optional(Heuristic::kPatternDatabase)}) {
    SolveOptions options;
    options.heuristic = heuristic;
    const SolveResult result = RunToEnd(**CreateSearch(problem, options, registry));
    EXPECT_THAT(result, IsOptimal(problem, instance.optimum));
    EXPECT_EQ(result.heuristic, Heuristic::kPatternDatabase);
    EXPECT_EQ(result.table, "pattern-database-4x4-6-6-3");
  }
  // A named heuristic is kept.
  SolveOptions options;
  options.heuristic = Heuristic::kManhattan;
  options.limits.expansions = 10;
  const SolveResult result = RunToEnd(**CreateSearch(problem, options, registry));
  EXPECT_EQ(result.heuristic, Heuristic::kManhattan);
  EXPECT_EQ(result.table, "");
}

// A search that names the heuristic waits for the tables, and works on them.
TEST_F(TableRegistryTest, ASearchThatAsksForTablesBuildsThem) {
  Random random(34);
  const Board goal = RandomArrangement({3, 4}, random);
  const Problem problem = {RandomWalk(goal, 20, random), goal};
  for (const Algorithm algorithm :
       {Algorithm::kGreedy, Algorithm::kAStar, Algorithm::kIdaStar, Algorithm::kBidirectional,
        Algorithm::kBeam, Algorithm::kAnytime, Algorithm::kAStarThenIdaStar}) {
    const TableRegistry registry(options_);
    SolveOptions options;
    options.algorithm = algorithm;
    options.heuristic = Heuristic::kPatternDatabase;
    const auto search = CreateSearch(problem, options, registry);
    ASSERT_TRUE(search.ok()) << search.status();
    EXPECT_EQ((*search)->Advance(1), SearchState::kRunning);
    EXPECT_EQ((*search)->progress().counters, SearchCounters());
    const SolveResult result = RunToEnd(**search);
    EXPECT_THAT(result, HasPath(problem, ShortestLength(problem.start, problem.goal)));
    EXPECT_EQ(result.heuristic, Heuristic::kPatternDatabase) << AlgorithmName(algorithm);
    EXPECT_THAT(result.table, HasSubstr("pattern-database-3x4-")) << AlgorithmName(algorithm);
    EXPECT_TRUE(registry.Find({3, 4}, goal.blank()).has_value());
  }
}

TEST_F(TableRegistryTest, ASearchWhoseTablesFindNoMemorySaysSo) {
  options_.memory_bytes = 1000;
  const TableRegistry registry(options_);
  const Instance instance = ReadKorf100()[0];
  SolveOptions options;
  options.algorithm = Algorithm::kAStar;
  options.heuristic = Heuristic::kPatternDatabase;
  const auto search = CreateSearch({instance.start, instance.goal}, options, registry);
  ASSERT_TRUE(search.ok()) << search.status();
  const SolveResult result = RunToEnd(**search);
  EXPECT_EQ(result.outcome, Outcome::kNotFound);
  EXPECT_EQ(result.limit, Limit::kMemory);
  EXPECT_THAT(result.detail, HasSubstr("of the 1000 for tables"));
  EXPECT_EQ(result.heuristic, Heuristic::kPatternDatabase);
}

TEST_F(TableRegistryTest, WithoutTablesTheHeuristicIsRefused) {
  const TableRegistry registry;
  const Instance instance = ReadKorf100()[0];
  SolveOptions options;
  options.heuristic = Heuristic::kPatternDatabase;
  const auto search = CreateSearch({instance.start, instance.goal}, options, registry);
  EXPECT_EQ(search.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(search.status().message()), HasSubstr("switched off"));
}

TEST_F(TableRegistryTest, RisesThroughTheTiers) {
  options_.largest_tier = TableTier::kDefault;
  TableRegistry registry(options_);
  ASSERT_TRUE(registry.Want({3, 5}, 0).ok());
  ASSERT_THAT(registry.List(), SizeIs(2));
  std::vector<std::string> names;
  while (registry.Work() != TableRegistry::WorkState::kIdle) {
    const auto found = registry.Find({3, 5}, 0);
    if (found && (names.empty() || names.back() != found->tables->name())) {
      names.push_back(found->tables->name());
    }
  }
  EXPECT_THAT(names, SizeIs(2));
  const std::vector<TableInfo> infos = registry.List();
  EXPECT_EQ(infos[0].state, TableState::kReplaced);
  EXPECT_EQ(infos[1].state, TableState::kReady);
  EXPECT_EQ(registry.bytes(), infos[1].bytes);
}

TEST_F(TableRegistryTest, ManyThreadsMayWork) {
  TableRegistry registry(options_);
  for (int blank = 0; blank < kShape.cells(); ++blank) {
    ASSERT_TRUE(registry.Want(kShape, blank).ok());
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&registry] { WorkUntilIdle(registry); });
  for (std::thread& thread : threads) thread.join();
  for (int blank = 0; blank < kShape.cells(); ++blank) {
    EXPECT_TRUE(registry.Find(kShape, blank).has_value());
  }
  EXPECT_THAT(registry.List(), SizeIs(4));
}

TEST_F(TableRegistryTest, KeepsTablesInFiles) {
  options_.directory = directory_;
  std::string detail;
  for (const char* const expected : {"built and written", "read from"}) {
    TableRegistry registry(options_);
    ASSERT_TRUE(registry.Want(kShape, 0).ok());
    WorkUntilIdle(registry);
    EXPECT_TRUE(registry.Find(kShape, 0).has_value());
    EXPECT_THAT(registry.List()[0].detail, HasSubstr(expected));
  }
  // A file that is no good is replaced.
  for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
    std::ofstream(entry.path(), std::ios::trunc) << "not tables";
  }
  TableRegistry registry(options_);
  ASSERT_TRUE(registry.Want(kShape, 0).ok());
  registry.Work();
  EXPECT_THAT(registry.List()[0].detail, HasSubstr("truncated"));
  WorkUntilIdle(registry);
  EXPECT_EQ(registry.List()[0].state, TableState::kReady);
  EXPECT_THAT(registry.List()[0].detail, HasSubstr("built and written"));
}

TEST_F(TableRegistryTest, WorksOnAFullDisk) {
  FaultyFileSystem file_system(FaultyFileSystem::Fault::kLaterAppend);
  options_.directory = directory_;
  options_.file_system = &file_system;
  TableRegistry registry(options_);
  ASSERT_TRUE(registry.Want(kShape, 0).ok());
  WorkUntilIdle(registry);
  EXPECT_TRUE(registry.Find(kShape, 0).has_value());
  EXPECT_THAT(registry.List()[0].detail, HasSubstr("not kept: no space left"));
  EXPECT_TRUE(std::filesystem::is_empty(directory_));
}

TEST_F(TableRegistryTest, KeepsToItsMemory) {
  options_.memory_bytes = 1000;
  TableRegistry registry(options_);
  ASSERT_TRUE(registry.Want(kShape, 0).ok());
  WorkUntilIdle(registry);
  EXPECT_FALSE(registry.Find(kShape, 0).has_value());
  EXPECT_EQ(registry.List()[0].state, TableState::kFailed);
  EXPECT_THAT(registry.List()[0].detail, HasSubstr("of the 1000"));
  EXPECT_EQ(registry.bytes(), 0);
}

TEST_F(TableRegistryTest, ExplainsWhyAShapeHasNone) {
  TableRegistry registry(options_);
  for (const Shape shape : {Shape{1, 9}, Shape{5, 13}, Shape{32, 32}}) {
    EXPECT_EQ(registry.Want(shape, 0).code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(registry.Find(shape, 0).has_value());
  }
  EXPECT_THAT(registry.List(), IsEmpty());
}

}  // namespace
}  // namespace taquin
