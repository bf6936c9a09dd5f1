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
  // host, host:port, [ipv6]:port or unix:PATH, or several of them but the last
  // with commas between: servers that do the same, all of which are used. The
  // port is kDefaultPort if there is none.
  std::string server = "localhost:50051";

  // Files in PEM form; empty: the system's authorities, no client certificate.
  std::string ca_certificate_file;
  std::string certificate_file;
  std::string key_file;

  // Sent as a bearer token with every call. Empty: none.
  std::string token;

  // No TLS, even where the address is not this machine's own.
  bool plaintext = false;

  // A connection that is shared with no other channel of this program.
  bool own_connection = false;

  // Try calls that can be repeated without harm again where the server could not
  // be reached, within their deadlines.
  bool retry = true;

  // Longest wait for a connection.
  absl::Duration connect_timeout = absl::Seconds(5);
};

// Whether all addresses can only be this machine's own: there TLS is not needed,
// and a proxy would be a mistake.
bool IsLoopback(std::string_view server);

// A channel that has not connected yet. TLS is used unless the address is
// loopback and no certificate is named, or plaintext is asked for. Where there
// are several addresses, or a name stands for several, calls go to those in turn
// whose health service says that they serve; the certificates of several have to
// be for the name of the first. Errors: INVALID_ARGUMENT for an address that is
// none, a file that cannot be read, or files that contradict each other or
// --plaintext; UNAVAILABLE for one of several names that stands for no address.
absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(const ConnectionOptions& options);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_CHANNEL_H_
