#include "server/setting.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"
#include "server/listen_address.h"
#include "server/log.h"

namespace taquin::server {
namespace {

constexpr std::pair<const char*, int> kByteUnits[] = {
    {"TiB", 40}, {"GiB", 30}, {"MiB", 20}, {"KiB", 10}, {"T", 40},
    {"G", 30},   {"M", 20},   {"K", 10},   {"B", 0},
};

Setting Number(std::string name, std::string help, int ServerOptions::* field, int least,
               int most = std::numeric_limits<int>::max()) {
  return {.name = std::move(name),
          .value = "N",
          .help = std::move(help),
          .set =
              [=](const std::vector<std::string>& values, ServerOptions& options) {
                int number = 0;
                if (!absl::SimpleAtoi(values.back(), &number) || number < least || number > most) {
                  return absl::StrCat("is '", values.back(), "'; it is a whole number from ", least,
                                      " to ", most);
                }
                options.*field = number;
                return std::string();
              },
          .get = [=](const ServerOptions& options) -> std::vector<std::string> {
            return {absl::StrCat(options.*field)};
          }};
}

Setting Text(std::string name, std::string value, std::string help,
             std::string ServerOptions::* field) {
  return {.name = std::move(name),
          .value = std::move(value),
          .help = std::move(help),
          .set =
              [=](const std::vector<std::string>& values, ServerOptions& options) {
                options.*field = values.back();
                return std::string();
              },
          .get = [=](const ServerOptions& options) -> std::vector<std::string> {
            return {options.*field};
          }};
}

Setting Time(std::string name, std::string help, Duration ServerOptions::* field, Duration least) {
  return {.name = std::move(name),
          .value = "DURATION",
          .help = std::move(help),
          .set =
              [=](const std::vector<std::string>& values, ServerOptions& options) {
                absl::Duration duration;
                if (!absl::ParseDuration(values.back(), &duration) ||
                    duration < absl::FromChrono(least) || duration > absl::Hours(24 * 365)) {
                  return absl::StrCat("is '", values.back(),
                                      "'; it is a duration, as in 500ms, 20s or ", "1h30m, from ",
                                      absl::FormatDuration(absl::FromChrono(least)), " to a year");
                }
                options.*field = absl::ToChronoNanoseconds(duration);
                return std::string();
              },
          .get = [=](const ServerOptions& options) -> std::vector<std::string> {
            return {absl::FormatDuration(absl::FromChrono(options.*field))};
          }};
}

bool ParseBytes(std::string text, std::int64_t& bytes) {
  int shift = 0;
  for (const auto& [unit, its_shift] : kByteUnits) {
    if (!text.ends_with(unit)) continue;
    text.erase(text.size() - std::string_view(unit).size());
    shift = its_shift;
    break;
  }
  std::int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number < 0 ||
      number > std::numeric_limits<std::int64_t>::max() >> shift) {
    return false;
  }
  bytes = number << shift;
  return true;
}

std::string FormatBytes(std::int64_t bytes) {
  for (const auto& [unit, shift] : kByteUnits) {
    if (bytes != 0 && bytes % (std::int64_t{1} << shift) == 0) {
      return absl::StrCat(bytes >> shift, shift == 0 ? "" : unit);
    }
  }
  return absl::StrCat(bytes);
}

template <class Field>
Setting Bytes(std::string name, std::string help, Field ServerOptions::* field,
              std::int64_t least) {
  return {.name = std::move(name),
          .value = "BYTES",
          .help = std::move(help),
          .set =
              [=](const std::vector<std::string>& values, ServerOptions& options) {
                std::int64_t bytes = 0;
                if (!ParseBytes(values.back(), bytes) || bytes < least ||
                    bytes > std::numeric_limits<Field>::max()) {
                  return absl::StrCat(
                      "is '", values.back(),
                      "'; it is a number of bytes, as in 1048576, 512MiB or 4GiB, from ",
                      FormatBytes(least), " to ", FormatBytes(std::numeric_limits<Field>::max()));
                }
                options.*field = static_cast<Field>(bytes);
                return std::string();
              },
          .get = [=](const ServerOptions& options) -> std::vector<std::string> {
            return {FormatBytes(options.*field)};
          }};
}

Setting Addresses(std::string name, std::string help,
                  std::vector<std::string> ServerOptions::* field) {
  return {.name = std::move(name),
          .value = "ADDRESS",
          .help = std::move(help),
          .repeatable = true,
          .set =
              [field](const std::vector<std::string>& values, ServerOptions& options) {
                for (const std::string& value : values) {
                  if (value.find(':') == std::string::npos) {
                    return absl::StrCat("is '", value,
                                        "'; an address is HOST:PORT, [IPV6]:PORT or unix:PATH");
                  }
                }
                options.*field = values;
                return std::string();
              },
          .get = [field](const ServerOptions& options) { return options.*field; }};
}

// One of some words.
Setting Choice(std::string name, std::string value, const std::string& help,
               std::vector<std::string> words, std::string ServerOptions::* field) {
  const std::string listed = absl::StrJoin(words, ", ");
  return {.name = std::move(name),
          .value = std::move(value),
          .help = absl::StrCat(help, ": ", listed),
          .set =
              [words = std::move(words), listed, field](const std::vector<std::string>& values,
                                                        ServerOptions& options) {
                if (std::find(words.begin(), words.end(), values.back()) == words.end()) {
                  return absl::StrCat("is '", values.back(), "'; it is one of ", listed);
                }
                options.*field = values.back();
                return std::string();
              },
          .get = [field](const ServerOptions& options) -> std::vector<std::string> {
            return {options.*field};
          }};
}

std::vector<Setting> MakeSettings() {
  using std::chrono_literals::operator""ms;
  using std::chrono_literals::operator""s;
  return {
      Addresses("listen",
                "Address to listen on, as in 0.0.0.0:50051, [::]:50051 or unix:/run/taquin.sock; "
                "may be repeated. Off loopback it needs --tls-certificate. Default: loopback, IPv4 "
                "and IPv6, at --port",
                &ServerOptions::listen),
      Addresses("insecure-listen",
                "Address to listen on in plaintext, even off loopback; may be repeated",
                &ServerOptions::insecure_listen),
      Number("port", "Port on loopback, if no --listen is given; 0: any that is free",
             &ServerOptions::port, 0, 65535),
      Text("port-file", "FILE", "Write the port to this file once the server serves",
           &ServerOptions::port_file),
      Number("workers", "Threads that advance searches; 0: one for each core",
             &ServerOptions::workers, 0, 1024),
      Number("max-threads", "Most threads for one search; 0: as many as workers",
             &ServerOptions::max_threads, 0, 1024),
      Number("max-active", "Searches that share the workers; others wait in the queue",
             &ServerOptions::max_active, 1),
      Number("max-active-per-caller", "The same, of one caller",
             &ServerOptions::max_active_per_caller, 1),
      Number("max-queued", "Requests that may wait; further ones are refused",
             &ServerOptions::max_queued, 0),
      Number("max-queued-per-caller", "The same, of one caller",
             &ServerOptions::max_queued_per_caller, 0),
      Time("max-time", "Longest time for one search", &ServerOptions::max_time, 1ms),
      Bytes("memory", "Memory for all searches together; 0: half of the machine's",
            &ServerOptions::memory_bytes, 0),
      Bytes("max-memory", "Most memory for one search; 0: half of --memory",
            &ServerOptions::max_memory_bytes, 0),
      Bytes("max-message", "Largest message accepted", &ServerOptions::max_message_bytes, 1024),
      Number("max-streams-per-connection", "Calls at once on one connection",
             &ServerOptions::max_streams_per_connection, 1),
      Time("keepalive-time", "Ping a connection that has been silent for so long",
           &ServerOptions::keepalive_time, 1s),
      Time("keepalive-timeout", "Give it up, with its calls, if no answer comes within this time",
           &ServerOptions::keepalive_timeout, 1s),
      Number("batch-window", "Requests of one SolveBatch call that are unanswered at once",
             &ServerOptions::batch_window, 1, 4096),
      Time("progress-interval", "Time between progress messages, where a request names none",
           &ServerOptions::progress_interval, 10ms),
      Choice("tables", "TIER", "Largest pattern tables to make and use",
             {"none", "startup", "default", "large"}, &ServerOptions::tables),
      Text("table-dir", "DIRECTORY",
           "Where pattern tables are kept between runs; empty: taquin/ in the user's cache",
           &ServerOptions::table_dir),
      Text("tls-certificate", "FILE", "Certificate chain, PEM; read again when it changes",
           &ServerOptions::tls_certificate),
      Text("tls-key", "FILE", "Its private key, PEM; read again when it changes",
           &ServerOptions::tls_key),
      Text("tls-client-ca", "FILE",
           "Authorities, PEM; clients then need a certificate of theirs (mutual TLS)",
           &ServerOptions::tls_client_ca),
      Text("tokens", "FILE",
           "Bearer tokens, a line with NAME SHA256 [max-active=N] [max-queued=N] [rate=N] "
           "[rpcs=NAME,...] each; calls then need one. SIGHUP reads it again",
           &ServerOptions::tokens),
      Number("requests-per-second", "Requests of one caller a second; 0: no bound",
             &ServerOptions::requests_per_second, 0, 1'000'000),
      Number("metrics-port", "Port for /metrics, /healthz and /readyz over HTTP; 0: none",
             &ServerOptions::metrics_port, 0, 65535),
      Text("metrics-host", "ADDRESS", "Where that port listens, as in 0.0.0.0 or [::]",
           &ServerOptions::metrics_host),
      Choice("log-level", "LEVEL", "Least weight of what is logged, to standard error",
             {kLogLevelNames.begin(), kLogLevelNames.end()}, &ServerOptions::log_level),
      Time("drain-delay", "On SIGTERM, time for balancers to notice before calls are refused",
           &ServerOptions::drain_delay, 0s),
      Time("drain-timeout", "On SIGTERM, time for searches to end by themselves",
           &ServerOptions::drain_timeout, 0s),
  };
}

}  // namespace

std::string Setting::variable() const {
  return absl::StrCat("TAQUIN_", absl::AsciiStrToUpper(absl::StrReplaceAll(name, {{"-", "_"}})));
}

const std::vector<Setting>& Settings() {
  static const auto* const kSettings = new std::vector<Setting>(MakeSettings());
  return *kSettings;
}

std::vector<std::string> CheckOptions(const ServerOptions& options) {
  std::vector<std::string> faults;
  if (options.memory_bytes != 0 && options.max_memory_bytes > options.memory_bytes) {
    faults.push_back("max-memory is more than memory; one search cannot have more than all");
  }
  if (options.workers != 0 && options.max_threads > options.workers) {
    faults.push_back("max-threads is more than workers; a search runs on the workers");
  }
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    faults.push_back("tls-certificate and tls-key belong together; give both or neither");
  }
  if (!options.tls_client_ca.empty() && options.tls_certificate.empty()) {
    faults.push_back("tls-client-ca is given without tls-certificate and tls-key");
  }
  for (const std::string& address : options.listen) {
    if (!options.tls_certificate.empty() || IsLoopback(address)) continue;
    faults.push_back(absl::StrCat(
        "listen has ", address,
        ", where others can listen in: give tls-certificate and tls-key, or ask for plaintext "
        "by insecure-listen"));
  }
  if (!(options.listen.empty() && options.insecure_listen.empty()) &&
      options.port != ServerOptions().port) {
    faults.push_back(
        "port is given beside listen or insecure-listen; put the port into the address");
  }
  return faults;
}

}  // namespace taquin::server
