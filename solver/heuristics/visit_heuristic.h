// From a shape and a heuristic's name to the types that searches are compiled
// for.

#ifndef TAQUIN_SOLVER_HEURISTICS_VISIT_HEURISTIC_H_
#define TAQUIN_SOLVER_HEURISTICS_VISIT_HEURISTIC_H_

#include <type_traits>

#include "solver/heuristics/gaschnig.h"
#include "solver/heuristics/hamming.h"
#include "solver/heuristics/heuristic.h"
#include "solver/heuristics/linear_conflict.h"
#include "solver/heuristics/manhattan.h"
#include "solver/heuristics/pattern_database.h"
#include "solver/heuristics/runtime_heuristic.h"
#include "solver/heuristics/walking_distance.h"
#include "solver/heuristics/zero.h"
#include "solver/relabelled_board.h"
#include "solver/solve_options.h"
#include "solver/state_space.h"
#include "solver/walking_distance_tables.h"

namespace taquin {

// A state space and a heuristic, as a value.
template <class SpaceType, class FunctionType>
struct SearchTypes {
  using Space = SpaceType;
  using Function = FunctionType;
};

// Calls `visitor` with the types for the shape and the heuristic: one of each
// heuristic's own for packed states, RuntimeHeuristic for wide ones. The heuristic
// serves the shape.
template <class Visitor>
auto VisitSearchTypes(Shape shape, Heuristic heuristic, Visitor&& visitor) {
  return VisitStateSpace(shape, [&](auto tag) {
    using Space = typename decltype(tag)::type;
    if constexpr (Space::kMaxCells <= WideSpace64::kMaxCells) {
      if (heuristic == Heuristic::kPatternDatabase) {
        return visitor(SearchTypes<Space, PatternDatabaseHeuristic>());
      }
      if (heuristic == Heuristic::kWalkingDistance) {
        return visitor(SearchTypes<Space, WalkingDistanceHeuristic>());
      }
    }
    if constexpr (Space::kPacked) {
      switch (heuristic) {
        case Heuristic::kHamming:
          return visitor(SearchTypes<Space, HammingHeuristic>());
        case Heuristic::kGaschnig:
          return visitor(SearchTypes<Space, GaschnigHeuristic>());
        case Heuristic::kManhattan:
          return visitor(SearchTypes<Space, ManhattanHeuristic>());
        case Heuristic::kLinearConflict:
          return visitor(SearchTypes<Space, LinearConflictHeuristic>());
        case Heuristic::kPatternDatabase:  // Settled above.
        case Heuristic::kWalkingDistance:
        case Heuristic::kZero:
          break;
      }
      return visitor(SearchTypes<Space, ZeroHeuristic>());
    } else {
      return visitor(SearchTypes<Space, RuntimeHeuristic>());
    }
  });
}

// The heuristic of a type that VisitSearchTypes() gave.
template <class Function>
Function MakeHeuristic(Heuristic heuristic, const HeuristicTarget& target) {
  if constexpr (std::is_same_v<Function, RuntimeHeuristic>) {
    return RuntimeHeuristic(heuristic, target);
  } else {
    return Function(target);
  }
}

// The goal of a relabelled board, where every label is at home. `tables` are
// those for board.blank_label.
HeuristicTarget GoalTarget(const RelabelledBoard& board, TargetTables tables = {});

// The start of a relabelled board, for searching backwards. `tables` are those
// for board.blank.
HeuristicTarget StartTarget(const RelabelledBoard& board, TargetTables tables = {});

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_VISIT_HEURISTIC_H_
