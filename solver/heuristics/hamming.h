// The number of misplaced tiles.

#ifndef TAQUIN_SOLVER_HEURISTICS_HAMMING_H_
#define TAQUIN_SOLVER_HEURISTICS_HAMMING_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/heuristics/heuristic.h"

namespace taquin {

// Every misplaced tile moves at least once, and no move moves two. Consistent:
// a move changes the place of one tile, and so the count by at most one.
class HammingHeuristic {
 public:
  static constexpr bool kConsistent = true;
  using Value = int;

  explicit HammingHeuristic(const HeuristicTarget& target)
      : cell_of_label_(target.cell_of_label), blank_label_(target.blank_label) {}

  static int H(Value value) { return value; }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    int misplaced = 0;
    for (int cell = 0; cell < static_cast<int>(cell_of_label_.size()); ++cell) {
      const int label = space.Label(state, cell);
      if (label != blank_label_ && !Home(label, cell)) ++misplaced;
    }
    return misplaced;
  }

  template <class Space>
  Value Step(const Space& /*space*/, const typename Space::State& /*after*/, Value value,
             TileMove move) const {
    return value + static_cast<int>(Home(move.label, move.from)) -
           static_cast<int>(Home(move.label, move.to));
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h) const {
    return h;
  }

 private:
  bool Home(int label, int cell) const {
    return cell_of_label_[static_cast<std::size_t>(label)] == cell;
  }

  std::vector<std::uint16_t> cell_of_label_;
  int blank_label_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_HAMMING_H_
