#include "server/wire.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "gmock/gmock.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "solver/goal_layout.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

ServerLimits Limits() {
  ServerLimits limits;
  limits.max_memory_bytes = 1 << 30;
  limits.total_memory_bytes = std::int64_t{2} << 30;
  limits.worker_threads = 4;
  limits.max_threads = 4;
  return limits;
}

void SetBoard(v1::Board* board, int rows, int columns, const std::vector<int>& tiles) {
  board->set_rows(rows);
  board->set_columns(columns);
  board->mutable_tiles()->Assign(tiles.begin(), tiles.end());
}

v1::SolveRequest GoodRequest() {
  v1::SolveRequest request;
  SetBoard(request.mutable_start(), 3, 3, {2, 3, 4, 1, 5, 0, 7, 6, 8});
  return request;
}

// The fields that are found faulty.
std::vector<std::string> FaultyFields(const v1::SolveRequest& request) {
  std::vector<Fault> faults;
  const bool accepted = TaskFromWire(request, Limits(), faults).has_value();
  EXPECT_EQ(accepted, faults.empty());
  std::vector<std::string> fields;
  for (const Fault& fault : faults) {
    EXPECT_FALSE(fault.description.empty()) << fault.field;
    fields.push_back(fault.field);
  }
  return fields;
}

SolveTask TaskOf(const v1::SolveRequest& request) {
  std::vector<Fault> faults;
  std::optional<SolveTask> task = TaskFromWire(request, Limits(), faults);
  EXPECT_THAT(faults, IsEmpty());
  return *std::move(task);
}

v1::SolveResult WireOf(const Completion& completion, const SolveTask& task) {
  v1::SolveResult wire;
  ResultToWire(completion, task, &wire);
  return wire;
}

TEST(TaskFromWireTest, AMinimalRequestGetsTheDocumentedDefaults) {
  const SolveTask task = TaskOf(GoodRequest());
  EXPECT_EQ(task.problem.start.ToString(), "2 3 4 / 1 5 0 / 7 6 8");
  EXPECT_EQ(task.problem.goal, MakeGoal({3, 3}, GoalLayout::kBlankLast));
  EXPECT_EQ(task.options.algorithm, Algorithm::kAuto);
  EXPECT_EQ(task.options.heuristic, std::nullopt);
  EXPECT_EQ(task.options.heuristic_weight, 1);
  EXPECT_EQ(task.options.beam_ranking, std::nullopt);
  EXPECT_EQ(task.options.threads, 1);
  EXPECT_EQ(task.options.limits.expansions, std::nullopt);
  EXPECT_EQ(task.options.limits.memory_bytes, Limits().max_memory_bytes);
  EXPECT_EQ(task.options.limits.length, std::nullopt);
  EXPECT_EQ(task.options.target_gap, 0);
  EXPECT_EQ(task.time, std::nullopt);
  EXPECT_EQ(task.progress_interval, Limits().default_progress_interval);
}

TEST(TaskFromWireTest, EveryFieldArrives) {
  v1::SolveRequest request = GoodRequest();
  request.set_id("a name");
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_SPIRAL);
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  request.set_heuristic(v1::HEURISTIC_MANHATTAN);
  request.set_heuristic_weight(1.5);
  request.set_beam_width(77);
  request.set_beam_ranking(v1::BEAM_RANKING_MAXIMUM);
  request.set_threads(3);
  request.mutable_limits()->mutable_time()->set_seconds(2);
  request.mutable_limits()->mutable_time()->set_nanos(5);
  request.mutable_limits()->set_expansions(1000);
  request.mutable_limits()->set_memory_bytes(4096);
  request.mutable_limits()->set_length(0);
  request.set_target_gap(0.25);
  request.mutable_progress_interval()->set_nanos(10'000'000);
  const SolveTask task = TaskOf(request);
  EXPECT_EQ(task.id, "a name");
  EXPECT_EQ(task.problem.goal, MakeGoal({3, 3}, GoalLayout::kSpiral));
  EXPECT_EQ(task.options.algorithm, Algorithm::kAStar);
  EXPECT_EQ(task.options.heuristic, Heuristic::kManhattan);
  EXPECT_EQ(task.options.heuristic_weight, 1.5);
  EXPECT_EQ(task.options.beam_width, 77);
  EXPECT_EQ(task.options.beam_ranking, BeamRanking::kMaximum);
  EXPECT_EQ(task.options.threads, 3);
  EXPECT_EQ(task.time, 2s + 5ns);
  EXPECT_EQ(task.options.limits.expansions, 1000);
  EXPECT_EQ(task.options.limits.memory_bytes, 4096);
  EXPECT_EQ(task.options.limits.length, 0);
  EXPECT_EQ(task.options.target_gap, 0.25);
  EXPECT_EQ(task.progress_interval, 10ms);
}

TEST(TaskFromWireTest, TheServersBoundsHoldAgainstLargerWishes) {
  v1::SolveRequest request = GoodRequest();
  request.set_threads(1000);
  request.mutable_limits()->set_memory_bytes(std::numeric_limits<std::int64_t>::max());
  request.mutable_limits()->mutable_time()->set_seconds(315'576'000'000);
  const SolveTask task = TaskOf(request);
  EXPECT_EQ(task.options.threads, 4);
  EXPECT_EQ(task.options.limits.memory_bytes, Limits().max_memory_bytes);
  EXPECT_GT(*task.time, 24h * 365 * 200) << "saturates";
}

TEST(TaskFromWireTest, EverythingThatIsWrongIsToldAtOnce) {
  v1::SolveRequest request;
  SetBoard(request.mutable_start(), 3, 3, {1, 1, 99, 3, 4, 5, 6, 7, 8});
  request.mutable_goal()->set_layout(static_cast<v1::GoalLayout>(9));
  request.set_id(std::string(129, 'x'));
  request.set_algorithm(static_cast<v1::Algorithm>(77));
  request.set_heuristic(static_cast<v1::Heuristic>(77));
  request.set_heuristic_weight(std::nan(""));
  request.set_beam_width(-1);
  request.set_beam_ranking(static_cast<v1::BeamRanking>(77));
  request.set_threads(-1);
  request.mutable_limits()->mutable_time();
  request.mutable_limits()->set_expansions(-1);
  request.mutable_limits()->set_memory_bytes(-1);
  request.mutable_limits()->set_length(-1);
  request.set_target_gap(1.5);
  request.add_warm_start(v1::DIRECTION_UNSPECIFIED);
  request.mutable_progress_interval()->set_seconds(3601);
  std::vector<std::string> fields = FaultyFields(request);
  EXPECT_THAT(
      std::set<std::string>(fields.begin(), fields.end()),
      UnorderedElementsAre("start.tiles", "goal.layout", "id", "algorithm", "heuristic",
                           "heuristic_weight", "beam_width", "beam_ranking", "threads",
                           "limits.time", "limits.expansions", "limits.memory_bytes",
                           "limits.length", "target_gap", "warm_start[0]", "progress_interval"));
}

TEST(TaskFromWireTest, AWarmStartIsReplayed) {
  v1::SolveRequest request = GoodRequest();
  SetBoard(request.mutable_start(), 3, 3, {1, 2, 3, 4, 5, 6, 0, 7, 8});
  request.set_algorithm(v1::ALGORITHM_ANYTIME);
  request.add_warm_start(v1::DIRECTION_RIGHT);
  request.add_warm_start(v1::DIRECTION_RIGHT);
  EXPECT_EQ(TaskOf(request).options.warm_start, Path(2, Direction::kRight));

  request.set_algorithm(v1::ALGORITHM_A_STAR);
  EXPECT_THAT(FaultyFields(request), ElementsAre("warm_start"));
  request.set_algorithm(v1::ALGORITHM_UNSPECIFIED);
  EXPECT_THAT(FaultyFields(request), IsEmpty());
  request.add_warm_start(v1::DIRECTION_RIGHT);
  EXPECT_THAT(FaultyFields(request), ElementsAre("warm_start"));
  request.mutable_warm_start()->RemoveLast();
  request.mutable_warm_start()->RemoveLast();
  EXPECT_THAT(FaultyFields(request), ElementsAre("warm_start"));
  // Boards that are none leave nothing to replay on.
  request.mutable_start()->mutable_tiles()->Set(0, 2);
  EXPECT_THAT(FaultyFields(request), testing::Each("start.tiles"));
}

TEST(TaskFromWireTest, FaultsOfBoards) {
  v1::SolveRequest request;
  EXPECT_THAT(FaultyFields(request), ElementsAre("start"));
  SetBoard(request.mutable_start(), 0, 3, {});
  EXPECT_THAT(FaultyFields(request), ElementsAre("start.rows"));
  SetBoard(request.mutable_start(), std::numeric_limits<int>::max(), -5, {1});
  EXPECT_THAT(FaultyFields(request), ElementsAre("start.rows", "start.columns"));
  SetBoard(request.mutable_start(), 1, 1, {0});
  EXPECT_THAT(FaultyFields(request), ElementsAre("start.rows"));
  SetBoard(request.mutable_start(), 2, 2, {0, 1, 2});
  EXPECT_THAT(FaultyFields(request), Contains("start.tiles"));
  SetBoard(request.mutable_start(), 2, 2, std::vector<int>(1'000'000, -7));
  EXPECT_THAT(FaultyFields(request), Contains("start.tiles"));
  request = GoodRequest();
  SetBoard(request.mutable_goal()->mutable_board(), 2, 2, {1, 2, 3, 0});
  EXPECT_THAT(FaultyFields(request), ElementsAre("goal.board"));
  SetBoard(request.mutable_goal()->mutable_board(), 3, 3, {1, 2, 3});
  EXPECT_THAT(FaultyFields(request), Contains("goal.board.tiles"));
}

TEST(TaskFromWireTest, FaultsOfNumbers) {
  for (const double weight : {std::nan(""), -1.0, 1000.5, double{INFINITY}}) {
    v1::SolveRequest request = GoodRequest();
    request.set_algorithm(v1::ALGORITHM_A_STAR);
    request.set_heuristic_weight(weight);
    EXPECT_THAT(FaultyFields(request), ElementsAre("heuristic_weight")) << weight;
  }
  for (const double gap : {std::nan(""), -0.1, 1.1}) {
    v1::SolveRequest request = GoodRequest();
    request.set_target_gap(gap);
    EXPECT_THAT(FaultyFields(request), ElementsAre("target_gap")) << gap;
  }
  struct {
    std::int64_t seconds;
    int nanos;
  } durations[] = {{0, 0},
                   {-1, 0},
                   {1, -1},
                   {-1, 1},
                   {0, 1'000'000'000},
                   {315'576'000'001, 0},
                   {0, -1},
                   {std::numeric_limits<std::int64_t>::max(), 0}};
  for (const auto& duration : durations) {
    v1::SolveRequest request = GoodRequest();
    request.mutable_limits()->mutable_time()->set_seconds(duration.seconds);
    request.mutable_limits()->mutable_time()->set_nanos(duration.nanos);
    request.mutable_progress_interval()->CopyFrom(request.limits().time());
    EXPECT_THAT(FaultyFields(request), ElementsAre("limits.time", "progress_interval"))
        << duration.seconds << " " << duration.nanos;
  }
}

TEST(TaskFromWireTest, AHeuristicThatDoesNotServeTheShapeIsAFaultThatSaysWhichAreServed) {
  v1::SolveRequest request;
  std::vector<int> tiles(25);
  std::iota(tiles.begin(), tiles.end(), 0);
  SetBoard(request.mutable_start(), 5, 5, tiles);
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_BLANK_FIRST);
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  request.set_heuristic(v1::HEURISTIC_WALKING_DISTANCE);
  std::vector<Fault> faults;
  EXPECT_FALSE(TaskFromWire(request, Limits(), faults).has_value());
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].field, "heuristic");
  EXPECT_THAT(faults[0].description,
              HasSubstr("shapes of up to 64 cells with a side of up to 3, of 4 x 6 or of less"));
  EXPECT_THAT(faults[0].description, HasSubstr("5 x 5 would take about"));
}

TEST(TaskFromWireTest, APatternDatabaseThatCannotFitIsAFaultThatNamesItsSize) {
  v1::SolveRequest request;
  std::vector<int> tiles(65);
  std::iota(tiles.begin(), tiles.end(), 0);
  SetBoard(request.mutable_start(), 5, 13, tiles);
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_BLANK_FIRST);
  request.set_heuristic(v1::HEURISTIC_PATTERN_DATABASE);
  std::vector<Fault> faults;
  EXPECT_FALSE(TaskFromWire(request, Limits(), faults).has_value());
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].field, "heuristic");
  EXPECT_THAT(faults[0].description, HasSubstr("5x13 has 65"));
  EXPECT_THAT(faults[0].description, HasSubstr("bytes"));
}

TEST(TaskFromWireTest, WithoutTablesAskingForThemIsAFaultBesideTheOthers) {
  v1::SolveRequest request = GoodRequest();
  request.set_heuristic(v1::HEURISTIC_PATTERN_DATABASE);
  request.set_threads(-1);
  ServerLimits limits = Limits();
  limits.makes_pattern_tables = false;
  std::vector<Fault> faults;
  EXPECT_FALSE(TaskFromWire(request, limits, faults).has_value());
  ASSERT_THAT(faults, SizeIs(2));
  EXPECT_EQ(faults[0].field, "heuristic");
  EXPECT_THAT(faults[0].description, HasSubstr("--tables none"));
  EXPECT_EQ(faults[1].field, "threads");
}

TEST(TaskFromWireTest, NoMessageWhateverIsTooMuch) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = GoodRequest().SerializeAsString();
    for (int change = 0; change < 4; ++change) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    v1::SolveRequest request;
    if (!request.ParseFromString(bytes)) continue;
    FaultyFields(request);
  }
}

TEST(EnumsTest, EveryAlgorithmAndHeuristicGoesThereAndBack) {
  for (const Algorithm algorithm : kAlgorithms) {
    Completion completion;
    completion.result.algorithm = algorithm;
    v1::SolveRequest request = GoodRequest();
    request.set_algorithm(WireOf(completion, TaskOf(GoodRequest())).algorithm());
    ASSERT_NE(request.algorithm(), v1::ALGORITHM_UNSPECIFIED) << AlgorithmName(algorithm);
    EXPECT_EQ(TaskOf(request).options.algorithm, algorithm);
  }
  for (const Heuristic heuristic : kHeuristics) {
    Completion completion;
    completion.result.heuristic = heuristic;
    v1::SolveRequest request = GoodRequest();
    request.set_algorithm(v1::ALGORITHM_A_STAR);
    request.set_heuristic(WireOf(completion, TaskOf(GoodRequest())).heuristic());
    ASSERT_NE(request.heuristic(), v1::HEURISTIC_UNSPECIFIED) << HeuristicName(heuristic);
    EXPECT_EQ(TaskOf(request).options.heuristic, heuristic);
  }
}

TEST(EnumsTest, EveryBeamRankingOnOfferIsUnderstood) {
  const v1::GetCapabilitiesResponse offer = CapabilitiesToWire(Limits(), {}, "");
  int beams = 0;
  for (const auto& entry : offer.algorithms()) {
    if (entry.algorithm() != v1::ALGORITHM_BEAM) {
      EXPECT_EQ(entry.beam_rankings_size(), 0);
      continue;
    }
    ++beams;
    std::vector<BeamRanking> understood;
    for (const int ranking : entry.beam_rankings()) {
      v1::SolveRequest request = GoodRequest();
      request.set_beam_ranking(static_cast<v1::BeamRanking>(ranking));
      EXPECT_NE(request.beam_ranking(), v1::BEAM_RANKING_UNSPECIFIED);
      understood.push_back(TaskOf(request).options.beam_ranking.value());
    }
    EXPECT_THAT(understood, testing::ElementsAreArray(kBeamRankings));
  }
  EXPECT_EQ(beams, 1);
}

TEST(EnumsTest, EveryGoalLayoutGoesThereAndBack) {
  for (const GoalLayout layout : kGoalLayouts) {
    BoardCheck check;
    check.reachable_layouts = {layout};
    v1::SolveRequest request = GoodRequest();
    request.mutable_goal()->set_layout(
        CheckToWire(check, TaskOf(GoodRequest()).problem).reachable_layouts(0));
    EXPECT_NE(request.goal().layout(), v1::GOAL_LAYOUT_UNSPECIFIED);
    EXPECT_EQ(TaskOf(request).problem.goal, MakeGoal({3, 3}, layout));
  }
}

TEST(EnumsTest, EveryDirectionGoesThereAndBack) {
  Completion completion;
  completion.result.path = Path(kDirections.begin(), kDirections.end());
  const v1::SolveResult result = WireOf(completion, TaskOf(GoodRequest()));
  EXPECT_THAT(result.moves(), ElementsAre(v1::DIRECTION_UP, v1::DIRECTION_DOWN, v1::DIRECTION_LEFT,
                                          v1::DIRECTION_RIGHT));
  v1::VerifyRequest request;
  *request.mutable_start() = GoodRequest().start();
  *request.mutable_moves() = result.moves();
  std::vector<Fault> faults;
  EXPECT_EQ(VerifyTaskFromWire(request, faults)->path, *completion.result.path);
}

TEST(EnumsTest, EveryOutcomeLimitReachabilityAndPathFaultHasItsOwnName) {
  const SolveTask task = TaskOf(GoodRequest());
  std::set<int> seen;
  for (const Outcome outcome :
       {Outcome::kOptimal, Outcome::kFeasible, Outcome::kUnsolvable, Outcome::kNotFound}) {
    Completion completion;
    completion.result.outcome = outcome;
    seen.insert(WireOf(completion, task).outcome());
  }
  EXPECT_THAT(seen, ElementsAre(v1::OUTCOME_OPTIMAL, v1::OUTCOME_FEASIBLE, v1::OUTCOME_UNSOLVABLE,
                                v1::OUTCOME_NOT_FOUND));
  seen.clear();
  for (const Limit limit : {Limit::kTime, Limit::kExpansions, Limit::kMemory, Limit::kLength}) {
    Completion completion;
    completion.result.limit = limit;
    seen.insert(WireOf(completion, task).limit());
  }
  EXPECT_THAT(
      seen, ElementsAre(v1::LIMIT_TIME, v1::LIMIT_EXPANSIONS, v1::LIMIT_MEMORY, v1::LIMIT_LENGTH));
  seen.clear();
  for (const Reachability reachability :
       {Reachability::kReachable, Reachability::kParityDiffers, Reachability::kOrderDiffers}) {
    BoardCheck check;
    check.reachability = reachability;
    seen.insert(CheckToWire(check, task.problem).reachability());
  }
  EXPECT_THAT(seen, ElementsAre(v1::REACHABILITY_REACHABLE, v1::REACHABILITY_PARITY_DIFFERS,
                                v1::REACHABILITY_ORDER_DIFFERS));
  seen.clear();
  for (const PathFault fault : {PathFault::kLeavesBoard, PathFault::kEndsElsewhere}) {
    const PathCheck check{
        .replay = {.reached = task.problem.start, .fault = fault, .fault_index = 3},
        .reachable = true,
        .lower_bound = 0,
        .optimal_length = std::nullopt};
    const v1::VerifyResponse response =
        VerifyToWire(check, {.problem = task.problem, .path = Path(5, Direction::kUp)});
    EXPECT_FALSE(response.valid());
    EXPECT_EQ(response.fault_index(), 3);
    seen.insert(response.fault());
  }
  EXPECT_THAT(seen, ElementsAre(v1::PATH_FAULT_LEAVES_BOARD, v1::PATH_FAULT_ENDS_ELSEWHERE));
}

TEST(ResultToWireTest, EveryFieldIsSent) {
  SolveTask task = TaskOf(GoodRequest());
  task.id = "name";
  Completion completion;
  completion.result.outcome = Outcome::kOptimal;
  completion.result.path = Path{Direction::kLeft, Direction::kUp};
  completion.result.lower_bound = 2;
  completion.result.algorithm = Algorithm::kIdaStar;
  completion.result.counters = {.expanded = 5, .generated = 6, .reopened = 7};
  completion.result.peak_memory_bytes = 8;
  completion.result.threads = 9;
  completion.result.table = "a table";
  completion.result.detail = "a detail";
  completion.elapsed = 1500ms;
  completion.queue_time = 3ns;
  const v1::SolveResult wire = WireOf(completion, task);
  EXPECT_EQ(wire.outcome(), v1::OUTCOME_OPTIMAL);
  EXPECT_EQ(wire.limit(), v1::LIMIT_UNSPECIFIED);
  EXPECT_EQ(wire.length(), 2);
  EXPECT_THAT(wire.moves(), ElementsAre(v1::DIRECTION_LEFT, v1::DIRECTION_UP));
  EXPECT_EQ(wire.lower_bound(), 2);
  EXPECT_THAT(wire.goal().tiles(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 0));
  EXPECT_EQ(wire.algorithm(), v1::ALGORITHM_IDA_STAR);
  EXPECT_EQ(wire.stats().expanded_count(), 5);
  EXPECT_EQ(wire.stats().generated_count(), 6);
  EXPECT_EQ(wire.stats().reopened_count(), 7);
  EXPECT_EQ(wire.stats().peak_memory_bytes(), 8);
  EXPECT_EQ(wire.stats().threads(), 9);
  EXPECT_EQ(wire.stats().table(), "a table");
  EXPECT_EQ(wire.stats().elapsed().seconds(), 1);
  EXPECT_EQ(wire.stats().elapsed().nanos(), 500'000'000);
  EXPECT_EQ(wire.stats().queue_time().nanos(), 3);
  EXPECT_EQ(wire.id(), "name");
  EXPECT_EQ(wire.detail(), "a detail");
}

TEST(ResultToWireTest, LengthIsUnsetWithoutAPathAndZeroForASolvedBoard) {
  const SolveTask task = TaskOf(GoodRequest());
  EXPECT_FALSE(WireOf(Completion(), task).has_length());
  Completion solved;
  solved.result.path = Path();
  EXPECT_TRUE(WireOf(solved, task).has_length());
  EXPECT_EQ(WireOf(solved, task).length(), 0);
}

TEST(EventToWireTest, EveryKindOfEvent) {
  const SolveTask task = TaskOf(GoodRequest());
  EXPECT_EQ(EventToWire(QueuePlace{4}, task).queued().position(), 4);
  ProgressReport report;
  report.elapsed = 2s;
  report.progress.counters = {.expanded = 1000, .generated = 2, .reopened = 3};
  report.progress.open_size = 4;
  report.progress.closed_size = 5;
  report.progress.lower_bound = 6;
  report.progress.current_bound = 7;
  report.progress.memory_bytes = 8;
  v1::Progress progress = EventToWire(report, task).progress();
  EXPECT_EQ(progress.elapsed().seconds(), 2);
  EXPECT_EQ(progress.expanded_count(), 1000);
  EXPECT_EQ(progress.generated_count(), 2);
  EXPECT_EQ(progress.reopened_count(), 3);
  EXPECT_EQ(progress.open_size(), 4);
  EXPECT_EQ(progress.closed_size(), 5);
  EXPECT_EQ(progress.lower_bound(), 6);
  EXPECT_FALSE(progress.has_best_length());
  EXPECT_EQ(progress.current_bound(), 7);
  EXPECT_EQ(progress.memory_bytes(), 8);
  EXPECT_EQ(progress.expansions_per_second(), 500);
  report.progress.best_length = 9;
  EXPECT_EQ(EventToWire(report, task).progress().best_length(), 9);
  const Improvement improvement{
      .path = Path(3, Direction::kDown), .lower_bound = 1, .elapsed = 4ns};
  const v1::Improved improved = EventToWire(improvement, task).improved();
  EXPECT_EQ(improved.length(), 3);
  EXPECT_THAT(improved.moves(), SizeIs(3));
  EXPECT_EQ(improved.lower_bound(), 1);
  EXPECT_EQ(improved.elapsed().nanos(), 4);
  EXPECT_TRUE(EventToWire(Completion(), task).has_result());
}

TEST(VerifyTaskFromWireTest, TellsTheFirstMoveThatIsNone) {
  v1::VerifyRequest request;
  *request.mutable_start() = GoodRequest().start();
  request.add_moves(v1::DIRECTION_LEFT);
  request.add_moves(static_cast<v1::Direction>(5));
  request.add_moves(static_cast<v1::Direction>(6));
  std::vector<Fault> faults;
  EXPECT_FALSE(VerifyTaskFromWire(request, faults).has_value());
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].field, "moves[1]");
}

TEST(VerifyTaskFromWireTest, RefusesAnEndlessPath) {
  v1::VerifyRequest request;
  *request.mutable_start() = GoodRequest().start();
  for (int i = 0; i <= kMaxPathLength; ++i) request.add_moves(v1::DIRECTION_LEFT);
  std::vector<Fault> faults;
  EXPECT_FALSE(VerifyTaskFromWire(request, faults).has_value());
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].field, "moves");
}

TEST(CapabilitiesToWireTest, NamesEverythingOnOffer) {
  TableInfo ready;
  ready.name = "ready";
  ready.shape = {4, 5};
  ready.state = TableState::kReady;
  ready.bytes = 1234;
  TableInfo building;
  building.name = "building";
  building.state = TableState::kBuilding;
  const TableInfo queued;
  const v1::GetCapabilitiesResponse wire =
      CapabilitiesToWire(Limits(), {ready, building, queued}, "1.2.3");
  ASSERT_EQ(wire.tables_size(), 2);
  EXPECT_EQ(wire.tables(0).name(), "ready");
  EXPECT_EQ(wire.tables(0).rows(), 4);
  EXPECT_EQ(wire.tables(0).columns(), 5);
  EXPECT_EQ(wire.tables(0).memory_bytes(), 1234);
  EXPECT_TRUE(wire.tables(0).ready());
  EXPECT_FALSE(wire.tables(1).ready());
  EXPECT_EQ(wire.version(), "1.2.3");
  EXPECT_EQ(wire.algorithms_size(), static_cast<int>(kAlgorithms.size()));
  EXPECT_EQ(wire.heuristics_size(), static_cast<int>(kHeuristics.size()));
  for (const auto& entry : wire.algorithms()) {
    EXPECT_NE(entry.algorithm(), v1::ALGORITHM_UNSPECIFIED);
  }
  ServerLimits without_tables = Limits();
  without_tables.makes_pattern_tables = false;
  const v1::GetCapabilitiesResponse less = CapabilitiesToWire(without_tables, {}, "1.2.3");
  EXPECT_EQ(less.heuristics_size(), wire.heuristics_size() - 1);
  for (const auto& entry : less.heuristics()) {
    EXPECT_NE(entry.heuristic(), v1::HEURISTIC_PATTERN_DATABASE);
  }
  EXPECT_EQ(wire.limits().max_side(), kMaxSide);
  EXPECT_EQ(wire.limits().max_threads(), 4);
  EXPECT_EQ(wire.worker_threads(), 4);
}

}  // namespace
}  // namespace taquin::server
