// A beam that settles the goal line by line.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_LINES_RUN_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_LINES_RUN_H_

#include <memory>

#include "solver/searches/beam_run.h"

namespace taquin {

// As MakeBeamRun(), whatever ranking the settings name: ranked as
// LinesBeamEvaluator says.
std::unique_ptr<BeamRun> MakeLinesBeamRun(const RelabelledBoard& board,
                                          const BeamSettings& settings, MemoryMeter& meter);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_LINES_RUN_H_
