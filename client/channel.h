// How to reach a server.

#ifndef TAQUIN_CLIENT_CHANNEL_H_
#define TAQUIN_CLIENT_CHANNEL_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace grpc {
class Channel;
}  // namespace grpc

namespace taquin::client {

inline constexpr int kDefaultPort = 50051;

struct ConnectionOptions {
  // host, host:port, [ipv6]:port or unix:PATH. The port is kDefaultPort if
  // there is none.
  std::string server = "localhost:50051";

  // Files in PEM form; empty: the system's authorities, no client certificate.
  std::string ca_certificate_file;
  std::string certificate_file;
  std::string key_file;

  // Sent as a bearer token with every call. Empty: none.
  std::string token;

  // No TLS, even where the address is not this machine's own.
  bool plaintext = false;

  // Longest wait for a connection.
  absl::Duration connect_timeout = absl::Seconds(5);
};

// Whether an address can only be this machine's own: there TLS is not needed,
// and a proxy would be a mistake.
bool IsLoopback(std::string_view server);

// A channel that has not connected yet. TLS is used unless the address is
// loopback and no certificate is named, or plaintext is asked for. Errors:
// INVALID_ARGUMENT for an address that is none, a file that cannot be read, or
// files that contradict each other or --plaintext.
absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(const ConnectionOptions& options);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_CHANNEL_H_
