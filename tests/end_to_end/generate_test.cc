// Random boards from the real server, by the real client.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/installation.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class GenerateTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new RunningServer(); }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }

  static Finished Run(std::vector<std::string> arguments, const std::string& input = "") {
    ProcessOptions options;
    options.standard_input = input;
    return RunTaquin(server_->address(), std::move(arguments), options);
  }

  // What batch says of boards that generate wrote.
  static std::vector<nlohmann::json> Solve(const std::string& boards,
                                           std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"batch", "-"});
    const Finished run = Run(options, boards);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::vector<nlohmann::json> answers;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);)
      answers.push_back(nlohmann::json::parse(line));
    return answers;
  }

  static RunningServer* server_;
};

RunningServer* GenerateTest::server_ = nullptr;

TEST_F(GenerateTest, EveryBoardCanBeSolvedForTheGoalThatWasAsked) {
  for (const char* goal : {"blank-last", "blank-first", "spiral", "8 7 6/5 0 4/3 2 1"}) {
    const Finished run = Run({"generate", "-n", "100", "--shape", "3x3", "--goal", goal});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, StartsWith("seed "));
    const auto answers = Solve(run.out, {"--goal", goal});
    ASSERT_EQ(answers.size(), 100u);
    for (const auto& answer : answers) EXPECT_EQ(answer["outcome"], "OUTCOME_OPTIMAL");
  }
}

TEST_F(GenerateTest, LengthsAreExact) {
  for (const auto& [shape, length] :
       {std::pair("3x3", 31), std::pair("3x3", 0), std::pair("4x4", 25), std::pair("2x5", 17)}) {
    const Finished run = Run({"generate", "-n", "5", "--shape", shape, "--length",
                              std::to_string(length), "--seed", "1"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const auto& answer : Solve(run.out)) EXPECT_EQ(answer["length"], length) << shape;
  }
}

TEST_F(GenerateTest, TheSeedThatWasToldDrawsTheSameBoards) {
  const Finished first = Run({"generate", "-n", "3"});
  const std::string seed = first.err.substr(5, first.err.find('\n') - 5);
  const Finished again = Run({"generate", "-n", "3", "--seed", seed});
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "");
  // The sequence does not depend on how much of it is asked for.
  EXPECT_THAT(Run({"generate", "-n", "1200", "--seed", seed}).out, StartsWith(first.out));
}

TEST_F(GenerateTest, SolveReadsEveryNotation) {
  std::set<std::string> paths;
  for (const char* notation :
       {"slashes", "numbers", "commas", "grid", "sized", "list", "object", "base36"}) {
    const Finished run = Run(
        {"generate", "--shape", "4x4", "--length", "20", "--seed", "3", "--notation", notation});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const Finished solved = Run({"solve", "-", "--quiet"}, run.out);
    EXPECT_EQ(solved.exit_code, 0) << notation << solved.err;
    paths.insert(solved.out);
  }
  EXPECT_EQ(paths.size(), 1u);
}

TEST_F(GenerateTest, WhatCannotBeDrawnIsTwoAndSaysWhatCan) {
  const Finished run = Run({"generate", "--shape", "3x3", "--length", "32", "-n", "3", "--json"});
  EXPECT_EQ(run.exit_code, 2);
  const auto violations = nlohmann::json::parse(run.err)["error"]["violations"];
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0]["field"], "optimal_length");
  EXPECT_THAT(violations[0]["description"].get<std::string>(), HasSubstr("31 moves"));
  EXPECT_EQ(Run({"generate", "--shape", "33x3"}).exit_code, 2);
  EXPECT_EQ(Run({"generate", "--shape", "4x4", "--length", "41"}).exit_code, 2);
}

TEST_F(GenerateTest, WithoutAServerItIsFour) {
  EXPECT_EQ(RunTaquin("localhost:1", {"generate"}).exit_code, 4);
}

}  // namespace
}  // namespace taquin::end_to_end
