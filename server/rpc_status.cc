#include "server/rpc_status.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace taquin::server {
namespace {

// Clients accept 8 KiB of headers by default, and the details travel there in
// base 64, beside the message.
constexpr std::size_t kMostListedFaults = 16;
constexpr std::size_t kMostDescriptionBytes = 200;
constexpr std::size_t kMostMessageBytes = 1024;

std::string Cut(std::string text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  constexpr std::string_view kMark = "...";
  text.resize(most_bytes - kMark.size());
  return text.append(kMark);
}

// A status whose details hold one message.
grpc::Status DetailedStatus(grpc::StatusCode code, std::string message,
                            const google::protobuf::Message& detail) {
  google::rpc::Status status;
  status.set_code(code);
  status.set_message(message);
  status.add_details()->PackFrom(detail);
  return {code, std::move(message), status.SerializeAsString()};
}

grpc::Status StatusWithRetry(grpc::StatusCode code, const std::string& message, Duration after) {
  google::rpc::RetryInfo retry;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(after);
  retry.mutable_retry_delay()->set_seconds(seconds.count());
  retry.mutable_retry_delay()->set_nanos(static_cast<std::int32_t>((after - seconds).count()));
  return DetailedStatus(code, message, retry);
}

}  // namespace

grpc::Status StatusFromFaults(const std::vector<Fault>& faults) {
  google::rpc::BadRequest bad_request;
  std::string message;
  for (const Fault& fault : faults) {
    absl::StrAppend(&message, message.empty() ? "" : "; ", fault.field, " ", fault.description);
    if (static_cast<std::size_t>(bad_request.field_violations_size()) == kMostListedFaults) break;
    auto& violation = *bad_request.add_field_violations();
    violation.set_field(fault.field);
    violation.set_description(Cut(fault.description, kMostDescriptionBytes));
  }
  return DetailedStatus(grpc::StatusCode::INVALID_ARGUMENT,
                        Cut(std::move(message), kMostMessageBytes), bad_request);
}

grpc::Status StatusFromRejection(const Rejection& rejection) {
  return StatusWithRetry(rejection.reason == Rejection::Reason::kDraining
                             ? grpc::StatusCode::UNAVAILABLE
                             : grpc::StatusCode::RESOURCE_EXHAUSTED,
                         rejection.message, rejection.retry_after);
}

grpc::Status StatusFromDenial(const Denial& denial) {
  switch (denial.reason) {
    case Denial::Reason::kNoToken:
    case Denial::Reason::kUnknownToken:
      break;
    case Denial::Reason::kRpc:
      return {grpc::StatusCode::PERMISSION_DENIED, denial.message};
    case Denial::Reason::kRate:
      return StatusWithRetry(grpc::StatusCode::RESOURCE_EXHAUSTED, denial.message,
                             denial.retry_after);
  }
  return {grpc::StatusCode::UNAUTHENTICATED, denial.message};
}

grpc::Status StatusFromAbsl(const absl::Status& status) {
  // The two libraries number their codes alike, by the definition of gRPC.
  return {static_cast<grpc::StatusCode>(status.code()),
          Cut(std::string(status.message()), kMostMessageBytes)};
}

grpc::Status DrainingStatus() { return StatusFromRejection(DrainingRejection()); }

grpc::Status StatusOfLeaving(TimePoint arrival, std::optional<TimePoint> deadline, TimePoint now) {
  if (deadline.has_value() && *deadline - now <= (*deadline - arrival) / 20) {
    return {grpc::StatusCode::DEADLINE_EXCEEDED, "the caller's deadline has passed"};
  }
  return {grpc::StatusCode::CANCELLED, "the caller has left"};
}

google::rpc::Status StatusToWire(const grpc::Status& status) {
  google::rpc::Status wire;
  if (wire.ParseFromString(status.error_details()) && wire.details_size() > 0) return wire;
  wire.set_code(status.error_code());
  wire.set_message(status.error_message());
  return wire;
}

}  // namespace taquin::server
