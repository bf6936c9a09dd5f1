#include "solver/auto_choice.h"

#include "solver/state_space.h"
#include "solver/walking_distance_tables.h"

namespace taquin {
namespace {

constexpr int kMostCellsForAStar = 9;

// A proof for a larger board takes minutes to weeks.
constexpr int kMostCellsForProof = 20;

Algorithm ChooseAlgorithm(Shape shape, double heuristic_weight) {
  if (heuristic_weight != 1 || shape.cells() <= kMostCellsForAStar) return Algorithm::kAStar;
  return shape.cells() <= kMostCellsForProof ? Algorithm::kIdaStar : Algorithm::kAnytime;
}

// The tables take 25 to 350 ms to build, once: too long for boards of up to 9
// cells, which take less to solve.
bool WalkingDistanceIsQuicker(Shape shape) {
  return shape.cells() > kMostCellsForAStar && shape.cells() <= PackedSpace16::kMaxCells &&
         WalkingDistanceServesAxis(shape.rows, shape.columns) &&
         WalkingDistanceServesAxis(shape.columns, shape.rows);
}

Heuristic BestHeuristic(Shape shape, Algorithm algorithm) {
  return algorithm == Algorithm::kIdaStar && WalkingDistanceIsQuicker(shape)
             ? Heuristic::kWalkingDistance
             : Heuristic::kLinearConflict;
}

}  // namespace

Choice Choose(Shape shape, const SolveOptions& options) {
  Algorithm algorithm = options.algorithm;
  if (algorithm == Algorithm::kAuto) algorithm = ChooseAlgorithm(shape, options.heuristic_weight);
  if (!UsesHeuristic(algorithm)) return {algorithm, Heuristic::kZero};
  return {algorithm, options.heuristic.value_or(BestHeuristic(shape, algorithm))};
}

}  // namespace taquin
