#include "tests/bench/served_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "echo.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "server/server.h"
#include "tests/server/http_exchange.h"

namespace taquin {
namespace {

class EchoService final : public bench::EchoService::CallbackService {
  grpc::ServerUnaryReactor* Echo(grpc::CallbackServerContext* context, const bench::EchoRequest*,
                                 bench::EchoResponse*) override {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

// The child's whole life. Writes both ports to `out` once it serves.
[[noreturn]] void Serve(const server::ServerOptions& options, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto started = server::Server::Start(options);
  if (!started.ok()) {
    std::cerr << started.status() << '\n';
    std::_Exit(1);
  }
  EchoService echo;
  int echo_port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &echo_port);
  builder.RegisterService(&echo);
  const std::unique_ptr<grpc::Server> echo_server = builder.BuildAndStart();
  const std::string ports = absl::StrCat((*started)->port(), " ", echo_port, "\n");
  if (write(out, ports.data(), ports.size()) < 0) std::_Exit(1);
  close(out);
  int signal = 0;
  sigwait(&signals, &signal);
  started->reset();
  std::_Exit(0);
}

}  // namespace

ServedProcess::ServedProcess(server::ServerOptions options) {
  metrics_port_ = server::FreePort();
  options.port = 0;
  options.metrics_port = metrics_port_;
  options.log_level = "warning";
  options.drain_timeout = server::Duration::zero();
  int pipe_ends[2] = {};
  if (pipe(pipe_ends) != 0) std::exit(2);
  pid_ = fork();
  if (pid_ == 0) Serve(options, pipe_ends[1]);
  close(pipe_ends[1]);
  std::string text;
  for (char c = 0; read(pipe_ends[0], &c, 1) == 1 && c != '\n';) text += c;
  close(pipe_ends[0]);
  int port = 0;
  int echo_port = 0;
  if (!(std::istringstream(text) >> port >> echo_port)) {
    std::cerr << "the server to measure did not start\n";
    std::exit(2);
  }
  address_ = absl::StrCat("127.0.0.1:", port);
  echo_address_ = absl::StrCat("127.0.0.1:", echo_port);
}

ServedProcess::~ServedProcess() {
  kill(pid_, SIGTERM);
  waitpid(pid_, nullptr, 0);
}

std::int64_t ServedProcess::ResidentBytes() const {
  std::int64_t mapped = 0;
  std::int64_t resident = 0;
  std::ifstream(absl::StrCat("/proc/", pid_, "/statm")) >> mapped >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

double ServedProcess::ProcessorSeconds() const { return Metric("process_cpu_seconds_total"); }

double ServedProcess::Metric(const std::string& series) const {
  const std::string text = server::Get(metrics_port_, "/metrics");
  const std::string start = absl::StrCat("\n", series, " ");
  const std::size_t found = text.find(start);
  if (found == std::string::npos) return std::nan("");
  const std::size_t value = found + start.size();
  double number = 0;
  (void)absl::SimpleAtod(text.substr(value, text.find('\n', value) - value), &number);
  return number;
}

}  // namespace taquin
