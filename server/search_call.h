// The calls of the service that have one search behind them.

#ifndef TAQUIN_SERVER_SEARCH_CALL_H_
#define TAQUIN_SERVER_SEARCH_CALL_H_

#include <functional>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "grpcpp/grpcpp.h"
#include "server/call_environment.h"
#include "server/mailbox.h"
#include "server/mutex.h"
#include "server/rpc_record.h"
#include "server/session.h"
#include "server/solve_task.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::server {

// A call with a search behind it. Owned by itself, from Start() until gRPC is
// done with it, and by the workers that are about to wake it. Reactions may
// overlap each other and Pump(); `mutex_` orders them.
class SearchCall : public std::enable_shared_from_this<SearchCall> {
 public:
  // `environment` outlives the call.
  SearchCall(CallEnvironment& environment, Arrival arrival, SolveTask task);
  virtual ~SearchCall() = default;

  SearchCall(const SearchCall&) = delete;
  SearchCall& operator=(const SearchCall&) = delete;

 protected:
  // Submits the search. From here on a caller that leaves has to be noticed;
  // what fails is returned, and the call is over then.
  grpc::Status Submit();

  // Has gRPC and the workers own the call, and what is in the mailbox sent.
  void GoOn();

  // The end of a call that did not go on.
  void EndAtOnce(const grpc::Status& status);

  // The search's end, if it has come already.
  std::optional<Completion> TakeCompletion();

  // Sends what is in the mailbox as far as the transport takes it.
  virtual void Pump() = 0;

  // Finish() of the reactor that the call is.
  virtual void FinishReactor(const grpc::Status& status) = 0;

  // Ends the call with this status, unless it has ended.
  void Fail(const grpc::Status& status);
  void EndLocked(const grpc::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const SolveTask& task() const { return task_; }

  // Whether there is a search.
  bool is_submitted() const { return session_ != nullptr; }

  // The next event of the search, if there is one.
  std::optional<Event> TakeEvent();

  void StopSearch();

  // What a call that its caller has left ends with.
  grpc::Status Left() const;

  // The last reaction: gRPC is done with the call.
  void Release();

  Mutex mutex_;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;  // The status is on its way.

 private:
  CallEnvironment& environment_;
  const Arrival arrival_;
  const SolveTask task_;
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);  // That the call ends with.
  std::shared_ptr<Session> session_;
  std::shared_ptr<SearchCall> self_;
};

// Solve. One write is out at a time, and the next event is taken when it is done, so
// that progress is coalesced in the mailbox and not queued in the transport.
class SolveStream final : public SearchCall, public grpc::ServerWriteReactor<v1::SolveResponse> {
 public:
  using SearchCall::SearchCall;

  // Submits the search; what fails ends the call.
  void Start();

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override { Release(); }

 private:
  void Pump() override;
  void FinishReactor(const grpc::Status& status) override { Finish(status); }

  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  v1::SolveResponse response_ ABSL_GUARDED_BY(mutex_);
};

// A unary call whose answer, or the status that it fails with, is made from a
// search's completion.
class SolveUnary final : public SearchCall, public grpc::ServerUnaryReactor {
 public:
  using Reply = std::function<grpc::Status(const Completion& completion, const SolveTask& task)>;

  SolveUnary(CallEnvironment& environment, Arrival arrival, SolveTask task, Reply reply);

  // Submits the search. If it ends at once, as most on small boards do, or
  // cannot begin, the answer is made and the call's reactor is the context's
  // own, whose reactions cost no change of threads; else it is this object.
  grpc::ServerUnaryReactor* Start(grpc::CallbackServerContext& context);

  void OnCancel() override;
  void OnDone() override { Release(); }

 private:
  void Pump() override;
  void FinishReactor(const grpc::Status& status) override { Finish(status); }

  const Reply reply_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SEARCH_CALL_H_
