#include "solver/solve_options.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "solver/pattern_database/partition.h"
#include "solver/walking_distance_tables.h"

namespace taquin {

std::string_view AlgorithmName(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kAuto:
      return "auto";
    case Algorithm::kBfs:
      return "bfs";
    case Algorithm::kDfs:
      return "dfs";
    case Algorithm::kIddfs:
      return "iddfs";
    case Algorithm::kGreedy:
      return "greedy";
    case Algorithm::kAStar:
      return "astar";
    case Algorithm::kIdaStar:
      return "idastar";
    case Algorithm::kBidirectional:
      return "bidirectional";
    case Algorithm::kBeam:
      return "beam";
    case Algorithm::kAnytime:
      return "anytime";
    case Algorithm::kAStarThenIdaStar:
      return "astar-idastar";
  }
  return "";
}

std::string_view HeuristicName(Heuristic heuristic) {
  switch (heuristic) {
    case Heuristic::kZero:
      return "zero";
    case Heuristic::kHamming:
      return "hamming";
    case Heuristic::kGaschnig:
      return "gaschnig";
    case Heuristic::kManhattan:
      return "manhattan";
    case Heuristic::kLinearConflict:
      return "linear-conflict";
    case Heuristic::kPatternDatabase:
      return "pattern-database";
    case Heuristic::kWalkingDistance:
      return "walking-distance";
  }
  return "";
}

std::string_view BeamRankingName(BeamRanking ranking) {
  switch (ranking) {
    case BeamRanking::kSum:
      return "sum";
    case BeamRanking::kMaximum:
      return "maximum";
    case BeamRanking::kLines:
      return "lines";
  }
  return "";
}

bool HeuristicServes(Heuristic heuristic, Shape shape) {
  if (heuristic == Heuristic::kWalkingDistance) return WalkingDistanceServes(shape);
  if (heuristic != Heuristic::kPatternDatabase) return true;
  return shape.rows > 1 && shape.columns > 1 && shape.cells() <= kMaxTableCells;
}

std::string ExplainHeuristicLimit(Heuristic heuristic, Shape shape) {
  if (heuristic == Heuristic::kWalkingDistance) return ExplainWalkingDistanceLimit(shape);
  return absl::StrCat(ChoosePartition(shape, 0, TableTier::kStartup).status().message(),
                      "; linear-conflict serves every shape");
}

bool UsesHeuristic(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kBfs:
    case Algorithm::kDfs:
    case Algorithm::kIddfs:
      return false;
    case Algorithm::kAuto:
    case Algorithm::kGreedy:
    case Algorithm::kAStar:
    case Algorithm::kIdaStar:
    case Algorithm::kBidirectional:
    case Algorithm::kBeam:
    case Algorithm::kAnytime:
    case Algorithm::kAStarThenIdaStar:
      return true;
  }
  return false;
}

bool ProvesOptimality(Algorithm algorithm) {
  return algorithm != Algorithm::kDfs && algorithm != Algorithm::kGreedy &&
         algorithm != Algorithm::kBeam;
}

std::vector<Fault> ValidateRequest(const Problem& problem, const SolveOptions& options) {
  std::vector<Fault> faults;
  if (problem.start.shape() != problem.goal.shape()) {
    faults.push_back({"goal.board", absl::StrCat("is ", problem.goal.shape().rows, " x ",
                                                 problem.goal.shape().columns, "; the start is ",
                                                 problem.start.shape().rows, " x ",
                                                 problem.start.shape().columns)});
  }
  const double weight = options.heuristic_weight;
  if (!std::isfinite(weight) || weight < 0 || weight > kMaxHeuristicWeight) {
    faults.push_back(
        {"heuristic_weight", absl::StrCat("is ", weight, "; a weight is a finite number from 0 to ",
                                          kMaxHeuristicWeight)});
  } else if (weight != 1 && options.algorithm != Algorithm::kAStar &&
             options.algorithm != Algorithm::kAuto) {
    faults.push_back(
        {"heuristic_weight",
         absl::StrCat("is ", weight, "; only astar (and auto) take a weight other than 1")});
  }
  if (options.beam_width < 1 || options.beam_width > kMaxBeamWidth) {
    faults.push_back({"beam_width", absl::StrCat("is ", options.beam_width,
                                                 "; a beam's width is 1 to ", kMaxBeamWidth)});
  }
  if (options.warm_start.has_value() && options.algorithm != Algorithm::kAnytime &&
      options.algorithm != Algorithm::kAuto) {
    faults.push_back(
        {"warm_start", absl::StrCat("is given to ", std::string(AlgorithmName(options.algorithm)),
                                    "; only anytime (and auto) begin from a path")});
  } else if (options.warm_start.has_value() && problem.start.shape() == problem.goal.shape()) {
    const Replay replay = ReplayPath(problem.start, problem.goal, *options.warm_start);
    if (replay.fault == PathFault::kLeavesBoard) {
      faults.push_back({"warm_start", absl::StrCat("leaves the board with the move at index ",
                                                   *replay.fault_index)});
    } else if (replay.fault == PathFault::kEndsElsewhere) {
      faults.push_back(
          {"warm_start", absl::StrCat("ends at ", replay.reached.ToString(),
                                      "; it must end at the goal, ", problem.goal.ToString())});
    }
  }
  if (options.heuristic.has_value() &&
      !HeuristicServes(*options.heuristic, problem.start.shape())) {
    faults.push_back(
        {"heuristic", ExplainHeuristicLimit(*options.heuristic, problem.start.shape())});
  }
  if (options.limits.expansions.value_or(0) < 0) {
    faults.push_back({"limits.expansions",
                      absl::StrCat("is ", *options.limits.expansions, "; it must be 0 or more")});
  }
  if (options.limits.memory_bytes.value_or(0) < 0) {
    faults.push_back({"limits.memory_bytes",
                      absl::StrCat("is ", *options.limits.memory_bytes, "; it must be 0 or more")});
  }
  if (options.limits.length.value_or(0) < 0) {
    faults.push_back(
        {"limits.length", absl::StrCat("is ", *options.limits.length, "; it must be 0 or more")});
  }
  if (!(options.target_gap >= 0 && options.target_gap <= 1)) {
    faults.push_back(
        {"target_gap", absl::StrCat("is ", options.target_gap, "; a gap is a number from 0 to 1")});
  }
  if (options.threads < 1) {
    faults.push_back({"threads", absl::StrCat("is ", options.threads, "; it must be 1 or more")});
  }
  return faults;
}

}  // namespace taquin
