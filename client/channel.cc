#include "client/channel.h"

#include <grpc/grpc.h>
#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace taquin::client {
namespace {

// A silent server is given up after about half a minute. The server permits
// pings every 10 seconds; one that pings faster is cut off.
constexpr int kKeepaliveMilliseconds = 20'000;
constexpr int kKeepaliveTimeoutMilliseconds = 10'000;

// A result of 1,000,000 moves is about 1 MB; nothing that a server sends is
// larger than this.
constexpr int kMaxReceiveBytes = 64 << 20;

struct Address {
  std::string host;  // Without brackets; the path for a UNIX socket.
  std::string port;  // Empty for a UNIX socket.
  bool is_unix = false;
};

bool AllDigits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<Address> ParseAddress(std::string_view server) {
  constexpr std::string_view kUnix = "unix:";
  if (server.starts_with(kUnix)) {
    server.remove_prefix(kUnix.size());
    if (server.starts_with("//")) server.remove_prefix(2);
    if (server.empty()) return std::nullopt;
    return Address{std::string(server), "", true};
  }
  Address address;
  std::string_view port;
  if (server.starts_with('[')) {
    const std::size_t close = server.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    address.host = std::string(server.substr(1, close - 1));
    port = server.substr(close + 1);
  } else {
    const std::size_t colon = server.find(':');
    // Several colons without brackets are an IPv6 address without a port.
    const bool is_ipv6 = colon != std::string_view::npos && server.rfind(':') != colon;
    address.host = std::string(is_ipv6 ? server : server.substr(0, colon));
    if (!is_ipv6 && colon != std::string_view::npos) port = server.substr(colon);
  }
  if (address.host.empty() || address.host.find_first_of(" \t\r\n/,@") != std::string::npos) {
    return std::nullopt;
  }
  if (port.empty()) {
    address.port = std::to_string(kDefaultPort);
    return address;
  }
  port.remove_prefix(1);
  if (!AllDigits(port) || port.size() > 5 || std::stoi(std::string(port)) > 65535 ||
      std::stoi(std::string(port)) == 0) {
    return std::nullopt;
  }
  address.port = std::string(port);
  return address;
}

bool IsLoopback(const Address& address) {
  return address.is_unix || address.host == "localhost" || address.host.ends_with(".localhost") ||
         address.host == "::1" || address.host.starts_with("127.");
}

std::string TargetOf(const Address& address) {
  if (address.is_unix) return "unix:" + address.host;
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return "dns:///" + (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + address.port;
}

absl::StatusOr<std::string> ReadPem(const std::string& path) {
  if (path.empty()) return std::string();
  std::ifstream in(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) return absl::InvalidArgumentError("cannot read " + path);
  if (content.find("-----BEGIN") == std::string::npos) {
    return absl::InvalidArgumentError(path + " cannot be read, or is not in PEM form");
  }
  return content;
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> MakeCredentials(
    const ConnectionOptions& options, bool is_loopback) {
  const bool names_files = !options.ca_certificate_file.empty() ||
                           !options.certificate_file.empty() || !options.key_file.empty();
  if (options.plaintext && names_files) {
    return absl::InvalidArgumentError(
        "--plaintext contradicts --cacert, --cert and --key: leave one or the other out");
  }
  if (options.certificate_file.empty() != options.key_file.empty()) {
    return absl::InvalidArgumentError("--cert and --key belong together: give both or neither");
  }
  if (options.plaintext || (is_loopback && !names_files)) {
    return grpc::InsecureChannelCredentials();
  }
  grpc::SslCredentialsOptions tls;
  const std::pair<const std::string*, std::string*> files[] = {
      {&options.ca_certificate_file, &tls.pem_root_certs},
      {&options.certificate_file, &tls.pem_cert_chain},
      {&options.key_file, &tls.pem_private_key}};
  for (const auto& [path, content] : files) {
    auto read = ReadPem(*path);
    if (!read.ok()) return read.status();
    *content = *std::move(read);
  }
  return grpc::SslCredentials(tls);
}

}  // namespace

bool IsLoopback(std::string_view server) {
  const auto address = ParseAddress(server);
  return address && IsLoopback(*address);
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(const ConnectionOptions& options) {
  const auto address = ParseAddress(options.server);
  if (!address) {
    return absl::InvalidArgumentError("'" + options.server +
                                      "' is no address; write HOST:PORT, [IPV6]:PORT or unix:PATH");
  }
  const bool is_loopback = IsLoopback(*address);
  auto credentials = MakeCredentials(options, is_loopback);
  if (!credentials.ok()) return credentials.status();

  grpc::ChannelArguments arguments;
  if (is_loopback) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMilliseconds);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMilliseconds);
  // A stream that only receives would otherwise stop pinging after two.
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                   static_cast<int>(absl::ToInt64Milliseconds(options.connect_timeout)));
  arguments.SetMaxReceiveMessageSize(kMaxReceiveBytes);
  return grpc::CreateCustomChannel(TargetOf(*address), *credentials, arguments);
}

}  // namespace taquin::client
