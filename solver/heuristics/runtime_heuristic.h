// A heuristic that is chosen when the program runs.

#ifndef TAQUIN_SOLVER_HEURISTICS_RUNTIME_HEURISTIC_H_
#define TAQUIN_SOLVER_HEURISTICS_RUNTIME_HEURISTIC_H_

#include <variant>

#include "solver/heuristics/gaschnig.h"
#include "solver/heuristics/hamming.h"
#include "solver/heuristics/heuristic.h"
#include "solver/heuristics/linear_conflict.h"
#include "solver/heuristics/manhattan.h"
#include "solver/heuristics/zero.h"
#include "solver/solve_options.h"

namespace taquin {

// Any of the heuristics that serve every shape, told apart at each call. For boards so large that
// copying and hashing a state outweighs that; it keeps searches from being
// compiled for every heuristic and every size.
class RuntimeHeuristic {
 public:
  using Value = int;

  RuntimeHeuristic(Heuristic heuristic, const HeuristicTarget& target)
      : function_(Make(heuristic, target)) {}

  static int H(Value value) { return value; }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    return std::visit([&](const auto& function) { return function.Root(space, state); }, function_);
  }

  template <class Space>
  Value Step(const Space& space, const typename Space::State& after, Value value,
             TileMove move) const {
    return std::visit(
        [&](const auto& function) { return function.Step(space, after, value, move); }, function_);
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h) const {
    return h;
  }

 private:
  using Function = std::variant<ZeroHeuristic, HammingHeuristic, GaschnigHeuristic,
                                ManhattanHeuristic, LinearConflictHeuristic>;

  static Function Make(Heuristic heuristic, const HeuristicTarget& target) {
    switch (heuristic) {
      case Heuristic::kHamming:
        return HammingHeuristic(target);
      case Heuristic::kGaschnig:
        return GaschnigHeuristic(target);
      case Heuristic::kManhattan:
        return ManhattanHeuristic(target);
      case Heuristic::kLinearConflict:
        return LinearConflictHeuristic(target);
      case Heuristic::kPatternDatabase:  // These two serve smaller boards only.
      case Heuristic::kWalkingDistance:
      case Heuristic::kZero:
        break;
    }
    return ZeroHeuristic(target);
  }

  Function function_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_RUNTIME_HEURISTIC_H_
