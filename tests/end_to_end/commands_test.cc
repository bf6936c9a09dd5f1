// Every command of the real client against a real server.

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "client/notation/board_writer.h"
#include "client/notation/path_replay.h"
#include "taquin/v1/solve.pb.h"
#include "tests/end_to_end/installation.h"
#include "tests/support/instance_sets.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class CommandsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new RunningServer(); }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }

  static Finished Run(std::vector<std::string> arguments, const ProcessOptions& options = {}) {
    return RunTaquin(server_->address(), std::move(arguments), options);
  }

  static RunningServer* server_;
};

RunningServer* CommandsTest::server_ = nullptr;

v1::SolveResult ParseResult(const std::string& json) {
  v1::SolveResult result;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &result).ok()) << json;
  return result;
}

// One line of numbers, with the shape as slashes.
template <typename Tile>
std::string Write(const std::vector<Tile>& tiles, int columns) {
  std::string text;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (i > 0) text += i % static_cast<std::size_t>(columns) == 0 ? "/" : " ";
    text += std::to_string(tiles[i]);
  }
  return text;
}

// Whether the moves of a result lead from the start to its goal.
void ExpectPathIsRight(const std::vector<std::int64_t>& start, const v1::SolveResult& result) {
  v1::Board board;
  board.set_rows(result.goal().rows());
  board.set_columns(result.goal().columns());
  for (const std::int64_t tile : start) board.add_tiles(static_cast<int>(tile));
  client::PathReplay replay(board);
  for (const int move : result.moves()) {
    ASSERT_TRUE(replay.Move(static_cast<v1::Direction>(move)));
  }
  EXPECT_EQ(client::FormatBoardLine(replay.board()), client::FormatBoardLine(result.goal()));
  EXPECT_EQ(result.moves_size(), result.length());
}

TEST_F(CommandsTest, SolveAnswersEveryBoardOfTheBugReports) {
  int solvable = 0;
  int unsolvable = 0;
  int invalid = 0;
  for (const BoardCase& board_case : ReadBoardCases()) {
    SCOPED_TRACE(board_case.id);
    const int columns = board_case.shape.columns;
    const Finished run = Run({"solve", "--json", Write(board_case.tiles, columns), "--goal",
                              Write(board_case.goal_tiles, columns)});
    switch (board_case.verdict) {
      case Verdict::kInvalid:
        ++invalid;
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_EQ(nlohmann::json::parse(run.err)["error"]["code"], "INVALID_ARGUMENT");
        break;
      case Verdict::kUnsolvable:
        ++unsolvable;
        EXPECT_EQ(run.exit_code, 1) << run.err;
        EXPECT_EQ(ParseResult(run.out).outcome(), v1::OUTCOME_UNSOLVABLE);
        break;
      case Verdict::kSolvable: {
        ++solvable;
        ASSERT_EQ(run.exit_code, 0) << run.err;
        const v1::SolveResult result = ParseResult(run.out);
        EXPECT_EQ(result.outcome(), v1::OUTCOME_OPTIMAL);
        ASSERT_TRUE(result.has_length());
        EXPECT_EQ(result.length(), board_case.optimum);
        ExpectPathIsRight(board_case.tiles, result);
      }
    }
  }
  EXPECT_GT(solvable, 20);
  EXPECT_GT(unsolvable, 5);
  EXPECT_GT(invalid, 0);
}

TEST_F(CommandsTest, SolveSaysOptimalAndNineteen) {
  const Finished run = Run({"solve", "2 3 4 1 5 x 7 6 8", "--json"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["outcome"], "OUTCOME_OPTIMAL");
  EXPECT_EQ(json["length"], 19);
  EXPECT_EQ(json["moves"].size(), 19U);
  EXPECT_EQ(json["goal"]["tiles"], nlohmann::json({1, 2, 3, 4, 5, 6, 7, 8, 0}));
}

TEST_F(CommandsTest, SolveOfASolvedBoardIsZeroMoves) {
  const Finished text = Run({"solve", "1 2 3/4 5 6/7 8 0"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, HasSubstr("already solved: 0 moves"));
  const auto json = nlohmann::json::parse(Run({"solve", "123456780", "--json"}).out);
  EXPECT_EQ(json["length"], 0);
  EXPECT_EQ(json["lowerBound"], 0);
}

TEST_F(CommandsTest, SolveTakesEveryAlgorithmThatStatusOffers) {
  const auto status = nlohmann::json::parse(Run({"status", "--json"}).out);
  ASSERT_FALSE(status["algorithms"].empty());
  for (const auto& algorithm : status["algorithms"]) {
    const std::string name = algorithm["algorithm"].get<std::string>().substr(10);
    SCOPED_TRACE(name);
    const Finished run = Run({"solve", "1 2 3/4 0 6/7 5 8", "--json", "--algorithm", name});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const v1::SolveResult result = ParseResult(run.out);
    ExpectPathIsRight({1, 2, 3, 4, 0, 6, 7, 5, 8}, result);
    if (algorithm["optimal"].get<bool>()) {
      EXPECT_EQ(result.length(), 2);
    }
  }
}

TEST_F(CommandsTest, SolveReadsStandardInputFilesAndSeveralBoards) {
  ProcessOptions options;
  options.standard_input = "3\r\n1 2 3\r\n4 5 6\r\n7 _ 8\r\n";
  EXPECT_EQ(Run({"solve", "-", "--quiet"}, options).out, "R\n");
  EXPECT_EQ(Run({"solve", "--quiet"}, options).out, "R\n");
  const std::string file = testing::TempDir() + "/boards.txt";
  std::ofstream(file) << "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n";
  EXPECT_EQ(Run({"solve", file, "12345678x", "--quiet"}).out, "R\nRR\n\n");
  const Finished json = Run({"solve", file, "--json"});
  EXPECT_EQ(std::count(json.out.begin(), json.out.end(), '\n'), 2);
  std::filesystem::remove(file);
}

TEST_F(CommandsTest, SolveOfResearchLinesAimsAtBlankFirst) {
  ProcessOptions options;
  options.standard_input = "7 1 0 2 3 4 5 6 7 8\n";
  const Finished run = Run({"solve", "-", "--format", "korf", "--json"}, options);
  const v1::SolveResult result = ParseResult(run.out);
  EXPECT_EQ(result.id(), "7");
  EXPECT_EQ(result.length(), 1);
  EXPECT_EQ(client::FormatBoardLine(result.goal()), "0 1 2/3 4 5/6 7 8");
}

TEST_F(CommandsTest, SolveSaysForWhichGoalABoardIsUnsolvable) {
  const Finished run = Run({"solve", "1 2 3/4 5 6/8 7 0"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("unsolvable for the goal blank-last"));
  EXPECT_THAT(run.out, HasSubstr("it can reach spiral"));
}

TEST_F(CommandsTest, SolveExitsWithThreeAtALimitWithoutAPath) {
  const Finished run = Run({"solve", "FE169B4C0A73D852", "--algorithm", "astar", "--heuristic",
                            "manhattan", "--max-expanded", "100", "--json"});
  EXPECT_EQ(run.exit_code, 3);
  const v1::SolveResult result = ParseResult(run.out);
  EXPECT_EQ(result.outcome(), v1::OUTCOME_NOT_FOUND);
  EXPECT_EQ(result.limit(), v1::LIMIT_EXPANSIONS);
  EXPECT_GE(result.lower_bound(), 38);  // The Manhattan distance of the start.
}

TEST_F(CommandsTest, CheckTellsReachableFromNot) {
  const Finished reachable = Run({"check", "2 3 4 1 5 x 7 6 8"});
  EXPECT_EQ(reachable.exit_code, 0);
  EXPECT_THAT(reachable.out, HasSubstr("\nreachable: "));
  EXPECT_THAT(reachable.out, HasSubstr("manhattan"));
  const Finished not_reachable = Run({"check", "1 2 3 4 5 6 8 7 0", "--json"});
  EXPECT_EQ(not_reachable.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(not_reachable.out)["reachability"],
            "REACHABILITY_PARITY_DIFFERS");
  EXPECT_EQ(Run({"check", "2 1 0", "--rows", "1"}).exit_code, 1);
}

TEST_F(CommandsTest, VerifyTellsWhoseMovesFitAndWhereAPathFails) {
  EXPECT_THAT(Run({"verify", "1 2 3/4 5 6/0 7 8", "RR"}).out,
              HasSubstr("valid (moves of the blank): 2 moves; it is optimal"));
  EXPECT_THAT(Run({"verify", "1 2 3/4 5 6/0 7 8", "LL"}).out,
              HasSubstr("valid (moves of the tiles)"));
  const Finished fails = Run({"verify", "1 2 3/4 5 6/0 7 8", "RRR"});
  EXPECT_EQ(fails.exit_code, 1);
  EXPECT_THAT(fails.out, HasSubstr("move 3 would take the blank off the board"));
  const Finished json = Run({"verify", "1 2 3/4 5 6/0 7 8", "UD", "--json"});
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(json.out)["fault"], "PATH_FAULT_ENDS_ELSEWHERE");
}

TEST_F(CommandsTest, VerifyAcceptsWhatSolveWrites) {
  for (const char* notation :
       {"blank-letters", "tile-letters", "words", "tile-numbers", "run-length"}) {
    SCOPED_TRACE(notation);
    const Finished solved = Run({"solve", "2 3 4 1 5 x 7 6 8", "--quiet", "--notation", notation});
    ProcessOptions options;
    options.standard_input = solved.out;
    const Finished verified = Run({"verify", "2 3 4 1 5 x 7 6 8", "-"}, options);
    EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("19 moves"));
  }
}

TEST_F(CommandsTest, HintTellsTheNextMove) {
  const Finished run = Run({"hint", "1 2 3/4 0 6/7 5 8"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\n\n2 moves to go; move tile 5 up (the blank goes down)\n"));
  EXPECT_EQ(Run({"hint", "1 2 3/4 5 6/8 7 0"}).exit_code, 1);
}

TEST_F(CommandsTest, CompareAgreesOnTheLength) {
  const Finished run =
      Run({"compare", "2 3 4 1 5 x 7 6 8", "--algorithms", "bfs,astar,idastar,bidirectional",
           "--heuristics", "manhattan,hamming", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::istringstream lines(run.out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_EQ(ParseResult(line).length(), 19);
  }
  EXPECT_GE(count, 4);
}

TEST_F(CommandsTest, BatchAnswersInOrderAndSumsUp) {
  ProcessOptions options;
  for (int i = 0; i < 500; ++i) {
    options.standard_input += i % 2 == 0 ? "1 2 3 4 5 6 7 x 8\n" : "1 2 3 4 5 6 x 7 8\n";
  }
  const Finished run = Run({"batch", "-"}, options);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::istringstream lines(run.out);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const v1::SolveResult result = ParseResult(line);
    EXPECT_EQ(result.length(), 1 + count % 2);
    EXPECT_EQ(result.id(), std::to_string(++count));
  }
  EXPECT_EQ(count, 500);
  EXPECT_THAT(run.err, HasSubstr(": 500 optimal"));
}

TEST_F(CommandsTest, LocalNeedsNoRunningServer) {
  const Finished run =
      RunProgram({TAQUIN_TEST_TAQUIN, "solve", "2 3 4 1 5 x 7 6 8", "--local", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(ParseResult(run.out).length(), 19);
}

TEST_F(CommandsTest, StatusNamesTheServerAndItsAlgorithms) {
  const Finished run = Run({"status"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, StartsWith("serving at " + server_->address() + ", version "));
  EXPECT_THAT(run.out, HasSubstr("  idastar       optimal   with "));
}

TEST_F(CommandsTest, EveryKindOfBadBoardIsTwoAndSaysWhere) {
  struct Bad {
    std::string text;
    std::string message;
  };
  const std::vector<Bad> bad = {
      {"1 2 3 4 5 6 7 7 0", ":1:15: tile 7 is repeated"},
      {"1 2 3 4/5 6 7 8/9 10 11 12/13 14 16 0", ":1:34: 16 is out of range"},
      {"1 2 3\n4 -5 6\n7 8 0", ":2:3: -5 is negative"},
      {"1 2 \xEF\xBC\x93 0", ":1:5: '\xEF\xBC\x93' is written with full-width digits; write 3"},
      {"1 2 99999999999999999999 0", ":1:5: 99999999999999999999 is too long"},
      {"", "the text is empty"},
      {"3\n", "its rows are missing"},
      {"3\n1 2 3\n4 5 6\n", "2 rows, but the size line says 3x3"},
      {"1 2 3 4 5 6 7 8 0 9", "10 cells in one row: not a square"},
      {"1 2 3\n4 5\n7 8 0", "row 2 is short"},
      {"1 2 3 4 b 6 7 8 0", "in a base-36 string it is tile 11"},
      {"[[1,2],[3", "the JSON ends in the middle"},
  };
  for (const Bad& board : bad) {
    SCOPED_TRACE(board.text);
    ProcessOptions options;
    options.standard_input = board.text;
    const Finished text = Run({"solve", "-"}, options);
    EXPECT_EQ(text.exit_code, 2);
    EXPECT_EQ(text.out, "");
    EXPECT_THAT(text.err, HasSubstr(board.message));
    const Finished json = Run({"solve", "-", "--json"}, options);
    EXPECT_EQ(json.exit_code, 2);
    EXPECT_FALSE(nlohmann::json::parse(json.err)["error"]["violations"].empty());
  }
}

TEST_F(CommandsTest, WhatTheServerRefusesIsTwoAndNamesEveryField) {
  const Finished run = Run({"solve", "1 2 3 0", "--weight", "-1", "--algorithm", "astar",
                            "--target-gap", "7", "--json"});
  EXPECT_EQ(run.exit_code, 2);
  const auto violations = nlohmann::json::parse(run.err)["error"]["violations"];
  std::vector<std::string> fields;
  for (const auto& violation : violations) fields.push_back(violation["field"]);
  EXPECT_THAT(fields, testing::UnorderedElementsAre("heuristic_weight", "target_gap"));
}

}  // namespace
}  // namespace taquin::end_to_end
