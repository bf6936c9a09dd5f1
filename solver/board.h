// Boards of the sliding-tile puzzle, and the moves on them.
//
// A board is rows x columns cells in row-major order. 0 is the blank; the
// tiles are 1 to rows * columns - 1, each exactly once. A direction always
// names the way the BLANK travels: with Direction::kUp the blank moves one row
// up, and the tile that was above it moves down.

#ifndef TAQUIN_SOLVER_BOARD_H_
#define TAQUIN_SOLVER_BOARD_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace taquin {

inline constexpr int kMaxSide = 32;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

enum class Direction : std::uint8_t { kUp, kDown, kLeft, kRight };

inline constexpr std::array<Direction, 4> kDirections = {Direction::kUp, Direction::kDown,
                                                         Direction::kLeft, Direction::kRight};

// The direction that undoes `direction`.
constexpr Direction Opposite(Direction direction) {
  return static_cast<Direction>(static_cast<std::uint8_t>(direction) ^ 1);
}

// A number of rows and of columns.
struct Shape {
  int rows = 0;
  int columns = 0;

  int cells() const { return rows * columns; }

  // The cell that the blank at `cell` reaches, or none at the board's edge.
  std::optional<int> Neighbor(int cell, Direction direction) const;

  // Length of the shortest walk between two cells, other tiles ignored.
  int Distance(int cell, int other) const;

  friend bool operator==(const Shape&, const Shape&) = default;
};

// Something wrong with one field of a request.
struct Fault {
  std::string field;        // Path of the field, as in "start.tiles".
  std::string description;  // What is wrong, where, and what would be right.

  friend bool operator==(const Fault&, const Fault&) = default;
};

// An arrangement of tiles. Always valid: every tile exactly once, one blank.
// A value: copying costs O(cells). Thread-compatible.
class Board {
 public:
  // Everything that is wrong with such a board; empty if nothing is. `field`
  // is the prefix of the faults' paths. O(cells).
  static std::vector<Fault> Validate(Shape shape, absl::Span<const std::int64_t> tiles,
                                     const std::string& field);

  // InvalidArgument, naming every fault, where Validate() finds any.
  static absl::StatusOr<Board> Create(Shape shape, absl::Span<const std::int64_t> tiles);

  Shape shape() const { return shape_; }
  int cells() const { return static_cast<int>(tiles_.size()); }

  // The tile on each cell, 0 for the blank.
  absl::Span<const std::uint16_t> tiles() const { return tiles_; }
  int tile(int cell) const { return tiles_[static_cast<std::size_t>(cell)]; }

  int blank() const { return blank_; }

  // The cell that holds each tile; index 0 is the blank's. O(cells).
  std::vector<std::uint16_t> CellsByTile() const;

  // Moves the blank; false, and nothing changes, at the board's edge. O(1).
  bool Move(Direction direction);

  // Rows separated by " / ", as in "1 2 3 / 4 5 6 / 7 8 0".
  std::string ToString() const;

  friend bool operator==(const Board&, const Board&) = default;

 private:
  Board(Shape shape, std::vector<std::uint16_t> tiles);

  Shape shape_;
  std::vector<std::uint16_t> tiles_;
  int blank_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_BOARD_H_
