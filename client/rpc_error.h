// Errors as the rest of the client handles them: absl::Status, with the rich
// details that the server or our own reader of boards gives.

#ifndef TAQUIN_CLIENT_RPC_ERROR_H_
#define TAQUIN_CLIENT_RPC_ERROR_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace grpc {
class Status;
}  // namespace grpc

namespace taquin::client {

// One thing that is wrong with a request.
struct Violation {
  // The field of the request, as "start.tiles[7]"; or, for a text, where it
  // stands, as "board.txt:2:5".
  std::string field;
  std::string description;
};

// What an error says beside its code and message.
struct ErrorDetails {
  std::vector<Violation> violations;
  // How long the server asks to wait before another try.
  std::optional<absl::Duration> retry_delay;
};

// The error of a call to `server` as an absl::Status that names the server
// where it could not be reached, and keeps the details. OK for OK.
absl::Status StatusFromRpc(const grpc::Status& status, std::string_view server);

// An INVALID_ARGUMENT with details of our own.
absl::Status InvalidInput(std::string_view message, const std::vector<Violation>& violations);

// The details that either of the above put into an error.
ErrorDetails DetailsOf(const absl::Status& status);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_RPC_ERROR_H_
