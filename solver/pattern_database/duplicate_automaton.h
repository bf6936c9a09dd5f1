// A finite automaton that keeps a depth-first search from walking to one board
// along two paths.
//
// Order strings of moves by length, then lexicographically. From a given blank
// cell, a string is a *duplicate* if a smaller string leads to the same board.
// What strings do to a board does not depend on its tiles, only on the cell
// that the blank starts from, so a breadth-first search of strings from each
// cell finds every duplicate up to some length. The automaton accepts the
// strings without a duplicate in them.
//
// It loses no shortest path: take the smallest of the shortest paths from one
// board to another. If it had a duplicate in it, putting the smaller string in
// its place would give a path that is no longer and smaller. (Taylor and Korf,
// "Pruning duplicate nodes in depth-first search", 1993. A duplicate must be
// kept for each blank cell apart: elsewhere the smaller string may leave the
// board.)

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_DUPLICATE_AUTOMATON_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_DUPLICATE_AUTOMATON_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/board.h"

namespace taquin {

// The least automaton for a shape. Immutable, so safe to share between threads.
class DuplicateAutomaton {
 public:
  // A state knows the blank's cell. kPruned: the move is off the board or
  // completes a duplicate.
  using State = std::uint16_t;
  static constexpr State kPruned = 0;

  // Knows the duplicates of up to `length` moves, or of fewer where the states
  // would not fit in State. The shape has at most 64 cells; length is 1 to 16
  // (1 prunes nothing but moves off the board, 2 the undoing of a move). The
  // time grows by about 2.2 with each move: 12 take about 0.1 s for 4x4.
  DuplicateAutomaton(Shape shape, int length);

  // The state of a blank that has not moved.
  State start(int blank) const { return starts_[static_cast<std::size_t>(blank)]; }

  State Next(State state, Direction direction) const {
    return transitions_[state][static_cast<std::size_t>(direction)];
  }

  // The transitions of every state, by direction.
  const std::vector<std::array<State, 4>>& transitions() const { return transitions_; }

  // The longest duplicates that it knows, in moves.
  int length() const { return length_; }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(transitions_.size() * sizeof(transitions_[0]));
  }

 private:
  bool Build(Shape shape, int length);

  int length_;
  std::vector<State> starts_;
  std::vector<std::array<State, 4>> transitions_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_DUPLICATE_AUTOMATON_H_
