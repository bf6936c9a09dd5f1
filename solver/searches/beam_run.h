// One beam from a board to its goal, for the searches that are made of beams.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_RUN_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_RUN_H_

#include <cstdint>
#include <limits>
#include <memory>

#include "solver/heuristics/heuristic.h"
#include "solver/path.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/relabelled_board.h"
#include "solver/searches/memory_meter.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin {

struct BeamSettings {
  std::int64_t width = 1000;  // States kept in each layer; 1 to kMaxBeamWidth.
  BeamRanking ranking = BeamRanking::kSum;
  Heuristic heuristic = Heuristic::kLinearConflict;
  TargetTables heuristic_tables;  // What that one looks up.
  // If set, and kLines is not asked for, these take the heuristic's place. Of
  // the board's shape, with the blank's goal on the least cell that a symmetry
  // can carry the board's to (see ToLeastCell()).
  std::shared_ptr<const PatternTableSet> tables;
  // Only paths shorter than this are of use: states whose length so far and
  // heuristic say otherwise are dropped.
  int length_below = std::numeric_limits<int>::max();
  // The run gives up after so many layers without a better rank.
  int patience = std::numeric_limits<int>::max();
  std::uint64_t seed = 0;  // Of the order among states of equal rank.
};

// A beam keeps, layer by layer, the best states at one distance from the
// start, without those that it met before. States count as met if their 64-bit
// hashes agree with a recent one's, so a run may lose states and proves
// nothing. Deterministic. Thread-compatible.
class BeamRun {
 public:
  enum class State {
    kRunning,
    kFound,      // path() leads to the goal.
    kExhausted,  // No state is left that could make a path short enough.
    kStagnant,   // The patience ran out.
    kOutOfMemory,
  };

  virtual ~BeamRun() = default;
  BeamRun(const BeamRun&) = delete;
  BeamRun& operator=(const BeamRun&) = delete;

  // Spends at most `budget` (at least 1): one for each expansion, and one for
  // a few states sorted or stored. Returns what was spent. Expands nothing
  // unless expands() was true before.
  virtual std::int64_t Work(std::int64_t budget, SearchCounters& counters) = 0;

  virtual State state() const = 0;

  // Whether expansions come next, rather than the choice among successors.
  virtual bool expands() const = 0;

  // Whether states were left out for the width, or taken for others. Where not,
  // kExhausted says, but for hashes that agree by chance, that there is no path
  // short enough.
  virtual bool lost_states() const = 0;

  virtual int layer() const = 0;
  virtual std::int64_t layer_size() const = 0;

  // With kFound: from the start to the goal.
  virtual Path path() const = 0;

  // To the state of the best rank met.
  virtual Path PathToBest() const = 0;

 protected:
  BeamRun() = default;
};

// `meter` outlives the run, which takes its memory from it before it
// allocates and gives it back at its end.
std::unique_ptr<BeamRun> MakeBeamRun(const RelabelledBoard& board, const BeamSettings& settings,
                                     MemoryMeter& meter);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_RUN_H_
