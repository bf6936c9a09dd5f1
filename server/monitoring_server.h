// Metrics and health over HTTP, beside gRPC.

#ifndef TAQUIN_SERVER_MONITORING_SERVER_H_
#define TAQUIN_SERVER_MONITORING_SERVER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

class CivetHandler;
class CivetServer;

namespace taquin::server {

// What its pages say; called on its threads.
struct MonitoringPages {
  std::function<std::string()> metrics;  // GET /metrics.
  std::function<bool()> ready;           // GET /readyz: 200 or 503.
};

// Answers GET /metrics, /readyz, and /healthz, which is 200 as long as the
// process answers at all; other paths are not found. Two threads.
class MonitoringServer {
 public:
  // `address` as in "127.0.0.1:9464" or "[::]:9464"; port 0 takes one that is
  // free. Fails, naming the address, if it cannot listen.
  static absl::StatusOr<std::unique_ptr<MonitoringServer>> Start(const std::string& address,
                                                                 MonitoringPages pages);
  ~MonitoringServer();

  MonitoringServer(const MonitoringServer&) = delete;
  MonitoringServer& operator=(const MonitoringServer&) = delete;

  int port() const { return port_; }

 private:
  MonitoringServer() = default;

  std::vector<std::unique_ptr<CivetHandler>> handlers_;
  std::unique_ptr<CivetServer> server_;  // Stops before its handlers go.
  int port_ = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_MONITORING_SERVER_H_
