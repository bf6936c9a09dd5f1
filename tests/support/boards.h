// Boards for tests: written out, drawn at random, and walked to.

#ifndef TAQUIN_TESTS_SUPPORT_BOARDS_H_
#define TAQUIN_TESTS_SUPPORT_BOARDS_H_

#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "solver/board.h"
#include "solver/path.h"

namespace taquin {

// The board written as Board::ToString() writes it: "1 2 3 / 4 5 6 / 7 8 0".
// Ends the program with a message if that is no board.
Board MakeBoard(std::string_view text);

// The same numbers in the order given, cut into rows.
Board MakeBoard(Shape shape, const std::vector<std::int64_t>& tiles);

// Random numbers that are the same with every standard library, so that a
// seed names a board.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // Uniform in [0, bound), up to a bias below bound / 2^64.
  int Below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }

 private:
  std::mt19937_64 engine_;
};

// A uniformly drawn arrangement of the shape's tiles, reachable or not.
Board RandomArrangement(Shape shape, Random& random);

// A uniformly drawn board from which `goal` is reachable. On a single row or
// column only the blank's cell is drawn.
Board RandomReachableBoard(const Board& goal, Random& random);

// Where a random walk of `length` moves from `board` ends; the walk never
// undoes the move before, unless it has no other.
Board RandomWalk(Board board, int length, Random& random);

// The moves that are possible on `board`.
std::vector<Direction> PossibleMoves(const Board& board);

// Three goals of 3 x 3 whose blank is in a corner, on an edge and in the
// middle, with tiles in no common order.
std::vector<Board> ThreeGoals();

// "3x4": rows, then columns.
std::string ShapeName(Shape shape);

// Let GoogleTest print them in its messages.
void PrintTo(Shape shape, std::ostream* out);
void PrintTo(const Board& board, std::ostream* out);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_BOARDS_H_
