#include "server/solver_service.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "server/caller.h"
#include "server/rpc_status.h"
#include "server/version.h"
#include "server/wire.h"

namespace taquin::server {
namespace {

Call CallOf(const grpc::CallbackServerContext& context, TimePoint arrival, bool wants_updates) {
  Call call{.caller = CallerFromPeer(context.peer()),
            .arrival = arrival,
            .deadline = std::nullopt,
            .wants_updates = wants_updates};
  const auto deadline = context.deadline();
  if (deadline != std::chrono::system_clock::time_point::max()) {
    call.deadline = arrival + (deadline - std::chrono::system_clock::now());
  }
  return call;
}

const grpc::Status& Cancelled() {
  static const auto* const kStatus =
      new grpc::Status(grpc::StatusCode::CANCELLED, "the caller has left");
  return *kStatus;
}

// A call that is answered without a search.
grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context, const grpc::Status& status) {
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(status);
  return reactor;
}

}  // namespace

// A call with a search behind it. Owned by itself, from Start() until gRPC is
// done with it, and by the workers that are about to wake it.
class SolverService::SearchCall : public std::enable_shared_from_this<SearchCall> {
 public:
  SearchCall(SolverService& service, SolveTask task) : service_(service), task_(std::move(task)) {}
  virtual ~SearchCall() = default;

  SearchCall(const SearchCall&) = delete;
  SearchCall& operator=(const SearchCall&) = delete;

  // Submits the search; what fails ends the call.
  void Start(const Call& call) {
    self_ = shared_from_this();
    service_.CallStarted();
    absl::StatusOr<std::shared_ptr<Session>> session =
        service_.sessions_.Make(task_, call, [self = shared_from_this()] { self->Pump(); });
    if (!session.ok()) return Fail(StatusFromAbsl(session.status()));
    session_ = *std::move(session);
    // Arms the mailbox: from here on it wakes the call.
    Pump();
    if (auto rejection = service_.scheduler_.Submit(session_, FirstSlice(task_.problem))) {
      Fail(StatusFromRejection(*rejection));
    }
  }

 protected:
  // Sends what is in the mailbox as far as the transport takes it.
  virtual void Pump() = 0;

  // Ends the call with an error, unless it has ended.
  virtual void Fail(const grpc::Status& status) = 0;

  const SolveTask& task() const { return task_; }
  std::optional<Event> TakeEvent() { return session_->mailbox().Take(); }

  void StopSearch() {
    if (session_ != nullptr) service_.scheduler_.Cancel(*session_);
  }

  // The last reaction.
  void Release() {
    if (session_ != nullptr) session_->mailbox().Close();
    service_.CallDone();
    self_.reset();
  }

 private:
  SolverService& service_;
  const SolveTask task_;
  std::shared_ptr<Session> session_;
  std::shared_ptr<SearchCall> self_;
};

// Solve. Reactions may overlap each other and Pump(); `mutex_` orders them.
// One write is out at a time, and the next event is taken when it is done, so
// that progress is coalesced in the mailbox and not queued in the transport.
class SolverService::SolveStream final : public SearchCall,
                                         public grpc::ServerWriteReactor<v1::SolveResponse> {
 public:
  using SearchCall::SearchCall;

  void OnWriteDone(bool ok) override {
    {
      MutexLock lock(mutex_);
      writing_ = false;
      if (!ok || cancelled_) return FinishLocked(Cancelled());
    }
    Pump();
  }

  void OnCancel() override {
    StopSearch();
    MutexLock lock(mutex_);
    cancelled_ = true;
    if (!writing_) FinishLocked(Cancelled());
  }

  void OnDone() override { Release(); }

 private:
  void Pump() override {
    MutexLock lock(mutex_);
    if (writing_ || finished_) return;
    const std::optional<Event> event = TakeEvent();
    if (!event.has_value()) return;
    response_ = EventToWire(*event, task());
    writing_ = true;
    if (std::holds_alternative<Completion>(*event)) {
      finished_ = true;
      StartWriteAndFinish(&response_, grpc::WriteOptions(), grpc::Status::OK);
    } else {
      StartWrite(&response_);
    }
  }

  void Fail(const grpc::Status& status) override {
    MutexLock lock(mutex_);
    FinishLocked(status);
  }

  void FinishLocked(const grpc::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!std::exchange(finished_, true)) Finish(status);
  }

  Mutex mutex_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  v1::SolveResponse response_ ABSL_GUARDED_BY(mutex_);
};

// A unary call whose answer is made from a search's completion.
class SolverService::SolveUnary final : public SearchCall, public grpc::ServerUnaryReactor {
 public:
  using Reply = std::function<void(const Completion& completion, const SolveTask& task)>;

  SolveUnary(SolverService& service, SolveTask task, Reply reply)
      : SearchCall(service, std::move(task)), reply_(std::move(reply)) {}

  void OnCancel() override {
    StopSearch();
    Fail(Cancelled());
  }

  void OnDone() override { Release(); }

 private:
  void Pump() override {
    MutexLock lock(mutex_);
    while (!finished_) {
      const std::optional<Event> event = TakeEvent();
      if (!event.has_value()) return;
      const auto* completion = std::get_if<Completion>(&*event);
      if (completion == nullptr) continue;
      finished_ = true;
      reply_(*completion, task());
      Finish(grpc::Status::OK);
    }
  }

  void Fail(const grpc::Status& status) override {
    MutexLock lock(mutex_);
    if (!std::exchange(finished_, true)) Finish(status);
  }

  const Reply reply_;
  Mutex mutex_;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

namespace {

// A stream that fails at once.
template <class Reactor>
class Failed final : public Reactor {
 public:
  explicit Failed(const grpc::Status& status) { this->Finish(status); }
  void OnDone() override { delete this; }
};

}  // namespace

SolverService::SolverService(Scheduler& scheduler, const SessionFactory& sessions,
                             const Clock& clock)
    : scheduler_(scheduler), sessions_(sessions), clock_(clock) {}

grpc::ServerWriteReactor<v1::SolveResponse>* SolverService::Solve(
    grpc::CallbackServerContext* context, const v1::SolveRequest* request) {
  const TimePoint arrival = clock_.Now();
  std::vector<Fault> faults;
  std::optional<SolveTask> task = TaskFromWire(*request, sessions_.limits(), faults);
  if (!task.has_value()) {
    return new Failed<grpc::ServerWriteReactor<v1::SolveResponse>>(StatusFromFaults(faults));
  }
  const auto stream = std::make_shared<SolveStream>(*this, *std::move(task));
  SolveStream* const reactor = stream.get();
  stream->Start(CallOf(*context, arrival, /*wants_updates=*/true));
  return reactor;
}

grpc::ServerUnaryReactor* SolverService::SolveOnce(grpc::CallbackServerContext* context,
                                                   const v1::SolveRequest* request,
                                                   v1::SolveOnceResponse* response) {
  const TimePoint arrival = clock_.Now();
  std::vector<Fault> faults;
  std::optional<SolveTask> task = TaskFromWire(*request, sessions_.limits(), faults);
  if (!task.has_value()) return Answer(context, StatusFromFaults(faults));
  const auto call = std::make_shared<SolveUnary>(
      *this, *std::move(task), [response](const Completion& completion, const SolveTask& solved) {
        *response->mutable_result() = ResultToWire(completion, solved);
      });
  call->Start(CallOf(*context, arrival, /*wants_updates=*/false));
  return call.get();
}

grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>* SolverService::SolveBatch(
    grpc::CallbackServerContext* context) {
  using Reactor = grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>;
  const Call call = CallOf(*context, clock_.Now(), /*wants_updates=*/false);
  std::shared_ptr<BatchStream> stream;
  {
    MutexLock lock(mutex_);
    if (!admitting_) return new Failed<Reactor>(DrainingStatus());
    stream = std::make_shared<BatchStream>(scheduler_, sessions_, clock_, call,
                                           [this](const auto& done) { BatchDone(done); });
    batches_.insert(stream);
    ++calls_;
  }
  stream->Start();
  return stream.get();
}

grpc::ServerUnaryReactor* SolverService::Check(grpc::CallbackServerContext* context,
                                               const v1::CheckRequest* request,
                                               v1::CheckResponse* response) {
  std::vector<Fault> faults;
  const std::optional<Problem> problem = ProblemFromWire(*request, faults);
  if (!problem.has_value()) return Answer(context, StatusFromFaults(faults));
  *response = CheckToWire(CheckBoard(*problem), *problem);
  return Answer(context, grpc::Status::OK);
}

grpc::ServerUnaryReactor* SolverService::Verify(grpc::CallbackServerContext* context,
                                                const v1::VerifyRequest* request,
                                                v1::VerifyResponse* response) {
  const TimePoint arrival = clock_.Now();
  std::vector<Fault> faults;
  std::optional<VerifyTask> task = VerifyTaskFromWire(*request, faults);
  if (!task.has_value()) return Answer(context, StatusFromFaults(faults));
  PathCheck check = CheckPath(task->problem, task->path);
  std::optional<SolveTask> search = OptimalLengthTask(task->problem, check, sessions_.limits());
  if (!search.has_value()) {
    *response = VerifyToWire(check, *task);
    return Answer(context, grpc::Status::OK);
  }
  const auto call = std::make_shared<SolveUnary>(
      *this, *std::move(search),
      [response, check = std::move(check), verified = *std::move(task)](
          const Completion& completion, const SolveTask&) mutable {
        NoteOptimalLength(completion.result, check);
        *response = VerifyToWire(check, verified);
      });
  call->Start(CallOf(*context, arrival, /*wants_updates=*/false));
  return call.get();
}

grpc::ServerUnaryReactor* SolverService::GetCapabilities(grpc::CallbackServerContext* context,
                                                         const v1::GetCapabilitiesRequest*,
                                                         v1::GetCapabilitiesResponse* response) {
  *response = CapabilitiesToWire(sessions_.limits(), sessions_.tables().List(), kVersion);
  return Answer(context, grpc::Status::OK);
}

void SolverService::StopAdmitting() {
  scheduler_.StopAdmitting();
  std::unordered_set<std::shared_ptr<BatchStream>> batches;
  {
    MutexLock lock(mutex_);
    admitting_ = false;
    batches = batches_;
  }
  for (const auto& batch : batches) batch->Drain();
}

bool SolverService::WaitIdle(Duration timeout) {
  const TimePoint until = SteadyClock().Now() + timeout;
  MutexLock lock(mutex_);
  while (calls_ > 0) {
    if (!idle_.WaitUntil(mutex_, until)) return calls_ == 0;
  }
  return true;
}

void SolverService::CallStarted() {
  MutexLock lock(mutex_);
  ++calls_;
}

void SolverService::CallDone() {
  MutexLock lock(mutex_);
  if (--calls_ == 0) idle_.NotifyAll();
}

void SolverService::BatchDone(const std::shared_ptr<BatchStream>& batch) {
  {
    MutexLock lock(mutex_);
    batches_.erase(batch);
  }
  CallDone();
}

}  // namespace taquin::server
