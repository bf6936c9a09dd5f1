#include "solver/heuristics/visit_heuristic.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace taquin {
namespace {

HeuristicTarget MakeTarget(const RelabelledBoard& board, std::vector<std::uint16_t> cell_of_label,
                           const WalkingDistanceTables* walking_distance) {
  const int blank_cell = cell_of_label[static_cast<std::size_t>(board.blank_label)];
  HeuristicTarget target{.shape = board.shape,
                         .cell_of_label = std::move(cell_of_label),
                         .blank_label = board.blank_label,
                         .walking_distance_rows = nullptr,
                         .walking_distance_columns = nullptr};
  if (walking_distance != nullptr) {
    target.walking_distance_rows = walking_distance->Find(RowAxis(board.shape, blank_cell));
    target.walking_distance_columns = walking_distance->Find(ColumnAxis(board.shape, blank_cell));
  }
  return target;
}

}  // namespace

HeuristicTarget GoalTarget(const RelabelledBoard& board,
                           const WalkingDistanceTables* walking_distance) {
  std::vector<std::uint16_t> cell_of_label(board.labels.size());
  std::iota(cell_of_label.begin(), cell_of_label.end(), std::uint16_t{0});
  return MakeTarget(board, std::move(cell_of_label), walking_distance);
}

HeuristicTarget StartTarget(const RelabelledBoard& board,
                            const WalkingDistanceTables* walking_distance) {
  std::vector<std::uint16_t> cell_of_label(board.labels.size());
  for (std::size_t cell = 0; cell < board.labels.size(); ++cell) {
    cell_of_label[board.labels[cell]] = static_cast<std::uint16_t>(cell);
  }
  return MakeTarget(board, std::move(cell_of_label), walking_distance);
}

}  // namespace taquin
