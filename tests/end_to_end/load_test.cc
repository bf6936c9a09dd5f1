// Loads of the real server, by the real client.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/end_to_end/installation.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;

// Requests that are still under way when something happens to the server.
constexpr char kLongBoard[] = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

class LoadTest : public testing::Test {
 protected:
  Finished Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "load");
    return RunTaquin(server_.address(), std::move(arguments));
  }

  RunningServer server_;
};

TEST_F(LoadTest, EveryRpcAndLoopAnswersEveryRequest) {
  for (const char* rpc : {"SolveOnce", "Solve", "SolveBatch"}) {
    for (const std::vector<std::string>& loop :
         std::vector<std::vector<std::string>>{{"-c", "40"}, {"--rps", "2000"}}) {
      std::vector<std::string> arguments = {"-n", "300",           "--shape", "3x3",    "--rpc",
                                            rpc,  "--boards",      "50",      "--json", "--length",
                                            "20", "--connections", "2"};
      arguments.insert(arguments.end(), loop.begin(), loop.end());
      const Finished run = Run(arguments);
      EXPECT_EQ(run.exit_code, 0) << run.err;
      const auto json = nlohmann::json::parse(run.out);
      EXPECT_EQ(json["rpc"], rpc);
      EXPECT_EQ(json["answered"], 300);
      EXPECT_EQ(json["failed"], 0);
      EXPECT_EQ(json["givenUp"], 0);
      EXPECT_EQ(json["statuses"], nlohmann::json({{"OK", 300}}));
      EXPECT_EQ(json["outcomes"], nlohmann::json({{"optimal", 300}}));
      for (const char* series : {"latency", "queue", "search"}) {
        EXPECT_EQ(json[series]["count"], 300);
        EXPECT_LE(json[series]["p50"], json[series]["p99.9"]);
        EXPECT_LE(json[series]["p99.9"], json[series]["max"]);
      }
      EXPECT_GT(json["latency"]["min"], 0.0);
      EXPECT_GE(json["latency"]["max"], json["search"]["max"]);
      std::int64_t in_bars = 0;
      for (const auto& bar : json["histogram"]) in_bars += bar["count"].get<std::int64_t>();
      EXPECT_EQ(in_bars, 300);
    }
  }
}

TEST_F(LoadTest, TextTellsFiguresAndAPicture) {
  const Finished run = Run({"-n", "100", "--shape", "3x3", "--seed", "5"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* part :
       {"SolveOnce at localhost:", "closed loop, 8 in flight", "1000 boards of 3x3, random, seed 5",
        "answered 100 in ", ": 100 optimal\n", "failed   0\n", "p99.9 ", "max ", "#"}) {
    EXPECT_THAT(run.out, HasSubstr(part));
  }
}

TEST_F(LoadTest, CsvHasALineForEachFigure) {
  const Finished run = Run({"-n", "10", "--shape", "3x3", "--csv"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("series,figure,value,unit\n"));
  EXPECT_THAT(run.out, HasSubstr("\nload,answered,10,requests\n"));
  EXPECT_THAT(run.out, HasSubstr("\nlatency,p99.9,"));
  EXPECT_THAT(run.out, HasSubstr("\nqueue,p99,"));
}

TEST_F(LoadTest, BoardsComeFromAFileToo) {
  const std::string file = testing::TempDir() + "/load-boards.txt";
  std::ofstream(file) << "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 8 7 x\n";
  const Finished run = Run({file, "-n", "10", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["outcomes"],
            nlohmann::json({{"optimal", 5}, {"unsolvable", 5}}));
  std::filesystem::remove(file);
}

TEST_F(LoadTest, AConditionThatHoldsIsOne) {
  const std::vector<std::string> load = {"-n", "20", "--shape", "3x3", "--json"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), load.begin(), load.end());
    return Run(more);
  };
  EXPECT_EQ(with({"--fail-if", "p99>10m", "--fail-if", "errors>0"}).exit_code, 0);
  const Finished fails = with({"--fail-if", "p99>10m", "--fail-if", "latency.max>=0ns"});
  EXPECT_EQ(fails.exit_code, 1);
  const auto json = nlohmann::json::parse(fails.out);
  EXPECT_EQ(json["failIf"][0]["fails"], false);
  EXPECT_EQ(json["failIf"][1]["fails"], true);
}

TEST_F(LoadTest, AConditionThatIsNoneIsTwoAndPointsAtItsFaults) {
  const Finished run = Run({"--fail-if", "p99>50", "--fail-if", "median=1s"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("--fail-if:1:7: the unit of the time is missing: ns, us, ms, s "
                                 "or m\n  p99>50\n        ^\n"));
  EXPECT_THAT(run.err, HasSubstr("'median' is no figure"));
  EXPECT_THAT(run.err, HasSubstr("'=' is no comparison"));
}

TEST_F(LoadTest, RequestsThatTheServerRefusesAreTheirError) {
  const Finished run = Run({"1 2 3 0", "-n", "5", "--weight", "-1", "--algorithm", "astar"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, HasSubstr("failed   5: 5 INVALID_ARGUMENT"));
  EXPECT_THAT(run.err, HasSubstr("heuristic_weight"));
}

// On a terminal, where its progress shows how far it is.
ProcessOptions OnTerminal() {
  ProcessOptions options;
  options.terminal_columns = 120;
  return options;
}

TEST_F(LoadTest, AnInterruptEndsWithTheReportSoFarAnd130) {
  for (const char* rpc : {"SolveOnce", "Solve", "SolveBatch"}) {
    Process process(TaquinCommand(server_.address(),
                                  {"load", kLongBoard, "--algorithm", "idastar", "--heuristic",
                                   "zero", "--rpc", rpc, "-c", "3", "--duration", "1h"}),
                    OnTerminal());
    ASSERT_TRUE(process.WaitForOutput("3 in flight"));
    process.Signal(SIGINT);
    EXPECT_EQ(process.Wait(), 130);
    EXPECT_THAT(process.out(), HasSubstr("answered 0 in "));
    EXPECT_THAT(process.out(), HasSubstr("given up 3, the first due "));
    EXPECT_THAT(process.out(), HasSubstr("interrupted"));
  }
}

TEST_F(LoadTest, ADeadServerIsFour) {
  server_.process().Signal(SIGKILL);
  server_.process().Wait();
  const Finished run = Run({"-n", "10"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr(server_.address()));
}

TEST_F(LoadTest, AServerThatDiesMidwayIsFourWithTheReportSoFar) {
  for (const std::vector<std::string>& kind :
       std::vector<std::vector<std::string>>{{"--rpc", "SolveOnce", "-c", "4"},
                                             {"--rpc", "SolveBatch", "-c", "4"},
                                             {"--rpc", "Solve", "--rps", "100"}}) {
    RunningServer server;
    std::vector<std::string> arguments = {"load", "1 2 3 4 5 6 7 x 8", "--duration", "1h"};
    arguments.insert(arguments.end(), kind.begin(), kind.end());
    Process process(TaquinCommand(server.address(), arguments), OnTerminal());
    ASSERT_TRUE(process.WaitForMatch("[1-9][0-9,]* answers"));
    server.process().Signal(SIGKILL);
    EXPECT_EQ(process.Wait(), 4);
    EXPECT_TRUE(process.WaitForMatch("answered [1-9][0-9]* in ")) << process.out();
    EXPECT_TRUE(process.WaitForMatch("failed   [0-9]+: .*[1-9][0-9]* UNAVAILABLE"));
    EXPECT_THAT(process.out(), HasSubstr("cannot reach the server at " + server.address()));
  }
}

TEST_F(LoadTest, ManyInFlightNeedFewThreads) {
  Process process(
      TaquinCommand(server_.address(), {"load", kLongBoard, "--algorithm", "idastar", "--heuristic",
                                        "zero", "-c", "2000", "--duration", "1h"}),
      OnTerminal());
  ASSERT_TRUE(process.WaitForOutput("2000 in flight"));
  EXPECT_LT(process.ThreadCount(), 50);
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait(), 130);
  EXPECT_THAT(process.out(), HasSubstr("given up 2000"));
}

}  // namespace
}  // namespace taquin::end_to_end
