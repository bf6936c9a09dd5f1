#include "server/path_check.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "server/board_check.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"

namespace taquin::server {
namespace {

Problem Of(const char* start) {
  const Board board = MakeBoard(start);
  return {.start = board, .goal = MakeGoal(board.shape(), GoalLayout::kBlankLast)};
}

TableRegistryOptions LowestTier() {
  TableRegistryOptions options;
  options.largest_tier = TableTier::kStartup;
  return options;
}

bool HasValue(const BoardCheck& check, Heuristic heuristic) {
  return std::any_of(check.heuristic_values.begin(), check.heuristic_values.end(),
                     [&](const auto& value) { return value.first == heuristic; });
}

TEST(CheckBoardTest, AnUnreachableGoalHasAReasonAndNoValues) {
  const BoardCheck check = CheckBoard(Of("1 2 3 / 4 5 6 / 8 7 0"), TableRegistry());
  EXPECT_EQ(check.reachability, Reachability::kParityDiffers);
  EXPECT_FALSE(check.explanation.empty());
  EXPECT_TRUE(check.heuristic_values.empty());
  EXPECT_EQ(check.lower_bound, 0);
  EXPECT_EQ(check.reachable_layouts, std::vector{GoalLayout::kSpiral});
}

TEST(CheckBoardTest, EveryHeuristicHasItsValue) {
  const BoardCheck check = CheckBoard(Of("2 3 4 / 1 5 0 / 7 6 8"), TableRegistry(LowestTier()));
  EXPECT_EQ(check.reachability, Reachability::kReachable);
  EXPECT_EQ(check.heuristic_values.size(), kHeuristics.size());
  for (const auto& [heuristic, value] : check.heuristic_values) EXPECT_LE(value, 19);
}

TEST(CheckBoardTest, AHeuristicThatDoesNotServeTheShapeHasNoValue) {
  const BoardCheck check =
      CheckBoard(Of("1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 0 24"),
                 TableRegistry());
  EXPECT_EQ(check.lower_bound, 1);
  EXPECT_FALSE(HasValue(check, Heuristic::kWalkingDistance));
  EXPECT_TRUE(HasValue(check, Heuristic::kLinearConflict));
}

TEST(CheckBoardTest, PatternTablesThatAreMadeMeanwhileGiveTheirValueLater) {
  const Problem problem = Of("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15");
  TableRegistry tables(LowestTier());
  EXPECT_FALSE(HasValue(CheckBoard(problem, tables), Heuristic::kPatternDatabase));
  while (tables.Work() != TableRegistry::WorkState::kIdle) {
  }
  EXPECT_TRUE(HasValue(CheckBoard(problem, tables), Heuristic::kPatternDatabase));
  EXPECT_EQ(CheckBoard(problem, tables).lower_bound, 2);
}

// Tables too large to build while the caller waits are built over several calls.
TEST(CheckBoardTest, WhereTablesAreLargeTheValueComesWithALaterCall) {
  const Problem problem = Of("1 2 3 / 4 5 6 / 7 8 9 / 10 11 12 / 13 0 14");
  const TableRegistry tables;
  int calls = 1;
  for (; !HasValue(CheckBoard(problem, tables), Heuristic::kWalkingDistance); ++calls) {
    ASSERT_LT(calls, 100);
  }
  EXPECT_GT(calls, 1);
  EXPECT_EQ(CheckBoard(problem, tables).lower_bound, 1);
}

TEST(LowerBoundTest, IsAdmissibleAndHasThePathsParityOnRandomBoards) {
  Random random(3);
  const Board goal = MakeGoal({3, 3}, GoalLayout::kBlankFirst);
  const TableRegistry tables;
  for (int i = 0; i < 300; ++i) {
    const Problem problem{.start = RandomReachableBoard(goal, random), .goal = goal};
    const auto search = CreateSearch(problem, SolveOptions(), tables);
    ASSERT_TRUE(search.ok());
    const int optimum = static_cast<int>(RunToEnd(**search).path->size());
    const int bound = LowerBound(problem, tables);
    EXPECT_LE(bound, optimum) << problem.start.ToString();
    EXPECT_EQ((optimum - bound) % 2, 0) << problem.start.ToString();
  }
}

TEST(CheckPathTest, APathAsShortAsTheBoundIsOptimalWithoutASearch) {
  const Problem problem = Of("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15");
  const PathCheck check = CheckPath(problem, {Direction::kRight}, TableRegistry());
  EXPECT_TRUE(check.replay.valid());
  EXPECT_EQ(check.optimal_length, 1);
  EXPECT_FALSE(OptimalLengthTask(problem, check, ServerLimits()).has_value());
}

TEST(CheckPathTest, ALongerPathOnALargeBoardLeavesTheOptimumUnknown) {
  const Problem problem = Of("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15");
  const PathCheck check =
      CheckPath(problem, {Direction::kLeft, Direction::kRight, Direction::kRight}, TableRegistry());
  EXPECT_TRUE(check.replay.valid());
  EXPECT_EQ(check.optimal_length, std::nullopt);
  EXPECT_EQ(check.lower_bound, 1);
  EXPECT_FALSE(OptimalLengthTask(problem, check, ServerLimits()).has_value());
}

TEST(CheckPathTest, OnSmallBoardsASearchTellsTheOptimum) {
  const Problem problem = Of("2 3 4 / 1 5 0 / 7 6 8");
  PathCheck check = CheckPath(problem, {Direction::kUp}, TableRegistry());
  EXPECT_EQ(check.replay.fault, PathFault::kEndsElsewhere);
  ServerLimits limits;
  limits.max_memory_bytes = 1 << 28;
  const auto task = OptimalLengthTask(problem, check, limits);
  ASSERT_TRUE(task.has_value());
  const TableRegistry tables;
  const auto search = CreateSearch(task->problem, task->options, tables);
  ASSERT_TRUE(search.ok());
  NoteOptimalLength(RunToEnd(**search), check);
  EXPECT_EQ(check.optimal_length, 19);
  EXPECT_EQ(check.lower_bound, 19);
}

TEST(CheckPathTest, AnUnreachableGoalHasNoOptimum) {
  const Problem problem = Of("1 2 3 / 4 5 6 / 8 7 0");
  const PathCheck check = CheckPath(problem, {}, TableRegistry());
  EXPECT_FALSE(check.replay.valid());
  EXPECT_EQ(check.lower_bound, 0);
  EXPECT_FALSE(OptimalLengthTask(problem, check, ServerLimits()).has_value());
}

}  // namespace
}  // namespace taquin::server
