#include "solver/searches/path_window.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace taquin {
namespace {

// The cells around those that the blank visits give the search some room.
constexpr int kMargin = 1;

struct Rectangle {
  int top;
  int bottom;
  int left;
  int right;

  Shape shape() const { return {bottom - top + 1, right - left + 1}; }
};

// The rectangle of `board`, its tiles numbered by `numbers`.
Board Cut(const Board& board, const Rectangle& rectangle,
          const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> tiles;
  for (int row = rectangle.top; row <= rectangle.bottom; ++row) {
    for (int column = rectangle.left; column <= rectangle.right; ++column) {
      const int tile = board.tile(row * board.shape().columns + column);
      tiles.push_back(numbers[static_cast<std::size_t>(tile)]);
    }
  }
  return *Board::Create(rectangle.shape(), tiles);
}

}  // namespace

Problem PathWindow(const Board& start, const Path& path, int first, int length) {
  const Shape shape = start.shape();
  Board from = start;
  for (int i = 0; i < first; ++i) from.Move(path[static_cast<std::size_t>(i)]);
  Rectangle visited{shape.rows, -1, shape.columns, -1};
  const auto visit = [&](int cell) {
    visited.top = std::min(visited.top, cell / shape.columns);
    visited.bottom = std::max(visited.bottom, cell / shape.columns);
    visited.left = std::min(visited.left, cell % shape.columns);
    visited.right = std::max(visited.right, cell % shape.columns);
  };
  Board to = from;
  visit(to.blank());
  for (int i = first; i < first + length; ++i) {
    to.Move(path[static_cast<std::size_t>(i)]);
    visit(to.blank());
  }
  const Rectangle rectangle{
      std::max(visited.top - kMargin, 0), std::min(visited.bottom + kMargin, shape.rows - 1),
      std::max(visited.left - kMargin, 0), std::min(visited.right + kMargin, shape.columns - 1)};
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(start.cells()), 0);
  std::int64_t next = 1;
  for (int row = rectangle.top; row <= rectangle.bottom; ++row) {
    for (int column = rectangle.left; column <= rectangle.right; ++column) {
      const int tile = from.tile(row * shape.columns + column);
      if (tile != 0) numbers[static_cast<std::size_t>(tile)] = next++;
    }
  }
  return {Cut(from, rectangle, numbers), Cut(to, rectangle, numbers)};
}

}  // namespace taquin
