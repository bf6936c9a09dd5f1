#include "server/health_probe.h"

#include <chrono>
#include <future>

#include "absl/strings/str_cat.h"
#include "google/protobuf/empty.pb.h"
#include "google/protobuf/wrappers.pb.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/impl/codegen/proto_utils.h"
#include "server/tls.h"

namespace taquin::server {
namespace {

// grpc.health.v1.HealthCheckRequest without a service name is an empty message,
// and HealthCheckResponse is one enum in field 1, which reads as an Int32Value.
using HealthStub =
    grpc::TemplatedGenericStub<google::protobuf::Empty, google::protobuf::Int32Value>;

constexpr std::int32_t kServing = 1;

}  // namespace

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
  const google::protobuf::Empty request;
  google::protobuf::Int32Value response;
  std::promise<grpc::Status> answered;
  HealthStub(channel).UnaryCall(&context, "/grpc.health.v1.Health/Check", grpc::StubOptions(),
                                &request, &response,
                                [&](const grpc::Status& status) { answered.set_value(status); });
  const grpc::Status status = answered.get_future().get();
  if (!status.ok()) return absl::UnavailableError(status.error_message());
  if (response.value() != kServing) {
    return absl::UnavailableError(
        absl::StrCat("not serving (grpc.health.v1 status ", response.value(), ")"));
  }
  return absl::OkStatus();
}

}  // namespace taquin::server
