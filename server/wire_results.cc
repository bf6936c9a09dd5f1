// What callers are answered.

#include <chrono>
#include <cstdint>
#include <variant>

#include "server/wire.h"
#include "server/wire_values.h"

namespace taquin::server {

void ResultToWire(const Completion& completion, const SolveTask& task, v1::SolveResult* wire) {
  const SolveResult& result = completion.result;
  wire->set_outcome(ToWire(kOutcomeTable, result.outcome));
  if (result.limit.has_value()) wire->set_limit(ToWire(kLimitTable, *result.limit));
  if (result.path.has_value()) {
    wire->set_length(static_cast<std::int32_t>(result.path->size()));
    PathToWire(*result.path, wire->mutable_moves());
  }
  wire->set_lower_bound(result.lower_bound);
  BoardToWire(task.problem.goal, wire->mutable_goal());
  wire->set_algorithm(ToWire(kAlgorithmTable, result.algorithm));
  wire->set_heuristic(ToWire(kHeuristicTable, result.heuristic));
  v1::SearchStats& stats = *wire->mutable_stats();
  DurationToWire(completion.elapsed, stats.mutable_elapsed());
  DurationToWire(completion.queue_time, stats.mutable_queue_time());
  stats.set_expanded_count(result.counters.expanded);
  stats.set_generated_count(result.counters.generated);
  stats.set_reopened_count(result.counters.reopened);
  stats.set_peak_memory_bytes(result.peak_memory_bytes);
  stats.set_threads(result.threads);
  // Setting a string to nothing allocates one.
  if (!result.table.empty()) stats.set_table(result.table);
  if (!task.id.empty()) wire->set_id(task.id);
  if (!result.detail.empty()) wire->set_detail(result.detail);
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
    ResultToWire(std::get<Completion>(event), task, response.mutable_result());
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

}  // namespace taquin::server
