#include "solver/heuristics/visit_heuristic.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace taquin {

HeuristicTarget GoalTarget(const RelabelledBoard& board, TargetTables tables) {
  std::vector<std::uint16_t> cell_of_label(board.labels.size());
  std::iota(cell_of_label.begin(), cell_of_label.end(), std::uint16_t{0});
  return {board.shape, std::move(cell_of_label), board.blank_label, std::move(tables)};
}

HeuristicTarget StartTarget(const RelabelledBoard& board, TargetTables tables) {
  std::vector<std::uint16_t> cell_of_label(board.labels.size());
  for (std::size_t cell = 0; cell < board.labels.size(); ++cell) {
    cell_of_label[board.labels[cell]] = static_cast<std::uint16_t>(cell);
  }
  return {board.shape, std::move(cell_of_label), board.blank_label, std::move(tables)};
}

}  // namespace taquin
