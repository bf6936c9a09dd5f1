#include "server/health_probe.h"

#include <chrono>
#include <future>
#include <memory>

#include "absl/strings/str_cat.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "server/tls.h"

namespace taquin::server {

absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectForHealth(const HealthTarget& target) {
  const bool is_secured =
      !target.authority.empty() || !target.certificate.empty() || !target.key.empty();
  grpc::ChannelArguments arguments;
  // A health check asks this server, whatever proxy others go through.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (!is_secured) {
    return grpc::CreateCustomChannel(target.address, grpc::InsecureChannelCredentials(), arguments);
  }
  absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> credentials = ClientTlsCredentials(
      {.authority = target.authority, .certificate = target.certificate, .key = target.key});
  if (!credentials.ok()) return credentials.status();
  if (!target.server_name.empty()) arguments.SetSslTargetNameOverride(target.server_name);
  return grpc::CreateCustomChannel(target.address, *credentials, arguments);
}

absl::Status ProbeHealth(const std::shared_ptr<grpc::Channel>& channel, Duration timeout) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::duration_cast<std::chrono::system_clock::duration>(timeout));
  const grpc::health::v1::HealthCheckRequest request;
  grpc::health::v1::HealthCheckResponse response;
  std::promise<grpc::Status> answered;
  const std::unique_ptr<grpc::health::v1::Health::Stub> stub =
      grpc::health::v1::Health::NewStub(channel);
  stub->async()->Check(&context, &request, &response,
                       [&](const grpc::Status& status) { answered.set_value(status); });
  const grpc::Status status = answered.get_future().get();
  if (!status.ok()) return absl::UnavailableError(status.error_message());
  if (response.status() != grpc::health::v1::HealthCheckResponse::SERVING) {
    return absl::UnavailableError(
        absl::StrCat("not serving (grpc.health.v1 status ", response.status(), ")"));
  }
  return absl::OkStatus();
}

}  // namespace taquin::server
