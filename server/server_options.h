// Everything that an operator can set.

#ifndef TAQUIN_SERVER_SERVER_OPTIONS_H_
#define TAQUIN_SERVER_SERVER_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "server/clock.h"
#include "solver/table_registry.h"

namespace taquin::server {

// Zeros that mean "by the machine" are filled in by ResolveOptions().
struct ServerOptions {
  // Where it listens.
  std::vector<std::string> listen;           // With TLS if there is a certificate.
  std::vector<std::string> insecure_listen;  // In plaintext, whatever the address.
  // If both are empty: loopback, IPv4 and IPv6, at `port`, as `listen`.
  int port = 50051;       // 0: any that is free.
  std::string port_file;  // Gets the port once it serves; empty: none.

  // What it gives.
  int workers = 0;                   // 0: one for each core.
  int max_threads = 0;               // Of one search. 0: `workers`.
  int max_active = 1024;             // Searches that share the workers.
  int max_active_per_caller = 768;   //
  int max_queued = 4096;             // Requests that wait for their turn.
  int max_queued_per_caller = 2048;  //
  Duration max_time = std::chrono::hours(1);
  std::int64_t memory_bytes = 0;      // Of all searches. 0: half of the machine's.
  std::int64_t max_memory_bytes = 0;  // Of one search. 0: half of `memory_bytes`.
  int max_message_bytes = 4 << 20;
  int max_streams_per_connection = 16384;
  Duration keepalive_time = std::chrono::seconds(60);     // Silence before a connection is pinged,
  Duration keepalive_timeout = std::chrono::seconds(20);  // and before it is given up.
  int batch_window = 64;  // Unanswered requests of one SolveBatch call.
  Duration progress_interval = std::chrono::milliseconds(200);

  // The largest pattern tables that it makes and uses: "none", "startup",
  // "default" or "large".
  std::string tables = "default";
  std::string table_dir;  // Where they are kept. Empty: the user's cache.

  // Who may call. Paths of files; empty: none.
  std::string tls_certificate;
  std::string tls_key;
  std::string tls_client_ca;
  std::string tokens;
  int requests_per_second = 0;  // Of a caller whose quota names none; 0: no bound.

  // What it tells of itself.
  std::string metrics_host = "127.0.0.1";  // Where metrics and health are served over HTTP,
  int metrics_port = 0;                    // if this is not 0.
  std::string log_level = "info";          // See LogLevelOfName().

  // How it ends.
  Duration drain_delay = std::chrono::seconds(0);
  Duration drain_timeout = std::chrono::seconds(20);
};

// Fills in what depends on the machine.
ServerOptions ResolveOptions(ServerOptions options);

// What resolved options say of the pattern tables.
TableRegistryOptions TablesOf(const ServerOptions& options);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SERVER_OPTIONS_H_
