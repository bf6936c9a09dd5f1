// The boards of up to 9 cells by their optimal length, so that one of a given
// length can be drawn.

#ifndef TAQUIN_SOLVER_OPTIMAL_LENGTH_LAYERS_H_
#define TAQUIN_SOLVER_OPTIMAL_LENGTH_LAYERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "solver/board.h"
#include "solver/mutex.h"
#include "solver/optimal_move_table.h"

namespace taquin {

// For one shape and goal, known by the cell of its blank (see
// relabelled_board.h). Immutable, and so thread-safe. At most 1.5 MB.
class OptimalLengthLayers {
 public:
  static constexpr int kMaxCells = OptimalMoveTable::kMaxCells;

  // O(reachable arrangements): some tens of milliseconds for 3 x 3. `shape` has
  // at most kMaxCells cells.
  OptimalLengthLayers(Shape shape, int goal_blank, const OptimalMoveTables& tables);

  int max_length() const { return static_cast<int>(ends_.size()) - 1; }

  // The number of boards whose shortest path has `length` moves; 0 to
  // max_length().
  std::size_t count(int length) const;

  // One of them, by a number below count(length), as the label on each cell.
  std::vector<std::uint16_t> Labels(int length, std::size_t number) const;

 private:
  // The place of the first arrangement of a length.
  std::size_t First(int length) const;

  std::size_t cells_;
  // Arrangements in the order of their lengths, four bits a cell, and where each
  // length ends.
  std::vector<std::uint64_t> arrangements_;
  std::vector<std::size_t> ends_;
};

// Those of every shape and goal, each made when it is first asked for. Goals
// whose blank cells are images of each other under a symmetry of the shape share
// one. Thread-safe; takes some 6 MB when all are made.
class OptimalLengthTables {
 public:
  // `tables` outlives this.
  explicit OptimalLengthTables(const OptimalMoveTables& tables) : tables_(tables) {}

  static bool Serves(Shape shape) { return shape.cells() <= OptimalLengthLayers::kMaxCells; }

  // As OptimalLengthLayers', for a shape that is served. Waits while another
  // thread makes some.
  std::size_t Count(Shape shape, int goal_blank, int length) const ABSL_LOCKS_EXCLUDED(mutex_);
  std::vector<std::uint16_t> Labels(Shape shape, int goal_blank, int length,
                                    std::size_t number) const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // `least_blank` is the least of its class.
  const OptimalLengthLayers& LayersOf(Shape shape, int least_blank) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  const OptimalMoveTables& tables_;
  mutable Mutex mutex_;
  mutable std::map<std::tuple<int, int, int>, std::unique_ptr<const OptimalLengthLayers>> layers_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_OPTIMAL_LENGTH_LAYERS_H_
