#include "client/solve_batch_call.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/time/clock.h"
#include "client/rpc_error.h"
#include "google/rpc/status.pb.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::client {

// Lives until gRPC is done with it, for which CloseAndWait() waits. Reactions may
// overlap each other and Send(); `mutex_` orders them.
class SolveBatchCall::Reactor final
    : public grpc::ClientBidiReactor<v1::SolveRequest, v1::SolveBatchResponse> {
 public:
  explicit Reactor(SolverClient& client)
      : stub_(v1::SolverService::NewStub(client.channel())), server_(client.server()) {
    client.Prepare(context_, absl::InfiniteDuration());
  }

  void Start() {
    stub_->async()->SolveBatch(&context_, this);
    StartRead(&response_);
    // Writes come from outside of the reactions.
    AddHold();
    StartCall();
  }

  void Send(v1::SolveRequest request, OnAnswer on_answer) {
    absl::Status status;
    {
      const std::lock_guard lock(mutex_);
      if (!status_.has_value()) {
        // What a broken call cannot send any more hears with the rest why it broke.
        const std::uint64_t key = next_key_++;
        sent_.emplace(key, Sent{request.id(), absl::Now(), std::move(on_answer)});
        request.set_id(std::to_string(key));
        outbox_.push_back(std::move(request));
        return ProceedLocked();
      }
      status = *status_;
    }
    on_answer(status);
  }

  void CloseAndWait() {
    std::unique_lock lock(mutex_);
    closing_ = true;
    ProceedLocked();
    over_.wait(lock, [this] { return ended_; });
  }

  void Cancel(absl::Status status) {
    {
      const std::lock_guard lock(mutex_);
      if (cancelled_.ok()) cancelled_ = std::move(status);
    }
    context_.TryCancel();
  }

  bool broken() const {
    const std::lock_guard lock(mutex_);
    return broken_;
  }

  absl::Time OldestSent() const {
    const std::lock_guard lock(mutex_);
    absl::Time oldest = absl::InfiniteFuture();
    for (const auto& [key, sent] : sent_) oldest = std::min(oldest, sent.time);
    return oldest;
  }

  void OnReadDone(bool ok) override {
    if (!ok) {
      const std::lock_guard lock(mutex_);
      broken_ = true;
      ReleaseHoldLocked();
      return;
    }
    // Those that answer late are not kept from the next answer by a lock.
    OnAnswer on_answer;
    std::string id;
    {
      const std::lock_guard lock(mutex_);
      const auto found = sent_.find(KeyOf(response_.id()));
      if (found != sent_.end()) {
        on_answer = std::move(found->second.on_answer);
        id = std::move(found->second.id);
        sent_.erase(found);
      }
    }
    if (on_answer) on_answer(AnswerOf(std::move(response_), std::move(id)));
    StartRead(&response_);
  }

  void OnWriteDone(bool ok) override {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    if (ok) return ProceedLocked();
    broken_ = true;
    ReleaseHoldLocked();
  }

  void OnDone(const grpc::Status& status) override {
    std::unordered_map<std::uint64_t, Sent> unanswered;
    absl::Status error;
    {
      const std::lock_guard lock(mutex_);
      broken_ = true;
      status_ = !cancelled_.ok() ? cancelled_
                : !status.ok()   ? StatusFromRpc(status, server_)
                                 : absl::InternalError("the server at " + server_ +
                                                       " ended a batch without its answers");
      error = *status_;
      unanswered.swap(sent_);
    }
    for (auto& [key, sent] : unanswered) sent.on_answer(error);
    // Whoever waits destroys this object as soon as it is told.
    const std::lock_guard lock(mutex_);
    ended_ = true;
    over_.notify_all();
  }

 private:
  struct Sent {
    std::string id;
    absl::Time time;
    OnAnswer on_answer;
  };

  static std::uint64_t KeyOf(const std::string& id) {
    std::uint64_t key = 0;
    return absl::SimpleAtoi(id, &key) ? key : 0;
  }

  absl::StatusOr<v1::SolveResult> AnswerOf(v1::SolveBatchResponse response, std::string id) const {
    if (!response.has_error()) {
      v1::SolveResult result = std::move(*response.mutable_result());
      result.set_id(std::move(id));
      return result;
    }
    const google::rpc::Status& error = response.error();
    return StatusFromRpc(grpc::Status(static_cast<grpc::StatusCode>(error.code()), error.message(),
                                      error.SerializeAsString()),
                         server_);
  }

  void ProceedLocked() {
    if (writing_ || broken_ || writes_done_) return;
    if (!outbox_.empty()) {
      request_ = std::move(outbox_.front());
      outbox_.pop_front();
      writing_ = true;
      grpc::WriteOptions options;
      // Another write follows, so the transport need not send at once.
      if (!outbox_.empty()) options.set_buffer_hint();
      StartWrite(&request_, options);
    } else if (closing_) {
      writes_done_ = true;
      StartWritesDone();
      ReleaseHoldLocked();
    }
  }

  void ReleaseHoldLocked() {
    if (std::exchange(held_, false)) RemoveHold();
  }

  const std::unique_ptr<v1::SolverService::Stub> stub_;
  const std::string server_;
  grpc::ClientContext context_;
  v1::SolveRequest request_;         // Of the one write.
  v1::SolveBatchResponse response_;  // Of the one read.

  mutable std::mutex mutex_;
  std::condition_variable over_;
  std::deque<v1::SolveRequest> outbox_;
  std::unordered_map<std::uint64_t, Sent> sent_;  // Not answered yet.
  std::uint64_t next_key_ = 1;
  bool writing_ = false;
  bool closing_ = false;
  bool writes_done_ = false;
  bool held_ = true;
  bool broken_ = false;  // Nothing more can be sent.
  bool ended_ = false;
  absl::Status cancelled_;
  std::optional<absl::Status> status_;  // Once gRPC is done with the call.
};

SolveBatchCall::SolveBatchCall(SolverClient& client) : reactor_(std::make_unique<Reactor>(client)) {
  reactor_->Start();
}

SolveBatchCall::~SolveBatchCall() { reactor_->CloseAndWait(); }

void SolveBatchCall::Send(v1::SolveRequest request, OnAnswer on_answer) {
  reactor_->Send(std::move(request), std::move(on_answer));
}

void SolveBatchCall::Cancel(absl::Status status) { reactor_->Cancel(std::move(status)); }

bool SolveBatchCall::ended() const { return reactor_->broken(); }

absl::Time SolveBatchCall::OldestSent() const { return reactor_->OldestSent(); }

}  // namespace taquin::client
