// The server as a whole: start, serve, drain.

#ifndef TAQUIN_SERVER_SERVER_H_
#define TAQUIN_SERVER_SERVER_H_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "grpcpp/grpcpp.h"
#include "server/access_control.h"
#include "server/clock.h"
#include "server/keep_awake.h"
#include "server/log.h"
#include "server/monitoring_server.h"
#include "server/scheduler.h"
#include "server/server_options.h"
#include "server/session_factory.h"
#include "server/solver_service.h"
#include "server/table_maker.h"
#include "server/telemetry.h"
#include "server/transport_log.h"

namespace taquin::server {

// Serves from Start() until Drain() or its destructor.
class Server {
 public:
  // Logs to `sink`. Fails, saying where and why, if it cannot listen.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       LogSink sink = StandardErrorSink());

  // Drains without patience.
  ~Server();

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Where it listens; port 0 is replaced by the port that was found.
  const std::vector<std::string>& addresses() const { return addresses_; }

  // The port of the first address; 0 for a UNIX socket.
  int port() const { return port_; }

  // The port of the metrics; 0 if they are not served.
  int metrics_port() const { return monitoring_ == nullptr ? 0 : monitoring_->port(); }

  // A channel to the server that needs no socket.
  std::shared_ptr<grpc::Channel> InProcessChannel();

  // Takes over what can change while it runs: the tokens, read again, and the
  // log level. On an error, which is logged, the tokens stay as they are.
  absl::Status Reload(const ServerOptions& options);

  // Ends in order: not serving in health, `drain_delay` for balancers to
  // notice, no more admissions, up to `drain_timeout` for the searches to end by
  // themselves, and the best so far for those that have not. Blocks until the
  // last answer is out, or a caller has failed to read it for a while. Call
  // once.
  void Drain();

 private:
  Server(const ServerOptions& options, LogSink sink);

  absl::Status ReadTokens(const std::string& path);
  absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> Credentials() const;
  absl::Status Listen();
  absl::Status Monitor();

  const ServerOptions options_;
  SteadyClock clock_;
  Telemetry telemetry_;
  TransportLog transport_log_{telemetry_.log};
  SessionFactory sessions_;
  TableMaker table_maker_;
  Scheduler scheduler_;
  AccessControl access_;
  SolverService service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<KeepAwake> keep_awake_;
  std::atomic<bool> ready_ = false;
  std::unique_ptr<MonitoringServer> monitoring_;
  std::vector<std::string> addresses_;
  int port_ = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SERVER_H_
