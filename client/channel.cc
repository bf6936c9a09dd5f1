#include "client/channel.h"

#include <arpa/inet.h>
#include <grpc/grpc.h>
#include <grpc/support/log.h>
#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace taquin::client {
namespace {

// A silent server is given up after about half a minute. The server permits
// pings every 10 seconds; one that pings faster is cut off.
constexpr int kKeepaliveMilliseconds = 20'000;
constexpr int kKeepaliveTimeoutMilliseconds = 10'000;

// A result of 1,000,000 moves is about 1 MB; nothing that a server sends is
// larger than this.
constexpr int kMaxReceiveBytes = 64 << 20;

constexpr int kFirstReconnectMilliseconds = 200;
constexpr int kLastReconnectMilliseconds = 5'000;

constexpr char kService[] = "taquin.v1.SolverService";

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

// Every address of a list; nothing if one of them is none.
std::optional<std::vector<Address>> ParseAddresses(std::string_view servers) {
  std::vector<Address> addresses;
  while (true) {
    const std::size_t comma = std::min(servers.find(','), servers.size());
    auto address = ParseAddress(servers.substr(0, comma));
    if (!address) return std::nullopt;
    addresses.push_back(*std::move(address));
    if (comma == servers.size()) break;
    servers.remove_prefix(comma + 1);
  }
  const auto is_unix = [](const Address& address) { return address.is_unix; };
  if (addresses.size() > 1 && std::any_of(addresses.begin(), addresses.end(), is_unix)) {
    return std::nullopt;
  }
  return addresses;
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

bool AreLoopback(const std::vector<Address>& addresses) {
  return std::all_of(addresses.begin(), addresses.end(),
                     [](const Address& address) { return IsLoopback(address); });
}

// The numbers that a name stands for, as a part of a target of the scheme ipv6,
// which takes those of IPv4 in their mapped form.
absl::StatusOr<std::string> Resolve(const Address& address) {
  addrinfo hints = {};
  hints.ai_family = AF_INET6;
  hints.ai_flags = AI_V4MAPPED | AI_ALL;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
      error != 0) {
    return absl::UnavailableError("cannot reach the server at " + address.host + ":" +
                                  address.port + ": " + gai_strerror(error) +
                                  " (name another with --server)");
  }
  std::string targets;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    const auto* socket = reinterpret_cast<const sockaddr_in6*>(each->ai_addr);
    char text[INET6_ADDRSTRLEN];
    inet_ntop(AF_INET6, &socket->sin6_addr, text, sizeof(text));
    // Brackets as they are written in a path.
    targets.append(targets.empty() ? "" : ",").append("%5B").append(text).append("%5D:");
    targets.append(address.port);
  }
  freeaddrinfo(found);
  return targets;
}

// Where to connect to, as gRPC names it.
absl::StatusOr<std::string> TargetOf(const std::vector<Address>& addresses) {
  if (addresses.size() == 1) return TargetOf(addresses.front());
  std::string target = "ipv6:";
  std::string_view separator;
  for (const Address& address : addresses) {
    auto numbers = Resolve(address);
    if (!numbers.ok()) return numbers.status();
    target.append(separator).append(*numbers);
    separator = ",";
  }
  return target;
}

// All rpcs but SolveBatch, whose answers so far a second call would repeat: no
// rpc changes anything at the server.
std::string ServiceConfig(bool balance, bool retry) {
  nlohmann::json config = nlohmann::json::object();
  if (balance) {
    const nlohmann::json policy = {{"round_robin", nlohmann::json::object()}};
    config["loadBalancingConfig"] = nlohmann::json::array({policy});
    config["healthCheckConfig"] = {{"serviceName", kService}};
  }
  if (retry) {
    nlohmann::json names = nlohmann::json::array();
    for (const char* method :
         {"Solve", "SolveOnce", "Check", "Verify", "Generate", "GetCapabilities"}) {
      names.push_back({{"service", kService}, {"method", method}});
    }
    const nlohmann::json policy = {
        {"maxAttempts", 3},
        {"initialBackoff", "0.1s"},
        {"maxBackoff", "1s"},
        {"backoffMultiplier", 3},
        {"retryableStatusCodes", nlohmann::json::array({"UNAVAILABLE"})}};
    const nlohmann::json methods = {{"name", names}, {"retryPolicy", policy}};
    config["methodConfig"] = nlohmann::json::array({methods});
  }
  return config.dump();
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
  const auto addresses = ParseAddresses(server);
  return addresses && AreLoopback(*addresses);
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(const ConnectionOptions& options) {
  // What the transport would log is in the errors of the calls, and standard error
  // is for those alone.
  if (std::getenv("GRPC_VERBOSITY") == nullptr) {
    gpr_set_log_function([](gpr_log_func_args*) {});
  }
  const auto addresses = ParseAddresses(options.server);
  if (!addresses) {
    return absl::InvalidArgumentError("'" + options.server +
                                      "' is no address; write HOST:PORT, [IPV6]:PORT or "
                                      "unix:PATH, or several HOST:PORT with commas between");
  }
  const bool is_loopback = AreLoopback(*addresses);
  auto credentials = MakeCredentials(options, is_loopback);
  if (!credentials.ok()) return credentials.status();

  grpc::ChannelArguments arguments;
  if (is_loopback) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMilliseconds);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMilliseconds);
  // A stream that only receives would otherwise stop pinging after two.
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // How long gRPC tries. The client's own patience ends before, and says so.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                   static_cast<int>(absl::ToInt64Milliseconds(2 * options.connect_timeout)));
  if (options.own_connection) arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // One of several servers that was away is tried again soon.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kFirstReconnectMilliseconds);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLastReconnectMilliseconds);
  arguments.SetMaxReceiveMessageSize(kMaxReceiveBytes);
  const auto target = TargetOf(*addresses);
  if (!target.ok()) return target.status();
  // One server listens on both addresses of localhost.
  const bool balance = addresses->size() > 1 || !is_loopback;
  arguments.SetServiceConfigJSON(ServiceConfig(balance, options.retry));
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, options.retry ? 1 : 0);
  if (addresses->size() > 1) {
    arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, addresses->front().host);
  }
  return grpc::CreateCustomChannel(*target, *credentials, arguments);
}

}  // namespace taquin::client
