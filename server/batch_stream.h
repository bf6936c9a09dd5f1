// SolveBatch: many boards over one call.

#ifndef TAQUIN_SERVER_BATCH_STREAM_H_
#define TAQUIN_SERVER_BATCH_STREAM_H_

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "grpcpp/grpcpp.h"
#include "server/clock.h"
#include "server/mutex.h"
#include "server/scheduler.h"
#include "server/session_factory.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::server {

// One call. Reads a request when fewer than the window wait for their answers
// to be sent, submits its search, and sends each answer when it is ready, one
// write at a time: a caller that does not read is not read from either.
//
// Owned by itself, from Start() until gRPC is done with it, and by the workers
// that are about to wake it. Reactions may overlap each other and the workers;
// `mutex_` orders them. Thread-safe.
class BatchStream final : public grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>,
                          public std::enable_shared_from_this<BatchStream> {
 public:
  using OnBatchDone = std::function<void(const std::shared_ptr<BatchStream>& stream)>;

  // `call` tells who asks and until when; each request arrives when it is read.
  // The references outlive the call. `on_done` is called once, last.
  BatchStream(Scheduler& scheduler, const SessionFactory& sessions, const Clock& clock, Call call,
              OnBatchDone on_done);

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

  void Answer(v1::SolveBatchResponse answer);
  void StopSearches();

  // Does what can be done now: write, read or finish.
  void ProceedLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishLocked(const grpc::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Scheduler& scheduler_;
  const SessionFactory& sessions_;
  const Clock& clock_;
  const Call call_;
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
  std::unordered_map<const Item*, std::shared_ptr<Item>> items_
      ABSL_GUARDED_BY(mutex_);                                        // Searches that run.
  std::deque<v1::SolveBatchResponse> ready_ ABSL_GUARDED_BY(mutex_);  // To be sent.
  v1::SolveBatchResponse response_ ABSL_GUARDED_BY(mutex_);           // Of the one write.
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BATCH_STREAM_H_
