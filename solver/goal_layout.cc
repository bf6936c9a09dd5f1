#include "solver/goal_layout.h"

#include <cstdint>
#include <vector>

namespace taquin {
namespace {

// The cells in clockwise order from the top left, inwards.
std::vector<int> SpiralOrder(Shape shape) {
  std::vector<int> order;
  int top = 0;
  int left = 0;
  int bottom = shape.rows - 1;
  int right = shape.columns - 1;
  while (top <= bottom && left <= right) {
    for (int column = left; column <= right; ++column)
      order.push_back(top * shape.columns + column);
    for (int row = top + 1; row <= bottom; ++row) order.push_back(row * shape.columns + right);
    if (top < bottom) {
      for (int column = right - 1; column >= left; --column)
        order.push_back(bottom * shape.columns + column);
    }
    if (left < right) {
      for (int row = bottom - 1; row > top; --row) order.push_back(row * shape.columns + left);
    }
    ++top;
    ++left;
    --bottom;
    --right;
  }
  return order;
}

}  // namespace

Board MakeGoal(Shape shape, GoalLayout layout) {
  const int cells = shape.cells();
  std::vector<std::int64_t> tiles(static_cast<std::size_t>(cells));
  switch (layout) {
    case GoalLayout::kBlankLast:
      for (int cell = 0; cell < cells; ++cell)
        tiles[static_cast<std::size_t>(cell)] = (cell + 1) % cells;
      break;
    case GoalLayout::kBlankFirst:
      for (int cell = 0; cell < cells; ++cell) tiles[static_cast<std::size_t>(cell)] = cell;
      break;
    case GoalLayout::kSpiral: {
      int next = 1;
      for (const int cell : SpiralOrder(shape))
        tiles[static_cast<std::size_t>(cell)] = next++ % cells;
      break;
    }
  }
  return *Board::Create(shape, tiles);
}

}  // namespace taquin
