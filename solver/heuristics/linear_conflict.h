// Manhattan, and two more moves for each tile that must leave its line.

#ifndef TAQUIN_SOLVER_HEURISTICS_LINEAR_CONFLICT_H_
#define TAQUIN_SOLVER_HEURISTICS_LINEAR_CONFLICT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/heuristic.h"
#include "solver/heuristics/manhattan.h"

namespace taquin {

// The fewest entries to take out of `positions` so that the rest increase:
// the size less the longest increasing subsequence. At most kMaxSide entries.
int LeastLeavers(absl::Span<const std::int8_t> positions);

// Source: O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed
// models yields powerful admissible heuristics" (1992). Of the tiles that are
// in the row where they belong, those that never leave it keep their order, so
// that order is the goal's already. At least LeastLeavers() of them leave the
// row and come back: two moves each that Manhattan does not count. Those moves
// are along columns for rows and along rows for columns, so both add up.
// Leavers are counted, not pairs in conflict: that stays admissible when three
// tiles of a line conflict.
//
// Consistent: a move along a line changes no order in it; one from line to line
// changes the leavers of the tile's own line by at most one, up as the tile's
// distance falls and down as it rises, so h changes by one either way.
class LinearConflictHeuristic {
 public:
  static constexpr bool kConsistent = true;
  using Value = int;

  explicit LinearConflictHeuristic(const HeuristicTarget& target);

  static int H(Value value) { return value; }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    int leavers = 0;
    for (int row = 0; row < rows_.lines; ++row) {
      leavers += Leavers(space, state, rows_, row, kNoCell, kOtherLine);
    }
    for (int column = 0; column < columns_.lines; ++column) {
      leavers += Leavers(space, state, columns_, column, kNoCell, kOtherLine);
    }
    return manhattan_.Root(space, state) + 2 * leavers;
  }

  template <class Space>
  Value Step(const Space& space, const typename Space::State& after, Value value,
             TileMove move) const {
    const int h = value + manhattan_.Change(move);
    const bool along_row = rows_.LineOf(move.from) == rows_.LineOf(move.to);
    return h + 2 * LeaversChange(space, after, along_row ? columns_ : rows_, move);
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h) const {
    return h;
  }

 private:
  static constexpr int kNoCell = -1;
  static constexpr int kOtherLine = -1;

  // Lines up to this length are looked up, three bits a cell.
  static constexpr int kMaxTableLength = 5;
  using LeaversTable = std::array<std::uint8_t, 1 << (3 * kMaxTableLength)>;
  static const LeaversTable& Table();

  // All rows, or all columns.
  struct Axis {
    int lines;            // How many.
    int length;           // Cells in each.
    int line_stride;      // From a line's first cell to the next line's.
    int position_stride;  // From one cell of a line to the next.
    std::vector<std::int8_t> line_of_cell;
    std::vector<std::int8_t> goal_line_of_label;
    std::vector<std::int8_t> goal_position_of_label;

    int LineOf(int cell) const { return line_of_cell[static_cast<std::size_t>(cell)]; }
  };

  static Axis MakeAxis(const HeuristicTarget& target, bool rows);

  // The leavers of a line, as if `patched_cell` held a tile that belongs at
  // position `patch` of the line, or none of the line's tiles (kOtherLine).
  template <class Space>
  int Leavers(const Space& space, const typename Space::State& state, const Axis& axis, int line,
              int patched_cell, int patch) const {
    std::array<std::int8_t, kMaxSide> positions;
    std::size_t count = 0;
    std::uint32_t code = 0;
    int cell = line * axis.line_stride;
    for (int i = 0; i < axis.length; ++i, cell += axis.position_stride) {
      int position = kOtherLine;
      if (cell == patched_cell) {
        position = patch;
      } else {
        const auto label = static_cast<std::size_t>(space.Label(state, cell));
        if (axis.goal_line_of_label[label] == line) position = axis.goal_position_of_label[label];
      }
      if (axis.length <= kMaxTableLength) {
        code |= static_cast<std::uint32_t>(position + 1) << (3 * i);
      } else if (position != kOtherLine) {
        positions[count++] = static_cast<std::int8_t>(position);
      }
    }
    return axis.length <= kMaxTableLength ? (*table_)[code]
                                          : LeastLeavers({positions.data(), count});
  }

  // How the leavers change when a tile goes from one line of the axis to
  // another. Only the line where the tile belongs is concerned.
  template <class Space>
  int LeaversChange(const Space& space, const typename Space::State& after, const Axis& axis,
                    TileMove move) const {
    const auto label = static_cast<std::size_t>(move.label);
    const int goal_line = axis.goal_line_of_label[label];
    if (goal_line == axis.LineOf(move.to)) {
      return Leavers(space, after, axis, goal_line, kNoCell, kOtherLine) -
             Leavers(space, after, axis, goal_line, move.to, kOtherLine);
    }
    if (goal_line == axis.LineOf(move.from)) {
      return Leavers(space, after, axis, goal_line, kNoCell, kOtherLine) -
             Leavers(space, after, axis, goal_line, move.from, axis.goal_position_of_label[label]);
    }
    return 0;
  }

  ManhattanHeuristic manhattan_;
  Axis rows_;
  Axis columns_;
  const LeaversTable* table_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_LINEAR_CONFLICT_H_
