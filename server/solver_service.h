// The rpcs of taquin.v1.SolverService: convert, submit, convert back.

#ifndef TAQUIN_SERVER_SOLVER_SERVICE_H_
#define TAQUIN_SERVER_SOLVER_SERVICE_H_

#include <memory>
#include <unordered_set>

#include "grpcpp/grpcpp.h"
#include "server/access_control.h"
#include "server/arena_messages.h"
#include "server/batch_stream.h"
#include "server/call_environment.h"
#include "server/clock.h"
#include "server/mutex.h"
#include "server/scheduler.h"
#include "server/session_factory.h"
#include "server/telemetry.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::server {

// Thread-safe.
class SolverService final : public v1::SolverService::CallbackService {
 public:
  // The arguments must outlive the service, and the service every call of it.
  SolverService(Scheduler& scheduler, const SessionFactory& sessions, const Clock& clock,
                AccessControl& access, Telemetry& telemetry);

  grpc::ServerWriteReactor<v1::SolveResponse>* Solve(grpc::CallbackServerContext* context,
                                                     const v1::SolveRequest* request) override;
  grpc::ServerUnaryReactor* SolveOnce(grpc::CallbackServerContext* context,
                                      const v1::SolveRequest* request,
                                      v1::SolveOnceResponse* response) override;
  grpc::ServerBidiReactor<v1::SolveRequest, v1::SolveBatchResponse>* SolveBatch(
      grpc::CallbackServerContext* context) override;
  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context,
                                  const v1::CheckRequest* request,
                                  v1::CheckResponse* response) override;
  grpc::ServerUnaryReactor* Verify(grpc::CallbackServerContext* context,
                                   const v1::VerifyRequest* request,
                                   v1::VerifyResponse* response) override;
  grpc::ServerUnaryReactor* Generate(grpc::CallbackServerContext* context,
                                     const v1::GenerateRequest* request,
                                     v1::GenerateResponse* response) override;
  grpc::ServerUnaryReactor* GetCapabilities(grpc::CallbackServerContext* context,
                                            const v1::GetCapabilitiesRequest* request,
                                            v1::GetCapabilitiesResponse* response) override;

  // Refuses new searches, and ends each batch with what it has read.
  void StopAdmitting();

  // Waits until no search's answer is on its way. False if `timeout` passed
  // first.
  bool WaitIdle(Duration timeout) { return environment_.open_calls.WaitNone(timeout); }

 private:
  // Ends a call that is answered without a search.
  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context, const Arrival& arrival,
                                   const grpc::Status& status);

  // Refuses a call of another kind.
  template <class Reactor>
  Reactor* Refuse(const Arrival& arrival, const grpc::Status& status);

  CallEnvironment environment_;
  // For the rpc of which there are most: of small boards, thousands a second.
  ArenaMessages<v1::SolveRequest, v1::SolveOnceResponse> solve_once_messages_;

  Mutex mutex_;
  bool admitting_ ABSL_GUARDED_BY(mutex_) = true;
  std::unordered_set<std::shared_ptr<BatchStream>> batches_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SOLVER_SERVICE_H_
