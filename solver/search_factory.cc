#include "solver/search_factory.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "solver/auto_choice.h"
#include "solver/heuristics/visit_heuristic.h"
#include "solver/reachability.h"
#include "solver/relabelled_board.h"
#include "solver/searches/beam_search.h"
#include "solver/searches/best_first_search.h"
#include "solver/searches/bidirectional_search.h"
#include "solver/searches/ida_star_search.h"
#include "solver/searches/optimal_move_search.h"
#include "solver/searches/settled_search.h"
#include "solver/searches/table_building_search.h"
#include "solver/searches/table_ida_star.h"
#include "solver/walking_distance_tables.h"

namespace taquin {
namespace {

// Expanded while a caller waits for a heuristic's value: about 50 ms.
constexpr std::int64_t kMostArrangementsAtOnce = 30'000;

int Evaluate(const RelabelledBoard& board, Heuristic heuristic,
             const WalkingDistanceTables& tables) {
  return VisitSearchTypes(board.shape, heuristic, [&](auto types) {
    using Types = decltype(types);
    const typename Types::Space space(board.shape, board.blank_label);
    const auto function =
        MakeHeuristic<typename Types::Function>(heuristic, GoalTarget(board, &tables));
    return function.H(function.Root(space, space.Pack(board.labels)));
  });
}

// Whether the request leaves room for pattern tables, or asks for them.
bool WantsTables(const SolveOptions& options, const Choice& choice) {
  return choice.algorithm == Algorithm::kIdaStar && options.heuristic_weight == 1 &&
         options.heuristic.value_or(Heuristic::kPatternDatabase) == Heuristic::kPatternDatabase;
}

// The tables that walking distance needs and lacks.
std::vector<WalkingDistanceAxis> MissingAxes(const RelabelledBoard& board, bool both_directions,
                                             const WalkingDistanceTables& tables) {
  std::vector<WalkingDistanceAxis> axes = {RowAxis(board.shape, board.blank_label),
                                           ColumnAxis(board.shape, board.blank_label)};
  if (both_directions) {
    axes.push_back(RowAxis(board.shape, board.blank));
    axes.push_back(ColumnAxis(board.shape, board.blank));
  }
  std::erase_if(axes,
                [&](const WalkingDistanceAxis& axis) { return tables.Find(axis) != nullptr; });
  return axes;
}

// The search that `choice` names. Its tables are there.
std::unique_ptr<Search> MakeSearch(const RelabelledBoard& board, const SolveOptions& options,
                                   Choice choice, int root_bound,
                                   const WalkingDistanceTables& tables) {
  switch (choice.algorithm) {
    case Algorithm::kIddfs:
    case Algorithm::kIdaStar:
      return MakeIdaStarSearch(board, options, choice.algorithm, choice.heuristic, root_bound,
                               tables);
    case Algorithm::kBidirectional:
      return MakeBidirectionalSearch(board, options, choice.heuristic, root_bound, tables);
    case Algorithm::kBeam:
      return MakeBeamSearch(board, options, choice.heuristic, root_bound, tables);
    case Algorithm::kBfs:
    case Algorithm::kDfs:
    case Algorithm::kGreedy:
    case Algorithm::kAStar:
    case Algorithm::kAuto:  // Settled by Choose().
      break;
  }
  return MakeBestFirstSearch(board, options, choice.algorithm, choice.heuristic, root_bound,
                             tables);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Search>> CreateSearch(const Problem& problem,
                                                     const SolveOptions& options,
                                                     const TableRegistry& tables) {
  const std::vector<Fault> faults = ValidateRequest(problem, options);
  if (!faults.empty()) {
    return absl::InvalidArgumentError(
        absl::StrJoin(faults, "; ", [](std::string* out, const Fault& fault) {
          absl::StrAppend(out, fault.field, " ", fault.description);
        }));
  }
  Choice choice = Choose(problem.start.shape(), options);
  const bool wants_tables = WantsTables(options, choice);
  // What runs where there are no tables.
  if (choice.heuristic == Heuristic::kPatternDatabase) {
    choice.heuristic = Heuristic::kLinearConflict;
  }
  if (CheckReachability(problem.start, problem.goal) != Reachability::kReachable) {
    SolveResult result;
    result.outcome = Outcome::kUnsolvable;
    result.algorithm = choice.algorithm;
    result.heuristic = choice.heuristic;
    result.detail = ExplainReachability(problem.start, problem.goal);
    return std::make_unique<SettledSearch>(std::move(result));
  }
  const RelabelledBoard board = Relabel(problem);
  if (options.algorithm == Algorithm::kAuto && !options.heuristic.has_value() &&
      options.heuristic_weight == 1 && OptimalMoveTables::Serves(board.shape)) {
    return MakeOptimalMoveSearch(board, options, tables.optimal_moves());
  }
  if (wants_tables) {
    if (std::optional<SearchTables> found = tables.Find(board.shape, board.blank_label)) {
      return MakeTableIdaStarSearch(board, options, std::move(found->tables),
                                    std::move(found->automaton));
    }
  }
  const int root_bound = Evaluate(board, Heuristic::kLinearConflict, tables.walking_distance());
  if (choice.heuristic == Heuristic::kWalkingDistance) {
    std::vector<WalkingDistanceAxis> missing = MissingAxes(
        board, choice.algorithm == Algorithm::kBidirectional, tables.walking_distance());
    if (!missing.empty()) {
      SolveResult unstarted;
      unstarted.lower_bound = root_bound;
      unstarted.algorithm = choice.algorithm;
      unstarted.heuristic = choice.heuristic;
      return MakeTableBuildingSearch(
          std::move(missing), tables.walking_distance(), std::move(unstarted),
          [board, options, choice, root_bound, &tables] {
            return MakeSearch(board, options, choice, root_bound, tables.walking_distance());
          });
    }
  }
  return MakeSearch(board, options, choice, root_bound, tables.walking_distance());
}

SolveResult RunToEnd(Search& search) {
  while (search.Advance(std::numeric_limits<std::int64_t>::max()) != SearchState::kFinished) {
  }
  return search.result();
}

std::optional<int> EvaluateHeuristic(const Problem& problem, Heuristic heuristic,
                                     const TableRegistry& tables) {
  const RelabelledBoard board = Relabel(problem);
  if (heuristic == Heuristic::kWalkingDistance) {
    if (!WalkingDistanceServes(board.shape)) return std::nullopt;
    for (const WalkingDistanceAxis& axis : MissingAxes(board, false, tables.walking_distance())) {
      WalkingDistanceBuilder builder(axis);
      if (!builder.Advance(kMostArrangementsAtOnce)) return std::nullopt;
      tables.walking_distance().Add(axis, builder.Take());
    }
  }
  return Evaluate(board, heuristic, tables.walking_distance());
}

}  // namespace taquin
