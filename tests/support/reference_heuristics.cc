#include "tests/support/reference_heuristics.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "solver/board.h"

namespace taquin {
namespace {

int Hamming(const Problem& problem) {
  int misplaced = 0;
  for (int cell = 0; cell < problem.start.cells(); ++cell) {
    const int tile = problem.start.tile(cell);
    misplaced += tile != 0 && tile != problem.goal.tile(cell);
  }
  return misplaced;
}

int Manhattan(const Problem& problem) {
  const std::vector<std::uint16_t> goal_cells = problem.goal.CellsByTile();
  int sum = 0;
  for (int cell = 0; cell < problem.start.cells(); ++cell) {
    const int tile = problem.start.tile(cell);
    if (tile == 0) continue;
    sum += problem.start.shape().Distance(cell, goal_cells[static_cast<std::size_t>(tile)]);
  }
  return sum;
}

// The fewest swaps of the blank with any tile that sort the board: the blank
// fetches the tile that belongs on its cell or, at home, any misplaced tile.
int Gaschnig(const Problem& problem) {
  std::vector<std::uint16_t> tiles(problem.start.tiles().begin(), problem.start.tiles().end());
  const auto goal = problem.goal.tiles();
  int swaps = 0;
  for (;;) {
    const auto blank = std::find(tiles.begin(), tiles.end(), 0);
    const std::uint16_t wanted = goal[static_cast<std::size_t>(blank - tiles.begin())];
    auto other = std::find(tiles.begin(), tiles.end(), wanted);
    if (wanted == 0) {
      const auto mismatch = std::mismatch(tiles.begin(), tiles.end(), goal.begin());
      if (mismatch.first == tiles.end()) return swaps;
      other = mismatch.first;
    }
    std::iter_swap(blank, other);
    ++swaps;
  }
}

// The fewest tiles of one line to take out so that the others, all in their
// goal line, stand in the order of their goals. `places` holds those goals in
// the order of the cells. By trying every subset.
int TilesThatMustLeave(const std::vector<int>& places) {
  int most_kept = 0;
  for (std::uint32_t kept = 0; kept < 1U << places.size(); ++kept) {
    int last = -1;
    bool in_order = true;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if ((kept >> i & 1) == 0) continue;
      in_order = in_order && places[i] > last;
      last = places[i];
    }
    if (in_order) most_kept = std::max(most_kept, std::popcount(kept));
  }
  return static_cast<int>(places.size()) - most_kept;
}

int LinearConflict(const Problem& problem) {
  const Shape shape = problem.start.shape();
  const std::vector<std::uint16_t> goal_cells = problem.goal.CellsByTile();
  int leavers = 0;
  for (int row = 0; row < shape.rows; ++row) {
    std::vector<int> places;
    for (int column = 0; column < shape.columns; ++column) {
      const int tile = problem.start.tile(row * shape.columns + column);
      const int goal_cell = goal_cells[static_cast<std::size_t>(tile)];
      if (tile != 0 && goal_cell / shape.columns == row) {
        places.push_back(goal_cell % shape.columns);
      }
    }
    leavers += TilesThatMustLeave(places);
  }
  for (int column = 0; column < shape.columns; ++column) {
    std::vector<int> places;
    for (int row = 0; row < shape.rows; ++row) {
      const int tile = problem.start.tile(row * shape.columns + column);
      const int goal_cell = goal_cells[static_cast<std::size_t>(tile)];
      if (tile != 0 && goal_cell % shape.columns == column) {
        places.push_back(goal_cell / shape.columns);
      }
    }
    leavers += TilesThatMustLeave(places);
  }
  return Manhattan(problem) + 2 * leavers;
}

}  // namespace

int ReferenceHeuristic(const Problem& problem, Heuristic heuristic) {
  switch (heuristic) {
    case Heuristic::kZero:
      return 0;
    case Heuristic::kHamming:
      return Hamming(problem);
    case Heuristic::kGaschnig:
      return Gaschnig(problem);
    case Heuristic::kManhattan:
      return Manhattan(problem);
    case Heuristic::kLinearConflict:
      return LinearConflict(problem);
    default:
      std::abort();  // Its definition is a table; see the tests of pattern databases.
  }
}

}  // namespace taquin
