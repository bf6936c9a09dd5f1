// Many boards, some at a time, their answers in order.

#ifndef TAQUIN_CLIENT_BATCH_RUN_H_
#define TAQUIN_CLIENT_BATCH_RUN_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/solve_batch_call.h"
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

// Runs a batch over SolveBatch calls.
class BatchRun {
 public:
  struct Options {
    // Boards that the server has at a time.
    int concurrency = 8;
    // Answers as they come rather than in the order of the boards.
    bool as_ready = false;
  };

  // The next item; nothing at the end.
  using Source = std::function<std::optional<BatchItem>()>;
  using Sink = std::function<void(const BatchAnswer&)>;

  // The client outlives the run.
  BatchRun(SolverClient& client, Source source, Sink sink, Options options);

  // Blocks until every item is answered, the server is gone, or Stop() is
  // called; source and sink are called on this thread. Every answer that came is
  // given to the sink, in order as far as there is no gap, unless as_ready. Holds
  // a bounded number of answers. What a full queue or a call that broke left
  // unanswered is asked again after a while, some times. The error is the one that
  // ended it: UNAVAILABLE or its kind, or CANCELLED.
  absl::Status Run();

  // Ends the run from any thread: what is under way is cancelled.
  void Stop();

 private:
  // An item that is taken and not answered.
  struct Pending {
    std::size_t number = 0;
    BatchItem item;
    int tries = 0;
    std::size_t lane = 0;
  };

  // A call and how many answers it owes.
  struct Lane {
    std::unique_ptr<SolveBatchCall> call;
    int unanswered = 0;
  };

  using Answered = std::pair<std::shared_ptr<Pending>, absl::StatusOr<v1::SolveResult>>;

  // Takes and sends what there is room for. False if there was nothing to do.
  bool Proceed();
  void Send(std::shared_ptr<Pending> pending);
  void Receive(Answered answered);
  // When the item is to be asked again after this error, if it is.
  std::optional<absl::Time> RetryTime(const Pending& pending, const absl::Status& status) const;
  void Deliver(std::size_t number, BatchAnswer answer);
  // Ends calls whose answers are late, now and then.
  void GiveUpLate();
  // Waits for answers and takes them.
  std::vector<Answered> Wait(bool may_wait);

  SolverClient& client_;
  const Source source_;
  const Sink sink_;
  const Options options_;
  std::vector<Lane> lanes_;
  std::size_t taken_ = 0;
  std::size_t delivered_ = 0;  // Of those that must be in order.
  int under_way_ = 0;          // Taken and not answered for good.
  bool at_end_ = false;
  std::multimap<absl::Time, std::shared_ptr<Pending>> retries_;
  std::map<std::size_t, BatchAnswer> waiting_;  // For those before them.
  absl::Status failure_;
  absl::Time looked_ = absl::InfinitePast();  // For answers that are late.

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Answered> answered_;  // Guarded by mutex_, as is stopped_.
  bool stopped_ = false;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_BATCH_RUN_H_
