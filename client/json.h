// Messages and errors as JSON, one line each.

#ifndef TAQUIN_CLIENT_JSON_H_
#define TAQUIN_CLIENT_JSON_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"

namespace taquin::client {

// The protobuf-JSON form: lowerCamelCase keys, enum names, zeros and empty
// lists printed, 64-bit integers as strings. No newline.
std::string ToJson(const google::protobuf::Message& message);

// {"error":{"code":"INVALID_ARGUMENT","message":...,"violations":[{"field":...,
// "description":...}]}}, with "retryDelay":"1.5s" if the server named one. No
// newline. `status` must not be OK.
std::string ErrorToJson(const absl::Status& status);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_JSON_H_
