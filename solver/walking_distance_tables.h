// The walking-distance tables that searches share.

#ifndef TAQUIN_SOLVER_WALKING_DISTANCE_TABLES_H_
#define TAQUIN_SOLVER_WALKING_DISTANCE_TABLES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "absl/base/thread_annotations.h"
#include "solver/board.h"
#include "solver/mutex.h"
#include "solver/walking_distance_table.h"

namespace taquin {

// A cache by axis, filled by those who need a table. Thread-safe. Nothing is
// ever dropped: the tables of all axes that are served, all their goals
// included, take less than 400 MB.
class WalkingDistanceTables {
 public:
  // Null until it is built.
  std::shared_ptr<const WalkingDistanceTable> Find(const WalkingDistanceAxis& axis) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Does `budget` steps more of building a table, about a microsecond each; true
  // once it is there. Of several who need it at once one works on it at a time;
  // the calls of the others return without waiting for that. A build that is
  // left is taken up by whoever needs the table next. True at once for an axis
  // that is not served.
  bool Build(const WalkingDistanceAxis& axis, std::int64_t budget) ABSL_LOCKS_EXCLUDED(mutex_);

  // Of the tables that are there.
  std::int64_t memory_bytes() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Entry {
    std::shared_ptr<const WalkingDistanceTable> table;
    std::unique_ptr<WalkingDistanceBuilder> builder;  // While there is no table.
    bool busy = false;                                // One thread works on it.
  };

  mutable Mutex mutex_;
  std::map<WalkingDistanceAxis, Entry> entries_ ABSL_GUARDED_BY(mutex_);
};

// The axis of a shape's rows, or of its columns, for a goal whose blank is on
// `blank_cell`.
WalkingDistanceAxis RowAxis(Shape shape, int blank_cell);
WalkingDistanceAxis ColumnAxis(Shape shape, int blank_cell);

// No shape of more cells is served.
inline constexpr int kMaxWalkingDistanceCells = 64;

// Whether an axis of a shape of up to kMaxWalkingDistanceCells has a table: 6
// lines of 2, 5 of 3, 4 of 6, or any up to 3. O(1).
bool WalkingDistanceServesAxis(int lines, int length);

// Whether an axis of the shape is served: then walking distance is at least
// Manhattan. The axis that is not, if any, counts as in Manhattan. O(1).
bool WalkingDistanceServes(Shape shape);

// For people: which shapes are served, and what the tables of this one would
// take.
std::string ExplainWalkingDistanceLimit(Shape shape);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_WALKING_DISTANCE_TABLES_H_
