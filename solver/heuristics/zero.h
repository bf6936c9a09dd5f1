// The heuristic that knows nothing.

#ifndef TAQUIN_SOLVER_HEURISTICS_ZERO_H_
#define TAQUIN_SOLVER_HEURISTICS_ZERO_H_

#include "solver/heuristics/heuristic.h"

namespace taquin {

// Always 0: trivially admissible and consistent. Turns A* into uniform-cost
// search and IDA* into iterative-deepening depth-first search.
class ZeroHeuristic {
 public:
  static constexpr bool kConsistent = true;
  using Value = int;

  explicit ZeroHeuristic(const HeuristicTarget& /*target*/) {}

  static int H(Value value) { return value; }

  template <class Space>
  Value Root(const Space& /*space*/, const typename Space::State& /*state*/) const {
    return 0;
  }

  template <class Space>
  Value Step(const Space& /*space*/, const typename Space::State& /*after*/, Value /*value*/,
             TileMove /*move*/) const {
    return 0;
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h) const {
    return h;
  }
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_ZERO_H_
