#include "client/rpc_error.h"

#include <grpcpp/support/status.h>

#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace taquin::client {
namespace {

// Where the serialised google.rpc.Status travels inside an absl::Status.
constexpr char kDetailsUrl[] = "type.googleapis.com/google.rpc.Status";

struct Cause {
  std::string_view sign;     // What the transport's message holds then.
  std::string_view meaning;  // Empty: the transport's own words.
  std::string_view advice;
};

// The causes whose texts from the transport are obscure, the most telling first.
constexpr Cause kCauses[] = {
    // As OpenSSL writes them; other libraries of its kind in capitals.
    {"certificate verify failed", "its certificate is not trusted",
     "name the authority that signed it with --cacert"},
    {"CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted",
     "name the authority that signed it with --cacert"},
    {"wrong version number", "it does not speak TLS", "give --plaintext"},
    {"is not in peer certificate", "its certificate is for another name",
     "name it with --server as its certificate does"},
    {"WRONG_VERSION_NUMBER", "it does not speak TLS", "give --plaintext"},
    {"Ssl handshake failed", "",
     "if it speaks no TLS, give --plaintext; if it wants a client certificate, --cert and --key"},
    {"SSL_ERROR_SSL", "",
     "if it speaks no TLS, give --plaintext; if it wants a client certificate, --cert and --key"},
    {"Connection refused", "connection refused",
     "nothing listens there: start a server with 'taquind', or for this command alone with "
     "--local, "
     "or name another with --server"},
    {"No such file or directory", "no such socket",
     "start a server with 'taquind', or for this command alone with --local, or name another with "
     "--server"},
    {"DNS resolution failed", "no such host", "name another with --server"},
    {"Domain name not found", "no such host", "name another with --server"},
    {"Socket closed", "it closed the connection",
     "it stopped, or it wants TLS: then give --cacert, and --cert and --key for mutual TLS"},
    {"Connection reset by peer", "it closed the connection",
     "it stopped, or it wants TLS: then give --cacert, and --cert and --key for mutual TLS"},
    {"keepalive", "it stopped answering", "ask again later, or name another with --server"},
};

std::string DescribeUnavailable(std::string_view message, std::string_view server) {
  // The part before the last error only says that all addresses were tried.
  constexpr std::string_view kLastError = "last error: ";
  std::string text("cannot reach the server at ");
  text.append(server).append(": ");
  std::string_view words = message;
  if (const auto at = words.rfind(kLastError); at != std::string_view::npos) {
    words.remove_prefix(at + kLastError.size());
  }
  for (const Cause& cause : kCauses) {
    if (message.find(cause.sign) == std::string_view::npos) continue;
    text.append(cause.meaning.empty() ? words : cause.meaning);
    return text.append(" (").append(cause.advice).append(")");
  }
  return text.append(words);
}

std::string DescribeError(const grpc::Status& status, std::string_view server) {
  const std::string from = std::string("the server at ").append(server);
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      return DescribeUnavailable(status.error_message(), server);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return from + " did not answer in time: " + status.error_message();
    case grpc::StatusCode::UNAUTHENTICATED:
      return from + " wants a token (--token): " + status.error_message();
    case grpc::StatusCode::UNIMPLEMENTED:
      return from + " does not offer this call: " + status.error_message();
    case grpc::StatusCode::INVALID_ARGUMENT:
      return status.error_message();
    default:
      return from + " says: " + status.error_message();
  }
}

}  // namespace

absl::Status StatusFromRpc(const grpc::Status& status, std::string_view server) {
  if (status.ok()) return absl::OkStatus();
  absl::Status result(static_cast<absl::StatusCode>(status.error_code()),
                      DescribeError(status, server));
  if (!status.error_details().empty()) {
    result.SetPayload(kDetailsUrl, absl::Cord(status.error_details()));
  }
  return result;
}

absl::Status InvalidInput(std::string_view message, const std::vector<Violation>& violations) {
  google::rpc::BadRequest bad_request;
  for (const Violation& violation : violations) {
    auto* field = bad_request.add_field_violations();
    field->set_field(violation.field);
    field->set_description(violation.description);
  }
  google::rpc::Status details;
  details.add_details()->PackFrom(bad_request);
  absl::Status status(absl::StatusCode::kInvalidArgument,
                      absl::string_view(message.data(), message.size()));
  if (!violations.empty()) status.SetPayload(kDetailsUrl, absl::Cord(details.SerializeAsString()));
  return status;
}

ErrorDetails DetailsOf(const absl::Status& status) {
  ErrorDetails result;
  const auto payload = status.GetPayload(kDetailsUrl);
  google::rpc::Status details;
  if (!payload || !details.ParseFromString(std::string(*payload))) return result;
  for (const auto& any : details.details()) {
    google::rpc::BadRequest bad_request;
    google::rpc::RetryInfo retry;
    if (any.UnpackTo(&bad_request)) {
      for (const auto& field : bad_request.field_violations()) {
        result.violations.push_back({field.field(), field.description()});
      }
    } else if (any.UnpackTo(&retry)) {
      result.retry_delay = absl::Seconds(retry.retry_delay().seconds()) +
                           absl::Nanoseconds(retry.retry_delay().nanos());
    }
  }
  return result;
}

}  // namespace taquin::client
