// Searches that find no tables: each case has a registry of its own.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "solver/search_factory.h"
#include "solver/table_registry.h"
#include "tests/support/boards.h"
#include "tests/support/matchers.h"
#include "tests/support/shortest_length.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

std::unique_ptr<Search> Create(const Problem& problem, const SolveOptions& options,
                               const TableRegistry& tables) {
  auto search = CreateSearch(problem, options, tables);
  EXPECT_TRUE(search.ok()) << search.status();
  return *std::move(search);
}

class TableBuildingSearchTest : public testing::TestWithParam<Algorithm> {
 protected:
  TableBuildingSearchTest() {
    Random random(1501);
    const Board goal = RandomArrangement({3, 5}, random);
    problem_ = {RandomWalk(goal, 16, random), goal};
  }

  SolveOptions Options() const { return OptionsFor({GetParam(), Heuristic::kWalkingDistance}); }

  Problem problem_{MakeBoard("0 1"), MakeBoard("0 1")};
};

TEST_P(TableBuildingSearchTest, IsTheSearchThatReadyTablesWouldGive) {
  const TableRegistry tables;
  const std::unique_ptr<Search> building = Create(problem_, Options(), tables);
  std::int64_t slices_before = 0;
  while (building->Advance(10'000) != SearchState::kFinished) {
    if (building->progress().counters.expanded == 0) ++slices_before;
  }
  EXPECT_GT(slices_before, 10);
  const std::unique_ptr<Search> ready = Create(problem_, Options(), tables);
  ASSERT_NE(ready->Advance(3), SearchState::kFinished);
  EXPECT_GT(ready->progress().counters.expanded, 0) << "the tables are there";
  const SolveResult expected = RunToEnd(*ready);
  const SolveResult result = building->result();
  EXPECT_THAT(result, HasPath(problem_, ShortestLength(problem_.start, problem_.goal)));
  EXPECT_EQ(result.path, expected.path);
  EXPECT_EQ(result.counters, expected.counters);
  EXPECT_EQ(result.heuristic, Heuristic::kWalkingDistance);
}

TEST_P(TableBuildingSearchTest, StoppedWhileBuildingItSaysWhatItKnows) {
  const TableRegistry tables;
  const std::unique_ptr<Search> search = Create(problem_, Options(), tables);
  EXPECT_EQ(search->Advance(100), SearchState::kRunning);
  search->Stop(Limit::kTime);
  search->Stop(Limit::kMemory);
  EXPECT_EQ(search->Advance(100), SearchState::kFinished);
  const SolveResult result = search->result();
  EXPECT_THAT(result, IsNotFound(Limit::kTime, search->progress().lower_bound));
  EXPECT_EQ(result.lower_bound, HeuristicValue(problem_, Heuristic::kLinearConflict));
  EXPECT_EQ(result.algorithm, GetParam());
  EXPECT_EQ(result.heuristic, Heuristic::kWalkingDistance);
  EXPECT_EQ(result.counters, SearchCounters());
}

// Dropping a search half-way loses nothing of the work.
TEST_P(TableBuildingSearchTest, TakesUpWhatAnotherLeft) {
  const TableRegistry tables;
  Create(problem_, Options(), tables)->Advance(100'000);
  Create(problem_, Options(), tables)->Advance(100'000);
  const std::unique_ptr<Search> third = Create(problem_, Options(), tables);
  std::int64_t slices = 0;
  for (; third->progress().counters.expanded == 0; ++slices) third->Advance(100'000);
  const TableRegistry fresh;
  const std::unique_ptr<Search> alone = Create(problem_, Options(), fresh);
  std::int64_t slices_alone = 0;
  for (; alone->progress().counters.expanded == 0; ++slices_alone) alone->Advance(100'000);
  EXPECT_EQ(slices_alone, slices + 2);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, TableBuildingSearchTest,
                         testing::Values(Algorithm::kGreedy, Algorithm::kAStar, Algorithm::kIdaStar,
                                         Algorithm::kBidirectional, Algorithm::kBeam,
                                         Algorithm::kAStarThenIdaStar),
                         [](const auto& param) {
                           std::string name(AlgorithmName(param.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace taquin
