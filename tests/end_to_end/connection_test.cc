// What the client does when things go wrong between it and the server, or when
// somebody interrupts it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/installation.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A board that keeps an uninformed search busy for longer than any test lasts.
constexpr char kHardBoard[] = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

// A search that never ends by itself here, and reports as it goes.
std::vector<std::string> LongSearch(std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"solve",       kHardBoard, "--algorithm", "idastar",
                                        "--heuristic", "zero",     "--progress",  "always"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

class ConnectionTest : public testing::Test {
 protected:
  RunningServer server_;
};

TEST_F(ConnectionTest, AnInterruptPrintsWhatThereIsAndExitsWith130) {
  Process process(TaquinCommand(server_.address(), LongSearch({"--json"})));
  ASSERT_TRUE(process.WaitForOutput("{\"progress\":"));
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait(), 130);
  const auto json = nlohmann::json::parse(process.out());
  EXPECT_EQ(json["outcome"], "OUTCOME_NOT_FOUND");
  EXPECT_EQ(json["detail"], "interrupted");
  EXPECT_EQ(json["goal"]["rows"], 4);
}

TEST_F(ConnectionTest, AServerThatDiesDuringASearchIsFourAndNamed) {
  Process process(TaquinCommand(server_.address(), LongSearch()));
  ASSERT_TRUE(process.WaitForOutput("expanded"));
  server_.process().Signal(SIGKILL);
  EXPECT_EQ(process.Wait(), 4);
  EXPECT_THAT(process.err(), HasSubstr(server_.address()));
}

TEST(StoppedServerTest, EndsItsStreams) {
  RunningServer server({"--drain-timeout", "500ms"});
  Process process(TaquinCommand(server.address(), LongSearch({"--json"})));
  ASSERT_TRUE(process.WaitForOutput("{\"progress\":"));
  server.process().Signal(SIGTERM);
  const int code = process.Wait();
  EXPECT_TRUE(code == 3 || code == 4) << code;
  EXPECT_THAT(process.err() + process.out(), Not(HasSubstr("INTERNAL")));
}

TEST_F(ConnectionTest, AServerThatIsGoneIsFourAndNamed) {
  server_.process().Signal(SIGKILL);
  server_.process().Wait();
  for (const char* command : {"solve", "check"}) {
    const Finished text = RunTaquin(server_.address(), {command, "1 2 3 0"});
    EXPECT_EQ(text.exit_code, 4);
    EXPECT_THAT(text.err, HasSubstr(server_.address()));
    EXPECT_THAT(text.err, HasSubstr("taquind"));
  }
  const Finished json = RunTaquin(server_.address(), {"status", "--json"});
  EXPECT_EQ(json.exit_code, 4);
  EXPECT_EQ(nlohmann::json::parse(json.err)["error"]["code"], "UNAVAILABLE");
}

TEST_F(ConnectionTest, AServerThatStandsStillIsGivenUpAfterTheConnectTimeout) {
  server_.process().Signal(SIGSTOP);
  const Finished run =
      RunTaquin(server_.address(), {"solve", "1 2 3 0", "--connect-timeout", "500ms"});
  server_.process().Signal(SIGCONT);
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr(server_.address() + ": no connection within 500ms"));
}

TEST_F(ConnectionTest, AHostThatDoesNotExistIsFourAndNamed) {
  const Finished run = RunTaquin("no-such-host.invalid", {"solve", "1 2 3 0"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("no-such-host.invalid"));
}

TEST_F(ConnectionTest, AProxyIsNotAskedForThisMachine) {
  ProcessOptions options;
  for (const char* name : {"http_proxy", "https_proxy", "grpc_proxy"}) {
    options.environment.emplace_back(name, "http://127.0.0.1:1");
  }
  EXPECT_EQ(RunTaquin(server_.address(), {"solve", "1 2 3 0"}, options).exit_code, 0);
}

TEST_F(ConnectionTest, TheEnvironmentNamesTheServer) {
  ProcessOptions options;
  options.environment = {{"TAQUIN_SERVER", server_.address()}};
  EXPECT_EQ(RunProgram({TAQUIN_TEST_TAQUIN, "solve", "1 2 3 0"}, options).exit_code, 0);
  options.environment = {{"TAQUIN_SERVER", "localhost:1"}};
  EXPECT_EQ(RunTaquin(server_.address(), {"solve", "1 2 3 0"}, options).exit_code, 0);
}

TEST_F(ConnectionTest, OutputThatCannotBeWrittenIsFive) {
  ProcessOptions options;
  options.output_file = "/dev/full";
  const Finished run = RunTaquin(server_.address(), {"solve", "1 2 3 0"}, options);
  EXPECT_EQ(run.exit_code, 5);
  EXPECT_THAT(run.err, HasSubstr("cannot write the output"));
}

TEST_F(ConnectionTest, ATerminalShowsALineThatRewritesItselfAndFits) {
  ProcessOptions options;
  options.terminal_columns = 60;
  options.environment = {{"TERM", "xterm"}};
  Process process(
      TaquinCommand(server_.address(), {"solve", kHardBoard, "--algorithm", "idastar",
                                        "--heuristic", "zero", "--max-expanded", "20M"}),
      options);
  EXPECT_EQ(process.Wait(), 3);
  EXPECT_THAT(process.out(), HasSubstr("\r\x1b[K"));
  EXPECT_THAT(process.out(), HasSubstr("expanded"));
  const std::string plain = std::regex_replace(process.out(), std::regex("\x1b\\[[0-9]*m"), "");
  std::size_t begin = 0;
  while ((begin = plain.find("\x1b[K", begin)) != std::string::npos) {
    begin += 3;
    EXPECT_LT(plain.find_first_of("\r\n", begin) - begin, 60U);
  }
  EXPECT_THAT(process.out(), HasSubstr("\x1b[31mnot found\x1b[0m"));
}

TEST_F(ConnectionTest, TablesAndHelpFitTheTerminal) {
  const std::regex controls("\x1b\\[[0-9;]*[mK]|\r");
  for (const std::size_t columns : {60U, 80U, 200U}) {
    ProcessOptions options;
    options.terminal_columns = static_cast<int>(columns);
    options.environment = {{"TERM", "xterm"}};
    std::vector<std::vector<std::string>> commands = {
        {"--help"},
        {"status"},
        {"compare", "8 6 7/2 5 4/3 0 1", "--algorithms", "astar,idastar,beam"},
        {"compare", "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 0 8", "--algorithms", "astar"}};
    for (const char* command : {"solve", "batch", "check", "verify", "generate", "hint", "play",
                                "compare", "load", "status", "completion", "manual"}) {
      commands.push_back({command, "--help"});
    }
    for (const auto& command : commands) {
      const Finished run = RunTaquin(server_.address(), command, options);
      EXPECT_EQ(run.exit_code, 0);
      std::istringstream lines(run.out);
      bool any = false;
      for (std::string line; std::getline(lines, line);) {
        // What a terminal is told to draw over.
        if (line.find("\x1b[K") != std::string::npos) line.erase(0, line.rfind("\x1b[K") + 3);
        line = std::regex_replace(line, controls, "");
        any = any || !line.empty();
        // Commands are shown so that they can be copied.
        if (line.starts_with("  taquin ")) continue;
        EXPECT_LE(line.size(), columns) << line;
      }
      EXPECT_TRUE(any);
    }
  }
}

TEST_F(ConnectionTest, NoColorIsHonoured) {
  ProcessOptions options;
  options.terminal_columns = 80;
  options.environment = {{"TERM", "xterm"}, {"NO_COLOR", "1"}};
  Process process(TaquinCommand(server_.address(), {"solve", "1 2 3 0"}), options);
  EXPECT_EQ(process.Wait(), 0);
  EXPECT_THAT(process.out(), Not(HasSubstr("\x1b[3")));
  EXPECT_THAT(process.out(), HasSubstr("already solved"));
}

}  // namespace
}  // namespace taquin::end_to_end
