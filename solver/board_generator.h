// Draws random boards from which a goal can be reached.

#ifndef TAQUIN_SOLVER_BOARD_GENERATOR_H_
#define TAQUIN_SOLVER_BOARD_GENERATOR_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solver/board.h"
#include "solver/board_draw.h"
#include "solver/optimal_length_layers.h"
#include "solver/random_source.h"
#include "solver/search.h"
#include "solver/table_registry.h"

namespace taquin {

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
