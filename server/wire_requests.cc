// Requests, understood.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/wire.h"
#include "server/wire_values.h"
#include "solver/goal_layout.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""ms;

constexpr Duration kLeastProgressInterval = 10ms;
constexpr Duration kMostProgressInterval = 1h;

// "is ALGORITHM_BEAM", or "is 77" for a number without a name.
template <class Wire>
std::string IsValue(const std::string& name, Wire value) {
  return absl::StrCat("is ", name.empty() ? absl::StrCat(static_cast<int>(value)) : name);
}

std::optional<GoalLayout> LayoutFromWire(v1::GoalLayout layout, std::vector<Fault>& faults) {
  if (layout == v1::GOAL_LAYOUT_UNSPECIFIED) return GoalLayout::kBlankLast;
  const std::optional<GoalLayout> known = FromWire(kGoalLayoutTable, layout);
  if (!known.has_value()) {
    faults.push_back(
        {"goal.layout", absl::StrCat(IsValue("", layout), ", which is not a layout known here")});
  }
  return known;
}

std::optional<Board> GoalFromWire(const v1::Goal& goal, const std::optional<Board>& start,
                                  std::vector<Fault>& faults) {
  if (goal.has_board()) return BoardFromWire(goal.board(), "goal.board", faults);
  const std::optional<GoalLayout> layout = LayoutFromWire(goal.layout(), faults);
  if (!start.has_value() || !layout.has_value()) return std::nullopt;
  return MakeGoal(start->shape(), *layout);
}

// For every request with a start and a goal.
template <class Request>
std::optional<Problem> ReadProblem(const Request& request, std::vector<Fault>& faults) {
  std::optional<Board> start;
  if (request.has_start()) {
    start = BoardFromWire(request.start(), "start", faults);
  } else {
    faults.push_back({"start", "is missing; it is required"});
  }
  std::optional<Board> goal = GoalFromWire(request.goal(), start, faults);
  if (!start.has_value() || !goal.has_value()) return std::nullopt;
  return Problem{.start = *std::move(start), .goal = *std::move(goal)};
}

std::string DurationText(const google::protobuf::Duration& wire) {
  return absl::StrCat("is ", wire.seconds(), " s and ", wire.nanos(), " ns");
}

SearchLimits LimitsFromWire(const v1::SearchLimits& wire, const ServerLimits& server) {
  SearchLimits limits;
  if (wire.expansions() != 0) limits.expansions = wire.expansions();
  limits.memory_bytes = wire.memory_bytes() == 0
                            ? server.max_memory_bytes
                            : std::min(wire.memory_bytes(), server.max_memory_bytes);
  if (wire.has_length()) limits.length = wire.length();
  return limits;
}

SolveOptions OptionsFromWire(const v1::SolveRequest& request, const ServerLimits& limits,
                             std::vector<Fault>& faults) {
  SolveOptions options;
  if (request.algorithm() != v1::ALGORITHM_UNSPECIFIED) {
    const auto algorithm = FromWire(kAlgorithmTable, request.algorithm());
    if (!algorithm.has_value()) {
      faults.push_back({"algorithm", absl::StrCat(IsValue(v1::Algorithm_Name(request.algorithm()),
                                                          request.algorithm()),
                                                  ", which is not on offer; GetCapabilities tells "
                                                  "what is")});
    }
    options.algorithm = algorithm.value_or(Algorithm::kAuto);
  }
  if (request.heuristic() != v1::HEURISTIC_UNSPECIFIED) {
    options.heuristic = FromWire(kHeuristicTable, request.heuristic());
    if (!options.heuristic.has_value() || std::find(kHeuristics.begin(), kHeuristics.end(),
                                                    *options.heuristic) == kHeuristics.end()) {
      options.heuristic.reset();
      faults.push_back({"heuristic", absl::StrCat(IsValue(v1::Heuristic_Name(request.heuristic()),
                                                          request.heuristic()),
                                                  ", which is not on offer; GetCapabilities tells "
                                                  "what is")});
    } else if (!IsOffered(*options.heuristic, limits)) {
      options.heuristic.reset();
      faults.push_back({"heuristic",
                        "is HEURISTIC_PATTERN_DATABASE, but this server makes no tables (it runs "
                        "with --tables none); GetCapabilities tells which heuristics it offers"});
    }
  }
  if (request.has_heuristic_weight()) options.heuristic_weight = request.heuristic_weight();
  if (request.beam_width() != 0) options.beam_width = request.beam_width();
  if (request.beam_ranking() != v1::BEAM_RANKING_UNSPECIFIED) {
    options.beam_ranking = FromWire(kBeamRankingTable, request.beam_ranking());
    if (!options.beam_ranking.has_value()) {
      faults.push_back(
          {"beam_ranking", absl::StrCat(IsValue("", request.beam_ranking()),
                                        ", which is not on offer; GetCapabilities tells what is")});
    }
  }
  if (!request.warm_start().empty()) {
    const std::size_t faults_before = faults.size();
    options.warm_start = PathFromWire(request.warm_start(), "warm_start", faults);
    if (faults.size() > faults_before) options.warm_start.reset();
  }
  options.limits = LimitsFromWire(request.limits(), limits);
  options.target_gap = request.target_gap();
  options.threads = request.threads() == 0 ? 1 : std::min(request.threads(), limits.max_threads);
  return options;
}

// A side that a request may leave to its goal's board; 0 then.
void CheckSide(int side, const char* field, const v1::Goal& goal, std::vector<Fault>& faults) {
  if (side == 0 && goal.has_board()) return;
  if (side < 1 || side > kMaxSide) {
    faults.push_back({field, absl::StrCat("is ", side, "; it is 1 to ", kMaxSide,
                                          side == 0 ? ", unless goal.board is given" : "")});
  }
}

// The shape that a request for boards gives, 0 where it leaves a side to its
// goal's board.
Shape ShapeFromWire(const v1::GenerateRequest& request, std::vector<Fault>& faults) {
  CheckSide(request.rows(), "rows", request.goal(), faults);
  CheckSide(request.columns(), "columns", request.goal(), faults);
  if (request.rows() == 1 && request.columns() == 1) {
    faults.push_back({"columns", "is 1, and so is rows; a board has at least two cells"});
  }
  return {.rows = request.rows(), .columns = request.columns()};
}

// The goal's board, which has to agree with the sides that are given.
std::optional<Board> GoalBoardOfShape(const v1::Board& board, Shape shape,
                                      std::vector<Fault>& faults) {
  std::optional<Board> goal = BoardFromWire(board, "goal.board", faults);
  if (!goal.has_value()) return goal;
  const Shape its = goal->shape();
  if (shape.rows != 0 && shape.rows != its.rows) {
    faults.push_back({"rows", absl::StrCat("is ", shape.rows, ", but goal.board has ", its.rows)});
  }
  if (shape.columns != 0 && shape.columns != its.columns) {
    faults.push_back(
        {"columns", absl::StrCat("is ", shape.columns, ", but goal.board has ", its.columns)});
  }
  return goal;
}

}  // namespace

std::optional<SolveTask> TaskFromWire(const v1::SolveRequest& request, const ServerLimits& limits,
                                      std::vector<Fault>& faults) {
  const std::size_t faults_before = faults.size();
  if (request.id().size() > kMaxIdBytes) {
    faults.push_back({"id", absl::StrCat("has ", request.id().size(), " bytes; at most ",
                                         kMaxIdBytes, " are accepted")});
  }
  std::optional<Problem> problem = ReadProblem(request, faults);
  SolveOptions options = OptionsFromWire(request, limits, faults);
  if (problem.has_value()) {
    const std::vector<Fault> found = ValidateRequest(*problem, options);
    faults.insert(faults.end(), found.begin(), found.end());
  } else {
    // Whatever the boards should have been, the options are judged in the same
    // answer.
    options.warm_start.reset();
    const Board any = MakeGoal({.rows = 3, .columns = 3}, GoalLayout::kBlankLast);
    const std::vector<Fault> found = ValidateRequest({.start = any, .goal = any}, options);
    faults.insert(faults.end(), found.begin(), found.end());
  }
  std::optional<Duration> time;
  if (request.limits().has_time()) {
    time = DurationFromWire(request.limits().time());
    if (!time.has_value() || *time <= Duration::zero()) {
      faults.push_back({"limits.time", absl::StrCat(DurationText(request.limits().time()),
                                                    "; a time limit is above 0")});
    }
  }
  Duration interval = limits.default_progress_interval;
  if (request.has_progress_interval()) {
    const auto asked = DurationFromWire(request.progress_interval());
    interval = asked.value_or(Duration::zero());
    if (interval < kLeastProgressInterval || interval > kMostProgressInterval) {
      faults.push_back({"progress_interval", absl::StrCat(DurationText(request.progress_interval()),
                                                          "; an interval is from 10 ms to 1 h")});
    }
  }
  if (faults.size() > faults_before) return std::nullopt;
  return SolveTask{.id = request.id(),
                   .problem = *std::move(problem),
                   .options = std::move(options),
                   .time = time,
                   .progress_interval = interval};
}

std::optional<Problem> ProblemFromWire(const v1::CheckRequest& request,
                                       std::vector<Fault>& faults) {
  std::optional<Problem> problem = ReadProblem(request, faults);
  if (!problem.has_value()) return std::nullopt;
  const std::vector<Fault> found = ValidateRequest(*problem, SolveOptions());
  faults.insert(faults.end(), found.begin(), found.end());
  if (!found.empty()) return std::nullopt;
  return problem;
}

std::optional<VerifyTask> VerifyTaskFromWire(const v1::VerifyRequest& request,
                                             std::vector<Fault>& faults) {
  const std::size_t faults_before = faults.size();
  std::optional<Problem> problem = ReadProblem(request, faults);
  if (problem.has_value()) {
    const std::vector<Fault> found = ValidateRequest(*problem, SolveOptions());
    faults.insert(faults.end(), found.begin(), found.end());
  }
  Path path = PathFromWire(request.moves(), "moves", faults);
  if (faults.size() > faults_before) return std::nullopt;
  return VerifyTask{.problem = *std::move(problem), .path = std::move(path)};
}

std::optional<GenerateTask> GenerateTaskFromWire(const v1::GenerateRequest& request,
                                                 std::int64_t fresh_seed,
                                                 std::vector<Fault>& faults) {
  const std::size_t faults_before = faults.size();
  const Shape shape = ShapeFromWire(request, faults);
  std::optional<Board> goal;
  if (request.goal().has_board()) {
    goal = GoalBoardOfShape(request.goal().board(), shape, faults);
  } else {
    const std::optional<GoalLayout> layout = LayoutFromWire(request.goal().layout(), faults);
    if (layout.has_value() && faults.size() == faults_before) goal = MakeGoal(shape, *layout);
  }
  BoardDraw draw;
  draw.seed = static_cast<std::uint64_t>(request.has_seed() ? request.seed() : fresh_seed);
  draw.first_index = request.first_index();
  draw.count = request.count() == 0 ? 1 : request.count();
  if (request.has_walk_length()) draw.walk_length = request.walk_length();
  if (request.has_optimal_length()) draw.optimal_length = request.optimal_length();
  const std::vector<Fault> found = ValidateDraw(draw, goal);
  faults.insert(faults.end(), found.begin(), found.end());
  if (faults.size() > faults_before) return std::nullopt;
  return GenerateTask{.goal = *std::move(goal), .draw = draw};
}

}  // namespace taquin::server
