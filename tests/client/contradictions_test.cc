// Options that contradict each other: every pair there is, on the command line, and
// what of the configuration file and the environment gives way to it.

#include "client/commands/contradictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/command_line.h"
#include "client/commands/choice.h"
#include "client/commands/command.h"
#include "tests/client/fake_service.h"

namespace taquin::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kBoard[] = "1 2 3/4 5 6/7 0 8";

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

Outcome RunTaquin(std::vector<std::string> arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Console console(out, err);
  const ExitCode code = RunCommandLine(std::move(arguments), console);
  return {code, out.str(), err.str()};
}

// The program's options, to write any of them with a value that it takes.
class AllOptions {
 public:
  AllOptions() : app_("", "taquin") {
    common_.Register(app_);
    for (auto& command : commands_) command->Register(app_);
  }

  std::vector<std::string> Commands() const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands({})) names.push_back(command->get_name());
    return names;
  }

  // The words of an option of a command, "--steps" or "--format=count".
  std::vector<std::string> Words(const std::string& command, std::string_view written) {
    const std::size_t equals = written.find('=');
    const std::string name(written.substr(0, equals));
    const CLI::Option* option = app_.get_subcommand(command)->get_option_no_throw(name);
    if (option == nullptr) option = app_.get_option_no_throw(name);
    if (option == nullptr) {
      ADD_FAILURE() << command << " has no " << name;
      return {};
    }
    if (name == "BOARD") return {kBoard};
    if (!name.starts_with('-')) return {"solve"};
    if (equals != std::string_view::npos) return {name, std::string(written.substr(equals + 1))};
    if (option->get_expected_max() == 0) return {name};
    const std::vector<std::string> choices = ChoicesOf(*option);
    if (!choices.empty()) return {name, choices.back()};
    return {name, option->get_type_name().starts_with("RxC") ? "3x3" : "1"};
  }

 private:
  CLI::App app_;
  CommonOptions common_;
  std::vector<std::unique_ptr<Command>> commands_ = MakeCommands();
};

std::string WithBlank(std::string_view written) {
  std::string text(written);
  std::replace(text.begin(), text.end(), '=', ' ');
  return text;
}

TEST(ContradictionsTest, EveryPairOnTheCommandLineIsTwoAndSaysWhatIsRight) {
  AllOptions options;
  std::set<std::string> commands;
  for (const Contradiction& contradiction : Contradictions()) {
    const bool of_all = contradiction.command.empty();
    for (const std::string& command :
         of_all ? options.Commands() : std::vector{std::string(contradiction.command)}) {
      commands.insert(command);
      std::vector<std::string> arguments = {command};
      for (const std::string_view written : {contradiction.one, contradiction.other}) {
        for (std::string& word : options.Words(command, written)) {
          arguments.push_back(std::move(word));
        }
      }
      if (command == "completion") arguments.emplace_back("bash");
      if (command == "verify") arguments.insert(arguments.end(), {kBoard, "R"});
      SCOPED_TRACE(testing::PrintToString(arguments));
      const Outcome outcome = RunTaquin(arguments);
      EXPECT_EQ(outcome.code, ExitCode::kUsage);
      EXPECT_EQ(outcome.out, "");
      const std::string fault = WithBlank(contradiction.one) + " contradicts " +
                                WithBlank(contradiction.other) + ": " +
                                std::string(contradiction.advice);
      const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
      const std::string message =
          json ? nlohmann::json::parse(outcome.err)["error"]["message"].get<std::string>()
               : outcome.err;
      EXPECT_THAT(message, AllOf(HasSubstr(fault), HasSubstr("See taquin " + command)));
    }
  }
  EXPECT_EQ(commands.size(), options.Commands().size());
}

TEST(ContradictionsTest, AllOfThemAreSaidAtOnce) {
  const Outcome outcome = RunTaquin({"solve", kBoard, "--local", "--server", "x", "--format",
                                     "count", "--format", "letters", "--steps", "-q", "-v"});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, AllOf(StartsWith("taquin: --server contradicts --local: "),
                                 HasSubstr("\n--quiet contradicts --verbose: "),
                                 HasSubstr("\n--format letters contradicts --format count: "),
                                 HasSubstr("\n--format letters contradicts --steps: "),
                                 HasSubstr("\n--format count contradicts --steps: ")));
}

TEST(ContradictionsTest, WhatTellsHowToReadABoardNeedsOne) {
  for (const char* command : {"load", "play"}) {
    for (const char* option : {"--rows", "--columns"}) {
      const Outcome outcome = RunTaquin({command, option, "3"});
      EXPECT_EQ(outcome.code, ExitCode::kUsage);
      EXPECT_THAT(outcome.err, HasSubstr(std::string(option) + " needs BOARD: "));
    }
  }
}

TEST(ContradictionsTest, OnlySolveAnswersExercises) {
  for (const char* command : {"batch", "check", "compare", "hint", "load", "play"}) {
    const Outcome outcome = RunTaquin({command, kBoard, "--format", "count"});
    EXPECT_EQ(outcome.code, ExitCode::kUsage) << command;
    EXPECT_THAT(outcome.err, HasSubstr("'count' is none of korf"));
  }
}

TEST(ContradictionsTest, StandardInputIsNamedOnce) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"solve", "-", "-"},
                                                    {"solve", "-", "--goal", "-"},
                                                    {"batch", "-", "-"},
                                                    {"check", "-", kBoard, "-"},
                                                    {"hint", "-", "--goal", "-"},
                                                    {"verify", "-", "-"},
                                                    {"verify", kBoard, "-", "--goal", "-"}}) {
    const Outcome outcome = RunTaquin(arguments);
    EXPECT_EQ(outcome.code, ExitCode::kUsage) << testing::PrintToString(arguments);
    EXPECT_THAT(outcome.err, HasSubstr("standard input (-) is named twice"));
  }
}

TEST(ContradictionsTest, EachFileIsNamedOnce) {
  for (const char* other : {"--svg", "--gif"}) {
    const Outcome outcome = RunTaquin({"solve", kBoard, "--html", "path", other, "path"});
    EXPECT_EQ(outcome.code, ExitCode::kUsage);
    EXPECT_THAT(outcome.err, HasSubstr("path is named for two of --html, --svg and --gif"));
  }
}

// What was written on the command line counts, against a file and the environment.
class PrecedenceTest : public testing::Test {
 protected:
  PrecedenceTest() {
    service_.solve = [](grpc::ServerContext&, const v1::SolveRequest&,
                        grpc::ServerWriter<v1::SolveResponse>& writer) {
      v1::SolveResponse response;
      v1::SolveResult& result = *response.mutable_result();
      result.set_outcome(v1::OUTCOME_OPTIMAL);
      result.set_length(1);
      result.add_moves(v1::DIRECTION_RIGHT);
      writer.Write(response);
      return grpc::Status::OK;
    };
    service_.capabilities = [](grpc::ServerContext&, v1::GetCapabilitiesResponse& response) {
      response.add_algorithms()->set_algorithm(v1::ALGORITHM_BFS);
      return grpc::Status::OK;
    };
  }
  ~PrecedenceTest() override {
    std::filesystem::remove(file_);
    unsetenv("TAQUIN_CACERT");
  }

  // Against the scripted server, with a configuration file of this content.
  Outcome Run(const std::string& config, std::vector<std::string> arguments) {
    const FakeServer server(service_);
    std::ofstream(file_) << config;
    arguments.insert(arguments.end(), {"--config", file_, "--server", server.address()});
    return RunTaquin(std::move(arguments));
  }

  const std::string file_ =
      absl::StrCat(testing::TempDir(), "/contradictions_test_", getpid(), ".toml");
  FakeService service_;
};

TEST_F(PrecedenceTest, TheFileGivesWayToTheCommandLine) {
  // Run() writes --server.
  EXPECT_EQ(Run("local = true\n", {"solve", kBoard, "-q"}).out, "R\n");
  EXPECT_THAT(Run("quiet = true\n", {"solve", kBoard, "-v"}).out, HasSubstr("waited in the queue"));
  EXPECT_EQ(Run("verbose = true\n", {"solve", kBoard, "-q"}).out, "R\n");
  EXPECT_THAT(Run("json = true\n", {"compare", kBoard, "--csv"}).out, StartsWith("board,"));
  EXPECT_THAT(Run("json = true\n", {"solve", kBoard, "--steps"}).out, HasSubstr("1/1  blank"));
  EXPECT_THAT(Run("[compare]\ncsv = true\n", {"compare", kBoard, "--json"}).out, StartsWith("{"));
  EXPECT_EQ(Run("cacert = \"/none.pem\"\n", {"solve", kBoard, "-q", "--plaintext"}).out, "R\n");
  // With TLS now, which this server does not speak.
  const Outcome tls = Run("plaintext = true\n", {"solve", kBoard, "--cacert", "/none.pem"});
  EXPECT_THAT(tls.err, HasSubstr("cannot read /none.pem"));
}

TEST_F(PrecedenceTest, TheEnvironmentGivesWayToTheCommandLine) {
  setenv("TAQUIN_CACERT", "/none.pem", 1);
  EXPECT_EQ(Run("", {"solve", kBoard, "-q"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run("", {"solve", kBoard, "-q", "--plaintext"}).out, "R\n");
}

TEST_F(PrecedenceTest, WhatIsSwitchedOffContradictsNothing) {
  EXPECT_EQ(Run("verbose = false\nlocal = false\n", {"solve", kBoard, "-q"}).out, "R\n");
  EXPECT_EQ(Run("", {"solve", kBoard, "-q", "--verbose=false"}).out, "R\n");
}

TEST_F(PrecedenceTest, WhatCannotGiveWayIsTwoAndSaysWhere) {
  const Outcome outcome = Run("[solve]\nformat = \"count\"\n", {"solve", kBoard, "--steps"});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("--format count contradicts --steps (one is in the "
                                     "configuration file): "));
  EXPECT_EQ(Run("[solve]\nformat = \"count\"\n", {"solve", kBoard}).out, "1\n");
}

}  // namespace
}  // namespace taquin::client
