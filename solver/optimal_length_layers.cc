#include "solver/optimal_length_layers.h"

#include <bit>
#include <utility>

#include "solver/move_table.h"
#include "solver/pattern_database/symmetry.h"
#include "solver/relabelled_board.h"

namespace taquin {
namespace {

std::uint64_t Pack(const RelabelledBoard& board) {
  std::uint64_t arrangement = 0;
  for (std::size_t cell = 0; cell < board.labels.size(); ++cell) {
    arrangement |= std::uint64_t{board.labels[cell]} << (4 * cell);
  }
  return arrangement;
}

void Unpack(std::uint64_t arrangement, RelabelledBoard& board) {
  for (std::size_t cell = 0; cell < board.labels.size(); ++cell) {
    board.labels[cell] = static_cast<std::uint16_t>(arrangement >> (4 * cell) & 15);
    if (board.labels[cell] == board.blank_label) board.blank = static_cast<int>(cell);
  }
}

void Slide(RelabelledBoard& board, int to) {
  std::swap(board.labels[static_cast<std::size_t>(board.blank)],
            board.labels[static_cast<std::size_t>(to)]);
  board.blank = to;
}

}  // namespace

OptimalLengthLayers::OptimalLengthLayers(Shape shape, int goal_blank,
                                         const OptimalMoveTables& tables)
    : cells_(static_cast<std::size_t>(shape.cells())) {
  const MoveTable moves(shape);
  RelabelledBoard board{.shape = shape,
                        .labels = std::vector<std::uint16_t>(cells_),
                        .blank = goal_blank,
                        .blank_label = goal_blank};
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    board.labels[cell] = static_cast<std::uint16_t>(cell);
  }
  arrangements_.push_back(Pack(board));
  ends_.push_back(1);
  for (std::size_t next = 0; next < arrangements_.size(); ++next) {
    if (next == ends_.back()) ends_.push_back(arrangements_.size());
    Unpack(arrangements_[next], board);
    const int blank = board.blank;
    for (const BlankMove& move : moves.From(blank)) {
      Slide(board, move.cell);
      // Farther by one if the way back is optimal. The first of its optimal moves
      // takes each board once.
      const DirectionSet optimal = tables.OptimalMoves(board);
      if (optimal != 0 && std::countr_zero(optimal) == static_cast<int>(Opposite(move.direction))) {
        arrangements_.push_back(Pack(board));
      }
      Slide(board, blank);
    }
  }
}

std::size_t OptimalLengthLayers::First(int length) const {
  return length == 0 ? 0 : ends_[static_cast<std::size_t>(length) - 1];
}

std::size_t OptimalLengthLayers::count(int length) const {
  return ends_[static_cast<std::size_t>(length)] - First(length);
}

std::vector<std::uint16_t> OptimalLengthLayers::Labels(int length, std::size_t number) const {
  const std::uint64_t arrangement = arrangements_[First(length) + number];
  std::vector<std::uint16_t> labels(cells_);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    labels[cell] = static_cast<std::uint16_t>(arrangement >> (4 * cell) & 15);
  }
  return labels;
}

std::size_t OptimalLengthTables::Count(Shape shape, int goal_blank, int length) const {
  return LayersOf(shape, ToLeastCell(shape, goal_blank).cell(goal_blank)).count(length);
}

std::vector<std::uint16_t> OptimalLengthTables::Labels(Shape shape, int goal_blank, int length,
                                                       std::size_t number) const {
  const Symmetry to_layers = ToLeastCell(shape, goal_blank);
  const Symmetry image = Inverse(to_layers);
  const std::vector<std::uint16_t> labels =
      LayersOf(shape, to_layers.cell(goal_blank)).Labels(length, number);
  std::vector<std::uint16_t> result(labels.size());
  for (std::size_t cell = 0; cell < labels.size(); ++cell) {
    result[image.cells[cell]] = image.cells[labels[cell]];
  }
  return result;
}

const OptimalLengthLayers& OptimalLengthTables::LayersOf(Shape shape, int least_blank) const {
  MutexLock lock(mutex_);
  auto& layers = layers_[{shape.rows, shape.columns, least_blank}];
  if (layers == nullptr) {
    layers = std::make_unique<const OptimalLengthLayers>(shape, least_blank, tables_);
  }
  return *layers;
}

}  // namespace taquin
