#include "solver/path.h"

namespace taquin {

Replay ReplayPath(const Board& start, const Board& goal, absl::Span<const Direction> path) {
  Replay replay{.reached = start, .fault = std::nullopt, .fault_index = std::nullopt};
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!replay.reached.Move(path[i])) {
      replay.fault = PathFault::kLeavesBoard;
      replay.fault_index = static_cast<int>(i);
      return replay;
    }
  }
  if (replay.reached != goal) {
    replay.fault = PathFault::kEndsElsewhere;
    replay.fault_index = static_cast<int>(path.size());
  }
  return replay;
}

}  // namespace taquin
