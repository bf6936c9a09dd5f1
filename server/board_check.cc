#include "server/board_check.h"

#include <algorithm>
#include <optional>

#include "solver/search_factory.h"

namespace taquin::server {
namespace {

// The least number, at least `bound`, that can be the length of a path.
int RaiseToParity(const Problem& problem, int bound) {
  const int distance = problem.start.shape().Distance(problem.start.blank(), problem.goal.blank());
  return bound + (bound + distance) % 2;
}

}  // namespace

BoardCheck CheckBoard(const Problem& problem, const TableRegistry& tables) {
  BoardCheck check;
  check.reachability = CheckReachability(problem.start, problem.goal);
  check.explanation = ExplainReachability(problem.start, problem.goal);
  for (const GoalLayout layout : kGoalLayouts) {
    const Board goal = MakeGoal(problem.start.shape(), layout);
    if (CheckReachability(problem.start, goal) == Reachability::kReachable) {
      check.reachable_layouts.push_back(layout);
    }
  }
  if (check.reachability != Reachability::kReachable) return check;
  int best = 0;
  for (const Heuristic heuristic : kHeuristics) {
    const std::optional<int> value = EvaluateHeuristic(problem, heuristic, tables);
    if (!value.has_value()) continue;
    check.heuristic_values.emplace_back(heuristic, *value);
    best = std::max(best, *value);
  }
  check.lower_bound = RaiseToParity(problem, best);
  return check;
}

int LowerBound(const Problem& problem, const TableRegistry& tables) {
  int best = 0;
  for (const Heuristic heuristic : kHeuristics) {
    best = std::max(best, EvaluateHeuristic(problem, heuristic, tables).value_or(0));
  }
  return RaiseToParity(problem, best);
}

}  // namespace taquin::server
