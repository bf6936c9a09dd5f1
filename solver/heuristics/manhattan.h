// The sum of the tiles' distances to where they belong.

#ifndef TAQUIN_SOLVER_HEURISTICS_MANHATTAN_H_
#define TAQUIN_SOLVER_HEURISTICS_MANHATTAN_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "solver/heuristics/heuristic.h"

namespace taquin {

// A tile needs at least as many moves as the rows and columns between it and
// its place, and no move moves two tiles. Consistent: a move changes one
// tile's distance by exactly one.
class ManhattanHeuristic {
 public:
  static constexpr bool kConsistent = true;
  using Value = int;

  explicit ManhattanHeuristic(const HeuristicTarget& target)
      : columns_(target.shape.columns),
        cells_(target.shape.cells()),
        blank_label_(target.blank_label) {
    goal_rows_.reserve(target.cell_of_label.size());
    goal_columns_.reserve(target.cell_of_label.size());
    for (const int cell : target.cell_of_label) {
      goal_rows_.push_back(static_cast<std::int16_t>(cell / columns_));
      goal_columns_.push_back(static_cast<std::int16_t>(cell % columns_));
    }
    cell_rows_.reserve(goal_rows_.size());
    cell_columns_.reserve(goal_rows_.size());
    for (int cell = 0; cell < cells_; ++cell) {
      cell_rows_.push_back(static_cast<std::int16_t>(cell / columns_));
      cell_columns_.push_back(static_cast<std::int16_t>(cell % columns_));
    }
  }

  static int H(Value value) { return value; }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    int sum = 0;
    for (int cell = 0; cell < cells_; ++cell) {
      const int label = space.Label(state, cell);
      if (label != blank_label_) sum += Distance(label, cell);
    }
    return sum;
  }

  template <class Space>
  Value Step(const Space& /*space*/, const typename Space::State& /*after*/, Value value,
             TileMove move) const {
    return value + Change(move);
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h) const {
    return h;
  }

  // +1 or -1.
  int Change(TileMove move) const {
    return Distance(move.label, move.to) - Distance(move.label, move.from);
  }

  // Of one tile from its place.
  int Distance(int label, int cell) const {
    const auto l = static_cast<std::size_t>(label);
    const auto c = static_cast<std::size_t>(cell);
    return std::abs(goal_rows_[l] - cell_rows_[c]) + std::abs(goal_columns_[l] - cell_columns_[c]);
  }

 private:
  int columns_;
  int cells_;
  int blank_label_;
  std::vector<std::int16_t> goal_rows_;
  std::vector<std::int16_t> goal_columns_;
  std::vector<std::int16_t> cell_rows_;
  std::vector<std::int16_t> cell_columns_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_MANHATTAN_H_
