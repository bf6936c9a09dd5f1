#include "tests/support/exact_distances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "tests/support/boards.h"

namespace taquin {
namespace {

constexpr std::size_t kMaxExactCells = 10;

using Tiles = std::array<std::uint8_t, kMaxExactCells>;

// The place of an arrangement among all in lexicographic order.
std::uint32_t Rank(const Tiles& tiles, std::uint32_t cells) {
  std::uint32_t rank = 0;
  std::uint32_t used = 0;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const std::uint32_t bit = 1U << tiles[cell];
    const auto smaller_used = static_cast<std::uint32_t>(std::popcount(used & (bit - 1)));
    rank = rank * (cells - cell) + tiles[cell] - smaller_used;
    used |= bit;
  }
  return rank;
}

Tiles Unrank(std::uint32_t rank, std::uint32_t cells) {
  std::array<std::uint32_t, kMaxExactCells> digits{};
  for (std::uint32_t base = 1; base <= cells; ++base) {
    digits[cells - base] = rank % base;
    rank /= base;
  }
  Tiles left;
  std::iota(left.begin(), left.end(), std::uint8_t{0});
  Tiles tiles{};
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    auto* const chosen = left.begin() + digits[cell];
    tiles[cell] = *chosen;
    std::copy(chosen + 1, left.end(), chosen);
  }
  return tiles;
}

Tiles ToTiles(const Board& board) {
  Tiles tiles{};
  for (int cell = 0; cell < board.cells(); ++cell) {
    tiles[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(board.tile(cell));
  }
  return tiles;
}

// For each cell, the cells that share an edge with it.
std::vector<std::vector<std::uint32_t>> Adjacency(Shape shape) {
  std::vector<std::vector<std::uint32_t>> adjacency(static_cast<std::size_t>(shape.cells()));
  const auto join = [&](int first, int second) {
    adjacency[static_cast<std::size_t>(first)].push_back(static_cast<std::uint32_t>(second));
    adjacency[static_cast<std::size_t>(second)].push_back(static_cast<std::uint32_t>(first));
  };
  for (int row = 0; row < shape.rows; ++row) {
    for (int column = 0; column < shape.columns; ++column) {
      const int cell = row * shape.columns + column;
      if (column + 1 < shape.columns) join(cell, cell + 1);
      if (row + 1 < shape.rows) join(cell, cell + shape.columns);
    }
  }
  return adjacency;
}

}  // namespace

ExactDistances::ExactDistances(const Board& goal) : shape_(goal.shape()) {
  const auto cells = static_cast<std::uint32_t>(goal.cells());
  if (cells > kMaxExactCells) std::abort();
  std::size_t arrangements = 1;
  for (std::size_t factor = 2; factor <= cells; ++factor) arrangements *= factor;
  distances_.assign(arrangements, -1);
  const std::vector<std::vector<std::uint32_t>> adjacency = Adjacency(shape_);

  std::vector<std::uint32_t> layer = {Rank(ToTiles(goal), cells)};
  distances_[layer[0]] = 0;
  while (!layer.empty()) {
    const auto next_distance = static_cast<std::int8_t>(counts_.size() + 1);
    counts_.push_back(static_cast<std::int64_t>(layer.size()));
    std::vector<std::uint32_t> next_layer;
    for (const std::uint32_t rank : layer) {
      Tiles tiles = Unrank(rank, cells);
      std::uint32_t blank = 0;
      while (tiles[blank] != 0) ++blank;
      for (const std::uint32_t neighbor : adjacency[blank]) {
        std::swap(tiles[blank], tiles[neighbor]);
        const std::uint32_t next = Rank(tiles, cells);
        std::swap(tiles[blank], tiles[neighbor]);
        if (distances_[next] >= 0) continue;
        distances_[next] = next_distance;
        next_layer.push_back(next);
      }
    }
    layer = std::move(next_layer);
  }
}

std::optional<int> ExactDistances::Distance(const Board& board) const {
  if (board.shape() != shape_) std::abort();
  const int distance = distances_[Rank(ToTiles(board), static_cast<std::uint32_t>(board.cells()))];
  if (distance < 0) return std::nullopt;
  return distance;
}

std::int64_t ExactDistances::reachable() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

void ExactDistances::ForEach(absl::FunctionRef<void(const Board&, int)> visit) const {
  const auto cells = static_cast<std::uint32_t>(shape_.cells());
  for (std::uint32_t rank = 0; rank < distances_.size(); ++rank) {
    if (distances_[rank] < 0) continue;
    const Tiles tiles = Unrank(rank, cells);
    visit(MakeBoard(shape_, {tiles.begin(), tiles.begin() + cells}), distances_[rank]);
  }
}

std::vector<Board> ExactDistances::BoardsBetween(int first, int last) const {
  std::vector<Board> boards;
  const auto cells = static_cast<std::uint32_t>(shape_.cells());
  for (std::uint32_t rank = 0; rank < distances_.size(); ++rank) {
    if (distances_[rank] < 0 || distances_[rank] < first || distances_[rank] > last) continue;
    const Tiles tiles = Unrank(rank, cells);
    boards.push_back(MakeBoard(shape_, {tiles.begin(), tiles.begin() + cells}));
  }
  return boards;
}

const ExactDistances& ExactDistancesToGoal(std::size_t index) {
  switch (index) {
    case 0: {
      static const ExactDistances distances(ThreeGoals()[0]);
      return distances;
    }
    case 1: {
      static const ExactDistances distances(ThreeGoals()[1]);
      return distances;
    }
    case 2: {
      static const ExactDistances distances(ThreeGoals()[2]);
      return distances;
    }
    default:
      std::abort();
  }
}

}  // namespace taquin
