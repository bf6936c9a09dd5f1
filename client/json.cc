#include "client/json.h"

#include <google/protobuf/util/json_util.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_format.h"
#include "client/rpc_error.h"

namespace taquin::client {

std::string ToJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  // Fails only for Any and the like, which no message of ours holds.
  const auto status = google::protobuf::util::MessageToJsonString(message, &json, options);
  return status.ok() ? json : "{}";
}

std::string ErrorToJson(const absl::Status& status) {
  const ErrorDetails details = DetailsOf(status);
  nlohmann::ordered_json error;
  error["code"] = absl::StatusCodeToString(status.code());
  error["message"] = std::string(status.message());
  error["violations"] = nlohmann::ordered_json::array();
  for (const Violation& violation : details.violations) {
    error["violations"].push_back(
        {{"field", violation.field}, {"description", violation.description}});
  }
  if (details.retry_delay) {
    error["retryDelay"] = absl::StrFormat("%gs", absl::ToDoubleSeconds(*details.retry_delay));
  }
  const nlohmann::ordered_json whole = {{"error", error}};
  return whole.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace taquin::client
