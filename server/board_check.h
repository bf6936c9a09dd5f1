// What can be said of a board without a search.

#ifndef TAQUIN_SERVER_BOARD_CHECK_H_
#define TAQUIN_SERVER_BOARD_CHECK_H_

#include <string>
#include <utility>
#include <vector>

#include "solver/goal_layout.h"
#include "solver/reachability.h"
#include "solver/solve_options.h"

namespace taquin::server {

struct BoardCheck {
  Reachability reachability = Reachability::kReachable;
  std::string explanation;
  // Every heuristic's value for the start, in moves; empty if not reachable.
  std::vector<std::pair<Heuristic, int>> heuristic_values;
  int lower_bound = 0;  // See LowerBound(); 0 if not reachable.
  std::vector<GoalLayout> reachable_layouts;
};

// O(heuristics x cells).
BoardCheck CheckBoard(const Problem& problem);

// The best of all heuristics, in moves, made as odd or even as every path is:
// each move takes the blank one cell on. The goal must be reachable.
int LowerBound(const Problem& problem);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BOARD_CHECK_H_
