// Which random boards to draw.

#ifndef TAQUIN_SOLVER_BOARD_DRAW_H_
#define TAQUIN_SOLVER_BOARD_DRAW_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/board.h"

namespace taquin {

inline constexpr int kMaxDrawnBoards = 10'000;
inline constexpr int kMaxDrawnCells = 1'000'000;  // Of all boards together.
inline constexpr int kMaxWalkLength = 1'000'000;

// Boards of up to so many cells are drawn from all that have a length.
inline constexpr int kMaxLayeredCells = 9;

// The greatest optimal length to draw where it takes a search: on larger boards
// of more than one row and column.
inline constexpr int kMaxSearchedLength = 40;

// With neither length every board from which the goal can be reached is equally
// likely.
struct BoardDraw {
  // Names a sequence of boards, the same on every machine; the draw is `count`
  // of them from `first_index` on, whichever way it is cut into draws.
  std::uint64_t seed = 0;
  std::int64_t first_index = 0;  // 0 or more.
  int count = 1;                 // 1 to kMaxDrawnBoards.

  // Moves of a random walk from the goal that never takes back its last move
  // unless there is no other; 0 to kMaxWalkLength.
  std::optional<int> walk_length = std::nullopt;

  // Moves of a shortest path to the goal, 0 to MaxOptimalLength(). On boards of
  // up to kMaxLayeredCells, and on single lines, every such board is equally
  // likely. On others it is one that a random walk leads to. Excludes
  // walk_length.
  std::optional<int> optimal_length = std::nullopt;
};

// Whether the shape has a single row or column.
bool IsLine(Shape shape);

// The greatest optimal_length for a goal.
int MaxOptimalLength(const Board& goal);

// Everything that is wrong with the draw, fields named as in the proto. Without
// a goal, what depends on it is not judged. O(1).
std::vector<Fault> ValidateDraw(const BoardDraw& draw, const std::optional<Board>& goal);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_BOARD_DRAW_H_
