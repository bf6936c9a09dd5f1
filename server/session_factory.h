// From a task to a session that the scheduler can run.

#ifndef TAQUIN_SERVER_SESSION_FACTORY_H_
#define TAQUIN_SERVER_SESSION_FACTORY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "server/caller_quota.h"
#include "server/clock.h"
#include "server/memory_budget.h"
#include "server/server_limits.h"
#include "server/session.h"
#include "server/solve_task.h"
#include "solver/optimal_length_layers.h"
#include "solver/table_registry.h"

namespace taquin::server {

// Who asks, and how they want the answer.
struct Call {
  std::string caller;  // Whose share of the server this is.
  CallerQuota quota;   // Of that caller.
  TimePoint arrival;
  std::optional<TimePoint> deadline;
  bool wants_updates = false;  // Progress and improved paths, or the result alone.
};

// Thread-safe. Owns the tables that the searches share, so it outlives its
// sessions.
class SessionFactory {
 public:
  // Whether pattern tables are made is for `tables` to say.
  explicit SessionFactory(const ServerLimits& limits, TableRegistryOptions tables = {});

  const ServerLimits& limits() const { return limits_; }

  TableRegistry& tables() { return tables_; }
  const TableRegistry& tables() const { return tables_; }

  // What boards of a given length are drawn from.
  const OptimalLengthTables& optimal_lengths() const { return lengths_; }

  // Ties a new search for the task, which asks `memory` before it allocates, to a
  // mailbox that calls `wake` (see Mailbox). Fails as CreateSearch() does.
  absl::StatusOr<std::shared_ptr<Session>> Make(const SolveTask& task, const Call& call,
                                                std::shared_ptr<MemoryAccount> memory,
                                                std::function<void()> wake) const;

 private:
  const ServerLimits limits_;
  TableRegistry tables_;
  const OptimalLengthTables lengths_;
};

// Budget of the slice that runs before anything waits, in expansions: about
// 100 microseconds, whatever the size of the board.
std::int64_t FirstSlice(const Problem& problem);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SESSION_FACTORY_H_
