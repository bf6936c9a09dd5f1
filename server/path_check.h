// Whether a path is one, and how good it is.

#ifndef TAQUIN_SERVER_PATH_CHECK_H_
#define TAQUIN_SERVER_PATH_CHECK_H_

#include <optional>

#include "server/server_limits.h"
#include "server/solve_task.h"
#include "solver/path.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"
#include "solver/table_registry.h"

namespace taquin::server {

struct PathCheck {
  Replay replay;
  bool reachable = false;
  int lower_bound = 0;  // On the optimal length, in moves; 0 if not reachable.
  // Where it is known without a search: when the path is as short as the bound.
  std::optional<int> optimal_length;
};

// Follows the path. O(length + heuristics x cells).
PathCheck CheckPath(const Problem& problem, const Path& path, const TableRegistry& tables);

// The search that finds the optimal length where that is cheap, which is up to
// nine cells: at most 181,440 states. Unset where it is not, or not needed.
std::optional<SolveTask> OptimalLengthTask(const Problem& problem, const PathCheck& check,
                                           const ServerLimits& limits);

// Takes the optimal length from what that search found, if it did.
void NoteOptimalLength(const SolveResult& result, PathCheck& check);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_PATH_CHECK_H_
