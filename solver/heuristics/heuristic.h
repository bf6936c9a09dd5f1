// The compile-time interface that every heuristic shares.
//
//   static constexpr bool kConsistent   |h(a) - h(b)| <= 1 for neighbours
//   Value                               what a search keeps for each node
//   H(value)                            the estimate, in moves
//   Root(space, state)                  the value from scratch, O(cells)
//   Step(space, after, value, move)     the value after a move, given the one
//                                       before it and the state after it
//   Restore(space, state, h)            the value of a state whose estimate is
//                                       known already
//
// One whose value the estimate does not give back, and working it out anew would
// be slow, has instead
//
//   Note(value)                         from 0 to kMaxNote: what a search keeps
//                                       for a node beside the estimate
//   Restore(space, state, h, note)      the value, from both
//
// A heuristic is made for a shape and the cell where each label belongs, which
// is the label itself in a search for the goal, and the label's cell in the
// start in a search from the goal backwards. All of them ignore the blank and
// are admissible for any arrangement aimed at. They are immutable, and so
// thread-safe.

#ifndef TAQUIN_SOLVER_HEURISTICS_HEURISTIC_H_
#define TAQUIN_SOLVER_HEURISTICS_HEURISTIC_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solver/board.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/walking_distance_table.h"

namespace taquin {

// What the heuristics that look things up need for one target; null for the
// others.
struct TargetTables {
  // For walking distance: of the target's RowAxis() and ColumnAxis().
  std::shared_ptr<const WalkingDistanceTable> rows;
  std::shared_ptr<const WalkingDistanceTable> columns;
  // For pattern databases: of the target's class (see ToLeastCell()).
  std::shared_ptr<const PatternTableSet> patterns;
  // As results give it: "pattern-database-4x4-6-6-3"; empty for the others.
  std::string name;
};

// What a heuristic aims at.
struct HeuristicTarget {
  Shape shape;
  std::vector<std::uint16_t> cell_of_label;
  int blank_label = 0;
  TargetTables tables;
};

// The largest note of a value.
inline constexpr int kMaxNote = 4095;

// The note of a value; 0 for heuristics that take none.
template <class Function>
int NoteOf(const typename Function::Value& value) {
  if constexpr (requires { Function::Note(value); }) {
    return Function::Note(value);
  } else {
    return 0;
  }
}

// The value of a state whose estimate and note are known.
template <class Function, class Space>
typename Function::Value RestoreValue(const Function& function, const Space& space,
                                      const typename Space::State& state, int h, int note) {
  if constexpr (requires { function.Restore(space, state, h, note); }) {
    return function.Restore(space, state, h, note);
  } else {
    return function.Restore(space, state, h);
  }
}

// A tile's move.
struct TileMove {
  int label;
  int from;  // The cell that it leaves, where the blank is afterwards.
  int to;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_HEURISTIC_H_
