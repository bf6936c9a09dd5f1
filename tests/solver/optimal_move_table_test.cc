#include "solver/optimal_move_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "solver/goal_layout.h"
#include "solver/path.h"
#include "solver/search_factory.h"
#include "solver/table_registry.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"

namespace taquin {
namespace {

// Every move of the set, and no other, leads one step closer.
void ExpectOptimalMoves(const OptimalMoveTables& tables, const ExactDistances& distances,
                        const Board& goal, const Board& board, int distance) {
  const DirectionSet set = tables.OptimalMoves(Relabel({board, goal}));
  for (const Direction direction : kDirections) {
    Board next = board;
    const bool closer = next.Move(direction) && *distances.Distance(next) == distance - 1;
    ASSERT_EQ(closer, (set >> static_cast<unsigned>(direction) & 1) != 0)
        << board.ToString() << " direction " << static_cast<int>(direction);
  }
}

TEST(OptimalMoveTableTest, AnswersEveryReachableBoardOf3x3) {
  const OptimalMoveTables tables;
  const std::vector<Board> goals = ThreeGoals();
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const ExactDistances& distances = ExactDistancesToGoal(i);
    distances.ForEach([&](const Board& board, int distance) {
      const Path path = tables.OptimalPath(Relabel({board, goals[i]}));
      ASSERT_EQ(static_cast<int>(path.size()), distance) << board.ToString();
      ASSERT_TRUE(ReplayPath(board, goals[i], path).valid()) << board.ToString();
      ASSERT_NO_FATAL_FAILURE(ExpectOptimalMoves(tables, distances, goals[i], board, distance));
    });
  }
}

TEST(OptimalMoveTableTest, AnswersEveryShapeAndGoalBlankCell) {
  const OptimalMoveTables tables;
  Random random(1);
  for (int rows = 1; rows <= 9; ++rows) {
    for (int columns = 1; columns <= 9 / rows; ++columns) {
      const Shape shape{rows, columns};
      if (shape.cells() < 2 || shape.cells() == 9) continue;  // 3x3 above; 1x9 and 9x1 below.
      for (int blank = 0; blank < shape.cells(); ++blank) {
        Board goal = RandomArrangement(shape, random);
        while (goal.blank() != blank) goal = RandomArrangement(shape, random);
        const ExactDistances distances(goal);
        distances.ForEach([&](const Board& board, int distance) {
          const Path path = tables.OptimalPath(Relabel({board, goal}));
          ASSERT_EQ(static_cast<int>(path.size()), distance)
              << ShapeName(shape) << " " << board.ToString() << " to " << goal.ToString();
          ASSERT_TRUE(ReplayPath(board, goal, path).valid()) << board.ToString();
        });
      }
    }
  }
}

TEST(OptimalMoveTableTest, AnswersSingleLinesOfNineCells) {
  const OptimalMoveTables tables;
  for (const Shape shape : {Shape{1, 9}, Shape{9, 1}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kBlankLast);
    Board board = goal;
    const Direction away = shape.rows == 1 ? Direction::kLeft : Direction::kUp;
    for (std::size_t distance = 0; distance < 9; ++distance) {
      EXPECT_EQ(tables.OptimalPath(Relabel({board, goal})), Path(distance, Opposite(away)));
      board.Move(away);
    }
  }
}

TEST(OptimalMoveTableTest, GoalsWithSymmetricBlankCellsShareATable) {
  const OptimalMoveTables tables;
  const Shape shape{3, 3};
  EXPECT_EQ(tables.memory_bytes(), 0);
  const Board corner = MakeGoal(shape, GoalLayout::kBlankLast);
  EXPECT_FALSE(tables.Ready(shape, 8));
  tables.OptimalMoves(Relabel({corner, corner}));
  const std::int64_t one_table = tables.memory_bytes();
  EXPECT_EQ(one_table, 9 * 40320 / 2 / 2);  // Half a byte for each reachable arrangement.
  for (const int blank : {0, 2, 6, 8}) EXPECT_TRUE(tables.Ready(shape, blank)) << blank;
  for (const int blank : {1, 3, 4, 5, 7}) EXPECT_FALSE(tables.Ready(shape, blank)) << blank;
}

TEST(OptimalMoveSearchTest, IsFinishedAtOnceWhenTheTableIsReady) {
  const TableRegistry tables;
  const Problem problem{MakeBoard("8 6 7 / 2 5 4 / 3 0 1"), MakeBoard("1 2 3 / 4 5 6 / 7 8 0")};
  for (const bool ready : {false, true}) {
    const auto search = CreateSearch(problem, SolveOptions(), tables);
    ASSERT_TRUE(search.ok());
    EXPECT_EQ((*search)->best_path() != nullptr, ready);
    EXPECT_EQ((*search)->Advance(1), SearchState::kFinished);
    const SolveResult result = (*search)->result();
    EXPECT_EQ(result.outcome, Outcome::kOptimal);
    EXPECT_EQ(result.path->size(), 31u);
    EXPECT_EQ(result.table, "optimal-moves-3x3");
    EXPECT_EQ(result.counters, SearchCounters());
  }
}

TEST(OptimalMoveSearchTest, KeepsTheLengthLimit) {
  const TableRegistry tables;
  const Problem problem{MakeBoard("8 6 7 / 2 5 4 / 3 0 1"), MakeBoard("1 2 3 / 4 5 6 / 7 8 0")};
  SolveOptions options;
  options.limits.length = 30;
  const auto search = CreateSearch(problem, options, tables);
  ASSERT_TRUE(search.ok());
  const SolveResult result = RunToEnd(**search);
  EXPECT_EQ(result.outcome, Outcome::kNotFound);
  EXPECT_EQ(result.limit, Limit::kLength);
  EXPECT_EQ(result.lower_bound, 31);
  EXPECT_FALSE(result.path.has_value());
}

TEST(OptimalMoveSearchTest, StoppedBeforeItBeginsHasNoPath) {
  const TableRegistry tables;
  const Problem problem{MakeBoard("1 2 3 / 4 5 6 / 7 0 8"), MakeBoard("1 2 3 / 4 5 6 / 7 8 0")};
  const auto search = CreateSearch(problem, SolveOptions(), tables);
  ASSERT_TRUE(search.ok());
  (*search)->Stop(Limit::kTime);
  EXPECT_EQ((*search)->Advance(1), SearchState::kFinished);
  EXPECT_EQ((*search)->result().outcome, Outcome::kNotFound);
  EXPECT_EQ((*search)->result().limit, Limit::kTime);
}

}  // namespace
}  // namespace taquin
