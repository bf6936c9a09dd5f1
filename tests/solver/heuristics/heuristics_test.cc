// Every heuristic against the exact distances, against its definition, and
// its incremental form against the one from scratch.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/heuristics/heuristic.h"
#include "solver/heuristics/visit_heuristic.h"
#include "solver/move_table.h"
#include "solver/relabelled_board.h"
#include "solver/state_space.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/reference_heuristics.h"
#include "tests/support/sample_size.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

// One heuristic for one goal of at most 16 cells, made once for many boards.
template <class Function>
class Evaluator {
 public:
  Evaluator(Heuristic heuristic, const Board& goal)
      : goal_(goal),
        space_(goal.shape(), goal.blank()),
        function_(MakeHeuristic<Function>(
            heuristic, GoalTarget(Relabel({goal, goal}),
                                  BuiltTables(heuristic, goal.shape(), goal.blank())))) {}

  int operator()(const Board& board) const {
    return function_.H(function_.Root(space_, space_.Pack(Relabel({board, goal_}).labels)));
  }

 private:
  Board goal_;
  PackedSpace16 space_;
  Function function_;
};

std::string HeuristicCaseName(const testing::TestParamInfo<Heuristic>& info) {
  std::string name(HeuristicName(info.param));
  std::erase(name, '-');
  return name;
}

class HeuristicTest : public testing::TestWithParam<Heuristic> {};

// All 181,440 boards for each goal.
TEST_P(HeuristicTest, NeverExceedsTheExactDistance) {
  VisitSearchTypes({3, 3}, GetParam(), [](auto types) {
    for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
      const Evaluator<typename decltype(types)::Function> evaluate(GetParam(), ThreeGoals()[i]);
      ExactDistancesToGoal(i).ForEach([&](const Board& board, int distance) {
        ASSERT_LE(evaluate(board), distance) << board.ToString();
        ASSERT_GE(evaluate(board), 0) << board.ToString();
      });
    }
  });
}

TEST_P(HeuristicTest, EqualsItsDefinition) {
  VisitSearchTypes({3, 3}, GetParam(), [](auto types) {
    for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
      const Board goal = ThreeGoals()[i];
      const Evaluator<typename decltype(types)::Function> evaluate(GetParam(), goal);
      ExactDistancesToGoal(i).ForEach([&](const Board& board, int) {
        ASSERT_EQ(evaluate(board), ReferenceHeuristic({board, goal}, GetParam()))
            << board.ToString() << " to " << goal.ToString();
      });
    }
  });
}

TEST_P(HeuristicTest, EqualsItsDefinitionOnOtherShapes) {
  Random random(1901);
  for (const Shape shape :
       {Shape{1, 2}, Shape{1, 7}, Shape{7, 1}, Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 7},
        Shape{3, 4}, Shape{4, 3}, Shape{4, 4}, Shape{3, 5}, Shape{5, 5}, Shape{4, 6}, Shape{6, 4},
        Shape{2, 6}, Shape{6, 6}, Shape{9, 7}, Shape{10, 10}}) {
    if (!HasReference(GetParam(), shape)) continue;
    Board goal = RandomArrangement(shape, random);
    for (int i = 0; i < SampleSize(300, 30); ++i) {
      // Seldom: the tables of references depend on the goal's blank.
      if (i % 100 == 99) goal = RandomArrangement(shape, random);
      // Near the goal, where conflicts are many, and anywhere.
      const Board start = i % 2 == 0 ? RandomWalk(goal, random.Below(60), random)
                                     : RandomReachableBoard(goal, random);
      ASSERT_EQ(HeuristicValue({start, goal}, GetParam()),
                ReferenceHeuristic({start, goal}, GetParam()))
          << start.ToString() << " to " << goal.ToString();
    }
  }
}

TEST_P(HeuristicTest, IsZeroAtTheGoalOfEveryShape) {
  // Building pattern tables of all shapes would take minutes.
  const int most_cells = GetParam() == Heuristic::kPatternDatabase ? 12 : kMaxCells;
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      const Shape shape = {rows, columns};
      if (shape.cells() < 2 || shape.cells() > most_cells) continue;
      if (!HeuristicServes(GetParam(), shape)) continue;
      const Board goal = MakeGoal(shape, GoalLayout::kSpiral);
      ASSERT_EQ(HeuristicValue({goal, goal}, GetParam()), 0) << ShapeName(shape);
    }
  }
}

TEST_P(HeuristicTest, NeverExceedsTheWayWalked) {
  Random random(1977);
  for (const Shape shape : {Shape{2, 7}, Shape{3, 4}, Shape{4, 4}, Shape{3, 5}, Shape{4, 5},
                            Shape{5, 5}, Shape{4, 7}, Shape{8, 8}}) {
    if (!HeuristicServes(GetParam(), shape)) continue;
    for (int walk = 0; walk < SampleSize(5, 2); ++walk) {
      const Board goal = RandomArrangement(shape, random);
      Board board = goal;
      for (int steps = 1; steps <= 60; ++steps) {
        board = RandomWalk(board, 1, random);
        ASSERT_LE(HeuristicValue({board, goal}, GetParam()), steps)
            << board.ToString() << " to " << goal.ToString();
      }
    }
  }
}

TEST_P(HeuristicTest, NeverExceedsTheExactDistanceOnTwoByFive) {
  if (!HeuristicServes(GetParam(), {2, 5})) return;
  Random random(25);
  const Board goal = RandomArrangement({2, 5}, random);
  const ExactDistances exact(goal);
  for (int i = 0; i < SampleSize(2000, 100); ++i) {
    const Board board = RandomReachableBoard(goal, random);
    ASSERT_LE(HeuristicValue({board, goal}, GetParam()), exact.Distance(board).value())
        << board.ToString() << " to " << goal.ToString();
  }
}

TEST_P(HeuristicTest, NeverExceedsPublishedLengths) {
  for (const std::vector<Instance>& set :
       {ReadKorf100(), ReadKorf100BlankLast(), ReadKorf24(), ReadFifteen80()}) {
    if (!HeuristicServes(GetParam(), set.front().start.shape())) continue;
    for (const Instance& instance : set) {
      EXPECT_LE(HeuristicValue({instance.start, instance.goal}, GetParam()), instance.optimum)
          << instance.id;
    }
  }
}

// Walks at random and compares every step's value with the one from scratch.
template <class Space, class Function>
void ExpectStepsEqualRoots(const Space& space, const Function& function, const MoveTable& moves,
                           typename Space::State state, Random& random) {
  auto value = function.Root(space, state);
  for (int step = 0; step < SampleSize(2000, 200); ++step) {
    const int blank = space.Blank(state);
    const auto possible = moves.From(blank);
    const BlankMove move =
        possible[static_cast<std::size_t>(random.Below(static_cast<int>(possible.size())))];
    const int label = space.Label(state, move.cell);
    space.Slide(state, blank, move.cell);
    value = function.Step(space, state, value, {label, move.cell, blank});
    const int scratch = function.H(function.Root(space, state));
    ASSERT_EQ(function.H(value), scratch) << "after step " << step;
    // What a search keeps gives back a value from which steps go on alike.
    value = RestoreValue(function, space, state, scratch, NoteOf<Function>(value));
    ASSERT_EQ(function.H(value), scratch);
  }
}

TEST_P(HeuristicTest, StepsEqualRootsTowardsGoalAndStart) {
  Random random(2003);
  for (const Shape shape :
       {Shape{1, 2},   Shape{1, 16},  Shape{2, 2},   Shape{2, 5}, Shape{3, 3},
        Shape{3, 4},   Shape{4, 3},   Shape{4, 4},   Shape{2, 9}, Shape{5, 4},
        Shape{5, 5},   Shape{1, 32},  Shape{4, 7},   Shape{6, 6}, Shape{7, 3},
        Shape{10, 10}, Shape{17, 16}, Shape{32, 32}, Shape{6, 2}, Shape{3, 5}}) {
    SCOPED_TRACE(ShapeName(shape));
    if (!HeuristicServes(GetParam(), shape)) continue;
    const Board goal = RandomArrangement(shape, random);
    const RelabelledBoard board = Relabel({RandomReachableBoard(goal, random), goal});
    VisitSearchTypes(shape, GetParam(), [&](auto types) {
      using Function = typename decltype(types)::Function;
      const typename decltype(types)::Space space(board.shape, board.blank_label);
      const MoveTable moves(shape);
      const auto to_goal = MakeHeuristic<Function>(
          GetParam(), GoalTarget(board, BuiltTables(GetParam(), shape, board.blank_label)));
      ExpectStepsEqualRoots(space, to_goal, moves, space.Pack(board.labels), random);
      const auto to_start = MakeHeuristic<Function>(
          GetParam(), StartTarget(board, BuiltTables(GetParam(), shape, board.blank)));
      ExpectStepsEqualRoots(space, to_start, moves, space.Pack(GoalTarget(board).cell_of_label),
                            random);
    });
  }
}

// Searching backwards from the goal, the estimate is of the way to the start.
TEST_P(HeuristicTest, AimsAtTheStartWhenAsked) {
  Random random(2004);
  for (const Shape shape : {Shape{2, 3}, Shape{3, 3}, Shape{4, 4}, Shape{5, 5}, Shape{6, 7}}) {
    if (!HasReference(GetParam(), shape)) continue;
    for (int i = 0; i < 50; ++i) {
      const Board goal = RandomArrangement(shape, random);
      const Board start = RandomReachableBoard(goal, random);
      const RelabelledBoard board = Relabel({start, goal});
      const int h = VisitSearchTypes(shape, GetParam(), [&](auto types) {
        using Function = typename decltype(types)::Function;
        const typename decltype(types)::Space space(board.shape, board.blank_label);
        const auto function = MakeHeuristic<Function>(
            GetParam(), StartTarget(board, BuiltTables(GetParam(), shape, board.blank)));
        return function.H(function.Root(space, space.Pack(GoalTarget(board).cell_of_label)));
      });
      ASSERT_EQ(h, ReferenceHeuristic({goal, start}, GetParam()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, HeuristicTest, testing::ValuesIn(kHeuristics), HeuristicCaseName);

std::vector<Heuristic> HeuristicsThatClaimConsistency() {
  std::vector<Heuristic> heuristics;
  for (const Heuristic heuristic : kHeuristics) {
    const bool claims = VisitSearchTypes({3, 3}, heuristic, [](auto types) {
      using Function = typename decltype(types)::Function;
      if constexpr (requires { Function::kConsistent; }) {
        return bool{Function::kConsistent};
      } else {
        return false;
      }
    });
    if (claims) heuristics.push_back(heuristic);
  }
  return heuristics;
}

class ConsistentHeuristicTest : public testing::TestWithParam<Heuristic> {};

// Every edge between the 181,440 boards, for each goal.
TEST_P(ConsistentHeuristicTest, ChangesByAtMostOneOnEveryEdge) {
  VisitSearchTypes({3, 3}, GetParam(), [](auto types) {
    for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
      const Evaluator<typename decltype(types)::Function> evaluate(GetParam(), ThreeGoals()[i]);
      ExactDistancesToGoal(i).ForEach([&](const Board& board, int) {
        const int h = evaluate(board);
        // Each edge has two ends, so two directions meet all of them.
        for (const Direction direction : {Direction::kDown, Direction::kRight}) {
          Board next = board;
          if (!next.Move(direction)) continue;
          ASSERT_LE(std::abs(evaluate(next) - h), 1)
              << board.ToString() << " and " << next.ToString();
        }
      });
    }
  });
}

TEST_P(ConsistentHeuristicTest, ChangesByAtMostOneOnWalksOverOtherShapes) {
  Random random(4);
  for (const Shape shape : {Shape{2, 6}, Shape{4, 3}, Shape{4, 4}, Shape{5, 5}, Shape{6, 6},
                            Shape{3, 9}, Shape{10, 10}, Shape{3, 5}}) {
    if (!HeuristicServes(GetParam(), shape)) continue;
    const Board goal = RandomArrangement(shape, random);
    Board board = RandomWalk(goal, 20, random);
    int h = HeuristicValue({board, goal}, GetParam());
    for (int step = 0; step < SampleSize(2000, 200); ++step) {
      board = RandomWalk(board, 1, random);
      const int next = HeuristicValue({board, goal}, GetParam());
      ASSERT_LE(std::abs(next - h), 1) << board.ToString() << " to " << goal.ToString();
      h = next;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConsistentHeuristicTest,
                         testing::ValuesIn(HeuristicsThatClaimConsistency()), HeuristicCaseName);

}  // namespace
}  // namespace taquin
