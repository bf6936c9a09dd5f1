#include "server/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace taquin::server {
namespace {

constexpr int kMostAttempts = 32;

// An IPv4 or IPv6 address and a port.
class SocketAddress {
 public:
  // Unset if `text` is neither "1.2.3.4:port" nor "[1::2]:port".
  static std::optional<SocketAddress> Parse(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    int port = 0;
    if (colon == std::string_view::npos ||
        !absl::SimpleAtoi(absl::string_view(text.data() + colon + 1, text.size() - colon - 1),
                          &port) ||
        port < 0 || port > 65535) {
      return std::nullopt;
    }
    std::string host(text.substr(0, colon));
    SocketAddress address;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
      host = host.substr(1, host.size() - 2);
      address.v6_.sin6_family = AF_INET6;
      address.v6_.sin6_port = htons(static_cast<std::uint16_t>(port));
      if (inet_pton(AF_INET6, host.c_str(), &address.v6_.sin6_addr) == 1) return address;
      return std::nullopt;
    }
    address.is_v4_ = true;
    address.v4_.sin_family = AF_INET;
    address.v4_.sin_port = htons(static_cast<std::uint16_t>(port));
    if (inet_pton(AF_INET, host.c_str(), &address.v4_.sin_addr) == 1) return address;
    return std::nullopt;
  }

  // Binds a socket for a moment; 0 or the error.
  int TryBind() const {
    const int socket_fd = socket(is_v4_ ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_fd < 0) return errno;
    const int on = 1;
    // As gRPC does, so that connections of an earlier server that are closing
    // are not in the way.
    setsockopt(socket_fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!is_v4_) setsockopt(socket_fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    const sockaddr* const address = is_v4_ ? static_cast<const sockaddr*>(Pointer(v4_))
                                           : static_cast<const sockaddr*>(Pointer(v6_));
    int error = 0;
    if (bind(socket_fd, address, is_v4_ ? sizeof v4_ : sizeof v6_) != 0 ||
        listen(socket_fd, 1) != 0) {
      error = errno;
    }
    close(socket_fd);
    return error;
  }

 private:
  template <class T>
  static const sockaddr* Pointer(const T& address) {
    return static_cast<const sockaddr*>(static_cast<const void*>(&address));
  }

  bool is_v4_ = false;
  sockaddr_in v4_ = {};
  sockaddr_in6 v6_ = {};
};

// A port that was free a moment ago; 0 if there is none.
int FreeLoopbackPort() {
  const int socket_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_fd < 0) return 0;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const pointer = static_cast<sockaddr*>(static_cast<void*>(&address));
  const bool bound =
      bind(socket_fd, pointer, length) == 0 && getsockname(socket_fd, pointer, &length) == 0;
  close(socket_fd);
  return bound ? ntohs(address.sin_port) : 0;
}

bool IsMissingProtocol(int error) { return error == EAFNOSUPPORT || error == EADDRNOTAVAIL; }

absl::Status CannotListen(std::string_view address, int error) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot listen on ", absl::string_view(address.data(), address.size()), ": ",
                   error == EADDRINUSE ? "the port is in use" : std::strerror(error)));
}

}  // namespace

absl::StatusOr<std::vector<std::string>> LoopbackAddresses(int port) {
  absl::Status last = absl::UnavailableError("this machine has no loopback address");
  for (int attempt = 0; attempt < (port == 0 ? kMostAttempts : 1); ++attempt) {
    const int chosen = port == 0 ? FreeLoopbackPort() : port;
    std::vector<std::string> addresses;
    bool taken = false;
    for (const std::string& address :
         {absl::StrCat("127.0.0.1:", chosen), absl::StrCat("[::1]:", chosen)}) {
      const int error = SocketAddress::Parse(address)->TryBind();
      if (error == 0) {
        addresses.push_back(address);
      } else if (!IsMissingProtocol(error)) {
        last = CannotListen(address, error);
        taken = true;
      }
    }
    if (!taken && !addresses.empty()) return addresses;
  }
  return last;
}

absl::Status CheckListenable(std::string_view address) {
  const std::optional<SocketAddress> parsed = SocketAddress::Parse(address);
  if (!parsed.has_value()) return absl::OkStatus();
  const int error = parsed->TryBind();
  return error == 0 ? absl::OkStatus() : CannotListen(address, error);
}

bool IsLoopback(std::string_view address) {
  return address.starts_with("127.") || address.starts_with("[::1]:") ||
         address.starts_with("localhost:") || address.starts_with("unix:");
}

}  // namespace taquin::server
