// Builds the tables of a partition, one after the other.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_SET_BUILDER_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_SET_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "solver/mutex.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/pattern_database/table_builder.h"

namespace taquin {

// In steps for any number of threads, as TableBuilder. Patterns of large boards
// that a symmetry carries to each other share a table, where it also carries
// the goal's blank into the right region.
class TableSetBuilder {
 public:
  // InvalidArgument where the partition has no index (see PatternIndex).
  static absl::StatusOr<std::unique_ptr<TableSetBuilder>> Create(Partition partition);

  // About a millisecond of the work. kDone: Take() gives the tables, or says
  // that memory ran out. Thread-safe.
  TableBuilder::State Step() ABSL_LOCKS_EXCLUDED(mutex_);

  // The part of all entries that are settled, from 0 to 1. Thread-safe.
  double progress() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The tables, once; no other thread is in a member function.
  absl::StatusOr<std::shared_ptr<const PatternTableSet>> Take() ABSL_LOCKS_EXCLUDED(mutex_);

  // Bytes of the finished tables, and the most that a build takes.
  std::int64_t table_bytes() const;
  std::int64_t peak_bytes() const;

 private:
  // A pattern of the partition, and the table that serves it.
  struct Share {
    std::size_t table;
    Symmetry symmetry;
  };
  struct Wanted {
    CellSet pattern;
    std::shared_ptr<const PatternIndex> index;
  };

  explicit TableSetBuilder(Partition partition) : partition_(std::move(partition)) {}
  absl::Status Plan();
  // The builder at work; null when there is none left.
  std::shared_ptr<TableBuilder> Current() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Partition partition_;
  std::vector<Wanted> wanted_;
  std::vector<Share> shares_;

  mutable Mutex mutex_;
  std::shared_ptr<TableBuilder> builder_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<const PatternTable>> tables_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_SET_BUILDER_H_
