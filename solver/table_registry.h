// The precomputed tables that searches share.

#ifndef TAQUIN_SOLVER_TABLE_REGISTRY_H_
#define TAQUIN_SOLVER_TABLE_REGISTRY_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "solver/board.h"
#include "solver/mutex.h"
#include "solver/optimal_move_table.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/file_system.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/pattern_database/table_set_builder.h"
#include "solver/walking_distance_tables.h"

namespace taquin {

struct TableRegistryOptions {
  // The largest pattern tables to make and use; unset: none at all.
  std::optional<TableTier> largest_tier;
  // For the tables and their building together, in bytes. What does not fit is
  // not made.
  std::int64_t memory_bytes = std::int64_t{1} << 30;
  // Where tables are kept between runs; empty: nowhere.
  std::string directory;
  // Outlives the registry.
  FileSystem* file_system = &PosixFileSystem();
};

// What TableIdaStarSearch needs.
struct SearchTables {
  std::shared_ptr<const PatternTableSet> tables;
  std::shared_ptr<const DuplicateAutomaton> automaton;
};

enum class TableState {
  kQueued,
  kBuilding,
  kReady,
  kReplaced,  // By a larger tier.
  kFailed,    // `detail` says why.
};

// How the tables of one tier stand, for one shape and class of goals.
struct TableInfo {
  std::string name;  // As results give it: "pattern-database-4x4-7-8".
  Shape shape;
  int goal_blank = 0;  // The least cell of the class (see ToLeastCell()).
  TableTier tier = TableTier::kStartup;
  TableState state = TableState::kQueued;
  double progress = 0;     // Of the build, 0 to 1.
  std::int64_t bytes = 0;  // Of the tables; 0 before they are ready.
  std::string detail;      // For people: where it came from, what went wrong.
};

// One for the whole process, or for a test. Thread-safe.
//
// Pattern tables are made by whoever calls Work(): a background thread or
// more. Searches take the best tables that are ready when they begin.
class TableRegistry {
 public:
  enum class WorkState {
    kWorking,  // Something was done.
    kWaiting,  // Other threads have the work in hand.
    kIdle,     // Nothing is wanted that is not there.
  };

  explicit TableRegistry(TableRegistryOptions options = {});
  ~TableRegistry();

  TableRegistry(const TableRegistry&) = delete;
  TableRegistry& operator=(const TableRegistry&) = delete;

  // Exact answers for boards of up to 9 cells.
  const OptimalMoveTables& optimal_moves() const { return optimal_moves_; }

  // Filled by the searches that use them.
  WalkingDistanceTables& walking_distance() const { return walking_distance_; }

  // The best tables that are ready for goals of a shape with the blank on
  // `goal_blank`. Takes note that they are wanted, if they could be better.
  // O(log(classes)).
  std::optional<SearchTables> Find(Shape shape, int goal_blank) const ABSL_LOCKS_EXCLUDED(mutex_);

  // Asks for the tables of such goals without using them: to have them at
  // start. InvalidArgument or FailedPrecondition where there are none for the
  // shape, or the options allow none.
  absl::Status Want(Shape shape, int goal_blank) const ABSL_LOCKS_EXCLUDED(mutex_);

  // For searches that cannot do without: true once Find() gives tables for such
  // goals. Does some of the work on them, as Work() does, if `help` is set. Fails
  // as Want() does, and with ResourceExhausted once no tier of theirs can be
  // made, saying why.
  absl::StatusOr<bool> Await(Shape shape, int goal_blank, bool help) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Does some of the work: about a millisecond, but reading or writing a file
  // takes as long as the disk does, and the first tables of a shape some tenths
  // of a second. Lower tiers come first, for every class; a file of a higher
  // tier spares them.
  WorkState Work() ABSL_LOCKS_EXCLUDED(mutex_);

  // Every table that was wanted so far, in the order of shapes, classes, tiers.
  std::vector<TableInfo> List() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Of the pattern tables that are ready or being made.
  std::int64_t bytes() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Rows, columns and the least cell of the goals' class.
  struct ClassKey {
    int rows;
    int columns;
    int goal_blank;

    auto operator<=>(const ClassKey&) const = default;
  };
  // The tables of one tier of a class.
  struct Job {
    ClassKey key;
    TableInfo info;
    Partition partition;
    std::shared_ptr<TableSetBuilder> builder;
    bool busy = false;          // One thread prepares or finishes it.
    bool lacks_memory = false;  // Until another build is finished.
    std::int64_t reserved = 0;  // Bytes.
  };
  struct Class {
    SearchTables ready;
    Job* ready_job = nullptr;
    bool looked_for_files = false;
    bool busy = false;  // One thread reads its files.
  };

  static ClassKey KeyOf(Shape shape, int goal_blank);
  absl::Status AddClass(const ClassKey& key) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsOpen(const Job& job) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Work() on one class, or on all of them if it is null.
  WorkState WorkOn(const ClassKey* only) const ABSL_LOCKS_EXCLUDED(mutex_);
  WorkState ReadFiles(const ClassKey& key) const ABSL_LOCKS_EXCLUDED(mutex_);
  WorkState Prepare(Job& job) const ABSL_LOCKS_EXCLUDED(mutex_);
  WorkState Finish(Job& job) const ABSL_LOCKS_EXCLUDED(mutex_);
  std::shared_ptr<const DuplicateAutomaton> Automaton(Shape shape) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Publish(Job& job, std::shared_ptr<const PatternTableSet> tables,
               std::shared_ptr<const DuplicateAutomaton> automaton, std::string detail) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  static void Fail(Job& job, std::string detail);

  const TableRegistryOptions options_;
  const OptimalMoveTables optimal_moves_;
  mutable WalkingDistanceTables walking_distance_;  // Thread-safe.

  mutable Mutex mutex_;
  // That these grow on demand does not show in what Find() promises.
  mutable std::map<ClassKey, Class> classes_ ABSL_GUARDED_BY(mutex_);
  mutable std::list<Job> jobs_ ABSL_GUARDED_BY(mutex_);
  mutable std::map<std::pair<int, int>, std::shared_ptr<const DuplicateAutomaton>> automata_
      ABSL_GUARDED_BY(mutex_);
  mutable std::int64_t reserved_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_TABLE_REGISTRY_H_
