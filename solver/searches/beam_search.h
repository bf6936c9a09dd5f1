// Beam search.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_SEARCH_H_

#include <memory>

#include "solver/heuristics/heuristic.h"
#include "solver/relabelled_board.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// The ranking that suits a board of this shape.
BeamRanking BestBeamRanking(Shape shape);

// Source: B. Lowerre, "The Harpy speech recognition system" (1976). Layer by
// layer from the start, the options' beam_width best states are kept. Ends
// with the first path, which need not be optimal, or without one where the
// width was too small: when the beam runs dry, or has gone through a number of
// layers in proportion to the board without coming nearer. The lower bound is
// `root_bound` throughout, so only a path of that length is proved optimal.
// Ranked by the options' beam_ranking, or the best for the shape.
std::unique_ptr<Search> MakeBeamSearch(const RelabelledBoard& board, const SolveOptions& options,
                                       Heuristic heuristic, int root_bound,
                                       const TargetTables& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_SEARCH_H_
