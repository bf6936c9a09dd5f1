#include "tests/support/boards.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace taquin {

Board MakeBoard(std::string_view text) {
  std::istringstream rows{std::string(text)};
  std::vector<std::int64_t> tiles;
  Shape shape;
  for (std::string row; std::getline(rows, row, '/');) {
    std::istringstream numbers(row);
    ++shape.rows;
    for (std::int64_t tile = 0; numbers >> tile;) tiles.push_back(tile);
  }
  shape.columns = static_cast<int>(tiles.size()) / std::max(shape.rows, 1);
  return MakeBoard(shape, tiles);
}

Board MakeBoard(Shape shape, const std::vector<std::int64_t>& tiles) {
  absl::StatusOr<Board> board = Board::Create(shape, tiles);
  if (!board.ok()) {
    std::cerr << "not a board: " << board.status() << "\n";
    std::abort();
  }
  return *std::move(board);
}

Board RandomArrangement(Shape shape, Random& random) {
  std::vector<std::int64_t> tiles(static_cast<std::size_t>(shape.cells()));
  std::iota(tiles.begin(), tiles.end(), 0);
  for (std::size_t i = tiles.size(); i > 1; --i) {
    std::swap(tiles[i - 1], tiles[static_cast<std::size_t>(random.Below(static_cast<int>(i)))]);
  }
  return MakeBoard(shape, tiles);
}

namespace {

// The number of pairs of tiles out of order once every tile bears the number
// of its place in `goal`, the blank left out.
int Inversions(const Board& board, const Board& goal) {
  std::vector<int> place(static_cast<std::size_t>(goal.cells()));
  int next = 0;
  for (const std::uint16_t tile : goal.tiles()) {
    if (tile != 0) place[tile] = next++;
  }
  int inversions = 0;
  for (int cell = 0; cell < board.cells(); ++cell) {
    for (int later = cell + 1; later < board.cells(); ++later) {
      if (board.tile(cell) == 0 || board.tile(later) == 0) continue;
      inversions += place[static_cast<std::size_t>(board.tile(cell))] >
                    place[static_cast<std::size_t>(board.tile(later))];
    }
  }
  return inversions;
}

// The textbook rule: a horizontal move changes no inversion, a vertical move
// jumps a tile over columns - 1 others.
bool IsReachable(const Board& board, const Board& goal) {
  const int columns = goal.shape().columns;
  const int row_moves = board.blank() / columns - goal.blank() / columns;
  return (Inversions(board, goal) + row_moves * (columns - 1)) % 2 == 0;
}

}  // namespace

Board RandomReachableBoard(const Board& goal, Random& random) {
  const Shape shape = goal.shape();
  if (shape.rows == 1 || shape.columns == 1) {
    std::vector<std::int64_t> tiles(goal.tiles().begin(), goal.tiles().end());
    std::erase(tiles, 0);
    tiles.insert(tiles.begin() + random.Below(goal.cells()), 0);
    return MakeBoard(shape, tiles);
  }
  const Board board = RandomArrangement(shape, random);
  if (IsReachable(board, goal)) return board;
  // Swapping any two tiles turns one half of the arrangements into the other.
  std::vector<std::int64_t> tiles(board.tiles().begin(), board.tiles().end());
  const std::size_t first = tiles[0] == 0 ? 1 : 0;
  const std::size_t second = tiles[first + 1] == 0 ? first + 2 : first + 1;
  std::swap(tiles[first], tiles[second]);
  return MakeBoard(shape, tiles);
}

Board RandomWalk(Board board, int length, Random& random) {
  std::optional<Direction> last;
  for (int step = 0; step < length; ++step) {
    std::vector<Direction> moves = PossibleMoves(board);
    if (last.has_value() && moves.size() > 1) std::erase(moves, Opposite(*last));
    last = moves[static_cast<std::size_t>(random.Below(static_cast<int>(moves.size())))];
    board.Move(*last);
  }
  return board;
}

std::vector<Direction> PossibleMoves(const Board& board) {
  std::vector<Direction> moves;
  for (const Direction direction : kDirections) {
    if (board.shape().Neighbor(board.blank(), direction).has_value()) moves.push_back(direction);
  }
  return moves;
}

std::vector<Board> ThreeGoals() {
  return {MakeBoard("1 2 3 / 4 5 6 / 7 8 0"), MakeBoard("3 1 4 / 0 5 8 / 2 7 6"),
          MakeBoard("6 2 7 / 5 0 1 / 8 4 3")};
}

std::string ShapeName(Shape shape) { return absl::StrCat(shape.rows, "x", shape.columns); }

void PrintTo(Shape shape, std::ostream* out) { *out << ShapeName(shape); }

void PrintTo(const Board& board, std::ostream* out) { *out << board.ToString(); }

}  // namespace taquin
