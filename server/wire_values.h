// What requests and answers alike are made of: enumerations, boards, paths,
// durations. For wire_*.cc alone; wire.h is for everybody else.

#ifndef TAQUIN_SERVER_WIRE_VALUES_H_
#define TAQUIN_SERVER_WIRE_VALUES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "google/protobuf/duration.pb.h"
#include "google/protobuf/repeated_field.h"
#include "server/clock.h"
#include "server/server_limits.h"
#include "solver/board.h"
#include "solver/goal_layout.h"
#include "solver/path.h"
#include "solver/reachability.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"
#include "taquin/v1/board.pb.h"
#include "taquin/v1/solve.pb.h"
#include "taquin/v1/solver_service.pb.h"

namespace taquin::server {

template <class Wire, class Domain>
using EnumTable = std::pair<Wire, Domain>;

inline constexpr EnumTable<v1::Algorithm, Algorithm> kAlgorithmTable[] = {
    {v1::ALGORITHM_AUTO, Algorithm::kAuto},
    {v1::ALGORITHM_BFS, Algorithm::kBfs},
    {v1::ALGORITHM_DFS, Algorithm::kDfs},
    {v1::ALGORITHM_IDDFS, Algorithm::kIddfs},
    {v1::ALGORITHM_GREEDY, Algorithm::kGreedy},
    {v1::ALGORITHM_A_STAR, Algorithm::kAStar},
    {v1::ALGORITHM_IDA_STAR, Algorithm::kIdaStar},
    {v1::ALGORITHM_BIDIRECTIONAL, Algorithm::kBidirectional},
    {v1::ALGORITHM_BEAM, Algorithm::kBeam},
    {v1::ALGORITHM_ANYTIME, Algorithm::kAnytime},
    {v1::ALGORITHM_A_STAR_THEN_IDA_STAR, Algorithm::kAStarThenIdaStar},
};
inline constexpr EnumTable<v1::Heuristic, Heuristic> kHeuristicTable[] = {
    {v1::HEURISTIC_ZERO, Heuristic::kZero},
    {v1::HEURISTIC_HAMMING, Heuristic::kHamming},
    {v1::HEURISTIC_GASCHNIG, Heuristic::kGaschnig},
    {v1::HEURISTIC_MANHATTAN, Heuristic::kManhattan},
    {v1::HEURISTIC_LINEAR_CONFLICT, Heuristic::kLinearConflict},
    {v1::HEURISTIC_WALKING_DISTANCE, Heuristic::kWalkingDistance},
    {v1::HEURISTIC_PATTERN_DATABASE, Heuristic::kPatternDatabase},
};
inline constexpr EnumTable<v1::BeamRanking, BeamRanking> kBeamRankingTable[] = {
    {v1::BEAM_RANKING_SUM, BeamRanking::kSum},
    {v1::BEAM_RANKING_MAXIMUM, BeamRanking::kMaximum},
    {v1::BEAM_RANKING_LINES, BeamRanking::kLines},
};
inline constexpr EnumTable<v1::GoalLayout, GoalLayout> kGoalLayoutTable[] = {
    {v1::GOAL_LAYOUT_BLANK_LAST, GoalLayout::kBlankLast},
    {v1::GOAL_LAYOUT_BLANK_FIRST, GoalLayout::kBlankFirst},
    {v1::GOAL_LAYOUT_SPIRAL, GoalLayout::kSpiral},
};
inline constexpr EnumTable<v1::Direction, Direction> kDirectionTable[] = {
    {v1::DIRECTION_UP, Direction::kUp},
    {v1::DIRECTION_DOWN, Direction::kDown},
    {v1::DIRECTION_LEFT, Direction::kLeft},
    {v1::DIRECTION_RIGHT, Direction::kRight},
};
inline constexpr EnumTable<v1::Outcome, Outcome> kOutcomeTable[] = {
    {v1::OUTCOME_OPTIMAL, Outcome::kOptimal},
    {v1::OUTCOME_FEASIBLE, Outcome::kFeasible},
    {v1::OUTCOME_UNSOLVABLE, Outcome::kUnsolvable},
    {v1::OUTCOME_NOT_FOUND, Outcome::kNotFound},
};
inline constexpr EnumTable<v1::Limit, Limit> kLimitTable[] = {
    {v1::LIMIT_TIME, Limit::kTime},
    {v1::LIMIT_EXPANSIONS, Limit::kExpansions},
    {v1::LIMIT_MEMORY, Limit::kMemory},
    {v1::LIMIT_LENGTH, Limit::kLength},
};
inline constexpr EnumTable<v1::Reachability, Reachability> kReachabilityTable[] = {
    {v1::REACHABILITY_REACHABLE, Reachability::kReachable},
    {v1::REACHABILITY_PARITY_DIFFERS, Reachability::kParityDiffers},
    {v1::REACHABILITY_ORDER_DIFFERS, Reachability::kOrderDiffers},
};
inline constexpr EnumTable<v1::PathFault, PathFault> kPathFaultTable[] = {
    {v1::PATH_FAULT_LEAVES_BOARD, PathFault::kLeavesBoard},
    {v1::PATH_FAULT_ENDS_ELSEWHERE, PathFault::kEndsElsewhere},
};

template <class Wire, class Domain, std::size_t size>
std::optional<Domain> FromWire(const EnumTable<Wire, Domain> (&table)[size], Wire value) {
  for (const auto& [wire, domain] : table) {
    if (wire == value) return domain;
  }
  return std::nullopt;
}

// UNSPECIFIED for a value without a place in the table; the tests see to it that
// there is none.
template <class Wire, class Domain, std::size_t size>
Wire ToWire(const EnumTable<Wire, Domain> (&table)[size], Domain value) {
  for (const auto& [wire, domain] : table) {
    if (domain == value) return wire;
  }
  return Wire{};
}

// Add to `faults` what is wrong, by `field`.
std::optional<Board> BoardFromWire(const v1::Board& board, const std::string& field,
                                   std::vector<Fault>& faults);
Path PathFromWire(const google::protobuf::RepeatedField<int>& moves, const std::string& field,
                  std::vector<Fault>& faults);

void BoardToWire(const Board& board, v1::Board* wire);
void PathToWire(const Path& path, google::protobuf::RepeatedField<int>* wire);

// Saturates far beyond any use of it. Unset for what is not a valid Duration.
std::optional<Duration> DurationFromWire(const google::protobuf::Duration& wire);
void DurationToWire(Duration duration, google::protobuf::Duration* wire);

// Whether a request may ask for the heuristic on this server.
bool IsOffered(Heuristic heuristic, const ServerLimits& limits);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_WIRE_VALUES_H_
