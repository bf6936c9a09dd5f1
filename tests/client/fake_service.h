// A server with a scripted answer, in this process.

#ifndef TAQUIN_TESTS_CLIENT_FAKE_SERVICE_H_
#define TAQUIN_TESTS_CLIENT_FAKE_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::client {

// Each call runs the function of its name; a call without one is
// UNIMPLEMENTED. Set them before the server starts.
class FakeService : public v1::SolverService::Service {
 public:
  std::function<grpc::Status(grpc::ServerContext&, const v1::SolveRequest&,
                             grpc::ServerWriter<v1::SolveResponse>&)>
      solve;
  std::function<grpc::Status(grpc::ServerContext&, const v1::SolveRequest&, v1::SolveOnceResponse&)>
      solve_once;
  using BatchStream = grpc::ServerReaderWriter<v1::SolveBatchResponse, v1::SolveRequest>;
  // Without a script of its own, each request of a batch runs that of SolveOnce, on
  // a thread of its own.
  std::function<grpc::Status(grpc::ServerContext&, BatchStream&)> solve_batch;
  std::function<grpc::Status(grpc::ServerContext&, const v1::CheckRequest&, v1::CheckResponse&)>
      check;
  std::function<grpc::Status(grpc::ServerContext&, const v1::VerifyRequest&, v1::VerifyResponse&)>
      verify;
  std::function<grpc::Status(grpc::ServerContext&, const v1::GenerateRequest&,
                             v1::GenerateResponse&)>
      generate;
  std::function<grpc::Status(grpc::ServerContext&, v1::GetCapabilitiesResponse&)> capabilities;

 private:
  grpc::Status Solve(grpc::ServerContext* context, const v1::SolveRequest* request,
                     grpc::ServerWriter<v1::SolveResponse>* writer) override {
    return solve ? solve(*context, *request, *writer) : Unimplemented();
  }
  grpc::Status SolveOnce(grpc::ServerContext* context, const v1::SolveRequest* request,
                         v1::SolveOnceResponse* response) override {
    return solve_once ? solve_once(*context, *request, *response) : Unimplemented();
  }
  grpc::Status SolveBatch(grpc::ServerContext* context, BatchStream* stream) override {
    if (solve_batch) return solve_batch(*context, *stream);
    if (!solve_once) return Unimplemented();
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (v1::SolveRequest request; stream->Read(&request);) {
      threads.emplace_back([this, context, stream, request, &mutex] {
        v1::SolveOnceResponse once;
        const grpc::Status status = solve_once(*context, request, once);
        v1::SolveBatchResponse response;
        response.set_id(request.id());
        if (status.ok()) {
          *response.mutable_result() = once.result();
        } else {
          response.mutable_error()->ParseFromString(status.error_details());
          response.mutable_error()->set_code(status.error_code());
          response.mutable_error()->set_message(status.error_message());
        }
        const std::lock_guard lock(mutex);
        stream->Write(response);
      });
    }
    for (std::thread& thread : threads) thread.join();
    return grpc::Status::OK;
  }
  grpc::Status Check(grpc::ServerContext* context, const v1::CheckRequest* request,
                     v1::CheckResponse* response) override {
    return check ? check(*context, *request, *response) : Unimplemented();
  }
  grpc::Status Verify(grpc::ServerContext* context, const v1::VerifyRequest* request,
                      v1::VerifyResponse* response) override {
    return verify ? verify(*context, *request, *response) : Unimplemented();
  }
  grpc::Status Generate(grpc::ServerContext* context, const v1::GenerateRequest* request,
                        v1::GenerateResponse* response) override {
    return generate ? generate(*context, *request, *response) : Unimplemented();
  }
  grpc::Status GetCapabilities(grpc::ServerContext* context, const v1::GetCapabilitiesRequest*,
                               v1::GetCapabilitiesResponse* response) override {
    return capabilities ? capabilities(*context, *response) : Unimplemented();
  }
  static grpc::Status Unimplemented() { return {grpc::StatusCode::UNIMPLEMENTED, "no script"}; }
};

// Serves on a free port of the loopback interface while it lives. `service`
// must outlive it.
class FakeServer {
 public:
  explicit FakeServer(FakeService& service) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(&service);
    server_ = builder.BuildAndStart();
  }
  ~FakeServer() { server_->Shutdown(std::chrono::system_clock::now()); }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace taquin::client

#endif  // TAQUIN_TESTS_CLIENT_FAKE_SERVICE_H_
