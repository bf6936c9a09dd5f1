#include "tests/support/reference_heuristics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/board.h"
#include "solver/pattern_database/pattern_index.h"
#include "solver/walking_distance_tables.h"
#include "tests/support/exact_distances.h"

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

// How many tiles of each goal line each line holds, line by line; one character
// a count.
using LineCounts = std::string;

// The distance of every arrangement of lines, by breadth-first search from the
// goal.
std::unordered_map<LineCounts, int> LineDistances(int lines, int length, int goal_blank_line) {
  const auto place = [lines](int line, int goal_line) {
    return static_cast<std::size_t>(line * lines + goal_line);
  };
  LineCounts goal(static_cast<std::size_t>(lines * lines), '0');
  for (int line = 0; line < lines; ++line) {
    goal[place(line, line)] = static_cast<char>('0' + length - (line == goal_blank_line ? 1 : 0));
  }
  std::unordered_map<LineCounts, int> distances = {{goal, 0}};
  std::deque<std::pair<LineCounts, int>> queue = {{goal, goal_blank_line}};
  for (; !queue.empty(); queue.pop_front()) {
    const auto& [counts, blank_line] = queue.front();
    const int distance = distances.at(counts);
    for (const int other : {blank_line - 1, blank_line + 1}) {
      if (other < 0 || other >= lines) continue;
      for (int goal_line = 0; goal_line < lines; ++goal_line) {
        if (counts[place(other, goal_line)] == '0') continue;
        LineCounts next = counts;
        --next[place(other, goal_line)];
        ++next[place(blank_line, goal_line)];
        if (distances.try_emplace(next, distance + 1).second) queue.emplace_back(next, other);
      }
    }
  }
  return distances;
}

// The fewest moves along one axis, of those that LineDistances() counts; where
// the axis is too large for that, the lines that its tiles are away.
// `line_of` tells the line of a cell.
template <class LineOf>
int LineMoves(const Problem& problem, int lines, int length, LineOf line_of) {
  static std::map<std::array<int, 3>, std::unordered_map<LineCounts, int>> known;
  const int blank_line = line_of(problem.goal.blank());
  const std::vector<std::uint16_t> goal_cells = problem.goal.CellsByTile();
  if (!WalkingDistanceServesAxis(lines, length)) {
    int lines_away = 0;
    for (int cell = 0; cell < problem.start.cells(); ++cell) {
      const int tile = problem.start.tile(cell);
      if (tile == 0) continue;
      lines_away += std::abs(line_of(cell) - line_of(goal_cells[static_cast<std::size_t>(tile)]));
    }
    return lines_away;
  }
  const std::array<int, 3> key = {lines, length, blank_line};
  if (!known.contains(key)) known[key] = LineDistances(lines, length, blank_line);
  LineCounts counts(static_cast<std::size_t>(lines * lines), '0');
  for (int cell = 0; cell < problem.start.cells(); ++cell) {
    const int tile = problem.start.tile(cell);
    if (tile == 0) continue;
    const int goal_line = line_of(goal_cells[static_cast<std::size_t>(tile)]);
    ++counts[static_cast<std::size_t>(line_of(cell) * lines + goal_line)];
  }
  return known[key].at(counts);
}

int WalkingDistance(const Problem& problem) {
  const Shape shape = problem.start.shape();
  return LineMoves(problem, shape.rows, shape.columns,
                   [&](int cell) { return cell / shape.columns; }) +
         LineMoves(problem, shape.columns, shape.rows,
                   [&](int cell) { return cell % shape.columns; });
}

// With all tiles in one table: the distance itself.
int PatternDatabase(const Problem& problem) {
  static std::map<std::string, ExactDistances> known;
  const auto [entry, is_new] = known.try_emplace(problem.goal.ToString(), problem.goal);
  return entry->second.Distance(problem.start).value();
}

}  // namespace

bool HasReference(Heuristic heuristic, Shape shape) {
  if (heuristic != Heuristic::kPatternDatabase) return HeuristicServes(heuristic, shape);
  return HeuristicServes(heuristic, shape) && shape.cells() <= kMaxPatternTiles + 1;
}

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
    case Heuristic::kWalkingDistance:
      return WalkingDistance(problem);
    case Heuristic::kPatternDatabase:
      return PatternDatabase(problem);
  }
  std::abort();
}

}  // namespace taquin
