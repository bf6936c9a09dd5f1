// Many boards, some at a time, their answers in order.

#ifndef TAQUIN_CLIENT_BATCH_RUN_H_
#define TAQUIN_CLIENT_BATCH_RUN_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/solver_client.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// A board to solve, or why there is none.
struct BatchItem {
  std::string id;
  v1::SolveRequest request;
  absl::Status status;
};

// What became of it.
struct BatchAnswer {
  std::string id;
  absl::StatusOr<v1::SolveResult> result = absl::UnknownError("not asked");
};

// Runs a batch with threads of its own. Neither the source nor the sink is
// called by two threads at once.
class BatchRun {
 public:
  struct Options {
    int concurrency = 8;
    // Answers as they come rather than in the order of the boards.
    bool as_ready = false;
  };

  // The next item; nothing at the end.
  using Source = std::function<std::optional<BatchItem>()>;
  using Sink = std::function<void(const BatchAnswer&)>;

  BatchRun(SolverClient& client, Source source, Sink sink, Options options);

  // Blocks until every item is answered, the server is gone, or Stop() is
  // called. Every answer that came is given to the sink, in order as far as
  // there is no gap, unless as_ready. Holds a bounded number of answers. The
  // error is the one that ended it: UNAVAILABLE or its kind, or CANCELLED.
  absl::Status Run();

  // Ends the run from any thread: running calls are cancelled.
  void Stop();

 private:
  void Work();
  // The next item and its number, once there is room for its answer.
  std::optional<std::pair<std::size_t, BatchItem>> Take();
  void Deliver(std::size_t number, BatchAnswer answer);
  // Waits out a full queue, as the server asks, before the answer counts.
  absl::StatusOr<v1::SolveResult> Ask(const v1::SolveRequest& request);

  SolverClient& client_;
  Source source_;
  Sink sink_;
  Options options_;
  Cancellation cancellation_;

  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t taken_ = 0;
  std::size_t delivered_ = 0;  // Of those that must be in order.
  bool at_end_ = false;
  std::map<std::size_t, BatchAnswer> waiting_;
  absl::Status failure_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_BATCH_RUN_H_
