// What a search is asked: the boards, and the choices and limits.

#ifndef TAQUIN_SOLVER_SOLVE_OPTIONS_H_
#define TAQUIN_SOLVER_SOLVE_OPTIONS_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/board.h"
#include "solver/memory_allowance.h"
#include "solver/path.h"

namespace taquin {

enum class Algorithm {
  kAuto,  // Chooses by shape, goal and limits; the result names the choice.
  kBfs,
  kDfs,
  kIddfs,
  kGreedy,
  kAStar,
  kIdaStar,
  kBidirectional,
  kBeam,
  kAnytime,
  kAStarThenIdaStar,
};

inline constexpr std::array<Algorithm, 11> kAlgorithms = {Algorithm::kAuto,
                                                          Algorithm::kBfs,
                                                          Algorithm::kDfs,
                                                          Algorithm::kIddfs,
                                                          Algorithm::kGreedy,
                                                          Algorithm::kAStar,
                                                          Algorithm::kIdaStar,
                                                          Algorithm::kBidirectional,
                                                          Algorithm::kBeam,
                                                          Algorithm::kAnytime,
                                                          Algorithm::kAStarThenIdaStar};

enum class Heuristic {
  kZero,
  kHamming,
  kGaschnig,
  kManhattan,
  kLinearConflict,
  kPatternDatabase,
  kWalkingDistance,
};

inline constexpr std::array<Heuristic, 7> kHeuristics = {
    Heuristic::kZero,           Heuristic::kHamming,        Heuristic::kGaschnig,
    Heuristic::kManhattan,      Heuristic::kLinearConflict, Heuristic::kWalkingDistance,
    Heuristic::kPatternDatabase};

// By what a beam prefers one state of a layer to another.
enum class BeamRanking {
  kSum,      // The heuristic; with two views of pattern tables, their sum.
  kMaximum,  // The heuristic; with two views of pattern tables, the greater.
  kLines,    // Lines settled one after another: for boards above about 7 x 7.
};

inline constexpr std::array<BeamRanking, 3> kBeamRankings = {
    BeamRanking::kSum, BeamRanking::kMaximum, BeamRanking::kLines};

// The names used on the command line and in results: "astar", "hamming", "sum".
std::string_view AlgorithmName(Algorithm algorithm);
std::string_view HeuristicName(Heuristic heuristic);
std::string_view BeamRankingName(BeamRanking ranking);

// Whether the heuristic serves boards of this shape. All serve every shape but
// walking distance and pattern databases, which serve those whose tables fit.
bool HeuristicServes(Heuristic heuristic, Shape shape);

// For people: why a heuristic does not serve the shape, and which it serves.
std::string ExplainHeuristicLimit(Heuristic heuristic, Shape shape);

// Whether the algorithm reads a heuristic at all.
bool UsesHeuristic(Algorithm algorithm);

// Whether a search that meets no limit proves its path optimal (for kAStar:
// with a weight of at most 1).
bool ProvesOptimality(Algorithm algorithm);

// What to solve. The boards have one shape.
struct Problem {
  Board start;
  Board goal;
};

// Bounds on one search. The time limit is kept by whoever drives the search,
// with a clock of its own, by Search::Stop().
struct SearchLimits {
  std::optional<std::int64_t> expansions;    // Nodes to expand, >= 0.
  std::optional<std::int64_t> memory_bytes;  // Of the search's own structures.
  std::optional<int> length;                 // Of a path to accept, in moves.

  // Asked for memory beside memory_bytes, by the search as long as it lives;
  // null: nobody is asked. What it says may change the answer and its counters.
  std::shared_ptr<MemoryAllowance> memory_allowance = nullptr;
};

struct SolveOptions {
  // These change the answer.
  Algorithm algorithm = Algorithm::kAuto;
  std::optional<Heuristic> heuristic;  // Unset: the algorithm's best.
  double heuristic_weight = 1;         // For kAStar and kAuto; 0 to 1000.
  std::int64_t beam_width = 1000;      // For kBeam: states kept in a layer, 1 to kMaxBeamWidth.
  std::optional<BeamRanking> beam_ranking;  // For kBeam. Unset: the board's best.
  // For kAnytime, and kAuto where that picks it: from the start to the goal.
  std::optional<Path> warm_start;
  SearchLimits limits;
  double target_gap = 0;  // Stop at (length - bound) / length <= this; 0 to 1.
  // How long the caller will wait, in seconds, >= 0. It ends no search: kAuto's
  // choice depends on it.
  std::optional<double> wait_seconds;

  // These change only speed.
  int threads = 1;
};

inline constexpr double kMaxHeuristicWeight = 1000;
inline constexpr std::int64_t kMaxBeamWidth = 10'000'000;

// Everything that is wrong with the request, fields named as in the proto.
// Pure; empty if nothing is wrong.
std::vector<Fault> ValidateRequest(const Problem& problem, const SolveOptions& options);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SOLVE_OPTIONS_H_
