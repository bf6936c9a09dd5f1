// Every optimal move from every board of up to 9 cells.
//
// A table serves one shape and one goal, known by the cell of its blank (see
// relabelled_board.h). It holds four bits for each reachable arrangement: the
// set of the blank's moves that lead one step closer. The optimal paths, their
// number of moves, and the best next moves follow by look-ups alone. Filled by
// breadth-first search from the goal.

#ifndef TAQUIN_SOLVER_OPTIMAL_MOVE_TABLE_H_
#define TAQUIN_SOLVER_OPTIMAL_MOVE_TABLE_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"
#include "solver/move_table.h"
#include "solver/mutex.h"
#include "solver/path.h"
#include "solver/pattern_database/symmetry.h"
#include "solver/relabelled_board.h"

namespace taquin {

// A set of directions: bit d stands for static_cast<Direction>(d).
using DirectionSet = std::uint8_t;

// Immutable, and so thread-safe. At most 91 kB.
class OptimalMoveTable {
 public:
  static constexpr int kMaxCells = 9;

  // O(reachable arrangements): some ten milliseconds for 3 x 3. `shape` has at
  // most kMaxCells cells.
  OptimalMoveTable(Shape shape, int goal_blank);

  // An optimal path from an arrangement from which the goal is reachable, given
  // as the label on each cell. O(length).
  Path OptimalPath(absl::Span<const std::uint16_t> labels) const;

  // The moves that begin an optimal path; none at the goal. As above. O(1).
  DirectionSet OptimalMoves(absl::Span<const std::uint16_t> labels) const;

  std::int64_t memory_bytes() const { return static_cast<std::int64_t>(sets_.size()); }

 private:
  // Four bits a cell, as in PackedSpace16, and the blank's cell.
  struct Arrangement {
    std::uint64_t labels;
    int blank;
  };

  Arrangement Pack(absl::Span<const std::uint16_t> labels) const;
  static Arrangement Moved(Arrangement arrangement, const BlankMove& move);

  // A number below size(), its own for each reachable arrangement.
  std::uint32_t Index(Arrangement arrangement) const;
  std::uint32_t size() const;

  DirectionSet Get(std::uint32_t index) const;
  void Add(std::uint32_t index, Direction direction);
  void Fill();

  int cells_;
  int goal_blank_;
  MoveTable moves_;
  std::array<std::uint32_t, kMaxCells> weights_;  // Of each place in the rank.
  std::uint32_t ranks_;                           // For one cell of the blank.
  std::vector<std::uint8_t> sets_;                // Two arrangements a byte.
};

// The tables of every shape and goal, each made when it is first asked for.
// Goals whose blank cells are images of each other under a symmetry of the
// shape share one. Thread-safe; the tables live as long as this.
class OptimalMoveTables {
 public:
  OptimalMoveTables();
  ~OptimalMoveTables();

  static bool Serves(Shape shape) { return shape.cells() <= OptimalMoveTable::kMaxCells; }

  // Whether the goal's table is built, so that questions are look-ups alone.
  // `shape` is one that is served.
  bool Ready(Shape shape, int goal_blank) const;

  // As OptimalMoveTable's. Builds the table if it is not ready.
  Path OptimalPath(const RelabelledBoard& board) const;
  DirectionSet OptimalMoves(const RelabelledBoard& board) const;

  // Of the tables built so far.
  std::int64_t memory_bytes() const;

 private:
  // A table that is built when needed.
  struct Entry {
    std::unique_ptr<const OptimalMoveTable> owned;
    std::atomic<const OptimalMoveTable*> table = nullptr;  // Once built.
  };

  // How a goal's blank cell finds its table.
  struct Goal {
    Symmetry to_table;
    Symmetry from_table;
    int table_blank;
    Entry* entry;
  };

  const Goal& GoalOf(Shape shape, int goal_blank) const;
  const OptimalMoveTable& TableOf(Shape shape, const Goal& goal) const;

  std::array<std::vector<Goal>, 10 * 10> goals_;  // By rows * 10 + columns, then blank cell.
  std::vector<std::unique_ptr<Entry>> entries_;
  mutable Mutex build_mutex_;  // Held while a table is built.
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_OPTIMAL_MOVE_TABLE_H_
