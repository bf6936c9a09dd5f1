// What can be said of a board without a search.

#ifndef TAQUIN_SERVER_BOARD_CHECK_H_
#define TAQUIN_SERVER_BOARD_CHECK_H_

#include <string>
#include <utility>
#include <vector>

#include "solver/goal_layout.h"
#include "solver/reachability.h"
#include "solver/solve_options.h"
#include "solver/table_registry.h"

namespace taquin::server {

struct BoardCheck {
  Reachability reachability = Reachability::kReachable;
  std::string explanation;
  // The value for the start, in moves, of every heuristic that has one; empty if
  // not reachable.
  std::vector<std::pair<Heuristic, int>> heuristic_values;
  int lower_bound = 0;  // See LowerBound(); 0 if not reachable.
  std::vector<GoalLayout> reachable_layouts;
};

// O(heuristics x cells), but for tables that EvaluateHeuristic() builds.
BoardCheck CheckBoard(const Problem& problem, const TableRegistry& tables);

// The best of all heuristics, in moves, made as odd or even as every path is:
// each move takes the blank one cell on. The goal must be reachable.
int LowerBound(const Problem& problem, const TableRegistry& tables);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BOARD_CHECK_H_
