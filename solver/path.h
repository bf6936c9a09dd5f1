// Paths: sequences of blank moves.

#ifndef TAQUIN_SOLVER_PATH_H_
#define TAQUIN_SOLVER_PATH_H_

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"

namespace taquin {

using Path = std::vector<Direction>;

enum class PathFault {
  kLeavesBoard,    // A move would take the blank off the board.
  kEndsElsewhere,  // Every move is possible, but the last board is not the goal.
};

// What came of following a path.
struct Replay {
  Board reached;                   // After the last possible move.
  std::optional<PathFault> fault;  // Unset: the path ends at the goal.
  // Index of the first impossible move; the path's length when it ends
  // elsewhere; unset without a fault.
  std::optional<int> fault_index;

  bool valid() const { return !fault.has_value(); }
};

// Follows `path` from `start`. The boards have one shape. O(length + cells).
Replay ReplayPath(const Board& start, const Board& goal, absl::Span<const Direction> path);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATH_H_
