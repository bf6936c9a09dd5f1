// The walking-distance tables that searches share.

#ifndef TAQUIN_SOLVER_WALKING_DISTANCE_TABLES_H_
#define TAQUIN_SOLVER_WALKING_DISTANCE_TABLES_H_

#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "solver/board.h"
#include "solver/walking_distance_table.h"

namespace taquin {

// A cache by axis. Thread-safe. Whoever misses a table builds it and hands it
// in; of two that build the same at once, the first one's stays.
class WalkingDistanceTables {
 public:
  // Null until it was handed in.
  std::shared_ptr<const WalkingDistanceTable> Find(const WalkingDistanceAxis& axis) const;

  void Add(const WalkingDistanceAxis& axis, std::shared_ptr<const WalkingDistanceTable> table);

  // Of all tables.
  std::int64_t memory_bytes() const;

 private:
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<WalkingDistanceAxis, std::shared_ptr<const WalkingDistanceTable>> tables_
      ABSL_GUARDED_BY(mutex_);
};

// The axis of a shape's rows, or of its columns, for a goal whose blank is on
// `blank_cell`.
WalkingDistanceAxis RowAxis(Shape shape, int blank_cell);
WalkingDistanceAxis ColumnAxis(Shape shape, int blank_cell);

// No shape of more cells is served: on 4 x 5 the columns' table would have six
// million arrangements.
inline constexpr int kMaxWalkingDistanceCells = 16;

// Whether both axes of the shape are served.
bool WalkingDistanceServes(Shape shape);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_WALKING_DISTANCE_TABLES_H_
