#include "solver/searches/beam_lines_run.h"

#include "solver/heuristics/visit_heuristic.h"
#include "solver/searches/beam_layers.h"
#include "solver/searches/beam_lines_evaluator.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

template <class Space, class Function>
std::unique_ptr<BeamRun> Make(const RelabelledBoard& board, const BeamSettings& settings,
                              MemoryMeter& meter) {
  using Evaluator = LinesBeamEvaluator<Function>;
  const HeuristicTarget target = GoalTarget(board, settings.heuristic_tables);
  return std::make_unique<BeamLayers<Space, Evaluator>>(
      board, Evaluator(MakeHeuristic<Function>(settings.heuristic, target), target), settings,
      meter);
}

}  // namespace

std::unique_ptr<BeamRun> MakeLinesBeamRun(const RelabelledBoard& board,
                                          const BeamSettings& settings, MemoryMeter& meter) {
  // Of all sizes, as large boards have it unless told otherwise.
  if (settings.heuristic == Heuristic::kLinearConflict) {
    return VisitStateSpace(board.shape, [&](auto tag) {
      return Make<typename decltype(tag)::type, LinearConflictHeuristic>(board, settings, meter);
    });
  }
  return VisitSearchTypes(board.shape, settings.heuristic, [&](auto types) {
    using Types = decltype(types);
    return Make<typename Types::Space, typename Types::Function>(board, settings, meter);
  });
}

}  // namespace taquin
