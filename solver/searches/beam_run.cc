#include "solver/searches/beam_run.h"

#include <utility>

#include "solver/heuristics/visit_heuristic.h"
#include "solver/searches/beam_evaluator.h"
#include "solver/searches/beam_layers.h"
#include "solver/searches/beam_lines_evaluator.h"
#include "solver/state_space.h"

namespace taquin {

std::unique_ptr<BeamRun> MakeBeamRun(const RelabelledBoard& board, const BeamSettings& settings,
                                     MemoryMeter& meter) {
  if (settings.ranking == BeamRanking::kLines) {
    return VisitStateSpace(board.shape, [&](auto tag) -> std::unique_ptr<BeamRun> {
      using Space = typename decltype(tag)::type;
      return std::make_unique<BeamLayers<Space, LinesBeamEvaluator>>(
          board, LinesBeamEvaluator(GoalTarget(board)), settings, meter);
    });
  }
  return VisitSearchTypes(
      board.shape, settings.heuristic, [&](auto types) -> std::unique_ptr<BeamRun> {
        using Types = decltype(types);
        using Function = typename Types::Function;
        using Evaluator = HeuristicBeamEvaluator<Function>;
        return std::make_unique<BeamLayers<typename Types::Space, Evaluator>>(
            board,
            Evaluator(MakeHeuristic<Function>(settings.heuristic,
                                              GoalTarget(board, settings.walking_distance))),
            settings, meter);
      });
}

}  // namespace taquin
