// SolveBatch: many boards over one call.

#ifndef TAQUIN_SERVER_BATCH_STREAM_H_
#define TAQUIN_SERVER_BATCH_STREAM_H_

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "grpcpp/grpcpp.h"
#include "server/call_environment.h"
#include "server/mailbox.h"
#include "server/mutex.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::server {

// One call. Reads a request when fewer than the window wait for their answers
// to be sent, submits its search, and sends each answer when it is ready, one
// write at a time: a caller that does not read is not read from either.
//
// What costs is not a message but the moment when the transport sends it. So to a
// caller who sends requests without waiting for each answer, answers go out
// together: a few are gathered, for a brief delay at most, and the transport
// sends them with the last.
//
// Owned by itself, from Start() until gRPC is done with it, and by the workers
// that are about to wake it. Reactions may overlap each other and the workers;
// `mutex_` orders them. Thread-safe.
class BatchStream final : public grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>,
                          public std::enable_shared_from_this<BatchStream> {
 public:
  using OnBatchDone = std::function<void(const std::shared_ptr<BatchStream>& stream)>;

  // Each request of the call arrives anew when it is read. `environment`
  // outlives the call. `on_done` is called once.
  BatchStream(CallEnvironment& environment, const grpc::CallbackServerContext& context,
              Arrival arrival, OnBatchDone on_done);

  void Start();

  // Answers what is read, and ends the call as DrainingStatus() says.
  void Drain();

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  struct Item;

  // Submits a search for `request_`; what fails is its answer.
  void Submit();

  // Takes the item's completion, if it is there, for its answer.
  void Pump(Item& item);

  // Forgets the item, which has its answer.
  void Remove(const Item& item);

  // Has the answer sent. `completion` is what it tells of; null: it is an error.
  void Answer(v1::SolveBatchResponse answer, const Completion* completion = nullptr);
  void StopSearches();

  // What a call that its caller has left ends with.
  grpc::Status Left() const;

  // Does what can be done now: write, read or finish.
  void ProceedLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Whether more answers may be worth waiting for before the next is written;
  // sees to it that it is not for long.
  bool GathersLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  CallEnvironment& environment_;
  const grpc::CallbackServerContext& context_;
  const Arrival arrival_;
  const int window_;
  const OnBatchDone on_done_;
  std::shared_ptr<BatchStream> self_;

  v1::SolveRequest request_;  // Of the one read, and of its Submit().

  Mutex mutex_;
  bool reading_ ABSL_GUARDED_BY(mutex_) = false;  // Until what was read is submitted.
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;  // Nothing more is to be read.
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::Status last_ ABSL_GUARDED_BY(mutex_);   // What it ends with.
  int unanswered_ ABSL_GUARDED_BY(mutex_) = 0;  // Read, and not sent.
  // The caller does not wait for each answer.
  bool sends_ahead_ ABSL_GUARDED_BY(mutex_) = false;
  bool delayed_ ABSL_GUARDED_BY(mutex_) = false;  // The brief delay runs.
  bool due_ ABSL_GUARDED_BY(mutex_) = false;      // It has passed; until all is written.
  std::unordered_map<const Item*, std::shared_ptr<Item>> items_
      ABSL_GUARDED_BY(mutex_);                                        // Searches that run.
  std::deque<v1::SolveBatchResponse> ready_ ABSL_GUARDED_BY(mutex_);  // To be sent.
  v1::SolveBatchResponse response_ ABSL_GUARDED_BY(mutex_);           // Of the one write.
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BATCH_STREAM_H_
