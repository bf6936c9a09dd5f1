#include "server/session_factory.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "solver/search_factory.h"

namespace taquin::server {
namespace {

ServerLimits WithTables(ServerLimits limits, const TableRegistryOptions& tables) {
  limits.makes_pattern_tables = tables.largest_tier.has_value();
  return limits;
}

}  // namespace

SessionFactory::SessionFactory(const ServerLimits& limits, TableRegistryOptions tables)
    : limits_(WithTables(limits, tables)),
      tables_(std::move(tables)),
      lengths_(tables_.optimal_moves()) {}

absl::StatusOr<std::shared_ptr<Session>> SessionFactory::Make(const SolveTask& task,
                                                              const Call& call,
                                                              std::shared_ptr<MemoryAccount> memory,
                                                              std::function<void()> wake) const {
  const TimeBounds time{.requested = task.time,
                        .server_cap = limits_.max_time,
                        .arrival = call.arrival,
                        .deadline = call.deadline};
  SolveOptions search_options = task.options;
  search_options.wait_seconds =
      std::chrono::duration<double>(StopTime(time, call.arrival) - call.arrival).count();
  search_options.limits.memory_allowance = std::move(memory);
  absl::StatusOr<std::unique_ptr<Search>> search =
      task.make_search != nullptr ? task.make_search()
                                  : CreateSearch(task.problem, search_options, tables_);
  if (!search.ok()) return search.status();
  SessionOptions options{.caller = call.caller,
                         .quota = call.quota,
                         .time = time,
                         .progress_interval = std::nullopt,
                         .wants_improvements = call.wants_updates,
                         .asks_for_memory = task.make_search == nullptr};
  if (call.wants_updates) options.progress_interval = task.progress_interval;
  return std::make_shared<Session>(*std::move(search), std::move(options), std::move(wake));
}

std::int64_t FirstSlice(const Problem& problem) {
  return std::max<std::int64_t>(2048 / problem.start.cells(), 1);
}

}  // namespace taquin::server
