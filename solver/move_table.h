// The blank's moves from every cell of a shape, worked out once.

#ifndef TAQUIN_SOLVER_MOVE_TABLE_H_
#define TAQUIN_SOLVER_MOVE_TABLE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"

namespace taquin {

struct BlankMove {
  std::uint16_t cell;   // Where the blank goes, and the tile comes from.
  Direction direction;  // Of the blank.
};

// Immutable, and so thread-safe. Takes O(cells) memory.
class MoveTable {
 public:
  explicit MoveTable(Shape shape) : moves_(static_cast<std::size_t>(shape.cells())) {
    for (int cell = 0; cell < shape.cells(); ++cell) {
      Moves& moves = moves_[static_cast<std::size_t>(cell)];
      for (const Direction direction : kDirections) {
        const std::optional<int> neighbor = shape.Neighbor(cell, direction);
        if (!neighbor.has_value()) continue;
        moves.moves[moves.count++] = {static_cast<std::uint16_t>(*neighbor), direction};
        moves.neighbors[static_cast<std::size_t>(direction)] =
            static_cast<std::uint16_t>(*neighbor);
      }
    }
  }

  // The blank's moves from `cell`, in the order of kDirections.
  absl::Span<const BlankMove> From(int cell) const {
    const Moves& moves = moves_[static_cast<std::size_t>(cell)];
    return {moves.moves.data(), moves.count};
  }

  // Where a possible move leads.
  int Neighbor(int cell, Direction direction) const {
    return moves_[static_cast<std::size_t>(cell)].neighbors[static_cast<std::size_t>(direction)];
  }

 private:
  struct Moves {
    std::uint32_t count = 0;
    std::array<BlankMove, 4> moves = {};
    std::array<std::uint16_t, 4> neighbors = {};
  };

  std::vector<Moves> moves_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_MOVE_TABLE_H_
