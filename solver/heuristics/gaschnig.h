// The moves needed if any tile could jump into the blank.

#ifndef TAQUIN_SOLVER_HEURISTICS_GASCHNIG_H_
#define TAQUIN_SOLVER_HEURISTICS_GASCHNIG_H_

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/heuristics/heuristic.h"

namespace taquin {

// Source: J. Gaschnig, "A problem similarity approach to devising heuristics"
// (1979). The relaxed puzzle exchanges the blank with any tile, so its optimal
// length is the least number of exchanges that sort the permutation: a cycle
// of c cells that holds the blank takes c - 1, another of at least two takes
// c + 1, for the blank has to enter it.
//
// Consistent: it is the exact distance in a puzzle with more moves, and a real
// move is one of them. No incremental form pays: a move splits or joins cycles.
class GaschnigHeuristic {
 public:
  static constexpr bool kConsistent = true;
  using Value = int;

  explicit GaschnigHeuristic(const HeuristicTarget& target)
      : cell_of_label_(target.cell_of_label), blank_label_(target.blank_label) {}

  static int H(Value value) { return value; }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    std::bitset<kMaxCells> visited;
    int exchanges = 0;
    for (std::size_t first = 0; first < cell_of_label_.size(); ++first) {
      if (visited[first]) continue;
      int length = 0;
      bool holds_blank = false;
      for (std::size_t cell = first; !visited[cell];) {
        visited[cell] = true;
        ++length;
        const int label = space.Label(state, static_cast<int>(cell));
        holds_blank |= label == blank_label_;
        cell = cell_of_label_[static_cast<std::size_t>(label)];
      }
      if (length > 1) exchanges += holds_blank ? length - 1 : length + 1;
    }
    return exchanges;
  }

  template <class Space>
  Value Step(const Space& space, const typename Space::State& after, Value /*value*/,
             TileMove /*move*/) const {
    return Root(space, after);
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h) const {
    return h;
  }

 private:
  std::vector<std::uint16_t> cell_of_label_;
  int blank_label_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_GASCHNIG_H_
