#include "solver/auto_choice.h"

#include <cstdint>

#include "solver/state_space.h"
#include "solver/walking_distance_tables.h"

namespace taquin {
namespace {

constexpr int kMostCellsForAStar = 9;

// A proof for a larger board takes minutes to weeks.
constexpr int kMostCellsForProof = 20;

// What nearly every proof by IDA* takes: all but some random boards in a
// thousand need less, most of them far less.
struct ProofCost {
  double seconds;
  std::int64_t expansions;
};
constexpr int kMostCellsForEasyProof = 16;
constexpr ProofCost kEasyWithTables = {1, 10'000'000};
constexpr ProofCost kEasy = {60, 1'000'000'000};
constexpr ProofCost kHardWithTables = {60, 1'000'000'000};
constexpr ProofCost kHard = {1800, 30'000'000'000};

ProofCost CostOfProof(Shape shape, bool tables_are_ready) {
  if (shape.cells() <= kMostCellsForEasyProof) return tables_are_ready ? kEasyWithTables : kEasy;
  return tables_are_ready ? kHardWithTables : kHard;
}

bool LeavesTimeForProof(const SolveOptions& options, ProofCost cost) {
  return options.wait_seconds.value_or(cost.seconds) >= cost.seconds &&
         options.limits.expansions.value_or(cost.expansions) >= cost.expansions;
}

Algorithm ChooseAlgorithm(Shape shape, const SolveOptions& options, bool tables_are_ready) {
  if (options.heuristic_weight != 1 || shape.cells() <= kMostCellsForAStar) {
    return Algorithm::kAStar;
  }
  return shape.cells() <= kMostCellsForProof &&
                 LeavesTimeForProof(options, CostOfProof(shape, tables_are_ready))
             ? Algorithm::kIdaStar
             : Algorithm::kAnytime;
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

Choice Choose(Shape shape, const SolveOptions& options, bool tables_are_ready) {
  Algorithm algorithm = options.algorithm;
  if (algorithm == Algorithm::kAuto) algorithm = ChooseAlgorithm(shape, options, tables_are_ready);
  if (!UsesHeuristic(algorithm)) return {algorithm, Heuristic::kZero};
  return {algorithm, options.heuristic.value_or(BestHeuristic(shape, algorithm))};
}

}  // namespace taquin
