// The moves needed along rows and along columns, tiles of one line being alike.

#ifndef TAQUIN_SOLVER_HEURISTICS_WALKING_DISTANCE_H_
#define TAQUIN_SOLVER_HEURISTICS_WALKING_DISTANCE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/heuristic.h"
#include "solver/walking_distance_table.h"
#include "solver/walking_distance_tables.h"

namespace taquin {

// Source: K. Takahashi, "Walking distance" (2001); see
// walking_distance_table.h for why it is admissible. Consistent, as h changes
// by exactly one: each axis's part is an exact distance between arrangements,
// a move is a step on one axis and none on the other, and a step changes the
// blank's line by one, so no two neighbours are equally far from the goal. At
// least Manhattan: a step brings one tile one line nearer at best. Neither
// above nor below linear conflict. Of an axis without a table, Manhattan's part
// stands in: it changes by one with each step too.
class WalkingDistanceHeuristic {
 public:
  static constexpr bool kConsistent = true;

  // Where the arrangement of each axis is in its table; of an axis without one,
  // how many lines its tiles are away from their own, in sum.
  struct Value {
    WalkingDistanceTable::Index rows;
    WalkingDistanceTable::Index columns;
    int h;
  };

  // The target's tables are set for the axes that are served.
  explicit WalkingDistanceHeuristic(const HeuristicTarget& target)
      : rows_(MakeAxis(target, true)), columns_(MakeAxis(target, false)) {}

  static int H(const Value& value) { return value.h; }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    Value value{Find(space, state, rows_), Find(space, state, columns_), 0};
    value.h = rows_.Distance(value.rows) + columns_.Distance(value.columns);
    return value;
  }

  template <class Space>
  Value Step(const Space& /*space*/, const typename Space::State& /*after*/, const Value& value,
             TileMove move) const {
    Value next = value;
    const bool along_row = rows_.LineOf(move.from) == rows_.LineOf(move.to);
    const Axis& axis = along_row ? columns_ : rows_;
    WalkingDistanceTable::Index& index = along_row ? next.columns : next.rows;
    const int goal_line = axis.goal_line_of_label[static_cast<std::size_t>(move.label)];
    const int from = axis.LineOf(move.from);
    const int to = axis.LineOf(move.to);
    if (axis.table == nullptr) {
      const int change = std::abs(to - goal_line) - std::abs(from - goal_line);
      index = static_cast<WalkingDistanceTable::Index>(static_cast<int>(index) + change);
      next.h += change;
      return next;
    }
    const WalkingDistanceTable& table = *axis.table;
    next.h -= table.Distance(index);
    index = table.Next(index, from > to, goal_line);
    next.h += table.Distance(index);
    return next;
  }

  template <class Space>
  Value Restore(const Space& space, const typename Space::State& state, int /*h*/) const {
    return Root(space, state);
  }

 private:
  struct Axis {
    std::shared_ptr<const WalkingDistanceTable> table;
    int lines;
    int blank_label;
    std::vector<std::uint8_t> line_of_cell;
    std::vector<std::uint8_t> goal_line_of_label;

    int LineOf(int cell) const { return line_of_cell[static_cast<std::size_t>(cell)]; }
    int Distance(WalkingDistanceTable::Index index) const {
      return table == nullptr ? static_cast<int>(index) : table->Distance(index);
    }
  };

  static Axis MakeAxis(const HeuristicTarget& target, bool rows) {
    const Shape shape = target.shape;
    const int lines = rows ? shape.rows : shape.columns;
    Axis axis{.table = rows ? target.tables.rows : target.tables.columns,
              .lines = lines,
              .blank_label = target.blank_label,
              .line_of_cell = {},
              .goal_line_of_label = {}};
    const auto line_from_first = [&](int cell) {
      return rows ? cell / shape.columns : cell % shape.columns;
    };
    // Lines count from the end that the blank's goal is nearer to.
    const int blank_line =
        line_from_first(target.cell_of_label[static_cast<std::size_t>(target.blank_label)]);
    const bool from_last = lines - 1 - blank_line < blank_line;
    const auto line = [&](int cell) {
      const int first = line_from_first(cell);
      return static_cast<std::uint8_t>(from_last ? lines - 1 - first : first);
    };
    for (int cell = 0; cell < shape.cells(); ++cell) axis.line_of_cell.push_back(line(cell));
    for (const std::uint16_t cell : target.cell_of_label) {
      axis.goal_line_of_label.push_back(line(cell));
    }
    return axis;
  }

  template <class Space>
  static WalkingDistanceTable::Index Find(const Space& space, const typename Space::State& state,
                                          const Axis& axis) {
    if (axis.table == nullptr) return LinesAway(space, state, axis);
    std::array<std::uint8_t, kMaxSide * kMaxSide> counts;
    const auto lines = static_cast<std::size_t>(axis.lines);
    std::fill_n(counts.begin(), lines * lines, std::uint8_t{0});
    for (std::size_t cell = 0; cell < axis.line_of_cell.size(); ++cell) {
      const int label = space.Label(state, static_cast<int>(cell));
      if (label == axis.blank_label) continue;
      ++counts[axis.line_of_cell[cell] * lines +
               axis.goal_line_of_label[static_cast<std::size_t>(label)]];
    }
    return axis.table->Find({counts.data(), lines * lines});
  }

  template <class Space>
  static WalkingDistanceTable::Index LinesAway(const Space& space,
                                               const typename Space::State& state,
                                               const Axis& axis) {
    int away = 0;
    for (std::size_t cell = 0; cell < axis.line_of_cell.size(); ++cell) {
      const int label = space.Label(state, static_cast<int>(cell));
      if (label == axis.blank_label) continue;
      away += std::abs(axis.line_of_cell[cell] -
                       axis.goal_line_of_label[static_cast<std::size_t>(label)]);
    }
    return static_cast<WalkingDistanceTable::Index>(away);
  }

  Axis rows_;
  Axis columns_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_WALKING_DISTANCE_H_
