#include "solver/state_space.h"

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "solver/move_table.h"
#include "solver/relabelled_board.h"
#include "tests/support/boards.h"
#include "tests/support/sample_size.h"

namespace taquin {
namespace {

// Labels and blank of a state equal those of the board that it stands for.
template <class Space>
void ExpectHolds(const Space& space, const typename Space::State& state, const Problem& problem) {
  const RelabelledBoard board = Relabel(problem);
  ASSERT_EQ(space.Blank(state), board.blank);
  for (int cell = 0; cell < board.shape.cells(); ++cell) {
    ASSERT_EQ(space.Label(state, cell), board.labels[static_cast<std::size_t>(cell)])
        << "cell " << cell;
  }
  ASSERT_TRUE(state == space.Pack(board.labels));
  ASSERT_EQ(space.Hash(state), space.Hash(space.Pack(board.labels)));
}

// A walk on the board and on the state side by side.
template <class Space>
void ExpectFollowsBoard(Shape shape, Random& random) {
  const Board goal = RandomArrangement(shape, random);
  Problem problem = {RandomReachableBoard(goal, random), goal};
  const RelabelledBoard relabelled = Relabel(problem);
  const Space space(shape, relabelled.blank_label);
  const MoveTable moves(shape);
  typename Space::State state = space.Pack(relabelled.labels);
  ExpectHolds(space, state, problem);
  for (int step = 0; step < SampleSize(300, 60); ++step) {
    const auto possible = moves.From(problem.start.blank());
    const BlankMove move =
        possible[static_cast<std::size_t>(random.Below(static_cast<int>(possible.size())))];
    const int blank = problem.start.blank();
    const typename Space::State before = state;
    space.Slide(state, blank, move.cell);
    ASSERT_TRUE(problem.start.Move(move.direction));
    ExpectHolds(space, state, problem);
    typename Space::State undone = state;
    space.Slide(undone, move.cell, blank);
    ASSERT_TRUE(undone == before);
  }
}

TEST(StateSpaceTest, EverySpaceFollowsTheBoardOnEveryShapeItHolds) {
  Random random(16);
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      const Shape shape = {rows, columns};
      const int cells = shape.cells();
      // Every small shape, and a few large ones.
      if (cells < 2 || (cells > 64 && (rows * 7 + columns) % 13 != 0 && rows * columns != 1024)) {
        continue;
      }
      SCOPED_TRACE(ShapeName(shape));
      if (cells <= PackedSpace16::kMaxCells) ExpectFollowsBoard<PackedSpace16>(shape, random);
      if (cells <= PackedSpace25::kMaxCells) ExpectFollowsBoard<PackedSpace25>(shape, random);
      VisitStateSpace(shape, [&](auto tag) {
        ExpectFollowsBoard<typename decltype(tag)::type>(shape, random);
      });
    }
  }
}

TEST(StateSpaceTest, FindsTheBlankOnEveryCellForEveryGoalCell) {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{4, 4}, Shape{3, 6}, Shape{5, 5}}) {
    for (int goal_cell = 0; goal_cell < shape.cells(); ++goal_cell) {
      for (int cell = 0; cell < shape.cells(); ++cell) {
        std::vector<std::uint16_t> labels(static_cast<std::size_t>(shape.cells()));
        for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint16_t>(i);
        std::swap(labels[static_cast<std::size_t>(goal_cell)],
                  labels[static_cast<std::size_t>(cell)]);
        VisitStateSpace(shape, [&](auto tag) {
          const typename decltype(tag)::type space(shape, goal_cell);
          ASSERT_EQ(space.Blank(space.Pack(labels)), cell) << ShapeName(shape);
        });
      }
    }
  }
}

TEST(StateSpaceTest, HashesSpreadOverTheirTopAndBottomBits) {
  const Shape shape = {5, 5};
  Random random(25);
  const Board goal = RandomArrangement(shape, random);
  const PackedSpace25 space(shape, goal.blank());
  std::unordered_set<std::uint64_t> top;
  std::unordered_set<std::uint64_t> bottom;
  constexpr int kStates = 4096;
  for (int i = 0; i < kStates; ++i) {
    const std::uint64_t hash =
        space.Hash(space.Pack(Relabel({RandomWalk(goal, 40, random), goal}).labels));
    top.insert(hash >> 52);
    bottom.insert(hash & 4095);
  }
  // Of 4096 random draws from 4096 values, about 63 % differ.
  EXPECT_GT(top.size(), 2300U);
  EXPECT_GT(bottom.size(), 2300U);
}

TEST(MoveTableTest, HoldsTheNeighborsOfEveryCell) {
  for (const Shape shape : {Shape{1, 2}, Shape{5, 1}, Shape{3, 4}, Shape{32, 32}}) {
    const MoveTable moves(shape);
    for (int cell = 0; cell < shape.cells(); ++cell) {
      std::size_t count = 0;
      for (const Direction direction : kDirections) {
        const auto neighbor = shape.Neighbor(cell, direction);
        if (!neighbor.has_value()) continue;
        ASSERT_LT(count, moves.From(cell).size());
        EXPECT_EQ(moves.From(cell)[count].cell, *neighbor);
        EXPECT_EQ(moves.From(cell)[count].direction, direction);
        ++count;
      }
      EXPECT_EQ(moves.From(cell).size(), count);
    }
  }
}

TEST(RelabelTest, NamesTilesByTheirGoalCells) {
  const RelabelledBoard board = Relabel({MakeBoard("3 1 2 / 5 0 4"), MakeBoard("5 0 1 / 4 3 2")});
  EXPECT_EQ(board.shape, (Shape{2, 3}));
  EXPECT_EQ(board.labels, (std::vector<std::uint16_t>{4, 2, 5, 0, 1, 3}));
  EXPECT_EQ(board.blank, 4);
  EXPECT_EQ(board.blank_label, 1);
}

}  // namespace
}  // namespace taquin
