// What all commands of the real client do alike when something is wrong, and the
// exit codes of those that other tests leave out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/end_to_end/installation.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using Arguments = std::vector<std::string>;

constexpr char kBoard[] = "1 2 3/4 0 6/7 5 8";

// Each command that asks a server, as it does so.
const std::vector<Arguments>& Asking() {
  static const std::vector<Arguments> commands = {{"solve", kBoard},
                                                  {"batch", kBoard},
                                                  {"check", kBoard},
                                                  {"verify", kBoard, "DR"},
                                                  {"generate"},
                                                  {"hint", kBoard},
                                                  {"play", kBoard},
                                                  {"compare", kBoard, "--algorithms", "bfs"},
                                                  {"load", kBoard, "-n", "3"},
                                                  {"status"}};
  return commands;
}

Arguments With(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// What it is in JSON: {"error":{...}}.
nlohmann::json ErrorOf(const Finished& run) {
  EXPECT_EQ(run.out, "");
  const auto error = nlohmann::json::parse(run.err, nullptr, false);
  EXPECT_TRUE(error.is_object() && error.contains("error")) << run.err;
  return error.is_object() ? error.value("error", nlohmann::json::object())
                           : nlohmann::json::object();
}

class EveryCommandTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new RunningServer(); }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }

  static Finished Run(Arguments arguments, const ProcessOptions& options = {}) {
    return RunTaquin(server_->address(), std::move(arguments), options);
  }

  static RunningServer* server_;
};

RunningServer* EveryCommandTest::server_ = nullptr;

TEST_F(EveryCommandTest, SucceedsWithZeroAndSaysNothingElse) {
  for (const Arguments& command : Asking()) {
    if (command[0] == "play") continue;  // Wants a terminal.
    SCOPED_TRACE(command[0]);
    const Finished run = Run(With(command, {"--quiet"}));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out, "");
    EXPECT_EQ(run.err, "");
    const Finished json = Run(With(command, {"--json", "--quiet"}));
    EXPECT_EQ(json.exit_code, 0) << json.err;
    EXPECT_THAT(json.out, StartsWith("{"));
    EXPECT_EQ(json.err, "");
  }
}

TEST_F(EveryCommandTest, AWrongOptionIsTwoAndInJsonIfAskedFor) {
  std::vector<Arguments> commands = Asking();
  commands.push_back({"completion", "bash"});
  commands.push_back({"manual"});
  for (const Arguments& command : commands) {
    SCOPED_TRACE(command[0]);
    const Finished run = Run(With(command, {"--frobnicate"}));
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("--frobnicate is no option of taquin " + command[0]));
    const Finished json = Run(With(command, {"--frobnicate", "--json"}));
    EXPECT_EQ(json.exit_code, 2);
    EXPECT_EQ(ErrorOf(json)["code"], "INVALID_ARGUMENT");
  }
}

TEST_F(EveryCommandTest, ABadBoardIsTwoWhereverOneIsRead) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"1 2 3 4 5 6 7 7 0", "tile 7 is repeated"},
      {"1 2 3 4/5 6 7 8/9 10 11 12/13 14 16 0", "16 is out of range"},
      {"1 2 3/4 -5 6/7 8 0", "-5 is negative"},
      {"1 2 \xEF\xBC\x93 0", "full-width digits"},
      {"1 2 99999999999999999999 0", "is too long"},
      {"3\n", "its rows are missing"},
      {"3\n1 2 3\n4 5 6\n", "the size line says 3x3"},
      {"3\n1 2 3\n4 5 6\n7 8 0 9\n", "row 3 is long"},
      {"1 2 3 4 5 6 7 8 0 9", "not a square"},
      {"[[1,2],[3", "ends in the middle"}};
  for (const auto& [board, message] : bad) {
    SCOPED_TRACE(board);
    for (const Arguments& command : std::vector<Arguments>{{"solve", board},
                                                           {"check", board},
                                                           {"verify", board, "R"},
                                                           {"hint", board},
                                                           {"play", board},
                                                           {"compare", board},
                                                           {"load", board},
                                                           {"solve", kBoard, "--goal", board},
                                                           {"generate", "--goal", board}}) {
      SCOPED_TRACE(testing::PrintToString(command));
      const Finished run = Run(command);
      EXPECT_EQ(run.exit_code, 2);
      EXPECT_EQ(run.out, "");
      EXPECT_THAT(run.err, HasSubstr(message));
      EXPECT_FALSE(ErrorOf(Run(With(command, {"--json"})))["violations"].empty());
    }
    // To a batch it is an answer like others.
    ProcessOptions options;
    options.standard_input = board;
    const Finished batch = Run({"batch", "-", "-q"}, options);
    EXPECT_EQ(batch.exit_code, 2);
    EXPECT_THAT(batch.out, HasSubstr(message));
    EXPECT_EQ(nlohmann::json::parse(batch.out)["error"]["code"], "INVALID_ARGUMENT");
  }
}

TEST_F(EveryCommandTest, AnEmptyTextIsTwo) {
  for (const char* command : {"solve", "check", "hint", "play", "compare", "load"}) {
    for (const char* text : {"", "\n\n", "# nothing but a comment\n", "\xEF\xBB\xBF"}) {
      ProcessOptions options;
      options.standard_input = text;
      const Finished run = Run({command, "-"}, options);
      EXPECT_EQ(run.exit_code, 2) << command;
      EXPECT_THAT(run.err, HasSubstr("the text is empty"));
    }
  }
}

TEST_F(EveryCommandTest, AServerThatIsNotThereIsFourAndNamed) {
  for (const Arguments& command : Asking()) {
    SCOPED_TRACE(command[0]);
    for (const char* address : {"localhost:1", "no-such-host.invalid:50051"}) {
      const Finished run = RunTaquin(address, command);
      EXPECT_EQ(run.exit_code, 4);
      // A load that failed is an answer too.
      if (command[0] != "load") {
        EXPECT_EQ(run.out, "");
      }
      EXPECT_THAT(run.err, HasSubstr(address));
      EXPECT_THAT(run.err, Not(HasSubstr("grpc")));
      const Finished json = RunTaquin(address, With(command, {"--json", "--quiet"}));
      EXPECT_EQ(json.exit_code, 4);
      const std::string first_line = json.err.substr(0, json.err.find('\n'));
      EXPECT_EQ(nlohmann::json::parse(first_line)["error"]["code"], "UNAVAILABLE");
    }
  }
}

TEST_F(EveryCommandTest, AServerThatStandsStillIsGivenUp) {
  RunningServer server;
  server.process().Signal(SIGSTOP);
  for (const Arguments& command : Asking()) {
    const Finished run = RunTaquin(server.address(), With(command, {"--connect-timeout", "200ms"}));
    EXPECT_EQ(run.exit_code, 4) << command[0];
    EXPECT_THAT(run.err, HasSubstr(server.address())) << command[0];
  }
  server.process().Signal(SIGCONT);
}

TEST_F(EveryCommandTest, AllWaysToThisMachineLeadToTheServer) {
  const std::string port = server_->address().substr(server_->address().find(':'));
  std::vector<std::string> addresses = {"localhost" + port, "127.0.0.1" + port};
  if (std::filesystem::exists("/proc/net/if_inet6")) addresses.push_back("[::1]" + port);
  for (const std::string& address : addresses) {
    EXPECT_EQ(RunTaquin(address, {"status"}).exit_code, 0) << address;
  }
}

TEST_F(EveryCommandTest, ASearchEndsWhenItsClientIsKilled) {
  RunningServer server;
  {
    Process client(TaquinCommand(server.address(),
                                 {"solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--algorithm",
                                  "idastar", "--heuristic", "zero", "--progress", "always"}));
    ASSERT_TRUE(client.WaitForOutput("expanded"));
    client.Signal(SIGKILL);
    client.Wait();
  }
  EXPECT_TRUE(server.process().WaitForOutput("the caller has left"));
  EXPECT_EQ(RunTaquin(server.address(), {"solve", kBoard}).exit_code, 0);
}

TEST_F(EveryCommandTest, APathOfAMillionMovesGoesThroughAndALongerOneIsTwo) {
  ProcessOptions options;
  for (int i = 0; i < 500'000; ++i) options.standard_input += "LR";
  const Finished longest = Run({"verify", "1 2 3/4 5 6/7 8 0", "-"}, options);
  EXPECT_EQ(longest.exit_code, 0) << longest.err;
  EXPECT_THAT(longest.out, HasSubstr(": 1000000 moves; the shortest has 0, 1000000 fewer"));
  options.standard_input += "LR";
  const Finished longer = Run({"verify", "1 2 3/4 5 6/7 8 0", "-"}, options);
  EXPECT_EQ(longer.exit_code, 2);
  EXPECT_THAT(longer.err, HasSubstr("at most 1000000 are accepted"));
}

TEST_F(EveryCommandTest, CountsOfSixtyFourBitsAreStringsAndOthersNumbers) {
  const auto result = nlohmann::json::parse(Run({"solve", kBoard, "--json"}).out);
  EXPECT_TRUE(result["stats"]["expandedCount"].is_string());
  EXPECT_TRUE(result["stats"]["peakMemoryBytes"].is_string());
  EXPECT_TRUE(result["length"].is_number());
}

TEST(CompletionCommandTest, PrintsAScriptOrSaysWhatIsWrong) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Finished run = RunProgram({TAQUIN_TEST_TAQUIN, "completion", shell});
    EXPECT_EQ(run.exit_code, 0) << shell;
    EXPECT_THAT(run.out, HasSubstr("taquin"));
    EXPECT_EQ(run.err, "");
  }
  const Finished other = RunProgram({TAQUIN_TEST_TAQUIN, "completion", "csh"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("'csh' is none of bash,zsh,fish"));
  EXPECT_EQ(RunProgram({TAQUIN_TEST_TAQUIN, "completion"}).exit_code, 2);
  ProcessOptions full;
  full.output_file = "/dev/full";
  EXPECT_EQ(RunProgram({TAQUIN_TEST_TAQUIN, "completion", "bash"}, full).exit_code, 5);
}

TEST(ManualCommandTest, PrintsAPageOrSaysWhatIsWrong) {
  EXPECT_THAT(RunProgram({TAQUIN_TEST_TAQUIN, "manual"}).out, HasSubstr(".TH \"TAQUIN\""));
  for (const Arguments& command : Asking()) {
    const Finished run = RunProgram({TAQUIN_TEST_TAQUIN, "manual", command[0]});
    EXPECT_EQ(run.exit_code, 0) << command[0];
    EXPECT_THAT(run.out, HasSubstr(".SH EXIT STATUS"));
    EXPECT_EQ(run.err, "");
  }
  const Finished other = RunProgram({TAQUIN_TEST_TAQUIN, "manual", "frobnicate"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("'frobnicate' is no command"));
  const Finished nowhere =
      RunProgram({TAQUIN_TEST_TAQUIN, "manual", "--directory", "/dev/null/man1"});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("/dev/null/man1"));
  ProcessOptions full;
  full.output_file = "/dev/full";
  EXPECT_EQ(RunProgram({TAQUIN_TEST_TAQUIN, "manual"}, full).exit_code, 5);
}

TEST(ManualCommandTest, WritesAPageForEachCommand) {
  const auto directory = std::filesystem::path(testing::TempDir()) / "every_command_test_man";
  const Finished run =
      RunProgram({TAQUIN_TEST_TAQUIN, "manual", "--directory", (directory / "man1").string()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(std::filesystem::exists(directory / "man1" / "taquin.1"));
  for (const Arguments& command : Asking()) {
    EXPECT_GT(std::filesystem::file_size(directory / "man1" / ("taquin-" + command[0] + ".1")), 0U);
  }
  std::filesystem::remove_all(directory);
}

// A game in a terminal of its own.
class PlayCommandTest : public EveryCommandTest {
 protected:
  static ProcessOptions Terminal() {
    ProcessOptions options;
    options.terminal_columns = 80;
    options.environment = {{"TERM", "xterm"}};
    return options;
  }
};

TEST_F(PlayCommandTest, IsZeroWhenThePlayerLeaves) {
  Process game(TaquinCommand(server_->address(), {"play", kBoard}), Terminal());
  ASSERT_TRUE(game.WaitForOutput("0 moves"));
  game.Type("q");
  EXPECT_EQ(game.Wait(), 0);
}

TEST_F(PlayCommandTest, IsTwoForWhatCannotBePlayed) {
  EXPECT_EQ(Run({"play", "1 2 3/4 5 6/8 7 0"}, Terminal()).exit_code, 2);
  EXPECT_EQ(Run({"play", kBoard, "--arrows", "sideways"}, Terminal()).exit_code, 2);
  EXPECT_EQ(Run({"play", "--shape", "3x3", "--length", "99"}, Terminal()).exit_code, 2);
  const Finished piped = Run({"play", kBoard});
  EXPECT_EQ(piped.exit_code, 2);
  EXPECT_THAT(piped.err, HasSubstr("play needs a terminal"));
}

TEST_F(PlayCommandTest, IsFourWithoutAServer) {
  EXPECT_EQ(RunTaquin("localhost:1", {"play", kBoard}, Terminal()).exit_code, 4);
}

TEST_F(PlayCommandTest, Is130WhenInterrupted) {
  Process game(TaquinCommand(server_->address(), {"play", kBoard}), Terminal());
  ASSERT_TRUE(game.WaitForOutput("0 moves"));
  game.Signal(SIGINT);
  EXPECT_EQ(game.Wait(), 130);
}

}  // namespace
}  // namespace taquin::end_to_end
