#include "server/solver_service.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "server/board_drawing.h"
#include "server/rpc_status.h"
#include "server/search_call.h"
#include "server/version.h"
#include "server/wire.h"

namespace taquin::server {
namespace {

// A stream that fails at once.
template <class Reactor>
class Failed final : public Reactor {
 public:
  explicit Failed(const grpc::Status& status) { this->Finish(status); }
  void OnDone() override { delete this; }
};

// Of so many digits that people can type them again, and that JSON's numbers
// hold them.
std::int64_t FreshSeed() {
  std::random_device device;
  return (std::int64_t{device()} << 16 ^ std::int64_t{device()}) & ((std::int64_t{1} << 48) - 1);
}

grpc::Status StatusOfUnfinishedDraw(Limit limit) {
  if (limit == Limit::kMemory) {
    return {grpc::StatusCode::RESOURCE_EXHAUSTED,
            "the boards take more memory than the server has left; ask for fewer, or again later"};
  }
  return {grpc::StatusCode::DEADLINE_EXCEEDED,
          "the time was over before all boards were drawn; ask for fewer, or allow more time"};
}

}  // namespace

SolverService::SolverService(Scheduler& scheduler, const SessionFactory& sessions,
                             const Clock& clock, AccessControl& access, Telemetry& telemetry)
    : environment_{.scheduler = scheduler,
                   .sessions = sessions,
                   .clock = clock,
                   .access = access,
                   .telemetry = telemetry,
                   .open_calls = {},
                   .brief_delay = {}} {
  SetMessageAllocatorFor_SolveOnce(&solve_once_messages_);
}

grpc::ServerWriteReactor<v1::SolveResponse>* SolverService::Solve(
    grpc::CallbackServerContext* context, const v1::SolveRequest* request) {
  Arrival arrival = Arrive(environment_, Rpc::kSolve, *context);
  if (arrival.refusal.has_value()) {
    return Refuse<grpc::ServerWriteReactor<v1::SolveResponse>>(arrival, *arrival.refusal);
  }
  std::vector<Fault> faults;
  std::optional<SolveTask> task = TaskFromWire(*request, environment_.sessions.limits(), faults);
  if (!task.has_value()) {
    return Refuse<grpc::ServerWriteReactor<v1::SolveResponse>>(arrival, StatusFromFaults(faults));
  }
  const auto stream =
      std::make_shared<SolveStream>(environment_, std::move(arrival), *std::move(task));
  SolveStream* const reactor = stream.get();
  stream->Start();
  return reactor;
}

grpc::ServerUnaryReactor* SolverService::SolveOnce(grpc::CallbackServerContext* context,
                                                   const v1::SolveRequest* request,
                                                   v1::SolveOnceResponse* response) {
  Arrival arrival = Arrive(environment_, Rpc::kSolveOnce, *context);
  if (arrival.refusal.has_value()) return Answer(context, arrival, *arrival.refusal);
  std::vector<Fault> faults;
  std::optional<SolveTask> task = TaskFromWire(*request, environment_.sessions.limits(), faults);
  if (!task.has_value()) return Answer(context, arrival, StatusFromFaults(faults));
  const auto call = std::make_shared<SolveUnary>(
      environment_, std::move(arrival), *std::move(task),
      [response](const Completion& completion, const SolveTask& solved) {
        ResultToWire(completion, solved, response->mutable_result());
        return grpc::Status::OK;
      });
  return call->Start(*context);
}

grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>* SolverService::SolveBatch(
    grpc::CallbackServerContext* context) {
  Arrival arrival = Arrive(environment_, Rpc::kSolveBatch, *context);
  using Reactor = grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>;
  if (arrival.refusal.has_value()) return Refuse<Reactor>(arrival, *arrival.refusal);
  std::shared_ptr<BatchStream> stream;
  {
    MutexLock lock(mutex_);
    if (!admitting_) return Refuse<Reactor>(arrival, DrainingStatus());
    stream = std::make_shared<BatchStream>(environment_, *context, std::move(arrival),
                                           [this](const std::shared_ptr<BatchStream>& done) {
                                             MutexLock done_lock(mutex_);
                                             batches_.erase(done);
                                           });
    batches_.insert(stream);
  }
  stream->Start();
  return stream.get();
}

grpc::ServerUnaryReactor* SolverService::Check(grpc::CallbackServerContext* context,
                                               const v1::CheckRequest* request,
                                               v1::CheckResponse* response) {
  const Arrival arrival = Arrive(environment_, Rpc::kCheck, *context);
  if (arrival.refusal.has_value()) return Answer(context, arrival, *arrival.refusal);
  std::vector<Fault> faults;
  const std::optional<Problem> problem = ProblemFromWire(*request, faults);
  if (!problem.has_value()) return Answer(context, arrival, StatusFromFaults(faults));
  *response = CheckToWire(CheckBoard(*problem, environment_.sessions.tables()), *problem);
  return Answer(context, arrival, grpc::Status::OK);
}

grpc::ServerUnaryReactor* SolverService::Verify(grpc::CallbackServerContext* context,
                                                const v1::VerifyRequest* request,
                                                v1::VerifyResponse* response) {
  Arrival arrival = Arrive(environment_, Rpc::kVerify, *context);
  if (arrival.refusal.has_value()) return Answer(context, arrival, *arrival.refusal);
  std::vector<Fault> faults;
  std::optional<VerifyTask> task = VerifyTaskFromWire(*request, faults);
  if (!task.has_value()) return Answer(context, arrival, StatusFromFaults(faults));
  PathCheck check = CheckPath(task->problem, task->path, environment_.sessions.tables());
  std::optional<SolveTask> search =
      OptimalLengthTask(task->problem, check, environment_.sessions.limits());
  if (!search.has_value()) {
    *response = VerifyToWire(check, *task);
    return Answer(context, arrival, grpc::Status::OK);
  }
  const auto call = std::make_shared<SolveUnary>(
      environment_, std::move(arrival), *std::move(search),
      [response, check = std::move(check), verified = *std::move(task)](
          const Completion& completion, const SolveTask&) mutable {
        NoteOptimalLength(completion.result, check);
        *response = VerifyToWire(check, verified);
        return grpc::Status::OK;
      });
  return call->Start(*context);
}

grpc::ServerUnaryReactor* SolverService::Generate(grpc::CallbackServerContext* context,
                                                  const v1::GenerateRequest* request,
                                                  v1::GenerateResponse* response) {
  Arrival arrival = Arrive(environment_, Rpc::kGenerate, *context);
  if (arrival.refusal.has_value()) return Answer(context, arrival, *arrival.refusal);
  std::vector<Fault> faults;
  const std::optional<GenerateTask> task = GenerateTaskFromWire(*request, FreshSeed(), faults);
  if (!task.has_value()) return Answer(context, arrival, StatusFromFaults(faults));
  auto boards = std::make_shared<std::vector<Board>>();
  SolveTask drawing = DrawingTask(*task, environment_.sessions.tables(),
                                  environment_.sessions.optimal_lengths(), boards);
  const auto call = std::make_shared<SolveUnary>(
      environment_, std::move(arrival), std::move(drawing),
      [response, task = *task, boards](const Completion& completion, const SolveTask&) {
        if (completion.result.limit.has_value()) {
          return StatusOfUnfinishedDraw(*completion.result.limit);
        }
        *response = GenerateToWire(task, *boards);
        return grpc::Status::OK;
      });
  return call->Start(*context);
}

grpc::ServerUnaryReactor* SolverService::GetCapabilities(grpc::CallbackServerContext* context,
                                                         const v1::GetCapabilitiesRequest*,
                                                         v1::GetCapabilitiesResponse* response) {
  const Arrival arrival = Arrive(environment_, Rpc::kGetCapabilities, *context);
  if (arrival.refusal.has_value()) return Answer(context, arrival, *arrival.refusal);
  *response = CapabilitiesToWire(environment_.sessions.limits(),
                                 environment_.sessions.tables().List(), kVersion);
  return Answer(context, arrival, grpc::Status::OK);
}

grpc::ServerUnaryReactor* SolverService::Answer(grpc::CallbackServerContext* context,
                                                const Arrival& arrival,
                                                const grpc::Status& status) {
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(status);
  arrival.record->End(status.error_code(), status.error_message(), environment_.clock.Now());
  return reactor;
}

template <class Reactor>
Reactor* SolverService::Refuse(const Arrival& arrival, const grpc::Status& status) {
  arrival.record->End(status.error_code(), status.error_message(), environment_.clock.Now());
  return new Failed<Reactor>(status);
}

void SolverService::StopAdmitting() {
  environment_.scheduler.StopAdmitting();
  std::unordered_set<std::shared_ptr<BatchStream>> batches;
  {
    MutexLock lock(mutex_);
    admitting_ = false;
    batches = batches_;
  }
  for (const auto& batch : batches) batch->Drain();
}

}  // namespace taquin::server
