// One SolveBatch call, to be fed with requests from anywhere.

#ifndef TAQUIN_CLIENT_SOLVE_BATCH_CALL_H_
#define TAQUIN_CLIENT_SOLVE_BATCH_CALL_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/solver_client.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// Every request that was sent gets exactly one answer: a result, the error of
// that request, or, when the call breaks, the error of the call. Thread-safe.
class SolveBatchCall {
 public:
  // Called on a thread of the transport's, or inside Send(), with no lock held;
  // it may call Send().
  using OnAnswer = std::function<void(absl::StatusOr<v1::SolveResult>)>;

  // Begins the call, without a deadline: Cancel() ends it. `client` outlives
  // this.
  explicit SolveBatchCall(SolverClient& client);

  // Lets what was sent be answered, and waits for it.
  ~SolveBatchCall();

  SolveBatchCall(const SolveBatchCall&) = delete;
  SolveBatchCall& operator=(const SolveBatchCall&) = delete;

  // Sends the request once those before it are out. Its id is the caller's own
  // and need not differ from others'. After the end of the call, its error is the
  // answer.
  void Send(v1::SolveRequest request, OnAnswer on_answer);

  // Answers everything with CANCELLED, or the status that is given.
  void Cancel(absl::Status status = absl::CancelledError("interrupted"));

  // Whether the call has broken: nothing more can be sent.
  bool ended() const;

  // When the request was sent that has waited longest for its answer; the
  // infinite future without any.
  absl::Time OldestSent() const;

 private:
  class Reactor;

  std::unique_ptr<Reactor> reactor_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_SOLVE_BATCH_CALL_H_
