// The rpcs of taquin.v1.SolverService: convert, submit, convert back.

#ifndef TAQUIN_SERVER_SOLVER_SERVICE_H_
#define TAQUIN_SERVER_SOLVER_SERVICE_H_

#include <memory>
#include <unordered_set>

#include "grpcpp/grpcpp.h"
#include "server/batch_stream.h"
#include "server/clock.h"
#include "server/mutex.h"
#include "server/scheduler.h"
#include "server/session_factory.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::server {

// Thread-safe.
class SolverService final : public v1::SolverService::CallbackService {
 public:
  // The arguments must outlive the service, and the service every call of it.
  SolverService(Scheduler& scheduler, const SessionFactory& sessions, const Clock& clock);

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
  grpc::ServerUnaryReactor* GetCapabilities(grpc::CallbackServerContext* context,
                                            const v1::GetCapabilitiesRequest* request,
                                            v1::GetCapabilitiesResponse* response) override;

  // Refuses new searches, and ends each batch with what it has read.
  void StopAdmitting();

  // Waits until no search's answer is on its way. False if `timeout` passed
  // first.
  bool WaitIdle(Duration timeout);

 private:
  class SearchCall;
  class SolveStream;
  class SolveUnary;

  void CallStarted();
  void CallDone();
  void BatchDone(const std::shared_ptr<BatchStream>& batch);

  Scheduler& scheduler_;
  const SessionFactory& sessions_;
  const Clock& clock_;

  Mutex mutex_;
  Condition idle_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  bool admitting_ ABSL_GUARDED_BY(mutex_) = true;
  std::unordered_set<std::shared_ptr<BatchStream>> batches_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SOLVER_SERVICE_H_
