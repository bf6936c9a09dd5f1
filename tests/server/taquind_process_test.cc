// taquind as a process: signals, exit codes, ports.

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "server/health_probe.h"
#include "tests/server/certificates.h"
#include "tests/server/http_exchange.h"
#include "tests/server/requests.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A child process whose output goes to a file.
class Process {
 public:
  Process(const std::vector<std::string>& arguments, const std::string& output)
      : output_(output), pid_(fork()) {
    if (pid_ != 0) return;
    const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    std::vector<std::string> copies = {TAQUIND_PATH};
    copies.insert(copies.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& copy : copies) pointers.push_back(copy.data());
    pointers.push_back(nullptr);
    execv(pointers[0], pointers.data());
    _exit(127);
  }

  ~Process() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int signal) { kill(pid_, signal); }

  // The exit code, or 128 and the signal; unset if it still runs after a minute.
  std::optional<int> Wait() {
    const auto until = std::chrono::steady_clock::now() + 60s;
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > until) return std::nullopt;
      std::this_thread::sleep_for(5ms);
    }
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::string output() const { return ReadFile(output_); }

 private:
  const std::string output_;
  pid_t pid_;
};

class TaquindTest : public testing::Test {
 protected:
  // Starts a server on a free port and waits until it serves.
  void Start(std::vector<std::string> arguments) {
    std::remove(port_file_.c_str());
    for (const char* argument : {"--port", "0", "--port-file", port_file_.c_str()}) {
      arguments.emplace_back(argument);
    }
    server_.emplace(arguments, Path("output"));
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (ReadFile(port_file_).empty()) {
      ASSERT_LT(std::chrono::steady_clock::now(), until) << server_->output();
      std::this_thread::sleep_for(5ms);
    }
    port_ = std::stoi(ReadFile(port_file_));
    channel_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(port_),
                                   grpc::InsecureChannelCredentials());
    stub_ = v1::SolverService::NewStub(channel_);
  }

  std::string Path(const std::string& name) const {
    return testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() +
           "." + name;
  }

  const std::string port_file_ = Path("port");
  std::optional<Process> server_;
  int port_ = 0;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SolverService::Stub> stub_;
};

TEST_F(TaquindTest, ListensOnBothLoopbacksAndSaysSo) {
  Start({});
  EXPECT_THAT(server_->output(), HasSubstr("127.0.0.1:" + std::to_string(port_)));
  EXPECT_TRUE(ProbeHealth(channel_, 10s).ok());
  // Where the machine has IPv6, that is; what is named must serve.
  const std::string ipv6 = "[::1]:" + std::to_string(port_);
  if (server_->output().find(ipv6) != std::string::npos) {
    const auto channel = grpc::CreateChannel(ipv6, grpc::InsecureChannelCredentials());
    EXPECT_TRUE(ProbeHealth(channel, 10s).ok());
  }
}

TEST_F(TaquindTest, HealthcheckExitsByTheServersHealth) {
  Start({});
  Process healthy({"healthcheck", "--address", "127.0.0.1:" + std::to_string(port_)},
                  Path("healthy"));
  EXPECT_EQ(healthy.Wait(), 0);
  server_->Signal(SIGKILL);
  server_->Wait();
  Process sick({"healthcheck", "--address", "127.0.0.1:" + std::to_string(port_)}, Path("sick"));
  EXPECT_EQ(sick.Wait(), 1);
  EXPECT_THAT(sick.output(), HasSubstr(std::to_string(port_)));
}

TEST_F(TaquindTest, HealthcheckSpeaksTlsWhereItIsTold) {
  const std::string directory = Path("tls");
  std::filesystem::remove_all(directory);
  std::filesystem::create_directory(directory);
  const Authority authority(directory, "authority");
  authority.Issue("taquind", directory + "/server");
  Start({"--tls-certificate", directory + "/server.pem", "--tls-key", directory + "/server.key"});
  const auto check = [this](std::vector<std::string> flags, const std::string& name) {
    flags.insert(flags.begin(), {"healthcheck", "--address", "127.0.0.1:" + std::to_string(port_)});
    return Process(flags, Path(name)).Wait();
  };
  EXPECT_EQ(check({"--cacert", authority.certificate()}, "trusting"), 0)
      << ReadFile(Path("trusting"));
  EXPECT_EQ(check({}, "plaintext"), 1);
  EXPECT_EQ(check({"--cacert", directory + "/none.pem"}, "faulty"), 1);
  EXPECT_THAT(ReadFile(Path("faulty")), HasSubstr("none.pem: holds no certificate"));
  EXPECT_EQ(check({"--cert", "c"}, "usage"), 2);
  std::filesystem::remove_all(directory);
}

TEST_F(TaquindTest, ReflectionNamesTheService) {
  Start({});
  grpc::GenericStub stub(channel_);
  grpc::CompletionQueue queue;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + 20s);
  const auto next = [&queue] {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  };
  const auto call = stub.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  call->StartCall(nullptr);
  ASSERT_TRUE(next());
  const grpc::Slice list_services(std::string("\x3a\x01*"));  // Field 7, a string.
  call->Write(grpc::ByteBuffer(&list_services, 1), nullptr);
  ASSERT_TRUE(next());
  grpc::ByteBuffer answer;
  call->Read(&answer, nullptr);
  ASSERT_TRUE(next());
  grpc::Slice bytes;
  ASSERT_TRUE(answer.DumpToSingleSlice(&bytes).ok());
  EXPECT_THAT(std::string(bytes.begin(), bytes.end()), HasSubstr("taquin.v1.SolverService"));
  context.TryCancel();
  grpc::Status status;
  call->Finish(&status, nullptr);
  next();
  queue.Shutdown();
  while (next()) {
  }
}

TEST_F(TaquindTest, SigtermEndsStreamsWithTheirBestAndExitsWithZero) {
  Start({"--drain-timeout", "300ms"});
  constexpr int kStreams = 8;
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::SolveResponse>>> readers;
  v1::SolveResponse response;
  for (int i = 0; i < kStreams; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), EndlessRequest()));
    ASSERT_TRUE(readers.back()->Read(&response)) << "it runs";
  }
  server_->Signal(SIGTERM);
  for (const auto& reader : readers) {
    while (reader->Read(&response)) {
    }
    EXPECT_TRUE(reader->Finish().ok());
    EXPECT_TRUE(response.has_result());
    EXPECT_EQ(response.result().limit(), v1::LIMIT_TIME);
    EXPECT_GT(response.result().lower_bound(), 0);
  }
  EXPECT_EQ(server_->Wait(), 0);
}

TEST_F(TaquindTest, WhileItDrainsItIsNotServingAndRefusesNewCalls) {
  Start({"--drain-timeout", "30s"});
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, EndlessRequest());
  v1::SolveResponse response;
  ASSERT_TRUE(reader->Read(&response));
  server_->Signal(SIGTERM);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (ProbeHealth(channel_, 10s).ok()) ASSERT_LT(std::chrono::steady_clock::now(), until);
  grpc::ClientContext late;
  v1::SolveOnceResponse once;
  grpc::StatusCode code = grpc::StatusCode::OK;
  while (code == grpc::StatusCode::OK && std::chrono::steady_clock::now() < until) {
    grpc::ClientContext retried;
    code = stub_->SolveOnce(&retried, EasyRequest(), &once).error_code();
  }
  EXPECT_EQ(code, grpc::StatusCode::UNAVAILABLE);
  context.TryCancel();
  EXPECT_EQ(server_->Wait(), 0) << "nothing is left to wait for";
}

TEST_F(TaquindTest, ASecondSignalEndsItAtOnce) {
  Start({"--drain-timeout", "1h"});
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, EndlessRequest());
  v1::SolveResponse response;
  ASSERT_TRUE(reader->Read(&response));
  server_->Signal(SIGTERM);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (ProbeHealth(channel_, 10s).ok()) ASSERT_LT(std::chrono::steady_clock::now(), until);
  server_->Signal(SIGTERM);
  EXPECT_EQ(server_->Wait(), 128 + SIGTERM);
}

TEST_F(TaquindTest, ServesMetricsAndReadinessOverHttpAndLogsJson) {
  const int metrics_port = FreePort();
  Start({"--metrics-port", std::to_string(metrics_port), "--drain-timeout", "30s"});
  EXPECT_THAT(Get(metrics_port, "/readyz"), StartsWith("HTTP/1.1 200"));
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, EndlessRequest());
  v1::SolveResponse response;
  ASSERT_TRUE(reader->Read(&response));
  const std::string metrics = Get(metrics_port, "/metrics");
  for (const char* line :
       {"grpc_server_started_total{grpc_method=\"Solve\"", "\ntaquin_searches_active 1\n",
        "\ntaquin_queue_depth 0\n", "\ntaquin_slices_total ", "\nprocess_open_fds ",
        "\ntaquin_log_dropped_total 0\n", "\ntaquin_build_info{version=\""}) {
    EXPECT_THAT(metrics, HasSubstr(line));
  }
  server_->Signal(SIGTERM);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (Get(metrics_port, "/readyz").find("503") == std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now(), until);
  }
  EXPECT_THAT(Get(metrics_port, "/healthz"), StartsWith("HTTP/1.1 200"));
  context.TryCancel();
  EXPECT_EQ(server_->Wait(), 0);
  for (const char* event : {"serving", "draining", "rpc", "drained"}) {
    EXPECT_THAT(server_->output(), HasSubstr(std::string("\"event\":\"") + event + '"'));
  }
}

TEST_F(TaquindTest, CountsWhatItRefusesForItsCallersRate) {
  const int metrics_port = FreePort();
  const std::string tokens = Path("tokens");
  // The digest of "old", by sha256sum.
  std::ofstream(tokens)
      << "alice cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4 rate=0.001\n";
  Start({"--metrics-port", std::to_string(metrics_port), "--tokens", tokens});
  for (const auto code : {grpc::StatusCode::OK, grpc::StatusCode::RESOURCE_EXHAUSTED}) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer old");
    v1::GetCapabilitiesResponse response;
    EXPECT_EQ(stub_->GetCapabilities(&context, {}, &response).error_code(), code);
  }
  const std::string metrics = Get(metrics_port, "/metrics");
  EXPECT_THAT(metrics, HasSubstr("\ntaquin_rejected_total{reason=\"request_rate\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("\ntaquin_rejected_total{reason=\"queue_full\"} 0\n"));
}

TEST_F(TaquindTest, SighupReadsTokensAndLogLevelAgain) {
  const std::string tokens = Path("tokens");
  const std::string config = Path("config");
  // The digests of "old" and "new", by sha256sum.
  std::ofstream(tokens)
      << "alice cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4\n";
  std::ofstream(config) << "tokens = \"" << tokens << "\"\nlog-level = \"warning\"\n";
  Start({"--config", config});
  const auto code = [this](const std::string& token) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token);
    v1::GetCapabilitiesResponse response;
    return stub_->GetCapabilities(&context, {}, &response).error_code();
  };
  EXPECT_EQ(code("new"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(server_->output(), Not(HasSubstr("\"event\":\"rpc\"")));
  std::ofstream(tokens)
      << "alice 11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437\n";
  std::ofstream(config) << "tokens = \"" << tokens << "\"\nlog-level = \"info\"\n";
  server_->Signal(SIGHUP);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (code("new") != grpc::StatusCode::OK) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << server_->output();
  }
  EXPECT_EQ(code("old"), grpc::StatusCode::UNAUTHENTICATED);
  server_->Signal(SIGTERM);
  EXPECT_EQ(server_->Wait(), 0);
  EXPECT_THAT(server_->output(), HasSubstr("\"event\":\"reloaded\""));
  EXPECT_THAT(server_->output(), HasSubstr("\"caller\":\"token:alice\""));
}

TEST_F(TaquindTest, TellsTheServiceManagerOfItsState) {
  const std::string path = Path("notify");
  std::remove(path.c_str());
  const int listener = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const timeval limit{.tv_sec = 20, .tv_usec = 0};
  setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  const auto next = [listener] {
    char buffer[256];
    const ssize_t read = recv(listener, buffer, sizeof buffer, 0);
    return std::string(buffer, static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
  };
  setenv("NOTIFY_SOCKET", path.c_str(), 1);
  Start({});
  unsetenv("NOTIFY_SOCKET");
  EXPECT_EQ(next(), "READY=1");
  server_->Signal(SIGHUP);
  EXPECT_THAT(next(), testing::MatchesRegex("RELOADING=1\nMONOTONIC_USEC=[0-9]+"));
  EXPECT_EQ(next(), "READY=1");
  server_->Signal(SIGTERM);
  EXPECT_EQ(next(), "STOPPING=1");
  EXPECT_EQ(server_->Wait(), 0);
  close(listener);
}

TEST_F(TaquindTest, APortInUseIsAnErrorThatNamesIt) {
  Start({});
  Process second({"--port", std::to_string(port_)}, Path("second"));
  EXPECT_EQ(second.Wait(), 1);
  EXPECT_THAT(second.output(), HasSubstr(std::to_string(port_)));
  EXPECT_THAT(second.output(), HasSubstr("in use"));
}

TEST_F(TaquindTest, BadConfigurationExitsWithTwo) {
  Process bad({"--port", "70000", "--workers", "x"}, Path("bad"));
  EXPECT_EQ(bad.Wait(), 2);
  EXPECT_THAT(bad.output(), HasSubstr("--port"));
  EXPECT_THAT(bad.output(), HasSubstr("--workers"));
}

}  // namespace
}  // namespace taquin::server
