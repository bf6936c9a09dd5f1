#include "solver/auto_choice.h"

namespace taquin {
namespace {

constexpr int kMostCellsForAStar = 9;

}  // namespace

Choice Choose(Shape shape, const SolveOptions& options) {
  Algorithm algorithm = options.algorithm;
  if (algorithm == Algorithm::kAuto) {
    const bool a_star = options.heuristic_weight != 1 || shape.cells() <= kMostCellsForAStar;
    algorithm = a_star ? Algorithm::kAStar : Algorithm::kIdaStar;
  }
  if (!UsesHeuristic(algorithm)) return {algorithm, Heuristic::kZero};
  return {algorithm, options.heuristic.value_or(Heuristic::kLinearConflict)};
}

}  // namespace taquin
