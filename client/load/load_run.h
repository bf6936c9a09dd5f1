// Drives a load and times it.

#ifndef TAQUIN_CLIENT_LOAD_LOAD_RUN_H_
#define TAQUIN_CLIENT_LOAD_LOAD_RUN_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/load/load_caller.h"
#include "client/load/load_report.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

struct LoadOptions {
  // Requests a second of an open loop, which are due whatever becomes of those
  // before. Unset: a closed loop, in which each of so many lanes sends its next
  // request when it has its answer.
  std::optional<double> rate;

  // The lanes of a closed loop; of an open one, how many requests may be out at
  // once: others are late, and their latency counts it.
  int in_flight = 8;

  absl::Duration ramp;                     // See arrival_schedule.h.
  std::optional<absl::Duration> duration;  // No request is due after it.
  std::optional<std::int64_t> count;       // Nor more than these.

  // How long a server that was not reachable may be so before it counts as lost.
  absl::Duration give_up_after = absl::Seconds(5);
};

// A look at a load that runs.
struct LoadProgress {
  absl::Duration elapsed;
  std::int64_t finished = 0;
  std::int64_t failed = 0;
  int in_flight = 0;
  absl::Duration p99;
};

class LoadRun {
 public:
  // Sends the requests in turn, to the callers in turn. All outlive the run;
  // neither list is empty.
  LoadRun(const std::vector<std::unique_ptr<LoadCaller>>& callers,
          const std::vector<v1::SolveRequest>& requests, const LoadOptions& options);

  // Blocks until all requests that were due are answered, the server is lost, or
  // Stop() is called. `on_progress` is called now and then on this thread. Errors:
  // CANCELLED after Stop(); the last request's where the server is lost.
  absl::Status Run(const std::function<void(const LoadProgress&)>& on_progress);

  // From any thread: what is under way is given up.
  void Stop();

  // Once Run() has returned.
  const LoadReport& report() const { return report_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  // When the next request is due, if there is to be one.
  std::optional<Time> NextDue() const;
  bool HasMore(Time due) const;

  // Counts a request that is due, and gives its number. Its Begin() follows.
  std::int64_t Take(Time due);

  // Sends a request that was taken. Called without the lock.
  void Begin(Time due, std::int64_t number);
  void Complete(Time due, const absl::StatusOr<v1::SolveResult>& answer);
  void Fail(Time now, const absl::Status& status);
  bool IsIdle() const { return due_times_.empty() && beginning_ == 0; }

  // Wakes Run() if there is something for it to do: most answers are followed by
  // the next request of their lane at once.
  void Notify();

  // Waits, and lets progress be shown. `until` may be never.
  void WaitUntil(std::unique_lock<std::mutex>& lock, std::optional<Time> until);
  void GiveUp(std::unique_lock<std::mutex>& lock);

  const std::vector<std::unique_ptr<LoadCaller>>& callers_;
  const std::vector<v1::SolveRequest>& requests_;
  const LoadOptions options_;
  std::function<void(const LoadProgress&)> on_progress_;

  std::mutex mutex_;
  std::condition_variable changed_;
  Time start_;
  Time progress_shown_;
  Time last_answer_;               // That was not a failure to reach the server.
  std::int64_t begun_ = 0;         // Requests.
  int beginning_ = 0;              // Threads inside LoadCaller::Begin().
  std::multiset<Time> due_times_;  // Of the requests that are out.
  std::multiset<Time> lanes_;      // When each idle lane of a closed loop goes on.
  bool recording_ = true;          // Until the rest is given up.
  absl::Status status_;
  LoadReport report_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_LOAD_RUN_H_
