// How the client finds its server, or servers: configuration, TLS, several
// addresses, servers that stand still.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/end_to_end/installation.h"
#include "tests/server/certificates.h"

namespace taquin::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kSolveOnceLine[] = "\"method\":\"SolveOnce\"";

class ServersTest : public testing::Test {
 protected:
  ServersTest() {
    directory_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("servers_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(directory_);
  }
  ~ServersTest() override { std::filesystem::remove_all(directory_); }

  std::string Path(const std::string& name) const { return (directory_ / name).string(); }

  // A run without --server, whose configuration file has this content.
  Finished RunConfigured(const std::string& config, std::vector<std::string> arguments,
                         const std::string& server_of_environment = "") const {
    std::filesystem::create_directories(directory_ / "taquin");
    std::ofstream(directory_ / "taquin" / "config.toml") << config;
    ProcessOptions options;
    options.environment = {{"XDG_CONFIG_HOME", directory_.string()},
                           {"TAQUIN_SERVER", server_of_environment}};
    arguments.insert(arguments.begin(), TAQUIN_TEST_TAQUIN);
    return RunProgram(arguments, options);
  }

  std::filesystem::path directory_;
};

TEST_F(ServersTest, TheCommandLineComesBeforeTheFileAndThatBeforeTheEnvironment) {
  const RunningServer server;
  const std::string good = "server = \"" + server.address() + "\"\n";
  const std::string bad = "server = \"localhost:1\"\n";
  EXPECT_EQ(RunConfigured(good, {"solve", "1 2 3 0"}, "localhost:1").exit_code, 0);
  EXPECT_EQ(RunConfigured(bad, {"solve", "1 2 3 0"}, server.address()).exit_code, 4);
  EXPECT_EQ(RunConfigured("", {"solve", "1 2 3 0"}, server.address()).exit_code, 0);
  EXPECT_EQ(RunConfigured(bad, {"solve", "1 2 3 0", "--server", server.address()}, "localhost:2")
                .exit_code,
            0);
  EXPECT_EQ(RunConfigured(good + "json = true\n", {"status"}).out.substr(0, 1), "{");
}

TEST_F(ServersTest, AConfigurationThatIsWrongIsTwoAndNamed) {
  const Finished unknown = RunConfigured("sever = \"localhost:1\"\n", {"status"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("the configuration file sets 'sever', which is no option"));
  EXPECT_EQ(RunConfigured("connect-timeout = \"soon\"\n", {"status"}).exit_code, 2);
  EXPECT_EQ(RunConfigured("", {"status", "--config", Path("none.toml")}).exit_code, 2);
}

TEST_F(ServersTest, WhatIsWrongWithTlsIsSaidWithTheOptionThatMendsIt) {
  const server::Authority authority(directory_.string(), "authority");
  const server::Authority stranger(directory_.string(), "stranger");
  authority.Issue("localhost", Path("server"));
  authority.Issue("somebody", Path("client"));
  const RunningServer plain;
  const RunningServer tls(
      {"--tls-certificate", Path("server.pem"), "--tls-key", Path("server.key")});
  const RunningServer mutual({"--tls-certificate", Path("server.pem"), "--tls-key",
                              Path("server.key"), "--tls-client-ca", authority.certificate()});
  const auto status = [](const RunningServer& server, std::vector<std::string> options) {
    options.insert(options.begin(), "status");
    return RunTaquin(server.address(), std::move(options));
  };
  const std::string trust = authority.certificate();

  EXPECT_EQ(status(tls, {"--cacert", trust}).exit_code, 0);
  EXPECT_EQ(
      status(mutual, {"--cacert", trust, "--cert", Path("client.pem"), "--key", Path("client.key")})
          .exit_code,
      0);

  struct Fault {
    const RunningServer& server;
    std::vector<std::string> options;
    std::string cause;
    std::string advice;
  };
  for (const Fault& fault :
       std::vector<Fault>{{plain, {"--cacert", trust}, "it does not speak TLS", "give --plaintext"},
                          {tls, {}, "it closed the connection", "it wants TLS: then give --cacert"},
                          {tls,
                           {"--cacert", stranger.certificate()},
                           "its certificate is not trusted",
                           "with --cacert"},
                          {mutual, {"--cacert", trust}, "", "--cert and --key"}}) {
    const Finished run = status(fault.server, fault.options);
    EXPECT_EQ(run.exit_code, 4) << run.out;
    EXPECT_THAT(run.err, AllOf(StartsWith("taquin: "), HasSubstr(fault.server.address()),
                               HasSubstr(fault.cause), HasSubstr(fault.advice)));
  }
}

TEST_F(ServersTest, CallsGoToSeveralServersInTurn) {
  RunningServer first;
  RunningServer second;
  const Finished run = RunTaquin(first.address() + "," + second.address(),
                                 // Slow enough for the second connection to come about.
                                 {"load", "1 2 3 0", "-n", "100", "--rps", "50", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["answered"], 100);
  EXPECT_TRUE(first.process().WaitForOutput(kSolveOnceLine));
  EXPECT_TRUE(second.process().WaitForOutput(kSolveOnceLine));
}

TEST_F(ServersTest, OneOfSeveralServersIsEnough) {
  RunningServer dead;
  RunningServer alive;
  dead.process().Signal(SIGKILL);
  dead.process().Wait();
  EXPECT_EQ(RunTaquin(dead.address() + "," + alive.address(), {"solve", "1 2 3 0"}).exit_code, 0);
  alive.process().Signal(SIGKILL);
  alive.process().Wait();
  const Finished run = RunTaquin(dead.address() + "," + alive.address(), {"solve", "1 2 3 0"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr(dead.address() + "," + alive.address()));
}

TEST_F(ServersTest, AServerThatSaysThatItDoesNotServeIsAskedNoMore) {
  RunningServer leaving({"--drain-delay", "60s"});
  RunningServer staying;
  leaving.process().Signal(SIGTERM);
  ASSERT_TRUE(leaving.process().WaitForOutput("drain"));
  const Finished run = RunTaquin(leaving.address() + "," + staying.address(),
                                 // Slow enough for the second connection to come about.
                                 {"load", "1 2 3 0", "-n", "100", "--rps", "50", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["answered"], 100);
  EXPECT_TRUE(staying.process().WaitForOutput(kSolveOnceLine));
  // Everything that it has logged is there once it has ended.
  leaving.process().Signal(SIGTERM);
  leaving.process().Wait();
  EXPECT_THAT(leaving.process().err(), Not(HasSubstr(kSolveOnceLine)));
}

TEST_F(ServersTest, ABatchGoesOnWithAnotherServerWhenItsOwnDies) {
  ProcessOptions options;
  for (int i = 0; i < 200; ++i) options.standard_input += "2 3 4 1 5 x 7 6 8\n";
  // Its one call is with one of the two, and so one of them is its own.
  for (const bool first_dies : {true, false}) {
    RunningServer first;
    RunningServer second;
    Process process(TaquinCommand(first.address() + "," + second.address(),
                                  {"batch", "-", "--algorithm", "bfs"}),
                    options);
    ASSERT_TRUE(process.WaitForOutput("\"id\":\"20\""));
    (first_dies ? first : second).process().Signal(SIGKILL);
    EXPECT_EQ(process.Wait(), 0) << process.err();
    EXPECT_THAT(process.err(), HasSubstr(": 200 optimal"));
  }
}

TEST_F(ServersTest, AnAddressOfSeveralThatIsNoneIsTwo) {
  for (const char* server : {"localhost:1,", ",localhost:1", "localhost:1,,localhost:2",
                             "localhost:1,unix:/tmp/socket", "localhost:1,host:port"}) {
    EXPECT_EQ(RunTaquin(server, {"status"}).exit_code, 2) << server;
  }
  const Finished run = RunTaquin("localhost:1,no-such-host.invalid", {"status"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("no-such-host.invalid"));
}

TEST_F(ServersTest, AServerThatFallsSilentDuringASearchIsGivenUp) {
  RunningServer server;
  Process process(TaquinCommand(
      server.address(), {"solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--algorithm", "idastar",
                         "--heuristic", "zero", "--progress", "always"}));
  ASSERT_TRUE(process.WaitForOutput("expanded"));
  server.process().Signal(SIGSTOP);
  EXPECT_EQ(process.Wait(), 4);
  server.process().Signal(SIGCONT);
  EXPECT_THAT(process.err(), HasSubstr("it stopped answering"));
}

}  // namespace
}  // namespace taquin::end_to_end
