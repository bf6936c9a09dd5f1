// What this server offers.

#include <string>

#include "server/wire.h"
#include "server/wire_values.h"

namespace taquin::server {
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
