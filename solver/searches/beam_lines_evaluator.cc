#include "solver/searches/beam_lines_evaluator.h"

namespace taquin {
namespace {

constexpr int kLastBlockSide = 4;

}  // namespace

std::vector<int> LineStages(Shape shape, int goal_blank) {
  std::vector<int> stages(static_cast<std::size_t>(shape.cells()), -1);
  const int blank_row = goal_blank / shape.columns;
  const int blank_column = goal_blank % shape.columns;
  int top = 0;
  int bottom = shape.rows - 1;
  int left = 0;
  int right = shape.columns - 1;
  int stage = 0;
  const auto settle = [&](int first_row, int last_row, int first_column, int last_column) {
    for (int row = first_row; row <= last_row; ++row) {
      for (int column = first_column; column <= last_column; ++column) {
        stages[static_cast<std::size_t>(row * shape.columns + column)] = stage;
      }
    }
  };
  while (bottom - top >= kLastBlockSide || right - left >= kLastBlockSide) {
    if (bottom - top >= right - left) {
      if (blank_row - top >= bottom - blank_row) {
        settle(top, top, left, right);
        ++top;
      } else {
        settle(bottom, bottom, left, right);
        --bottom;
      }
    } else if (blank_column - left >= right - blank_column) {
      settle(top, bottom, left, left);
      ++left;
    } else {
      settle(top, bottom, right, right);
      --right;
    }
    ++stage;
  }
  settle(top, bottom, left, right);
  return stages;
}

}  // namespace taquin
