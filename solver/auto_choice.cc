#include "solver/auto_choice.h"

namespace taquin {
namespace {

constexpr int kMostCellsForAStar = 9;

// A proof for a larger board takes minutes to weeks.
constexpr int kMostCellsForProof = 20;

Algorithm ChooseAlgorithm(Shape shape, double heuristic_weight) {
  if (heuristic_weight != 1 || shape.cells() <= kMostCellsForAStar) return Algorithm::kAStar;
  return shape.cells() <= kMostCellsForProof ? Algorithm::kIdaStar : Algorithm::kAnytime;
}

}  // namespace

Choice Choose(Shape shape, const SolveOptions& options) {
  Algorithm algorithm = options.algorithm;
  if (algorithm == Algorithm::kAuto) algorithm = ChooseAlgorithm(shape, options.heuristic_weight);
  if (!UsesHeuristic(algorithm)) return {algorithm, Heuristic::kZero};
  return {algorithm, options.heuristic.value_or(Heuristic::kLinearConflict)};
}

}  // namespace taquin
