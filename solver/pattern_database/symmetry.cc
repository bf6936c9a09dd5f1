#include "solver/pattern_database/symmetry.h"

#include <algorithm>
#include <utility>

namespace taquin {
namespace {

Symmetry Make(Shape shape, bool transpose, bool flip_rows, bool flip_columns) {
  Symmetry symmetry;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    int row = cell / shape.columns;
    int column = cell % shape.columns;
    if (transpose) std::swap(row, column);
    if (flip_rows) row = shape.rows - 1 - row;
    if (flip_columns) column = shape.columns - 1 - column;
    symmetry.cells.push_back(static_cast<std::uint16_t>(row * shape.columns + column));
  }
  for (const Direction direction : kDirections) {
    Direction image = direction;
    if (transpose) {
      // kUp and kLeft change places, and so do kDown and kRight.
      image = static_cast<Direction>(static_cast<std::uint8_t>(image) ^ 2);
    }
    const bool vertical = image == Direction::kUp || image == Direction::kDown;
    if (vertical ? flip_rows : flip_columns) image = Opposite(image);
    symmetry.directions[static_cast<std::size_t>(direction)] = image;
  }
  return symmetry;
}

}  // namespace

std::vector<Symmetry> Symmetries(Shape shape) {
  std::vector<Symmetry> symmetries;
  const bool square = shape.rows == shape.columns;
  for (int bits = 0; bits < (square ? 8 : 4); ++bits) {
    Symmetry symmetry = Make(shape, (bits & 4) != 0, (bits & 1) != 0, (bits & 2) != 0);
    const bool known =
        std::any_of(symmetries.begin(), symmetries.end(),
                    [&](const Symmetry& other) { return other.cells == symmetry.cells; });
    if (!known) symmetries.push_back(std::move(symmetry));
  }
  return symmetries;
}

Symmetry Inverse(const Symmetry& symmetry) {
  Symmetry inverse = symmetry;
  for (std::size_t cell = 0; cell < symmetry.cells.size(); ++cell) {
    inverse.cells[symmetry.cells[cell]] = static_cast<std::uint16_t>(cell);
  }
  for (const Direction direction : kDirections) {
    inverse.directions[static_cast<std::size_t>(symmetry.direction(direction))] = direction;
  }
  return inverse;
}

Symmetry Compose(const Symmetry& first, const Symmetry& second) {
  Symmetry both = first;
  for (std::uint16_t& cell : both.cells) cell = second.cells[cell];
  for (Direction& direction : both.directions) direction = second.direction(direction);
  return both;
}

Symmetry ToLeastCell(Shape shape, int cell) {
  std::vector<Symmetry> symmetries = Symmetries(shape);
  return *std::min_element(
      symmetries.begin(), symmetries.end(),
      [cell](const Symmetry& a, const Symmetry& b) { return a.cell(cell) < b.cell(cell); });
}

std::vector<std::uint8_t> Image(const Symmetry& symmetry, absl::Span<const std::uint8_t> labels) {
  std::vector<std::uint8_t> image(labels.size());
  for (std::size_t cell = 0; cell < labels.size(); ++cell) {
    image[symmetry.cells[cell]] = static_cast<std::uint8_t>(symmetry.cells[labels[cell]]);
  }
  return image;
}

}  // namespace taquin
