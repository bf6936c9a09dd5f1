#include "server/server.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "nlohmann/json.hpp"
#include "server/listen_address.h"
#include "server/metric_sources.h"
#include "server/tls.h"
#include "server/token_file.h"
#include "server/version.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

// For callers that do not read their answer while the server drains.
constexpr Duration kLastWrites = 2s;

// For calls that know no end of their own, such as a health watch.
constexpr Duration kLastCalls = 100ms;

constexpr int kMaxMetadataBytes = 16 << 10;

// Reflection is the only service of the synchronous kind.
constexpr int kReflectionThreads = 4;

ServerLimits LimitsOf(const ServerOptions& options) {
  return {.max_time = options.max_time,
          .max_memory_bytes = options.max_memory_bytes,
          .total_memory_bytes = options.memory_bytes,
          .worker_threads = options.workers,
          .max_threads = options.max_threads,
          .max_queue_size = options.max_queued,
          .max_active_searches = options.max_active,
          .max_message_bytes = options.max_message_bytes,
          .batch_window = options.batch_window,
          .default_progress_interval = options.progress_interval};
}

SchedulerOptions SchedulingOf(const ServerOptions& options) {
  SchedulerOptions scheduling;
  scheduling.workers = options.workers;
  scheduling.max_active = options.max_active;
  scheduling.max_active_per_caller = options.max_active_per_caller;
  scheduling.max_queued = options.max_queued;
  scheduling.max_queued_per_caller = options.max_queued_per_caller;
  scheduling.memory_bytes = options.memory_bytes;
  return scheduling;
}

// As gRPC wants it; longer than it can count is as long as it can.
int Milliseconds(Duration duration) {
  const auto count = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

void SetTransportBounds(grpc::ServerBuilder& builder, const ServerOptions& options) {
  builder.SetMaxReceiveMessageSize(options.max_message_bytes);
  // Another server on the port is an error, not a partner.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, options.max_streams_per_connection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  // Clients may ping every ten seconds, with or without calls.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, Milliseconds(options.keepalive_time));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                             Milliseconds(options.keepalive_timeout));
  grpc::ResourceQuota quota("taquind");
  quota.SetMaxThreads(kReflectionThreads);
  builder.SetResourceQuota(quota);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::NUM_CQS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MIN_POLLERS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MAX_POLLERS, 1);
}

std::chrono::system_clock::time_point SystemTimeIn(Duration duration) {
  return std::chrono::system_clock::now() +
         std::chrono::duration_cast<std::chrono::system_clock::duration>(duration);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options, LogSink sink) {
  std::unique_ptr<Server> server(new Server(ResolveOptions(options), std::move(sink)));
  if (absl::Status status = server->ReadTokens(server->options_.tokens); !status.ok())
    return status;
  if (absl::Status status = server->Monitor(); !status.ok()) return status;
  if (absl::Status status = server->Listen(); !status.ok()) return status;
  server->ready_ = true;
  server->telemetry_.log.Write(
      LogLevel::kInfo, "serving",
      {{"addresses", server->addresses()}, {"metrics_port", server->metrics_port()}});
  return server;
}

Server::Server(const ServerOptions& options, LogSink sink)
    : options_(options),
      telemetry_(std::move(sink), LogLevelOfName(options.log_level).value_or(LogLevel::kInfo)),
      sessions_(LimitsOf(options), TablesOf(options)),
      table_maker_(sessions_.tables(), options.workers),
      scheduler_(SchedulingOf(options), clock_),
      access_(options.requests_per_second, clock_),
      service_(scheduler_, sessions_, clock_, access_, telemetry_) {
  // The board that is asked most, before anybody asks.
  sessions_.tables().Want({4, 4}, 0).IgnoreError();
}

Server::~Server() {
  if (server_ == nullptr) return;
  service_.StopAdmitting();
  scheduler_.StopAll(Limit::kTime);
  keep_awake_.reset();
  server_->Shutdown(SystemTimeIn(Duration::zero()));
  server_->Wait();
  service_.WaitIdle(kLastWrites);
}

absl::Status Server::Monitor() {
  telemetry_.metrics.AddSource(
      [this] { return SchedulerFamilies(scheduler_.stats(), options_.memory_bytes); });
  telemetry_.metrics.AddSource(
      [this] { return RejectionFamilies(scheduler_.stats(), access_.over_rate_count()); });
  telemetry_.metrics.AddSource([this] { return TableFamilies(sessions_.tables().List()); });
  telemetry_.metrics.AddSource([this] { return LogFamilies(telemetry_.log.dropped_count()); });
  telemetry_.metrics.AddSource([] { return ProcessFamilies(kVersion); });
  if (options_.metrics_port == 0) return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<MonitoringServer>> monitoring =
      MonitoringServer::Start(absl::StrCat(options_.metrics_host, ":", options_.metrics_port),
                              {.metrics = [this] { return telemetry_.metrics.Text(); },
                               .ready = [this] { return ready_.load(); }});
  if (!monitoring.ok()) return monitoring.status();
  monitoring_ = *std::move(monitoring);
  return absl::OkStatus();
}

absl::Status Server::ReadTokens(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  absl::StatusOr<std::vector<Token>> tokens = ReadTokenFile(path);
  if (!tokens.ok()) return tokens.status();
  access_.SetTokens(*std::move(tokens));
  return absl::OkStatus();
}

absl::Status Server::Reload(const ServerOptions& options) {
  if (const auto level = LogLevelOfName(options.log_level)) telemetry_.log.SetLevel(*level);
  absl::Status status = ReadTokens(options.tokens);
  if (status.ok() && options.tokens.empty() && !options_.tokens.empty()) {
    status = absl::FailedPreconditionError("tokens cannot be switched off while the server runs");
  }
  if (status.ok()) {
    telemetry_.log.Write(LogLevel::kInfo, "reloaded", {{"log_level", options.log_level}});
  } else {
    telemetry_.log.Write(LogLevel::kError, "reload_failed",
                         {{"message", std::string(status.message())}});
  }
  return status;
}

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> Server::Credentials() const {
  if (options_.tls_certificate.empty()) return grpc::InsecureServerCredentials();
  return TlsCredentials({.certificate = options_.tls_certificate,
                         .key = options_.tls_key,
                         .client_ca = options_.tls_client_ca});
}

absl::Status Server::Listen() {
  absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> credentials = Credentials();
  if (!credentials.ok()) return credentials.status();
  addresses_ = options_.listen;
  if (addresses_.empty() && options_.insecure_listen.empty()) {
    absl::StatusOr<std::vector<std::string>> loopback = LoopbackAddresses(options_.port);
    if (!loopback.ok()) return loopback.status();
    addresses_ = *std::move(loopback);
  }
  const std::size_t secured = addresses_.size();
  addresses_.insert(addresses_.end(), options_.insecure_listen.begin(),
                    options_.insecure_listen.end());
  for (const std::string& address : addresses_) {
    if (absl::Status status = CheckListenable(address); !status.ok()) return status;
  }
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  SetTransportBounds(builder, options_);
  std::vector<int> ports(addresses_.size(), 0);
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    builder.AddListeningPort(
        addresses_[i], i < secured ? *credentials : grpc::InsecureServerCredentials(), &ports[i]);
  }
  builder.RegisterService(&service_);
  server_ = builder.BuildAndStart();
  if (server_ == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen on ", absl::StrJoin(addresses_, " and ")));
  }
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    std::string& address = addresses_[i];
    if (absl::EndsWith(address, ":0")) {
      address = absl::StrCat(address.substr(0, address.size() - 1), ports[i]);
    }
  }
  if (!absl::StartsWith(addresses_.front(), "unix:")) port_ = ports.front();
  server_->GetHealthCheckService()->SetServingStatus(v1::SolverService::service_full_name(), true);
  keep_awake_ = std::make_unique<KeepAwake>(InProcessChannel());
  return absl::OkStatus();
}

std::shared_ptr<grpc::Channel> Server::InProcessChannel() {
  return server_->InProcessChannel(grpc::ChannelArguments());
}

void Server::Drain() {
  ready_ = false;
  telemetry_.log.Write(LogLevel::kInfo, "draining", nullptr);
  server_->GetHealthCheckService()->SetServingStatus(false);
  std::this_thread::sleep_for(options_.drain_delay);
  service_.StopAdmitting();
  if (!scheduler_.WaitIdle(options_.drain_timeout)) {
    scheduler_.StopAll(Limit::kTime);
    scheduler_.WaitIdle(kLastWrites);
  }
  service_.WaitIdle(kLastWrites);
  keep_awake_.reset();
  server_->Shutdown(SystemTimeIn(kLastCalls));
  server_->Wait();
  server_.reset();
  telemetry_.log.Write(LogLevel::kInfo, "drained", nullptr);
}

}  // namespace taquin::server
