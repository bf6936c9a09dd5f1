// Symmetries of a board's shape: rotations and reflections of its grid.
//
// Tiles named by their goal cells (see pattern_index.h) make every symmetry a
// symmetry of the whole puzzle: carry each tile to the image of its cell, and
// rename it to the image of its goal cell. So one set of tables serves every
// goal whose blank cell is an image of the tables' one, and a symmetry that
// keeps the goal's blank cell gives each board a second look-up in the same
// tables (Culberson and Schaeffer, 1998).

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_SYMMETRY_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_SYMMETRY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"

namespace taquin {

// A permutation of the cells that keeps adjacency. A value.
struct Symmetry {
  std::vector<std::uint16_t> cells;     // The image of each cell.
  std::array<Direction, 4> directions;  // The image of each direction, by its number.

  int cell(int from) const { return cells[static_cast<std::size_t>(from)]; }
  Direction direction(Direction from) const { return directions[static_cast<std::size_t>(from)]; }

  friend bool operator==(const Symmetry&, const Symmetry&) = default;
};

// Every symmetry of the shape, each once, the identity first: 8 for a square,
// 4 for another rectangle, fewer for a single row or column.
std::vector<Symmetry> Symmetries(Shape shape);

Symmetry Inverse(const Symmetry& symmetry);

// `first`, then `second`.
Symmetry Compose(const Symmetry& first, const Symmetry& second);

// The first symmetry that carries `cell` to the least cell it can reach.
Symmetry ToLeastCell(Shape shape, int cell);

// The image of an arrangement, given and returned as the label on each cell;
// a label is the goal cell of its tile.
std::vector<std::uint8_t> Image(const Symmetry& symmetry, absl::Span<const std::uint8_t> labels);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_SYMMETRY_H_
