#include "server/wire.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/duration.pb.h"
#include "solver/goal_layout.h"
#include "solver/reachability.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""ms;

constexpr Duration kLeastProgressInterval = 10ms;
constexpr Duration kMostProgressInterval = 1h;

template <class Wire, class Domain>
using EnumTable = std::pair<Wire, Domain>;

constexpr EnumTable<v1::Algorithm, Algorithm> kAlgorithmTable[] = {
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
constexpr EnumTable<v1::Heuristic, Heuristic> kHeuristicTable[] = {
    {v1::HEURISTIC_ZERO, Heuristic::kZero},
    {v1::HEURISTIC_HAMMING, Heuristic::kHamming},
    {v1::HEURISTIC_GASCHNIG, Heuristic::kGaschnig},
    {v1::HEURISTIC_MANHATTAN, Heuristic::kManhattan},
    {v1::HEURISTIC_LINEAR_CONFLICT, Heuristic::kLinearConflict},
    {v1::HEURISTIC_WALKING_DISTANCE, Heuristic::kWalkingDistance},
    {v1::HEURISTIC_PATTERN_DATABASE, Heuristic::kPatternDatabase},
};
constexpr EnumTable<v1::BeamRanking, BeamRanking> kBeamRankingTable[] = {
    {v1::BEAM_RANKING_SUM, BeamRanking::kSum},
    {v1::BEAM_RANKING_MAXIMUM, BeamRanking::kMaximum},
    {v1::BEAM_RANKING_LINES, BeamRanking::kLines},
};
constexpr EnumTable<v1::GoalLayout, GoalLayout> kGoalLayoutTable[] = {
    {v1::GOAL_LAYOUT_BLANK_LAST, GoalLayout::kBlankLast},
    {v1::GOAL_LAYOUT_BLANK_FIRST, GoalLayout::kBlankFirst},
    {v1::GOAL_LAYOUT_SPIRAL, GoalLayout::kSpiral},
};
constexpr EnumTable<v1::Direction, Direction> kDirectionTable[] = {
    {v1::DIRECTION_UP, Direction::kUp},
    {v1::DIRECTION_DOWN, Direction::kDown},
    {v1::DIRECTION_LEFT, Direction::kLeft},
    {v1::DIRECTION_RIGHT, Direction::kRight},
};
constexpr EnumTable<v1::Outcome, Outcome> kOutcomeTable[] = {
    {v1::OUTCOME_OPTIMAL, Outcome::kOptimal},
    {v1::OUTCOME_FEASIBLE, Outcome::kFeasible},
    {v1::OUTCOME_UNSOLVABLE, Outcome::kUnsolvable},
    {v1::OUTCOME_NOT_FOUND, Outcome::kNotFound},
};
constexpr EnumTable<v1::Limit, Limit> kLimitTable[] = {
    {v1::LIMIT_TIME, Limit::kTime},
    {v1::LIMIT_EXPANSIONS, Limit::kExpansions},
    {v1::LIMIT_MEMORY, Limit::kMemory},
    {v1::LIMIT_LENGTH, Limit::kLength},
};
constexpr EnumTable<v1::Reachability, Reachability> kReachabilityTable[] = {
    {v1::REACHABILITY_REACHABLE, Reachability::kReachable},
    {v1::REACHABILITY_PARITY_DIFFERS, Reachability::kParityDiffers},
    {v1::REACHABILITY_ORDER_DIFFERS, Reachability::kOrderDiffers},
};
constexpr EnumTable<v1::PathFault, PathFault> kPathFaultTable[] = {
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

// "is ALGORITHM_BEAM", or "is 77" for a number without a name.
template <class Wire>
std::string IsValue(const std::string& name, Wire value) {
  return absl::StrCat("is ", name.empty() ? absl::StrCat(static_cast<int>(value)) : name);
}

Shape ShapeOf(const v1::Board& board) { return {.rows = board.rows(), .columns = board.columns()}; }

std::optional<Board> BoardFromWire(const v1::Board& board, const std::string& field,
                                   std::vector<Fault>& faults) {
  const std::vector<std::int64_t> tiles(board.tiles().begin(), board.tiles().end());
  std::vector<Fault> found = Board::Validate(ShapeOf(board), tiles, field);
  if (!found.empty()) {
    faults.insert(faults.end(), found.begin(), found.end());
    return std::nullopt;
  }
  return *Board::Create(ShapeOf(board), tiles);
}

void BoardToWire(const Board& board, v1::Board* wire) {
  wire->set_rows(board.shape().rows);
  wire->set_columns(board.shape().columns);
  wire->mutable_tiles()->Add(board.tiles().begin(), board.tiles().end());
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

// Directions are one byte here and up to four there, so a message cannot make
// more of them than it has bytes.
Path PathFromWire(const google::protobuf::RepeatedField<int>& moves, const std::string& field,
                  std::vector<Fault>& faults) {
  Path path;
  if (moves.size() > kMaxPathLength) {
    faults.push_back({field, absl::StrCat("has ", moves.size(), " moves; at most ", kMaxPathLength,
                                          " are accepted")});
    return path;
  }
  path.reserve(static_cast<std::size_t>(moves.size()));
  for (const int move : moves) {
    const auto direction = FromWire(kDirectionTable, static_cast<v1::Direction>(move));
    if (!direction.has_value()) {
      faults.push_back(
          {absl::StrCat(field, "[", path.size(), "]"),
           absl::StrCat("is ", move, "; a move is UP (1), DOWN (2), LEFT (3) or RIGHT (4)")});
      return path;
    }
    path.push_back(*direction);
  }
  return path;
}

void PathToWire(const Path& path, google::protobuf::RepeatedField<int>* wire) {
  wire->Reserve(static_cast<int>(path.size()));
  for (const Direction direction : path) wire->Add(ToWire(kDirectionTable, direction));
}

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

// Saturates far beyond any use of it. Unset for what is not a valid Duration.
std::optional<Duration> DurationFromWire(const google::protobuf::Duration& wire) {
  constexpr std::int64_t kMostSeconds = 315'576'000'000;  // By the definition of Duration.
  const std::int64_t seconds = wire.seconds();
  const std::int64_t nanos = wire.nanos();
  if (seconds < -kMostSeconds || seconds > kMostSeconds || nanos <= -kNanosPerSecond ||
      nanos >= kNanosPerSecond || (seconds > 0 && nanos < 0) || (seconds < 0 && nanos > 0)) {
    return std::nullopt;
  }
  constexpr std::int64_t kRoom = std::numeric_limits<std::int64_t>::max() / kNanosPerSecond - 1;
  return std::chrono::seconds(std::clamp(seconds, -kRoom, kRoom)) + Duration(nanos);
}

void DurationToWire(Duration duration, google::protobuf::Duration* wire) {
  wire->set_seconds(duration.count() / kNanosPerSecond);
  wire->set_nanos(static_cast<std::int32_t>(duration.count() % kNanosPerSecond));
}

std::string DurationText(const google::protobuf::Duration& wire) {
  return absl::StrCat("is ", wire.seconds(), " s and ", wire.nanos(), " ns");
}

bool IsOffered(Heuristic heuristic, const ServerLimits& limits) {
  return heuristic != Heuristic::kPatternDatabase || limits.makes_pattern_tables;
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

v1::SolveResult ResultToWire(const Completion& completion, const SolveTask& task) {
  const SolveResult& result = completion.result;
  v1::SolveResult wire;
  wire.set_outcome(ToWire(kOutcomeTable, result.outcome));
  if (result.limit.has_value()) wire.set_limit(ToWire(kLimitTable, *result.limit));
  if (result.path.has_value()) {
    wire.set_length(static_cast<std::int32_t>(result.path->size()));
    PathToWire(*result.path, wire.mutable_moves());
  }
  wire.set_lower_bound(result.lower_bound);
  BoardToWire(task.problem.goal, wire.mutable_goal());
  wire.set_algorithm(ToWire(kAlgorithmTable, result.algorithm));
  wire.set_heuristic(ToWire(kHeuristicTable, result.heuristic));
  v1::SearchStats& stats = *wire.mutable_stats();
  DurationToWire(completion.elapsed, stats.mutable_elapsed());
  DurationToWire(completion.queue_time, stats.mutable_queue_time());
  stats.set_expanded_count(result.counters.expanded);
  stats.set_generated_count(result.counters.generated);
  stats.set_reopened_count(result.counters.reopened);
  stats.set_peak_memory_bytes(result.peak_memory_bytes);
  stats.set_threads(result.threads);
  stats.set_table(result.table);
  wire.set_id(task.id);
  wire.set_detail(result.detail);
  return wire;
}

v1::SolveResponse EventToWire(const Event& event, const SolveTask& task) {
  v1::SolveResponse response;
  if (const auto* place = std::get_if<QueuePlace>(&event)) {
    response.mutable_queued()->set_position(place->position);
  } else if (const auto* report = std::get_if<ProgressReport>(&event)) {
    const SearchProgress& progress = report->progress;
    v1::Progress& wire = *response.mutable_progress();
    DurationToWire(report->elapsed, wire.mutable_elapsed());
    wire.set_expanded_count(progress.counters.expanded);
    wire.set_generated_count(progress.counters.generated);
    wire.set_reopened_count(progress.counters.reopened);
    wire.set_open_size(progress.open_size);
    wire.set_closed_size(progress.closed_size);
    wire.set_lower_bound(progress.lower_bound);
    if (progress.best_length.has_value()) wire.set_best_length(*progress.best_length);
    wire.set_current_bound(progress.current_bound);
    wire.set_memory_bytes(progress.memory_bytes);
    const double seconds = std::chrono::duration<double>(report->elapsed).count();
    if (seconds > 0) {
      wire.set_expansions_per_second(static_cast<double>(progress.counters.expanded) / seconds);
    }
  } else if (const auto* improvement = std::get_if<Improvement>(&event)) {
    v1::Improved& wire = *response.mutable_improved();
    wire.set_length(static_cast<std::int32_t>(improvement->path.size()));
    PathToWire(improvement->path, wire.mutable_moves());
    wire.set_lower_bound(improvement->lower_bound);
    DurationToWire(improvement->elapsed, wire.mutable_elapsed());
  } else {
    *response.mutable_result() = ResultToWire(std::get<Completion>(event), task);
  }
  return response;
}

v1::CheckResponse CheckToWire(const BoardCheck& check, const Problem& problem) {
  v1::CheckResponse wire;
  wire.set_reachability(ToWire(kReachabilityTable, check.reachability));
  wire.set_explanation(check.explanation);
  BoardToWire(problem.goal, wire.mutable_goal());
  for (const auto& [heuristic, value] : check.heuristic_values) {
    v1::HeuristicValue& entry = *wire.add_heuristic_values();
    entry.set_heuristic(ToWire(kHeuristicTable, heuristic));
    entry.set_value(value);
  }
  wire.set_lower_bound(check.lower_bound);
  for (const GoalLayout layout : check.reachable_layouts) {
    wire.add_reachable_layouts(ToWire(kGoalLayoutTable, layout));
  }
  return wire;
}

v1::VerifyResponse VerifyToWire(const PathCheck& check, const VerifyTask& task) {
  v1::VerifyResponse wire;
  wire.set_valid(check.replay.valid());
  if (!check.replay.valid()) {
    wire.set_fault(ToWire(kPathFaultTable, *check.replay.fault));
    wire.set_fault_index(*check.replay.fault_index);
  }
  BoardToWire(check.replay.reached, wire.mutable_reached());
  BoardToWire(task.problem.goal, wire.mutable_goal());
  wire.set_length(static_cast<std::int32_t>(task.path.size()));
  wire.set_lower_bound(check.lower_bound);
  if (check.optimal_length.has_value()) wire.set_optimal_length(*check.optimal_length);
  return wire;
}

v1::GenerateResponse GenerateToWire(const GenerateTask& task, const std::vector<Board>& boards) {
  v1::GenerateResponse wire;
  wire.mutable_boards()->Reserve(static_cast<int>(boards.size()));
  for (const Board& board : boards) BoardToWire(board, wire.add_boards());
  BoardToWire(task.goal, wire.mutable_goal());
  wire.set_seed(static_cast<std::int64_t>(task.draw.seed));
  return wire;
}

namespace {

int MaxCells(Heuristic heuristic) {
  switch (heuristic) {
    case Heuristic::kWalkingDistance:
      return kMaxWalkingDistanceCells;
    case Heuristic::kPatternDatabase:
      return kMaxTableCells;
    default:
      return kMaxCells;
  }
}

}  // namespace

v1::GetCapabilitiesResponse CapabilitiesToWire(const ServerLimits& limits,
                                               const std::vector<TableInfo>& tables,
                                               std::string_view version) {
  v1::GetCapabilitiesResponse wire;
  wire.set_version(std::string(version));
  for (const Algorithm algorithm : kAlgorithms) {
    v1::AlgorithmCapability& entry = *wire.add_algorithms();
    entry.set_algorithm(ToWire(kAlgorithmTable, algorithm));
    entry.set_optimal(ProvesOptimality(algorithm));
    if (algorithm == Algorithm::kBeam) {
      for (const BeamRanking ranking : kBeamRankings) {
        entry.add_beam_rankings(ToWire(kBeamRankingTable, ranking));
      }
    }
    if (!UsesHeuristic(algorithm)) continue;
    for (const Heuristic heuristic : kHeuristics) {
      if (IsOffered(heuristic, limits)) entry.add_heuristics(ToWire(kHeuristicTable, heuristic));
    }
  }
  for (const Heuristic heuristic : kHeuristics) {
    if (!IsOffered(heuristic, limits)) continue;
    v1::HeuristicCapability& entry = *wire.add_heuristics();
    entry.set_heuristic(ToWire(kHeuristicTable, heuristic));
    entry.set_max_cells(MaxCells(heuristic));
  }
  for (const TableInfo& table : tables) {
    if (table.state != TableState::kReady && table.state != TableState::kBuilding) continue;
    v1::TableCapability& entry = *wire.add_tables();
    entry.set_name(table.name);
    entry.set_rows(table.shape.rows);
    entry.set_columns(table.shape.columns);
    entry.set_memory_bytes(table.bytes);
    entry.set_ready(table.state == TableState::kReady);
  }
  v1::ServerLimits& bounds = *wire.mutable_limits();
  DurationToWire(limits.max_time, bounds.mutable_max_time());
  bounds.set_max_memory_bytes(limits.max_memory_bytes);
  bounds.set_total_memory_bytes(limits.total_memory_bytes);
  bounds.set_max_threads(limits.max_threads);
  bounds.set_max_queue_size(limits.max_queue_size);
  bounds.set_max_active_searches(limits.max_active_searches);
  bounds.set_max_message_bytes(limits.max_message_bytes);
  bounds.set_max_side(kMaxSide);
  bounds.set_batch_window(limits.batch_window);
  bounds.set_max_generated_boards(kMaxDrawnBoards);
  bounds.set_max_generated_cells(kMaxDrawnCells);
  bounds.set_max_generated_length(kMaxSearchedLength);
  DurationToWire(limits.default_progress_interval, bounds.mutable_default_progress_interval());
  wire.set_worker_threads(limits.worker_threads);
  return wire;
}

}  // namespace taquin::server
