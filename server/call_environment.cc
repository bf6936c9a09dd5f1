#include "server/call_environment.h"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "server/request_identity.h"
#include "server/rpc_status.h"
#include "server/tls.h"

namespace taquin::server {
namespace {

constexpr char kAuthorization[] = "authorization";
constexpr char kRequestId[] = "x-request-id";
constexpr char kTraceparent[] = "traceparent";

// The first value, if there is one; valid as long as the context.
std::optional<std::string_view> Metadata(const grpc::CallbackServerContext& context,
                                         const char* name) {
  const auto found = context.client_metadata().find(name);
  if (found == context.client_metadata().end()) return std::nullopt;
  return std::string_view(found->second.data(), found->second.size());
}

}  // namespace

Arrival Arrive(CallEnvironment& environment, Rpc rpc, grpc::CallbackServerContext& context) {
  const TimePoint now = environment.clock.Now();
  Credentials credentials{.peer = context.peer(),
                          .certificate_name = CertificateName(*context.auth_context()),
                          .authorization = Metadata(context, kAuthorization)};
  KnownCaller caller;
  std::optional<Denial> denial = environment.access.Identify(credentials, caller);
  if (!denial.has_value()) denial = environment.access.CheckPermitted(caller, rpc);
  if (!denial.has_value() && rpc != Rpc::kSolveBatch) {
    denial = environment.access.TakeRequest(caller);
  }
  RpcOrigin origin{
      .identity = IdentifyRequest(Metadata(context, kRequestId), Metadata(context, kTraceparent)),
      .peer = std::move(credentials.peer),
      .caller = caller.name};
  context.AddTrailingMetadata(kRequestId, origin.identity.request_id);
  Arrival arrival{.call = {.caller = caller.name,
                           .quota = caller.quota,
                           .arrival = now,
                           .deadline = std::nullopt,
                           .wants_updates = rpc == Rpc::kSolve},
                  .caller = std::move(caller),
                  .refusal = std::nullopt,
                  .record = nullptr};
  if (denial.has_value()) arrival.refusal = StatusFromDenial(*denial);
  const auto deadline = context.deadline();
  if (deadline != std::chrono::system_clock::time_point::max()) {
    arrival.call.deadline = now + (deadline - std::chrono::system_clock::now());
  }
  arrival.record = std::make_unique<RpcRecord>(environment.telemetry, rpc, std::move(origin), now);
  return arrival;
}

}  // namespace taquin::server
