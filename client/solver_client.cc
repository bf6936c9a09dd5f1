#include "client/solver_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <chrono>
#include <optional>
#include <utility>

#include "client/rpc_error.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::client {
namespace {

std::chrono::system_clock::time_point After(absl::Duration timeout) {
  return absl::ToChronoTime(absl::Now() + timeout);
}

}  // namespace

void Cancellation::Cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  for (grpc::ClientContext* context : contexts_) context->TryCancel();
}

bool Cancellation::cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

void Cancellation::Attach(grpc::ClientContext* context) {
  const std::lock_guard lock(mutex_);
  contexts_.insert(context);
  if (cancelled_) context->TryCancel();
}

void Cancellation::Detach(grpc::ClientContext* context) {
  const std::lock_guard lock(mutex_);
  contexts_.erase(context);
}

struct SolverClient::Stub {
  std::unique_ptr<v1::SolverService::Stub> service;
};

SolverClient::~SolverClient() = default;

SolverClient::SolverClient(std::shared_ptr<grpc::Channel> channel, std::string server,
                           std::string token, Deadlines deadlines)
    : channel_(std::move(channel)),
      stub_(std::make_unique<Stub>(Stub{v1::SolverService::NewStub(channel_)})),
      server_(std::move(server)),
      token_(std::move(token)),
      deadlines_(deadlines) {}

absl::StatusOr<std::unique_ptr<SolverClient>> SolverClient::Connect(
    const ConnectionOptions& options, Deadlines deadlines) {
  auto channel = MakeChannel(options);
  if (!channel.ok()) return channel.status();
  const auto deadline = After(options.connect_timeout);
  // In a transient failure the first call tells the cause, and at once.
  for (grpc_connectivity_state state = (*channel)->GetState(true);
       state == GRPC_CHANNEL_IDLE || state == GRPC_CHANNEL_CONNECTING;
       state = (*channel)->GetState(true)) {
    if (!(*channel)->WaitForStateChange(state, deadline)) {
      return absl::UnavailableError(
          "cannot reach the server at " + options.server + ": no connection within " +
          absl::FormatDuration(options.connect_timeout) + " (--connect-timeout)");
    }
  }
  return std::make_unique<SolverClient>(*std::move(channel), options.server, options.token,
                                        deadlines);
}

void SolverClient::Prepare(grpc::ClientContext& context, absl::Duration timeout) const {
  if (timeout != absl::InfiniteDuration()) context.set_deadline(After(timeout));
  if (!token_.empty()) context.AddMetadata("authorization", "Bearer " + token_);
}

absl::StatusOr<v1::SolveResult> SolverClient::Solve(
    const v1::SolveRequest& request, const std::function<void(const v1::SolveResponse&)>& on_event,
    Cancellation* cancellation) {
  grpc::ClientContext context;
  Prepare(context, deadlines_.stream);
  const auto reader = stub_->service->Solve(&context, request);
  if (cancellation != nullptr) cancellation->Attach(&context);
  std::optional<v1::SolveResult> result;
  for (v1::SolveResponse response; reader->Read(&response);) {
    if (response.has_result()) {
      result = std::move(*response.mutable_result());
    } else {
      on_event(response);
    }
  }
  const grpc::Status status = reader->Finish();
  if (cancellation != nullptr) cancellation->Detach(&context);
  // A result that came is the answer, whatever befell the connection after it.
  if (result) return *std::move(result);
  if (cancellation != nullptr && cancellation->cancelled()) {
    return absl::CancelledError("interrupted");
  }
  if (!status.ok()) return StatusFromRpc(status, server_);
  return absl::InternalError("the server at " + server_ + " ended the search without a result");
}

absl::StatusOr<v1::SolveResult> SolverClient::SolveOnce(const v1::SolveRequest& request,
                                                        Cancellation* cancellation) {
  grpc::ClientContext context;
  Prepare(context, deadlines_.stream);
  v1::SolveOnceResponse response;
  if (cancellation != nullptr) cancellation->Attach(&context);
  const grpc::Status status = stub_->service->SolveOnce(&context, request, &response);
  if (cancellation != nullptr) {
    cancellation->Detach(&context);
    if (!status.ok() && cancellation->cancelled()) return absl::CancelledError("interrupted");
  }
  if (!status.ok()) return StatusFromRpc(status, server_);
  return std::move(*response.mutable_result());
}

absl::StatusOr<v1::CheckResponse> SolverClient::Check(const v1::CheckRequest& request) {
  grpc::ClientContext context;
  Prepare(context, deadlines_.unary);
  v1::CheckResponse response;
  const grpc::Status status = stub_->service->Check(&context, request, &response);
  if (!status.ok()) return StatusFromRpc(status, server_);
  return response;
}

absl::StatusOr<v1::VerifyResponse> SolverClient::Verify(const v1::VerifyRequest& request) {
  grpc::ClientContext context;
  Prepare(context, deadlines_.unary);
  v1::VerifyResponse response;
  const grpc::Status status = stub_->service->Verify(&context, request, &response);
  if (!status.ok()) return StatusFromRpc(status, server_);
  return response;
}

absl::StatusOr<v1::GenerateResponse> SolverClient::Generate(const v1::GenerateRequest& request) {
  grpc::ClientContext context;
  Prepare(context, deadlines_.unary);
  v1::GenerateResponse response;
  const grpc::Status status = stub_->service->Generate(&context, request, &response);
  if (!status.ok()) return StatusFromRpc(status, server_);
  return response;
}

absl::StatusOr<v1::GetCapabilitiesResponse> SolverClient::GetCapabilities() {
  grpc::ClientContext context;
  Prepare(context, deadlines_.unary);
  v1::GetCapabilitiesResponse response;
  const grpc::Status status = stub_->service->GetCapabilities(&context, {}, &response);
  if (!status.ok()) return StatusFromRpc(status, server_);
  return response;
}

}  // namespace taquin::client
