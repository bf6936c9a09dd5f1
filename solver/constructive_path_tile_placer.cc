#include "solver/constructive_path_tile_placer.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace taquin {
namespace {

constexpr int kUnreached = std::numeric_limits<int>::max();

std::size_t Index(int value) { return static_cast<std::size_t>(value); }

std::size_t NeighborIndex(int cell, Direction direction) {
  return Index(cell) * 4 + static_cast<std::size_t>(direction);
}

// The eight cells around a tile, clockwise from the one above it: row and
// column offsets, and the blank's move to the next one.
struct RingCell {
  int row;
  int column;
  Direction clockwise;
};
constexpr std::array<RingCell, 8> kRing = {{{-1, 0, Direction::kRight},
                                            {-1, 1, Direction::kDown},
                                            {0, 1, Direction::kDown},
                                            {1, 1, Direction::kLeft},
                                            {1, 0, Direction::kLeft},
                                            {1, -1, Direction::kUp},
                                            {0, -1, Direction::kUp},
                                            {-1, -1, Direction::kRight}}};

constexpr int RingIndex(Direction side) {
  switch (side) {
    case Direction::kUp:
      return 0;
    case Direction::kRight:
      return 2;
    case Direction::kDown:
      return 4;
    case Direction::kLeft:
      return 6;
  }
  return 0;
}

// Steps from one index of the ring to another by open cells, clockwise or
// not; kUnreached where a cell on the way is closed.
int RingSteps(unsigned open, int from, int to, int step) {
  int steps = 0;
  for (int at = from; at != to; ++steps) {
    at = (at + step) & 7;
    if ((open >> at & 1) == 0) return kUnreached;
  }
  return steps;
}

// A bound from below on the moves that take a tile by `rows` and `columns`:
// the first step costs one move, one around a corner three, one straight on
// five.
int RouteEstimate(int rows, int columns) {
  const int steps = rows + columns;
  if (steps == 0) return 0;
  return 3 * steps - 2 + 2 * std::max(0, std::abs(rows - columns) - 1);
}

}  // namespace

TilePlacer::TilePlacer(const Board& start, const Board& goal)
    : shape_(start.shape()),
      tiles_(Index(start.cells())),
      cells_(Index(start.cells())),
      open_(Index(start.cells()), true),
      open_neighbors_(Index(start.cells()) * 4, -1),
      blank_(start.blank()),
      walk_distance_(Index(start.cells())),
      walk_last_(Index(start.cells())),
      route_cost_(Index(start.cells()) * 4),
      route_parent_(Index(start.cells()) * 4) {
  const std::vector<std::uint16_t> goal_cells = goal.CellsByTile();
  for (int cell = 0; cell < start.cells(); ++cell) {
    tiles_[Index(cell)] = goal_cells[Index(start.tile(cell))];
    cells_[tiles_[Index(cell)]] = static_cast<std::uint16_t>(cell);
    Release(cell);
  }
}

void TilePlacer::Settle(int cell) {
  open_[Index(cell)] = false;
  for (const Direction direction : kDirections) {
    const std::optional<int> next = shape_.Neighbor(cell, direction);
    if (next.has_value()) open_neighbors_[NeighborIndex(*next, Opposite(direction))] = -1;
  }
}

void TilePlacer::Release(int cell) {
  open_[Index(cell)] = true;
  for (const Direction direction : kDirections) {
    const std::optional<int> next = shape_.Neighbor(cell, direction);
    if (next.has_value()) {
      open_neighbors_[NeighborIndex(*next, Opposite(direction))] = static_cast<std::int16_t>(cell);
    }
  }
}

void TilePlacer::SpreadBlank(absl::Span<const int> blocked, absl::Span<const int> wanted) {
  std::fill(walk_distance_.begin(), walk_distance_.end(), kUnreached);
  for (const int cell : blocked) walk_distance_[Index(cell)] = -1;
  walk_distance_[Index(blank_)] = 0;
  walk_queue_.assign(1, blank_);
  const auto reached = [this](int cell) { return walk_distance_[Index(cell)] != kUnreached; };
  std::size_t next_wanted = 0;
  for (std::size_t head = 0; head < walk_queue_.size(); ++head) {
    while (next_wanted < wanted.size() && reached(wanted[next_wanted])) ++next_wanted;
    if (next_wanted == wanted.size()) break;
    const int cell = walk_queue_[head];
    ++visited_;
    for (const Direction direction : kDirections) {
      const int next = OpenNeighbor(cell, direction);
      if (next < 0 || reached(next)) continue;
      walk_distance_[Index(next)] = walk_distance_[Index(cell)] + 1;
      walk_last_[Index(next)] = direction;
      walk_queue_.push_back(next);
    }
  }
}

Path TilePlacer::WalkTo(int cell) const {
  Path walk;
  while (cell != blank_) {
    const Direction last = walk_last_[Index(cell)];
    walk.push_back(last);
    cell = *shape_.Neighbor(cell, Opposite(last));
  }
  std::reverse(walk.begin(), walk.end());
  return walk;
}

std::optional<Path> TilePlacer::PlanWalk(absl::Span<const int> targets,
                                         absl::Span<const int> avoided) {
  SpreadBlank(avoided, targets);
  int best = -1;
  for (const int target : targets) {
    const int distance = walk_distance_[Index(target)];
    if (distance < 0 || distance == kUnreached) continue;
    if (best < 0 || distance < walk_distance_[Index(best)]) best = target;
  }
  if (best < 0) return std::nullopt;
  return WalkTo(best);
}

// A* over (cell of the tile, side on which the blank stands next to it).
std::optional<Path> TilePlacer::PlanRoute(int tile, int target) {
  const int start = CellOf(tile);
  if (start == target) return Path();
  const auto order = [](const Queued& a, const Queued& b) { return a.estimate > b.estimate; };
  const auto estimate = [&](int cell) {
    return RouteEstimate(std::abs(cell / shape_.columns - target / shape_.columns),
                         std::abs(cell % shape_.columns - target % shape_.columns));
  };
  std::fill(route_cost_.begin(), route_cost_.end(), kUnreached);
  route_queue_.clear();
  const auto reach = [&](int cell, Direction side, int cost, int parent) {
    const int node = cell * 4 + static_cast<int>(side);
    if (cost >= route_cost_[Index(node)]) return;
    route_cost_[Index(node)] = cost;
    route_parent_[Index(node)] = parent;
    route_queue_.push_back({cost + estimate(cell), node});
    std::push_heap(route_queue_.begin(), route_queue_.end(), order);
  };

  std::vector<int> sides;
  for (const Direction side : kDirections) {
    if (const int cell = OpenNeighbor(start, side); cell >= 0) sides.push_back(cell);
  }
  SpreadBlank({start}, sides);
  for (const Direction side : kDirections) {
    const int cell = OpenNeighbor(start, side);
    if (cell >= 0 && walk_distance_[Index(cell)] != kUnreached) {
      reach(start, side, walk_distance_[Index(cell)], -1);
    }
  }

  int last = -1;
  while (!route_queue_.empty()) {
    const Queued top = route_queue_.front();
    std::pop_heap(route_queue_.begin(), route_queue_.end(), order);
    route_queue_.pop_back();
    const int cell = top.node / 4;
    const int cost = route_cost_[Index(top.node)];
    if (top.estimate > cost + estimate(cell)) continue;
    ++visited_;
    if (cell == target) {
      last = top.node;
      break;
    }
    const auto side = static_cast<Direction>(top.node % 4);
    reach(*shape_.Neighbor(cell, side), Opposite(side), cost + 1, top.node);
    unsigned open = 0;
    for (int i = 0; i < 8; ++i) {
      const int row = cell / shape_.columns + kRing[Index(i)].row;
      const int column = cell % shape_.columns + kRing[Index(i)].column;
      const bool inside = row >= 0 && row < shape_.rows && column >= 0 && column < shape_.columns;
      if (inside && IsOpen(row * shape_.columns + column)) open |= 1u << i;
    }
    for (const Direction other : kDirections) {
      if (other == side) continue;
      const int steps = std::min(RingSteps(open, RingIndex(side), RingIndex(other), 1),
                                 RingSteps(open, RingIndex(side), RingIndex(other), -1));
      if (steps != kUnreached) reach(cell, other, cost + steps, top.node);
    }
  }
  if (last < 0) return std::nullopt;

  std::vector<int> nodes;
  for (int node = last; node >= 0; node = route_parent_[Index(node)]) nodes.push_back(node);
  std::reverse(nodes.begin(), nodes.end());
  Path route = WalkTo(*shape_.Neighbor(start, static_cast<Direction>(nodes.front() % 4)));
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const int cell = nodes[i] / 4;
    const auto side = static_cast<Direction>(nodes[i] % 4);
    const auto side_before = static_cast<Direction>(nodes[i - 1] % 4);
    if (cell != nodes[i - 1] / 4) {
      route.push_back(Opposite(side_before));
      continue;
    }
    // The cost tells which way around was open.
    const int steps = route_cost_[Index(nodes[i])] - route_cost_[Index(nodes[i - 1])];
    const int from = RingIndex(side_before);
    const auto is_open = [&](int at) {
      const int row = cell / shape_.columns + kRing[Index(at)].row;
      const int column = cell % shape_.columns + kRing[Index(at)].column;
      return row >= 0 && row < shape_.rows && column >= 0 && column < shape_.columns &&
             IsOpen(row * shape_.columns + column);
    };
    bool clockwise = ((from + steps) & 7) == RingIndex(side);
    for (int k = 1; clockwise && k < steps; ++k) clockwise = is_open((from + k) & 7);
    for (int k = 0; k < steps; ++k) {
      route.push_back(clockwise ? kRing[Index((from + k) & 7)].clockwise
                                : Opposite(kRing[Index((from - k - 1) & 7)].clockwise));
    }
  }
  return route;
}

// Breadth-first over the cells of the blank and of the tiles.
std::optional<Path> TilePlacer::PlanWindow(absl::Span<const int> window,
                                           absl::Span<const int> tiles) {
  const auto position = [&](int cell) {
    return static_cast<int>(std::find(window.begin(), window.end(), cell) - window.begin());
  };
  const int cells = static_cast<int>(window.size());
  std::vector<std::array<int, 4>> neighbors(window.size());
  for (int at = 0; at < cells; ++at) {
    for (const Direction direction : kDirections) {
      const int next = OpenNeighbor(window[Index(at)], direction);
      const int next_at = next < 0 ? cells : position(next);
      neighbors[Index(at)][Index(static_cast<int>(direction))] = next_at < cells ? next_at : -1;
    }
  }
  // A state is a number in base kMaxWindowCells: the blank's place, then the
  // tiles'.
  using Places = std::array<int, 1 + kMaxWindowTiles>;
  const std::size_t pieces = 1 + tiles.size();
  const auto encode = [&](const Places& places) {
    int state = 0;
    for (std::size_t i = 0; i < pieces; ++i) state = state * kMaxWindowCells + places[i];
    return state;
  };
  Places start{};
  Places wanted{};
  start[0] = position(blank_);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    start[i + 1] = position(CellOf(tiles[i]));
    wanted[i + 1] = position(tiles[i]);
  }
  struct Step {
    int parent = -1;
    Direction move = Direction::kUp;
    bool seen = false;
  };
  std::vector<Step> steps(Index(kMaxWindowCells * kMaxWindowCells * kMaxWindowCells));
  std::vector<Places> queue = {start};
  steps[Index(encode(start))].seen = true;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Places places = queue[head];
    int state = encode(places);
    ++visited_;
    if (std::equal(wanted.begin() + 1, wanted.begin() + static_cast<std::ptrdiff_t>(pieces),
                   places.begin() + 1)) {
      Path path;
      for (; steps[Index(state)].parent >= 0; state = steps[Index(state)].parent) {
        path.push_back(steps[Index(state)].move);
      }
      std::reverse(path.begin(), path.end());
      return path;
    }
    for (const Direction direction : kDirections) {
      const int next_at = neighbors[Index(places[0])][Index(static_cast<int>(direction))];
      if (next_at < 0) continue;
      Places next = places;
      for (std::size_t i = 1; i < pieces; ++i) {
        if (places[i] == next_at) next[i] = places[0];
      }
      next[0] = next_at;
      Step& step = steps[Index(encode(next))];
      if (step.seen) continue;
      step = {state, direction, true};
      queue.push_back(next);
    }
  }
  return std::nullopt;
}

void TilePlacer::Apply(absl::Span<const Direction> moves) {
  for (const Direction move : moves) {
    const int next = *shape_.Neighbor(blank_, move);
    std::swap(tiles_[Index(blank_)], tiles_[Index(next)]);
    cells_[tiles_[Index(blank_)]] = static_cast<std::uint16_t>(blank_);
    cells_[tiles_[Index(next)]] = static_cast<std::uint16_t>(next);
    blank_ = next;
    if (!path_.empty() && path_.back() == Opposite(move)) {
      path_.pop_back();
    } else {
      path_.push_back(move);
    }
  }
}

}  // namespace taquin
