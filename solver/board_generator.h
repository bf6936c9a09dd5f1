// Draws random boards from which a goal can be reached.

#ifndef TAQUIN_SOLVER_BOARD_GENERATOR_H_
#define TAQUIN_SOLVER_BOARD_GENERATOR_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solver/board.h"
#include "solver/optimal_length_layers.h"
#include "solver/random_source.h"
#include "solver/search.h"
#include "solver/table_registry.h"

namespace taquin {

inline constexpr int kMaxDrawnBoards = 10'000;
inline constexpr int kMaxDrawnCells = 1'000'000;  // Of all boards together.
inline constexpr int kMaxWalkLength = 1'000'000;

// The greatest optimal length to draw where it takes a search: on boards of more
// than 9 cells and more than one row and column.
inline constexpr int kMaxSearchedLength = 40;

// Which boards to draw. With neither length every board from which the goal can
// be reached is equally likely.
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
  // up to 9 cells, and on single lines, every such board is equally likely. On
  // others it is one that a random walk leads to. Excludes walk_length.
  std::optional<int> optimal_length = std::nullopt;
};

// The greatest optimal_length for a goal.
int MaxOptimalLength(const Board& goal);

// Everything that is wrong with the draw, fields named as in the proto. Without
// a goal, what depends on it is not judged. O(1).
std::vector<Fault> ValidateDraw(const BoardDraw& draw, const std::optional<Board>& goal);

// Work that is advanced in slices, as a search is. Thread-compatible.
class BoardGenerator {
 public:
  // ValidateDraw() finds nothing. The tables outlive this.
  BoardGenerator(Board goal, const BoardDraw& draw, const TableRegistry& tables,
                 const OptimalLengthTables& lengths);

  // Draws on, for about as long as a search takes to expand `budget` nodes, and
  // a little longer where tables have to be made first. True once all boards are
  // drawn.
  bool Advance(std::int64_t budget);

  // Those drawn so far, in the order of their indices.
  const std::vector<Board>& boards() const { return boards_; }
  std::vector<Board> TakeBoards() { return std::move(boards_); }

 private:
  // A walk that is under way or has ended.
  struct Walk {
    Board board;
    std::optional<Direction> last;
    int moves_left;
  };

  // The next board, or nothing if the budget is used up first.
  std::optional<Board> Draw(std::int64_t& budget);
  Board DrawUniform();
  Board DrawOfLength(int length);
  Board DrawOnLine(int length);
  std::optional<Board> DrawByWalk(std::int64_t& budget);

  // Takes the walk, or the search, to its end as far as the budget goes; whether
  // the search has ended.
  void WalkOn(std::int64_t& budget);
  bool SearchOn(std::int64_t& budget);

  // Of the goal's shape and of these tiles.
  Board MakeBoard(const std::vector<std::int64_t>& tiles) const;

  const Board goal_;
  const BoardDraw draw_;
  const TableRegistry& tables_;
  const OptimalLengthTables& lengths_;
  std::vector<Board> boards_;

  // Of the board that is being drawn.
  RandomSource random_;
  std::optional<Walk> walk_;
  std::unique_ptr<Search> search_;  // From the walk's end to the goal.
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_BOARD_GENERATOR_H_
