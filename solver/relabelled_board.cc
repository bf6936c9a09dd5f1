#include "solver/relabelled_board.h"

namespace taquin {

RelabelledBoard Relabel(const Problem& problem) {
  const std::vector<std::uint16_t> goal_cells = problem.goal.CellsByTile();
  RelabelledBoard board{.shape = problem.start.shape(),
                        .labels = {},
                        .blank = problem.start.blank(),
                        .blank_label = problem.goal.blank()};
  board.labels.reserve(goal_cells.size());
  for (const std::uint16_t tile : problem.start.tiles()) board.labels.push_back(goal_cells[tile]);
  return board;
}

}  // namespace taquin
