// taquind: flags to options, signals to drain, outcome to exit code.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "absl/strings/str_join.h"
#include "grpcpp/grpcpp.h"
#include "server/build_tables.h"
#include "server/command_line.h"
#include "server/health_probe.h"
#include "server/server.h"
#include "server/service_manager.h"

namespace taquin::server {
namespace {

constexpr int kFailed = 1;

std::optional<std::string> GetVariable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

// Nothing of gRPC may be called in a signal handler, so signals are waited for.
sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

int WaitForSignal(const sigset_t& signals) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  return signal;
}

// One that asks for the end.
int WaitForEnd(const sigset_t& signals) {
  int signal = SIGHUP;
  while (signal == SIGHUP) signal = WaitForSignal(signals);
  return signal;
}

// Reads the configuration again, as it was given at the start.
void Reload(Server& server, const std::vector<std::string>& arguments) {
  const Command command = ParseCommandLine(arguments, GetVariable);
  if (const auto* serve = std::get_if<ServeCommand>(&command)) {
    server.Reload(serve->options).IgnoreError();  // It has been logged.
  } else if (const auto* print = std::get_if<PrintCommand>(&command)) {
    std::cerr << print->text;
  }
}

// Complete from the first moment that it can be seen.
bool WritePort(const std::string& path, int port) {
  const std::string temporary = path + ".new";
  {
    std::ofstream out(temporary);
    out << port << '\n';
    if (!out.flush()) return false;
  }
  return std::rename(temporary.c_str(), path.c_str()) == 0;
}

int Serve(const ServerOptions& options, const std::vector<std::string>& arguments) {
  // Before the first thread, so that every thread inherits it.
  const sigset_t signals = BlockSignals();
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(options);
  if (!server.ok()) {
    std::cerr << "taquind: " << server.status().message() << '\n';
    return kFailed;
  }
  std::cout << "taquind listens on " << absl::StrJoin((*server)->addresses(), " and ") << std::endl;
  if (!options.port_file.empty() && !WritePort(options.port_file, (*server)->port())) {
    std::cerr << "taquind: cannot write " << options.port_file << '\n';
    return kFailed;
  }
  NotifyServiceManager("READY=1");
  while (WaitForSignal(signals) == SIGHUP) {
    NotifyReloading();
    Reload(**server, arguments);
    NotifyServiceManager("READY=1");
  }
  NotifyServiceManager("STOPPING=1");
  std::cout << "taquind drains; a second signal ends it at once" << std::endl;
  // Reads no object of this function: it may be waiting when they are gone.
  std::thread([signals] { std::_Exit(128 + WaitForEnd(signals)); }).detach();
  (*server)->Drain();
  return EXIT_SUCCESS;
}

int Build(const BuildTablesCommand& command) {
  const ServerOptions options = ResolveOptions(command.options);
  const absl::Status status =
      BuildTables(command.shape, TablesOf(options), options.workers, std::cerr);
  if (status.ok()) return EXIT_SUCCESS;
  std::cerr << "taquind: " << status.message() << '\n';
  return kFailed;
}

int Healthcheck(const HealthcheckCommand& command) {
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel = ConnectForHealth(command.target);
  const absl::Status status =
      channel.ok() ? ProbeHealth(*channel, command.timeout) : channel.status();
  if (status.ok()) return EXIT_SUCCESS;
  std::cerr << "taquind: " << command.target.address << ": " << status.message() << '\n';
  return kFailed;
}

int Print(const PrintCommand& command) {
  (command.exit_code == 0 ? std::cout : std::cerr) << command.text;
  return command.exit_code;
}

int Main(const std::vector<std::string>& arguments) {
  const Command command = ParseCommandLine(arguments, GetVariable);
  if (const auto* serve = std::get_if<ServeCommand>(&command)) {
    return Serve(serve->options, arguments);
  }
  if (const auto* check = std::get_if<HealthcheckCommand>(&command)) return Healthcheck(*check);
  if (const auto* build = std::get_if<BuildTablesCommand>(&command)) return Build(*build);
  return Print(std::get<PrintCommand>(command));
}

}  // namespace
}  // namespace taquin::server

int main(int argc, char** argv) {
  return taquin::server::Main(std::vector<std::string>(argv + 1, argv + argc));
}
