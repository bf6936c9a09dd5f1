#include "server/path_check.h"

#include "server/board_check.h"
#include "solver/reachability.h"

namespace taquin::server {
namespace {

constexpr int kMostCellsToSearch = 9;

}  // namespace

PathCheck CheckPath(const Problem& problem, const Path& path, const TableRegistry& tables) {
  PathCheck check{
      .replay = ReplayPath(problem.start, problem.goal, path),
      .reachable = CheckReachability(problem.start, problem.goal) == Reachability::kReachable,
      .lower_bound = 0,
      .optimal_length = std::nullopt};
  if (!check.reachable) return check;
  check.lower_bound = LowerBound(problem, tables);
  const int length = static_cast<int>(path.size());
  if (check.replay.valid() && length == check.lower_bound) check.optimal_length = length;
  return check;
}

std::optional<SolveTask> OptimalLengthTask(const Problem& problem, const PathCheck& check,
                                           const ServerLimits& limits) {
  if (!check.reachable || check.optimal_length.has_value() ||
      problem.start.cells() > kMostCellsToSearch) {
    return std::nullopt;
  }
  SolveOptions options;
  options.limits.memory_bytes = limits.max_memory_bytes;
  return SolveTask{.id = {},
                   .problem = problem,
                   .options = options,
                   .time = std::nullopt,
                   .progress_interval = {}};
}

void NoteOptimalLength(const SolveResult& result, PathCheck& check) {
  if (result.outcome != Outcome::kOptimal) return;
  check.optimal_length = static_cast<int>(result.path->size());
  check.lower_bound = *check.optimal_length;
}

}  // namespace taquin::server
