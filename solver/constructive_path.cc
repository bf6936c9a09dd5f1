#include "solver/constructive_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace taquin {
namespace {

// Blocks of so many cells are solved exhaustively: at most 6! / 2 states.
constexpr int kSmallBlock = 6;

// A window reaches so many cells from the line into the block, the line's
// own included, and one cell to either side of the last pair.
constexpr int kWindowDepth = 3;

}  // namespace

ConstructivePath::ConstructivePath(const Problem& problem)
    : placer_(problem.start, problem.goal),
      goal_blank_(problem.goal.blank()),
      block_{0, problem.start.shape().rows - 1, 0, problem.start.shape().columns - 1} {}

bool ConstructivePath::Step() {
  if (done_) return false;
  const Shape shape = placer_.shape();
  if (shape.rows == 1 || shape.columns == 1) {
    WalkAlongLine();
    done_ = true;
  } else if (line_.size() > 2) {
    PlaceEndTile();
  } else if (line_.size() == 2) {
    PlaceLastPair();
  } else if (block_.rows() * block_.columns() > kSmallBlock) {
    ChooseLine();
  } else {
    PlaceSmallBlock();
    done_ = true;
  }
  return true;
}

// Of the edges of the block that do not hold the goal's blank, the one whose
// tiles are nearest to their goals, so that the others may come nearer by
// chance. A line is settled only if two more lie behind it.
void ConstructivePath::ChooseLine() {
  const int columns = placer_.shape().columns;
  const int blank_row = goal_blank_ / columns;
  const int blank_column = goal_blank_ % columns;
  struct Edge {
    bool allowed;
    Direction inward;
  };
  const std::array<Edge, 4> edges = {{
      {block_.rows() > 2 && blank_row != block_.top, Direction::kDown},
      {block_.rows() > 2 && blank_row != block_.bottom, Direction::kUp},
      {block_.columns() > 2 && blank_column != block_.left, Direction::kRight},
      {block_.columns() > 2 && blank_column != block_.right, Direction::kLeft},
  }};
  int least_distance = 0;
  for (const Edge& edge : edges) {
    if (!edge.allowed) continue;
    std::vector<int> line;
    if (edge.inward == Direction::kDown || edge.inward == Direction::kUp) {
      const int row = edge.inward == Direction::kDown ? block_.top : block_.bottom;
      for (int column = block_.left; column <= block_.right; ++column)
        line.push_back(row * columns + column);
    } else {
      const int column = edge.inward == Direction::kRight ? block_.left : block_.right;
      for (int row = block_.top; row <= block_.bottom; ++row)
        line.push_back(row * columns + column);
    }
    int distance = 0;
    for (const int cell : line) distance += placer_.shape().Distance(cell, placer_.CellOf(cell));
    if (line_.empty() || distance < least_distance) {
      least_distance = distance;
      line_ = std::move(line);
      inward_ = edge.inward;
    }
  }
  switch (inward_) {
    case Direction::kDown:
      ++block_.top;
      break;
    case Direction::kUp:
      --block_.bottom;
      break;
    case Direction::kRight:
      ++block_.left;
      break;
    case Direction::kLeft:
      --block_.right;
      break;
  }
}

// From the ends inwards: a hole between two settled cells has one way in, and
// no tile can be brought there alone.
void ConstructivePath::PlaceEndTile() {
  const std::optional<Path> to_front = placer_.PlanRoute(line_.front(), line_.front());
  const std::optional<Path> to_back = placer_.PlanRoute(line_.back(), line_.back());
  if (to_front->size() <= to_back->size()) {
    placer_.Apply(*to_front);
    placer_.Settle(line_.front());
    line_.erase(line_.begin());
  } else {
    placer_.Apply(*to_back);
    placer_.Settle(line_.back());
    line_.pop_back();
  }
}

void ConstructivePath::PlaceLastPair() {
  if (placer_.CellOf(line_[0]) != line_[0] || placer_.CellOf(line_[1]) != line_[1]) BringPairHome();
  for (const int cell : line_) placer_.Settle(cell);
  line_.clear();
}

void ConstructivePath::BringPairHome() {
  const Shape shape = placer_.shape();
  const std::array<int, 2> pair = {line_[0], line_[1]};
  const Direction along = pair[1] - pair[0] == 1 ? Direction::kRight : Direction::kDown;
  std::vector<int> window;
  for (int offset = -1; offset <= 2; ++offset) {
    std::optional<int> cell = pair[0];
    if (offset < 0) cell = shape.Neighbor(pair[0], Opposite(along));
    for (int k = 0; k < offset && cell.has_value(); ++k) cell = shape.Neighbor(*cell, along);
    for (int depth = 0; depth < kWindowDepth && cell.has_value(); ++depth) {
      if (placer_.IsOpen(*cell)) window.push_back(*cell);
      cell = shape.Neighbor(*cell, inward_);
    }
  }
  const auto in_window = [&](int cell) {
    return std::find(window.begin(), window.end(), cell) != window.end();
  };
  const auto walk_in = [&] {
    return placer_.PlanWalk(window, {placer_.CellOf(pair[0]), placer_.CellOf(pair[1])});
  };
  const bool both_inside = in_window(placer_.CellOf(pair[0])) && in_window(placer_.CellOf(pair[1]));
  if (!both_inside || !walk_in().has_value()) {
    // One tile waits on a cell of the pair while the other is brought near: it
    // can bar no way there.
    const int first = in_window(placer_.CellOf(pair[0])) ? 1 : 0;
    const int second = 1 - first;
    std::optional<Path> route;
    int rest = -1;
    for (const int cell : pair) {
      std::optional<Path> plan = placer_.PlanRoute(pair[static_cast<std::size_t>(first)], cell);
      if (!route.has_value() || plan->size() < route->size()) {
        route = std::move(plan);
        rest = cell;
      }
    }
    placer_.Apply(*route);
    const int other = pair[static_cast<std::size_t>(second)];
    if (!in_window(placer_.CellOf(other))) {
      placer_.Settle(rest);
      const int from = placer_.CellOf(other);
      const int nearest = *std::min_element(window.begin(), window.end(), [&](int a, int b) {
        return std::pair(a == rest, shape.Distance(a, from)) <
               std::pair(b == rest, shape.Distance(b, from));
      });
      placer_.Apply(*placer_.PlanRoute(other, nearest));
      placer_.Release(rest);
    }
  }
  placer_.Apply(*walk_in());
  placer_.Apply(*placer_.PlanWindow(window, pair));
}

std::vector<int> ConstructivePath::BlockCells() const {
  std::vector<int> cells;
  for (int row = block_.top; row <= block_.bottom; ++row) {
    for (int column = block_.left; column <= block_.right; ++column) {
      cells.push_back(row * placer_.shape().columns + column);
    }
  }
  return cells;
}

// Breadth-first over the arrangements of the block, one hexadecimal digit a
// cell: the place in the block where the cell's tile belongs.
void ConstructivePath::PlaceSmallBlock() {
  const std::vector<int> cells = BlockCells();
  const auto place = [&](int cell) {
    return static_cast<int>(std::find(cells.begin(), cells.end(), cell) - cells.begin());
  };
  const int blank_digit = place(goal_blank_);
  std::uint32_t start = 0;
  std::uint32_t goal = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    start |= static_cast<std::uint32_t>(place(placer_.tile(cells[i]))) << (4 * i);
    goal |= static_cast<std::uint32_t>(i) << (4 * i);
  }
  struct Step {
    std::uint32_t parent;
    Direction move;
  };
  absl::flat_hash_map<std::uint32_t, Step> steps;
  steps.emplace(start, Step{start, Direction::kUp});
  std::vector<std::uint32_t> queue = {start};
  for (std::size_t head = 0; head < queue.size() && !steps.contains(goal); ++head) {
    const std::uint32_t state = queue[head];
    ++visited_;
    int at = 0;
    while (static_cast<int>(state >> (4 * at) & 15) != blank_digit) ++at;
    for (const Direction direction : kDirections) {
      const std::optional<int> next =
          placer_.shape().Neighbor(cells[static_cast<std::size_t>(at)], direction);
      const int next_at = next.has_value() ? place(*next) : static_cast<int>(cells.size());
      if (next_at == static_cast<int>(cells.size())) continue;
      const std::uint32_t difference = (state >> (4 * at) ^ state >> (4 * next_at)) & 15;
      const std::uint32_t reached = state ^ difference << (4 * at) ^ difference << (4 * next_at);
      if (steps.emplace(reached, Step{state, direction}).second) queue.push_back(reached);
    }
  }
  Path path;
  for (std::uint32_t state = goal; state != start; state = steps.at(state).parent) {
    path.push_back(steps.at(state).move);
  }
  std::reverse(path.begin(), path.end());
  placer_.Apply(path);
}

void ConstructivePath::WalkAlongLine() { placer_.Apply(*placer_.PlanWalk({goal_blank_}, {})); }

Path ConstructPath(const Problem& problem) {
  ConstructivePath construction(problem);
  while (construction.Step()) {
  }
  return construction.TakePath();
}

}  // namespace taquin
