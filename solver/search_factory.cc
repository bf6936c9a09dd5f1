#include "solver/search_factory.h"

#include <algorithm>
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
#include "solver/heuristics/target_tables.h"
#include "solver/heuristics/visit_heuristic.h"
#include "solver/pattern_database/pattern_index.h"
#include "solver/reachability.h"
#include "solver/relabelled_board.h"
#include "solver/searches/a_star_then_ida_star_search.h"
#include "solver/searches/anytime_search.h"
#include "solver/searches/beam_search.h"
#include "solver/searches/best_first_search.h"
#include "solver/searches/bidirectional_search.h"
#include "solver/searches/ida_star_search.h"
#include "solver/searches/optimal_move_search.h"
#include "solver/searches/settled_search.h"
#include "solver/searches/table_building_search.h"
#include "solver/searches/table_ida_star.h"

namespace taquin {
namespace {

// Spent on tables while a caller waits for a heuristic's value: about 50 ms.
constexpr std::int64_t kMostTableSteps = 30'000;

// Pattern tables of larger boards take longer than a caller likes to wait. Those
// of smaller ones take some twenty milliseconds, in many small steps.
constexpr int kMostCellsForTablesAtOnce = 9;
constexpr std::int64_t kEnoughForSmallTables = 1'000'000;

int Evaluate(const RelabelledBoard& board, Heuristic heuristic, const TableRegistry& tables) {
  return VisitSearchTypes(board.shape, heuristic, [&](auto types) {
    using Types = decltype(types);
    const typename Types::Space space(board.shape, board.blank_label);
    const auto function = MakeHeuristic<typename Types::Function>(
        heuristic,
        GoalTarget(board, FindTargetTables(heuristic, board.shape, board.blank_label, tables)));
    return function.H(function.Root(space, space.Pack(board.labels)));
  });
}

// Whether pattern tables become the heuristic where they are ready. A beam that
// settles lines is guided by those more than by any heuristic.
bool FollowsReadyTables(const SolveOptions& options, Shape shape) {
  if (options.heuristic.has_value()) return false;
  if (options.algorithm == Algorithm::kBeam) {
    return options.beam_ranking.value_or(BestBeamRanking(shape)) != BeamRanking::kLines;
  }
  return options.algorithm == Algorithm::kAStarThenIdaStar;
}

// Whether the request leaves room for pattern tables where they are ready, or
// asks for them.
bool AllowsTables(const SolveOptions& options) {
  return options.heuristic_weight == 1 &&
         options.heuristic.value_or(Heuristic::kPatternDatabase) == Heuristic::kPatternDatabase;
}

// Whether the anytime search follows tables unasked. Those of large boards have
// small groups: the bound gains a move or two, and the beams do without them.
bool HelpTheAnytimeSearch(Shape shape) { return shape.cells() <= kMaxNarrowCells; }

// Whether kAuto has tables to think of. Those that it would not use are not looked
// for, as that would have them built.
bool TablesAreReady(const Problem& problem, const SolveOptions& options,
                    const TableRegistry& tables) {
  const Shape shape = problem.start.shape();
  return options.algorithm == Algorithm::kAuto && AllowsTables(options) &&
         !OptimalMoveTables::Serves(shape) && HelpTheAnytimeSearch(shape) &&
         tables.Find(shape, problem.goal.blank()).has_value();
}

// Ranked and bounded by pattern tables where there are some and no other
// heuristic is asked for.
std::unique_ptr<Search> MakeAnytime(const Problem& problem, const RelabelledBoard& board,
                                    const SolveOptions& options, Heuristic heuristic,
                                    const TableRegistry& tables, const TargetTables& to_goal,
                                    int root_bound) {
  const bool follows_tables = options.heuristic.has_value()
                                  ? *options.heuristic == Heuristic::kPatternDatabase
                                  : HelpTheAnytimeSearch(board.shape);
  if (follows_tables) {
    const BeamTables beam_tables = [&tables](Shape shape, int goal_blank) {
      std::optional<SearchTables> found = tables.Find(shape, goal_blank);
      return found.has_value() ? std::move(found->tables) : nullptr;
    };
    if (std::optional<SearchTables> found = tables.Find(board.shape, board.blank_label)) {
      const SolveOptions bound_options = AnytimeBoundOptions(options, true);
      return MakeAnytimeSearch(
          problem, options,
          MakeTableIdaStarSearch(board, bound_options, found->tables, std::move(found->automaton)),
          *bound_options.limits.memory_bytes, beam_tables, root_bound);
    }
  }
  const BeamTables no_tables = [](Shape, int) { return nullptr; };
  const SolveOptions bound_options = AnytimeBoundOptions(options, false);
  return MakeAnytimeSearch(
      problem, options,
      MakeIdaStarSearch(board, bound_options, Algorithm::kIdaStar, heuristic, root_bound, to_goal),
      *bound_options.limits.memory_bytes, no_tables, root_bound);
}

// Depth-first passes with pattern tables are so much quicker in a search of their
// own that they begin anew; others go on from where A* is.
std::unique_ptr<Search> MakeAStarThenIdaStar(const RelabelledBoard& board,
                                             const SolveOptions& options, Heuristic heuristic,
                                             int root_bound, const TableRegistry& tables,
                                             const TargetTables& to_goal) {
  if (heuristic != Heuristic::kPatternDatabase) {
    return MakeBestFirstSearch(board, AStarPhaseOptions(options), Algorithm::kAStarThenIdaStar,
                               heuristic, root_bound, to_goal);
  }
  const auto make_passes = [board, &tables](const SolveOptions& rest, int proved_bound) {
    std::optional<SearchTables> found = tables.Find(board.shape, board.blank_label);
    return MakeTableIdaStarSearch(board, rest, std::move(found->tables),
                                  std::move(found->automaton), proved_bound);
  };
  return MakeAStarThenIdaStarSearch(
      options,
      MakeBestFirstSearch(board, AStarPhaseOptions(options), Algorithm::kAStar, heuristic,
                          root_bound, to_goal),
      make_passes);
}

// The search that `choice` names. Its tables are there.
std::unique_ptr<Search> MakeSearch(const Problem& problem, const RelabelledBoard& board,
                                   const SolveOptions& options, Choice choice, int root_bound,
                                   const TableRegistry& tables) {
  const TargetTables to_goal =
      FindTargetTables(choice.heuristic, board.shape, board.blank_label, tables);
  switch (choice.algorithm) {
    case Algorithm::kIdaStar:
      if (choice.heuristic == Heuristic::kPatternDatabase) {
        std::optional<SearchTables> found = tables.Find(board.shape, board.blank_label);
        return MakeTableIdaStarSearch(board, options, std::move(found->tables),
                                      std::move(found->automaton));
      }
      [[fallthrough]];
    case Algorithm::kIddfs:
      return MakeIdaStarSearch(board, options, choice.algorithm, choice.heuristic, root_bound,
                               to_goal);
    case Algorithm::kBidirectional:
      return MakeBidirectionalSearch(
          board, options, choice.heuristic, root_bound, to_goal,
          FindTargetTables(choice.heuristic, board.shape, board.blank, tables));
    case Algorithm::kBeam:
      if (choice.heuristic == Heuristic::kPatternDatabase) {
        root_bound = std::max(root_bound, Evaluate(board, choice.heuristic, tables));
      }
      return MakeBeamSearch(board, options, choice.heuristic, root_bound, to_goal);
    case Algorithm::kAnytime:
      return MakeAnytime(problem, board, options, choice.heuristic, tables, to_goal, root_bound);
    case Algorithm::kAStarThenIdaStar:
      return MakeAStarThenIdaStar(board, options, choice.heuristic, root_bound, tables, to_goal);
    case Algorithm::kBfs:
    case Algorithm::kDfs:
    case Algorithm::kGreedy:
    case Algorithm::kAStar:
    case Algorithm::kAuto:  // Settled by Choose().
      break;
  }
  return MakeBestFirstSearch(board, options, choice.algorithm, choice.heuristic, root_bound,
                             to_goal);
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
  Choice choice = Choose(problem.start.shape(), options, TablesAreReady(problem, options, tables));
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
  if (choice.algorithm == Algorithm::kIdaStar && AllowsTables(options)) {
    if (std::optional<SearchTables> found = tables.Find(board.shape, board.blank_label)) {
      return MakeTableIdaStarSearch(board, options, std::move(found->tables),
                                    std::move(found->automaton));
    }
  }
  if (FollowsReadyTables(options, board.shape) &&
      tables.Find(board.shape, board.blank_label).has_value()) {
    choice.heuristic = Heuristic::kPatternDatabase;
  }
  const int root_bound = Evaluate(board, Heuristic::kLinearConflict, tables);
  const auto build = [board, choice, &tables](std::int64_t budget) -> absl::StatusOr<bool> {
    absl::StatusOr<bool> ready =
        BuildTargetTables(choice.heuristic, board.shape, board.blank_label, budget, tables);
    if (!ready.ok() || !*ready || choice.algorithm != Algorithm::kBidirectional) return ready;
    return BuildTargetTables(choice.heuristic, board.shape, board.blank, budget, tables);
  };
  const absl::StatusOr<bool> ready = build(0);
  if (absl::IsFailedPrecondition(ready.status())) {
    return absl::InvalidArgumentError(
        absl::StrCat("heuristic pattern-database: ", ready.status().message()));
  }
  if (ready.value_or(false)) return MakeSearch(problem, board, options, choice, root_bound, tables);
  SolveOptions one_thread = options;
  one_thread.threads = 1;
  SolveResult unstarted;
  unstarted.lower_bound = root_bound;
  unstarted.algorithm = choice.algorithm;
  unstarted.heuristic = choice.heuristic;
  return MakeTableBuildingSearch(
      build, std::move(unstarted),
      [problem, board, options = std::move(one_thread), choice, root_bound, &tables] {
        return MakeSearch(problem, board, options, choice, root_bound, tables);
      });
}

SolveResult RunToEnd(Search& search) {
  while (search.Advance(std::numeric_limits<std::int64_t>::max()) != SearchState::kFinished) {
  }
  return search.result();
}

std::optional<int> EvaluateHeuristic(const Problem& problem, Heuristic heuristic,
                                     const TableRegistry& tables) {
  const RelabelledBoard board = Relabel(problem);
  if (!HeuristicServes(heuristic, board.shape)) return std::nullopt;
  std::int64_t budget = kMostTableSteps;
  if (heuristic == Heuristic::kPatternDatabase) {
    budget = board.shape.cells() <= kMostCellsForTablesAtOnce ? kEnoughForSmallTables : 0;
  }
  const absl::StatusOr<bool> ready =
      BuildTargetTables(heuristic, board.shape, board.blank_label, budget, tables);
  if (!ready.value_or(false)) return std::nullopt;
  return Evaluate(board, heuristic, tables);
}

}  // namespace taquin
