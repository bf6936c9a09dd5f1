#include "solver/heuristics/linear_conflict.h"

#include <algorithm>

namespace taquin {

int LeastLeavers(absl::Span<const std::int8_t> positions) {
  // smallest_end[k]: the least last entry of an increasing subsequence of k + 1.
  std::array<std::int8_t, kMaxSide> smallest_end;
  auto end = smallest_end.begin();
  for (const std::int8_t position : positions) {
    const auto place = std::lower_bound(smallest_end.begin(), end, position);
    *place = position;
    if (place == end) ++end;
  }
  return static_cast<int>(positions.size()) - static_cast<int>(end - smallest_end.begin());
}

const LinearConflictHeuristic::LeaversTable& LinearConflictHeuristic::Table() {
  static const LeaversTable table = [] {
    LeaversTable leavers = {};
    for (std::uint32_t code = 0; code < leavers.size(); ++code) {
      std::array<std::int8_t, kMaxTableLength> positions;
      std::size_t count = 0;
      for (int i = 0; i < kMaxTableLength; ++i) {
        const std::uint32_t digit = (code >> (3 * i)) & 7;
        if (digit != 0) positions[count++] = static_cast<std::int8_t>(digit - 1);
      }
      leavers[code] = static_cast<std::uint8_t>(LeastLeavers({positions.data(), count}));
    }
    return leavers;
  }();
  return table;
}

LinearConflictHeuristic::Axis LinearConflictHeuristic::MakeAxis(const HeuristicTarget& target,
                                                                bool rows) {
  const Shape shape = target.shape;
  Axis axis{.lines = rows ? shape.rows : shape.columns,
            .length = rows ? shape.columns : shape.rows,
            .line_stride = rows ? shape.columns : 1,
            .position_stride = rows ? 1 : shape.columns,
            .line_of_cell = {},
            .goal_line_of_label = {},
            .goal_position_of_label = {}};
  const auto line = [&](int cell) {
    return static_cast<std::int8_t>(rows ? cell / shape.columns : cell % shape.columns);
  };
  const auto position = [&](int cell) {
    return static_cast<std::int8_t>(rows ? cell % shape.columns : cell / shape.columns);
  };
  for (int cell = 0; cell < shape.cells(); ++cell) axis.line_of_cell.push_back(line(cell));
  for (const std::uint16_t cell : target.cell_of_label) {
    axis.goal_line_of_label.push_back(line(cell));
    axis.goal_position_of_label.push_back(position(cell));
  }
  // The blank is no tile: it conflicts with nothing.
  axis.goal_line_of_label[static_cast<std::size_t>(target.blank_label)] = -1;
  return axis;
}

LinearConflictHeuristic::LinearConflictHeuristic(const HeuristicTarget& target)
    : manhattan_(target),
      rows_(MakeAxis(target, true)),
      columns_(MakeAxis(target, false)),
      table_(&Table()) {}

}  // namespace taquin
