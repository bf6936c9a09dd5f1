// The form in which searches see a problem: every tile named by its goal cell.
//
// After relabelling the goal is the identity arrangement, whatever it was
// before, so heuristics and tables depend on the shape and the goal's blank
// cell alone, and every goal is served alike.

#ifndef TAQUIN_SOLVER_RELABELLED_BOARD_H_
#define TAQUIN_SOLVER_RELABELLED_BOARD_H_

#include <cstdint>
#include <vector>

#include "solver/solve_options.h"

namespace taquin {

struct RelabelledBoard {
  Shape shape;
  // The label on each cell: the cell where that tile belongs. A permutation of
  // 0 to cells - 1; the goal has label c on every cell c.
  std::vector<std::uint16_t> labels;
  int blank = 0;        // The cell that holds the blank.
  int blank_label = 0;  // The blank's label: the goal's blank cell.
};

// The problem's start, relabelled. O(cells).
RelabelledBoard Relabel(const Problem& problem);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_RELABELLED_BOARD_H_
