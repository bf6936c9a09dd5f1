// The pieces of work that an anytime search is made of: each may find a path.

#ifndef TAQUIN_SOLVER_SEARCHES_ANYTIME_TASK_H_
#define TAQUIN_SOLVER_SEARCHES_ANYTIME_TASK_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "solver/constructive_path.h"
#include "solver/path.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/searches/anytime_schedule.h"
#include "solver/searches/beam_run.h"
#include "solver/searches/memory_meter.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin {

// Thread-compatible: a task belongs to one thread at a time.
class AnytimeTask {
 public:
  virtual ~AnytimeTask() = default;
  AnytimeTask(const AnytimeTask&) = delete;
  AnytimeTask& operator=(const AnytimeTask&) = delete;

  // What a call of Work() took, in expansions or work like them.
  struct Spent {
    std::int64_t beam = 0;   // The same in all for slices of any size.
    std::int64_t other = 0;  // Of the construction; about.
  };

  // Spends about `budget` (at least 1), and at least 1 until it is done. At
  // most `budget` expansions, and none unless expands() was true before.
  virtual Spent Work(std::int64_t budget, SearchCounters& counters) = 0;

  virtual bool done() const = 0;

  // Whether the next Work() may expand.
  virtual bool expands() const { return false; }

  // Once done: a path from the start to the goal, if one was found.
  virtual std::optional<Path> TakePath() = 0;

  // Once done: whether there is most likely no shorter path than the best.
  virtual bool was_exhaustive() const { return false; }

  virtual bool ran_out_of_memory() const { return false; }
  virtual std::int64_t peak_memory_bytes() const { return 0; }

  // Of the beam at work.
  virtual std::int64_t layer_size() const { return 0; }
  virtual int layer() const { return 0; }

 protected:
  AnytimeTask() = default;
};

// The constructive path.
std::unique_ptr<AnytimeTask> MakeConstructionTask(const Problem& problem);

// The pattern tables for problems of one shape whose goal has the blank on a
// cell, as BeamSettings wants them; null where there are none. Called from any
// thread.
using BeamTables = std::function<std::shared_ptr<const PatternTableSet>(Shape, int goal_blank)>;

// What a task may take: so many bytes, and what `allowance` grants where there
// is one.
struct TaskMemory {
  std::int64_t bytes = 0;
  std::shared_ptr<MemoryAllowance> allowance;
};

// What `step` says, within `memory`. `best` is the best path so far:
// the task looks for shorter ones. A beam that loses its way is brought to the
// goal by the constructive path. Cheap: the task allocates with its first
// Work().
std::unique_ptr<AnytimeTask> MakeStepTask(const Problem& problem, const AnytimeStep& step,
                                          const Path& best, const BeamTables& tables,
                                          const TaskMemory& memory);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_ANYTIME_TASK_H_
