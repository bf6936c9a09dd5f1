// Commands from arguments to output and exit code, against a scripted server.

#include "client/command_line.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/exit_code.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/client/fake_service.h"

namespace taquin::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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

class CommandLineTest : public testing::Test {
 protected:
  // Runs against the scripted server.
  Outcome Run(std::vector<std::string> arguments) {
    const FakeServer server(service_);
    arguments.insert(arguments.end(), {"--server", server.address()});
    return RunTaquin(std::move(arguments));
  }

  // Answers every Solve with these events.
  void AnswerSolve(std::vector<v1::SolveResponse> events) {
    service_.solve = [this, events](grpc::ServerContext&, const v1::SolveRequest& request,
                                    grpc::ServerWriter<v1::SolveResponse>& writer) {
      request_ = request;
      for (const v1::SolveResponse& event : events) writer.Write(event);
      return grpc::Status::OK;
    };
  }

  FakeService service_;
  v1::SolveRequest request_;
};

void SetTiles(v1::Board& board, int rows, int columns, const std::vector<int>& tiles) {
  board.set_rows(rows);
  board.set_columns(columns);
  for (const int tile : tiles) board.add_tiles(tile);
}

v1::SolveResponse Result(v1::Outcome outcome, const std::vector<v1::Direction>& moves) {
  v1::SolveResponse response;
  v1::SolveResult& result = *response.mutable_result();
  result.set_outcome(outcome);
  SetTiles(*result.mutable_goal(), 3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 0});
  result.set_algorithm(v1::ALGORITHM_IDA_STAR);
  result.set_heuristic(v1::HEURISTIC_MANHATTAN);
  if (outcome == v1::OUTCOME_OPTIMAL || outcome == v1::OUTCOME_FEASIBLE) {
    result.set_length(static_cast<int>(moves.size()));
    for (const v1::Direction move : moves) result.add_moves(move);
    result.set_lower_bound(static_cast<int>(moves.size()));
  }
  return response;
}

TEST_F(CommandLineTest, SolvePrintsBoardGoalOutcomeAndPath) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT, v1::DIRECTION_RIGHT})});
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/x 7 8"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("board    goal (blank-last)\n"
                                     "1 2 3    1 2 3\n"
                                     "4 5 6    4 5 6\n"
                                     "_ 7 8    7 8 _\n"));
  EXPECT_THAT(outcome.out, HasSubstr("optimal: 2 moves\nblank moves: RR\nidastar with manhattan"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CommandLineTest, SolveSendsWhatTheOptionsSay) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  const Outcome outcome = Run({"solve",          "1 2 3/4 5 6/7 8 0",
                               "--algorithm",    "astar",
                               "--heuristic",    "linear-conflict",
                               "--weight",       "1.5",
                               "--beam-width",   "50",
                               "--beam-ranking", "maximum",
                               "--goal",         "spiral",
                               "--max-time",     "1500ms",
                               "--max-expanded", "2M",
                               "--max-memory",   "1GiB",
                               "--max-length",   "0",
                               "--threads",      "2"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_EQ(request_.algorithm(), v1::ALGORITHM_A_STAR);
  EXPECT_EQ(request_.heuristic(), v1::HEURISTIC_LINEAR_CONFLICT);
  EXPECT_EQ(request_.heuristic_weight(), 1.5);
  EXPECT_EQ(request_.beam_width(), 50);
  EXPECT_EQ(request_.beam_ranking(), v1::BEAM_RANKING_MAXIMUM);
  EXPECT_EQ(request_.goal().layout(), v1::GOAL_LAYOUT_SPIRAL);
  EXPECT_EQ(request_.limits().time().seconds(), 1);
  EXPECT_EQ(request_.limits().time().nanos(), 500'000'000);
  EXPECT_EQ(request_.limits().expansions(), 2'000'000);
  EXPECT_EQ(request_.limits().memory_bytes(), 1 << 30);
  EXPECT_TRUE(request_.limits().has_length());
  EXPECT_EQ(request_.limits().length(), 0);
  EXPECT_EQ(request_.threads(), 2);
}

TEST_F(CommandLineTest, SolveLeavesTheServersDefaultsUnset) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  Run({"solve", "1 2 3/4 5 6/7 8 0"});
  EXPECT_EQ(request_.algorithm(), v1::ALGORITHM_UNSPECIFIED);
  EXPECT_EQ(request_.heuristic(), v1::HEURISTIC_UNSPECIFIED);
  EXPECT_FALSE(request_.has_heuristic_weight());
  EXPECT_EQ(request_.beam_ranking(), v1::BEAM_RANKING_UNSPECIFIED);
  EXPECT_FALSE(request_.has_limits());
}

TEST_F(CommandLineTest, SolveTakesAGoalBoardOfTheStartsShape) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  const Outcome outcome = Run({"solve", "1 2 3/4 5 0", "--goal", "1 2 3 0 4 5"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_EQ(request_.goal().board().columns(), 3);
}

TEST_F(CommandLineTest, SolveJoinsABoardThatTheShellHasSplit) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  Run({"solve", "2", "3", "4", "1", "5", "x", "7", "6", "8"});
  EXPECT_THAT(request_.start().tiles(), testing::ElementsAre(2, 3, 4, 1, 5, 0, 7, 6, 8));
}

TEST_F(CommandLineTest, SolveTakesAListInBrackets) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  Run({"solve", "[[1,2,3],[4,0,5]]"});
  EXPECT_THAT(request_.start().tiles(), testing::ElementsAre(1, 2, 3, 4, 0, 5));
}

TEST_F(CommandLineTest, SolvePrintsJsonWithZeros) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/7 8 0", "--json"});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["outcome"], "OUTCOME_OPTIMAL");
  EXPECT_EQ(json["length"], 0);
  EXPECT_EQ(json["lowerBound"], 0);
  EXPECT_EQ(json["algorithm"], "ALGORITHM_IDA_STAR");
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  v1::SolveResult result;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(outcome.out, &result).ok());
}

TEST_F(CommandLineTest, SolveWritesThePathInTheNotationAskedFor) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT, v1::DIRECTION_RIGHT})});
  const auto path = [this](const std::string& notation) {
    return Run({"solve", "1 2 3/4 5 6/0 7 8", "--quiet", "--notation", notation}).out;
  };
  EXPECT_EQ(path("blank-letters"), "RR\n");
  EXPECT_EQ(path("tile-letters"), "LL\n");
  EXPECT_EQ(path("tile-numbers"), "7 8\n");
  EXPECT_EQ(path("run-length"), "R2\n");
}

TEST_F(CommandLineTest, SolvePrintsTheBoardAfterEveryMove) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT, v1::DIRECTION_RIGHT})});
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/0 7 8", "--steps"});
  EXPECT_THAT(outcome.out, HasSubstr("1/2  blank right (tile 7)\n1 2 3\n4 5 6\n7 _ 8\n"));
  EXPECT_THAT(outcome.out, HasSubstr("2/2  blank right (tile 8)\n1 2 3\n4 5 6\n7 8 _\n"));
}

TEST_F(CommandLineTest, SolveAnswersTheClassicExercises) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT})});
  EXPECT_EQ(Run({"solve", "1 2 3/4 5 6/7 0 8", "--format", "letters"}).out, "R\n");
  EXPECT_EQ(Run({"solve", "1 2 3/4 5 6/7 0 8", "--format", "lower-letters"}).out, "r\n");
  EXPECT_EQ(Run({"solve", "1 2 3/4 5 6/7 0 8", "--format", "count"}).out, "1\n");
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {})});
  EXPECT_EQ(Run({"solve", "1 2 3/4 5 6/7 8 0", "--format", "letters"}).out, "\n");
  AnswerSolve({Result(v1::OUTCOME_UNSOLVABLE, {})});
  EXPECT_EQ(Run({"solve", "1 2 3/4 5 6/8 7 0", "--format", "letters"}).out, "unsolvable\n");
}

TEST_F(CommandLineTest, SolveWritesThePageAndThePictures) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT})});
  const std::string base = testing::TempDir() + "/command_line_test_answer";
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/7 0 8", "--html", base + ".html", "--svg",
                               base + ".svg", "--gif", base + ".gif"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("optimal: 1 move\n"));
  const auto starts_with = [&base](const std::string& extension, const std::string& bytes) {
    std::ifstream in(base + extension, std::ios::binary);
    std::string begin(bytes.size(), '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    std::remove((base + extension).c_str());
    return begin == bytes;
  };
  EXPECT_TRUE(starts_with(".html", "<!DOCTYPE html>"));
  EXPECT_TRUE(starts_with(".svg", "<svg "));
  EXPECT_TRUE(starts_with(".gif", "GIF89a"));
}

TEST_F(CommandLineTest, SolveSaysBeforeItSearchesWhatItCannotWrite) {
  service_.solve = [](grpc::ServerContext&, const v1::SolveRequest&,
                      grpc::ServerWriter<v1::SolveResponse>&) {
    ADD_FAILURE() << "searched in vain";
    return grpc::Status::OK;
  };
  const Outcome outcome = Run(
      {"solve", "1 2 3/4 5 6/7 0 8", "--html", "/no/such/page.html", "--gif", "/no/such/path.gif"});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write /no/such/page.html: No such file"));
  EXPECT_THAT(outcome.err, HasSubstr("cannot write /no/such/path.gif: No such file"));
  EXPECT_EQ(Run({"solve", "1 2 3 0", "1 2 3 0", "--svg", "path.svg"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"solve", "1 2 3 0", "--svg", "-"}).code, ExitCode::kUsage);
}

TEST_F(CommandLineTest, SolveTellsWhenAPageCannotBeWrittenWhole) {
  AnswerSolve({Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT})});
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/7 0 8", "--html", "/dev/full"});
  EXPECT_EQ(outcome.code, ExitCode::kInternal);
  EXPECT_THAT(outcome.out, HasSubstr("optimal: 1 move"));
  EXPECT_THAT(outcome.err, HasSubstr("cannot write /dev/full"));
}

TEST_F(CommandLineTest, SolveExitsWithOneAndNamesReachableGoalsWhenUnsolvable) {
  AnswerSolve({Result(v1::OUTCOME_UNSOLVABLE, {})});
  service_.check = [](grpc::ServerContext&, const v1::CheckRequest&, v1::CheckResponse& response) {
    response.set_reachability(v1::REACHABILITY_PARITY_DIFFERS);
    response.add_reachable_layouts(v1::GOAL_LAYOUT_SPIRAL);
    return grpc::Status::OK;
  };
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/8 7 0"});
  EXPECT_EQ(outcome.code, ExitCode::kNegative);
  EXPECT_THAT(outcome.out, HasSubstr("unsolvable for the goal blank-last"));
  EXPECT_THAT(outcome.out, HasSubstr("it can reach spiral"));
}

TEST_F(CommandLineTest, SolveExitsWithThreeWhenALimitEndsItWithoutAPath) {
  v1::SolveResponse response = Result(v1::OUTCOME_NOT_FOUND, {});
  response.mutable_result()->set_limit(v1::LIMIT_EXPANSIONS);
  AnswerSolve({response});
  const Outcome outcome = Run({"solve", "8 6 7/2 5 4/3 0 1"});
  EXPECT_EQ(outcome.code, ExitCode::kNotFound);
  EXPECT_THAT(outcome.out, HasSubstr("stopped by the limit on expansions"));
}

TEST_F(CommandLineTest, SolvePrintsProgressOnStandardErrorWhenAlwaysWanted) {
  v1::SolveResponse progress;
  progress.mutable_progress()->set_expanded_count(1'234'567);
  progress.mutable_progress()->set_best_length(40);
  progress.mutable_progress()->set_lower_bound(30);
  v1::SolveResponse queued;
  queued.mutable_queued()->set_position(3);
  AnswerSolve({queued, progress, Result(v1::OUTCOME_OPTIMAL, {})});
  const Outcome text = Run({"solve", "1 2 3/4 5 6/7 8 0", "--progress", "always"});
  EXPECT_THAT(text.err, HasSubstr("waiting for a worker, 3 ahead\n"));
  EXPECT_THAT(text.err, HasSubstr("best 40 (gap 25%)  1.23 M expanded"));
  const Outcome json = Run({"solve", "1 2 3/4 5 6/7 8 0", "--progress", "always", "--json"});
  EXPECT_THAT(json.err, StartsWith("{\"queued\":{\"position\":3}}\n{\"progress\":{"));
  const Outcome none = Run({"solve", "1 2 3/4 5 6/7 8 0"});
  EXPECT_EQ(none.err, "");
}

TEST_F(CommandLineTest, SolveKeepsTheBestPathWhenTheServerFails) {
  service_.solve = [](grpc::ServerContext&, const v1::SolveRequest&,
                      grpc::ServerWriter<v1::SolveResponse>& writer) {
    v1::SolveResponse improved;
    improved.mutable_improved()->set_length(1);
    improved.mutable_improved()->add_moves(v1::DIRECTION_RIGHT);
    writer.Write(improved);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "Socket closed");
  };
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/7 0 8", "--json"});
  EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
  const auto result = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(result["outcome"], "OUTCOME_FEASIBLE");
  EXPECT_EQ(result["length"], 1);
  const auto error = nlohmann::json::parse(outcome.err);
  EXPECT_EQ(error["error"]["code"], "UNAVAILABLE");
  EXPECT_THAT(error["error"]["message"].get<std::string>(), HasSubstr("127.0.0.1:"));
}

TEST_F(CommandLineTest, SolveIsInternalErrorWithoutAResult) {
  AnswerSolve({});
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/7 8 0"});
  EXPECT_EQ(outcome.code, ExitCode::kInternal);
  EXPECT_THAT(outcome.err, HasSubstr("ended the search without a result"));
}

TEST_F(CommandLineTest, ShowsEveryViolationThatTheServerNames) {
  service_.solve = [](grpc::ServerContext&, const v1::SolveRequest&,
                      grpc::ServerWriter<v1::SolveResponse>&) {
    google::rpc::BadRequest bad_request;
    for (const char* field : {"start.rows", "threads"}) {
      bad_request.add_field_violations()->set_field(field);
      bad_request.mutable_field_violations()->rbegin()->set_description("is wrong");
    }
    google::rpc::Status details;
    details.add_details()->PackFrom(bad_request);
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "the request is not valid",
                        details.SerializeAsString());
  };
  const Outcome text = Run({"solve", "1 2 3/4 5 6/7 8 0"});
  EXPECT_EQ(text.code, ExitCode::kUsage);
  EXPECT_THAT(text.err, HasSubstr("  start.rows: is wrong\n  threads: is wrong\n"));
  const auto json = nlohmann::json::parse(Run({"solve", "1 2 3/4 5 6/7 8 0", "--json"}).err);
  EXPECT_EQ(json["error"]["code"], "INVALID_ARGUMENT");
  EXPECT_EQ(json["error"]["violations"][1]["field"], "threads");
}

TEST_F(CommandLineTest, SaysWhenAFullServerWantsToBeAskedAgain) {
  service_.solve = [](grpc::ServerContext&, const v1::SolveRequest&,
                      grpc::ServerWriter<v1::SolveResponse>&) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_seconds(2);
    google::rpc::Status details;
    details.add_details()->PackFrom(retry);
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "the queue is full",
                        details.SerializeAsString());
  };
  const Outcome outcome = Run({"solve", "1 2 3/4 5 6/7 8 0"});
  EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
  EXPECT_THAT(outcome.err, HasSubstr("the queue is full"));
  EXPECT_THAT(outcome.err, HasSubstr("try again in 2s"));
}

TEST_F(CommandLineTest, CheckTellsReachability) {
  v1::CheckResponse script;
  script.set_reachability(v1::REACHABILITY_REACHABLE);
  script.set_explanation("parities agree");
  SetTiles(*script.mutable_goal(), 2, 2, {1, 2, 3, 0});
  auto* value = script.add_heuristic_values();
  value->set_heuristic(v1::HEURISTIC_LINEAR_CONFLICT);
  value->set_value(7);
  service_.check = [&script](grpc::ServerContext&, const v1::CheckRequest&,
                             v1::CheckResponse& response) {
    response = script;
    return grpc::Status::OK;
  };
  const Outcome reachable = Run({"check", "3 1 2 0"});
  EXPECT_EQ(reachable.code, ExitCode::kSuccess) << reachable.err;
  EXPECT_THAT(reachable.out, HasSubstr("\nreachable: parities agree\n"));
  EXPECT_THAT(reachable.out, HasSubstr("  linear-conflict 7\n"));
  script.set_reachability(v1::REACHABILITY_PARITY_DIFFERS);
  const Outcome not_reachable = Run({"check", "3 1 2 0", "--json"});
  EXPECT_EQ(not_reachable.code, ExitCode::kNegative);
  EXPECT_EQ(nlohmann::json::parse(not_reachable.out)["reachability"],
            "REACHABILITY_PARITY_DIFFERS");
}

TEST_F(CommandLineTest, VerifyAcceptsMovesOfTheTileAndSaysSo) {
  service_.verify = [](grpc::ServerContext&, const v1::VerifyRequest& request,
                       v1::VerifyResponse& response) {
    response.set_valid(request.moves(0) == v1::DIRECTION_RIGHT);
    response.set_length(request.moves_size());
    if (!response.valid()) {
      response.set_fault(v1::PATH_FAULT_LEAVES_BOARD);
      response.set_fault_index(0);
      *response.mutable_reached() = request.start();
    }
    *response.mutable_goal() = request.start();
    return grpc::Status::OK;
  };
  const Outcome blank = Run({"verify", "1 2 3/4 5 6/0 7 8", "RR"});
  EXPECT_EQ(blank.code, ExitCode::kSuccess) << blank.err;
  EXPECT_THAT(blank.out, HasSubstr("valid (moves of the blank): 2 moves"));
  const Outcome tile = Run({"verify", "1 2 3/4 5 6/0 7 8", "LL"});
  EXPECT_EQ(tile.code, ExitCode::kSuccess);
  EXPECT_THAT(tile.out, HasSubstr("valid (moves of the tiles): 2 moves"));
  const Outcome strict = Run({"verify", "1 2 3/4 5 6/0 7 8", "LL", "--moves-are", "blank"});
  EXPECT_EQ(strict.code, ExitCode::kNegative);
  EXPECT_THAT(strict.out, HasSubstr("not valid (moves of the blank): move 1 would take the blank "
                                    "off the board"));
  const Outcome numbers = Run({"verify", "1 2 3/4 5 6/0 7 8", "7 8"});
  EXPECT_EQ(numbers.code, ExitCode::kSuccess);
  EXPECT_THAT(numbers.out, HasSubstr("valid: 2 moves"));
}

TEST_F(CommandLineTest, VerifySearchesForTheShortestWhereTheServerDoesNotKnowIt) {
  service_.verify = [](grpc::ServerContext&, const v1::VerifyRequest& request,
                       v1::VerifyResponse& response) {
    response.set_valid(true);
    response.set_length(request.moves_size());
    response.set_lower_bound(1);
    *response.mutable_goal() = request.start();
    return grpc::Status::OK;
  };
  v1::Outcome outcome = v1::OUTCOME_OPTIMAL;
  service_.solve_once = [&outcome](grpc::ServerContext&, const v1::SolveRequest& request,
                                   v1::SolveOnceResponse& response) {
    EXPECT_EQ(request.limits().time().seconds(), 10);
    response.mutable_result()->set_outcome(outcome);
    response.mutable_result()->set_length(1);
    response.mutable_result()->set_lower_bound(outcome == v1::OUTCOME_OPTIMAL ? 1 : 2);
    return grpc::Status::OK;
  };
  EXPECT_THAT(Run({"verify", "1 2 3/4 5 6/7 0 8", "RLR"}).out,
              HasSubstr("3 moves; the shortest has 1, 2 fewer"));
  const Outcome json = Run({"verify", "1 2 3/4 5 6/7 0 8", "RLR", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["optimalLength"], 1);
  outcome = v1::OUTCOME_FEASIBLE;
  EXPECT_THAT(Run({"verify", "1 2 3/4 5 6/7 0 8", "RLR"}).out,
              HasSubstr("3 moves; at least 2 are needed"));
}

TEST_F(CommandLineTest, StatusTellsWhatTheServerOffers) {
  service_.capabilities = [](grpc::ServerContext& context, v1::GetCapabilitiesResponse& response) {
    const auto token = context.client_metadata().find("authorization");
    if (token == context.client_metadata().end() || token->second != "Bearer secret") {
      return grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "no token");
    }
    response.set_version("1.2.3");
    auto* algorithm = response.add_algorithms();
    algorithm->set_algorithm(v1::ALGORITHM_IDA_STAR);
    algorithm->set_optimal(true);
    algorithm->add_heuristics(v1::HEURISTIC_PATTERN_DATABASE);
    return grpc::Status::OK;
  };
  const Outcome outcome = Run({"status", "--token", "secret"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("version 1.2.3"));
  EXPECT_THAT(outcome.out, HasSubstr("idastar       optimal   with pattern-database"));
  const Outcome refused = Run({"status"});
  EXPECT_EQ(refused.code, ExitCode::kUnreachable);
  EXPECT_THAT(refused.err, HasSubstr("wants a token (--token)"));
}

TEST_F(CommandLineTest, HintTellsByDegrees) {
  v1::SolveResponse response =
      Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT, v1::DIRECTION_RIGHT});
  service_.solve_once = [&response](grpc::ServerContext&, const v1::SolveRequest&,
                                    v1::SolveOnceResponse& answer) {
    *answer.mutable_result() = response.result();
    return grpc::Status::OK;
  };
  const auto hint = [this](const std::string& tell) {
    return Run({"hint", "1 2 3/4 5 6/0 7 8", "--tell", tell, "--quiet"}).out;
  };
  EXPECT_EQ(Run({"hint", "1 2 3/4 5 6/0 7 8"}).out,
            "board    goal (blank-last)\n"
            "1 2 3    1 2 3\n"
            "4 5 6    4 5 6\n"
            "_ 7 8    7 8 _\n"
            "\n"
            "2 moves to go; move tile 7 left (the blank goes right)\n");
  EXPECT_EQ(hint("distance"), "2 moves to go\n");
  EXPECT_EQ(hint("tile"), "2 moves to go; move tile 7\n");
  EXPECT_EQ(hint("move"), "2 moves to go; move tile 7 left (the blank goes right)\n");
  response = Result(v1::OUTCOME_OPTIMAL, {});
  EXPECT_EQ(hint("move"), "solved: nothing to do\n");
  response = Result(v1::OUTCOME_UNSOLVABLE, {});
  EXPECT_EQ(hint("move"), "unsolvable\n");
}

TEST_F(CommandLineTest, CompareRunsEveryPairAndKeepsTheTableWhole) {
  service_.capabilities = [](grpc::ServerContext&, v1::GetCapabilitiesResponse& response) {
    response.add_algorithms()->set_algorithm(v1::ALGORITHM_AUTO);
    response.add_algorithms()->set_algorithm(v1::ALGORITHM_BFS);
    auto* astar = response.add_algorithms();
    astar->set_algorithm(v1::ALGORITHM_A_STAR);
    astar->add_heuristics(v1::HEURISTIC_HAMMING);
    astar->add_heuristics(v1::HEURISTIC_MANHATTAN);
    return grpc::Status::OK;
  };
  service_.solve = [](grpc::ServerContext&, const v1::SolveRequest& request,
                      grpc::ServerWriter<v1::SolveResponse>& writer) {
    if (request.heuristic() == v1::HEURISTIC_HAMMING) {
      return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "not for this board");
    }
    EXPECT_EQ(request.limits().time().seconds(), 10);
    v1::SolveResponse response = Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT});
    response.mutable_result()->set_algorithm(request.algorithm());
    response.mutable_result()->set_heuristic(request.heuristic());
    response.mutable_result()->mutable_stats()->set_generated_count(2);
    writer.Write(response);
    return grpc::Status::OK;
  };
  const Outcome csv = Run({"compare", "1 2 3/4 5 6/7 0 8", "--csv"});
  EXPECT_EQ(csv.code, ExitCode::kUsage);
  EXPECT_EQ(csv.out,
            "board,algorithm,heuristic,outcome,limit,length,expanded,generated,reopened,"
            "memory bytes,branching,seconds,goal\n"
            "1,bfs,unspecified,optimal,,1,0,2,0,0,2.000,0.000000,1 2 3/4 5 6/7 8 0\n"
            "1,astar,hamming,error: INVALID_ARGUMENT,,,,,,,,,\n"
            "1,astar,manhattan,optimal,,1,0,2,0,0,2.000,0.000000,1 2 3/4 5 6/7 8 0\n");
  EXPECT_THAT(Run({"compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs"}).out,
              StartsWith("board    goal (blank-last)\n"
                         "1 2 3    1 2 3\n"
                         "4 5 6    4 5 6\n"
                         "7 _ 8    7 8 _\n"
                         "\n"
                         "board  algorithm"));
  EXPECT_THAT(Run({"compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs", "--quiet"}).out,
              StartsWith("board  algorithm"));
  const Outcome chosen = Run({"compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs,a*",
                              "--heuristics", "manhattan", "--markdown"});
  EXPECT_EQ(chosen.code, ExitCode::kSuccess) << chosen.err;
  EXPECT_THAT(chosen.out, StartsWith("- board 1: `1 2 3/4 5 6/7 0 8`, goal (blank-last): `1 2 3/4 "
                                     "5 6/7 8 0`\n\n| board | algorithm |"));
  EXPECT_EQ(std::count(chosen.out.begin(), chosen.out.end(), '\n'), 6);
  EXPECT_THAT(
      Run({"compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs", "--markdown", "--quiet"}).out,
      StartsWith("| board | algorithm |"));
  const Outcome two_in_markdown = Run(
      {"compare", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs", "--markdown"});
  EXPECT_THAT(two_in_markdown.out, HasSubstr("\n- board 2: `1 2 3/4 5 6/7 0 8`, goal "));
  EXPECT_THAT(two_in_markdown.out, HasSubstr("\n\n| algorithm | heuristic | boards |"));
  const Outcome json = Run({"compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["algorithm"], "ALGORITHM_BFS");
  EXPECT_EQ(nlohmann::json::parse(json.out)["id"], "1");
  const Outcome refused = Run({"compare", "1 2 3/4 5 6/7 0 8", "--algorithms", "astar",
                               "--heuristics", "hamming", "--json"});
  EXPECT_EQ(refused.code, ExitCode::kUsage);
  EXPECT_EQ(nlohmann::json::parse(refused.out)["heuristic"], "HEURISTIC_HAMMING");
  EXPECT_EQ(nlohmann::json::parse(refused.out)["error"]["code"], "INVALID_ARGUMENT");
  // Several boards have a sum below their rows.
  const Outcome two =
      Run({"compare", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 0 8", "--algorithms", "bfs"});
  EXPECT_THAT(two.out, HasSubstr("\n\nalgorithm  heuristic  boards"));
  EXPECT_THAT(two.out, StartsWith("board 1: 1 2 3/4 5 6/7 0 8, goal (blank-last): 1 2 3/4 5 6/7 8 "
                                  "0\nboard 2: 1 2 3/4 5 6/7 0 8, "));
  EXPECT_EQ(Run({"compare", "1 2 3 0", "--algorithms", "dfs"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"compare", "1 2 3 0", "--algorithms", "bfs,quantum"}).code, ExitCode::kUsage);
}

TEST_F(CommandLineTest, CompareGivesTheWeightToThoseThatTakeOne) {
  service_.capabilities = [](grpc::ServerContext&, v1::GetCapabilitiesResponse& response) {
    response.add_algorithms()->set_algorithm(v1::ALGORITHM_BFS);
    response.add_algorithms()->set_algorithm(v1::ALGORITHM_A_STAR);
    return grpc::Status::OK;
  };
  service_.solve = [](grpc::ServerContext&, const v1::SolveRequest& request,
                      grpc::ServerWriter<v1::SolveResponse>& writer) {
    EXPECT_EQ(request.has_heuristic_weight(), request.algorithm() == v1::ALGORITHM_A_STAR);
    writer.Write(Result(v1::OUTCOME_OPTIMAL, {v1::DIRECTION_RIGHT}));
    return grpc::Status::OK;
  };
  const Outcome all = Run({"compare", "1 2 3/4 5 6/7 0 8", "--weight", "2", "--json"});
  EXPECT_EQ(all.code, ExitCode::kSuccess) << all.err;
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 2);
  const Outcome none =
      Run({"compare", "1 2 3/4 5 6/7 0 8", "--weight", "2", "--algorithms", "bfs"});
  EXPECT_EQ(none.code, ExitCode::kUsage);
  EXPECT_THAT(none.err, HasSubstr("--weight is for astar, which is none of these"));
}

TEST(CommandLineUsageTest, CompletionKnowsCommandsOptionsAndNames) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Outcome outcome = RunTaquin({"completion", shell});
    EXPECT_EQ(outcome.code, ExitCode::kSuccess);
    for (const char* word : {"solve", "compare", "algorithm", "bidirectional", "blank-letters"}) {
      EXPECT_THAT(outcome.out, HasSubstr(word)) << shell;
    }
  }
  EXPECT_EQ(RunTaquin({"completion", "csh"}).code, ExitCode::kUsage);
}

TEST(CommandLineUsageTest, EveryCommandHasHelpWithTwoExamples) {
  for (const char* command : {"solve", "batch", "check", "verify", "generate", "hint", "play",
                              "compare", "load", "status", "completion", "manual"}) {
    const Outcome outcome = RunTaquin({command, "--help"});
    EXPECT_EQ(outcome.code, ExitCode::kSuccess);
    const std::size_t examples = outcome.out.find("Examples:\n");
    ASSERT_NE(examples, std::string::npos) << command;
    const std::string footer = outcome.out.substr(examples);
    std::size_t count = 0;
    for (std::size_t at = footer.find(std::string("taquin ") + command); at != std::string::npos;
         at = footer.find(std::string("taquin ") + command, at + 1)) {
      ++count;
    }
    EXPECT_GE(count, 2U) << command;
  }
}

TEST(CommandLineUsageTest, HelpNamesValuesBoundsAndDefaults) {
  const std::string help = RunTaquin({"solve", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("\n  --rows N                 Rows of the board, where its text does "
                              "not say (1 to 32)\n"));
  EXPECT_THAT(help, HasSubstr("\n  --beam-ranking NAME      For beam: what a layer is ranked by "
                              "(sum, maximum, lines)\n"));
  EXPECT_THAT(help, HasSubstr(" (auto, always, never) [auto]\n"));
  EXPECT_THAT(help, HasSubstr("\n  BOARD...                 Boards in any notation"));
  EXPECT_THAT(help, Not(HasSubstr("\n\n\n")));
  const std::string whole = RunTaquin({"--help"}).out;
  EXPECT_THAT(whole, HasSubstr("\nCommands:\n  solve   "));
  EXPECT_THAT(whole, HasSubstr(" [localhost:50051] (or TAQUIN_SERVER)\n"));
}

TEST(CommandLineUsageTest, ABadBoardIsTwoAndPointsAtEveryFault) {
  const Outcome outcome = RunTaquin({"solve", "1 2 3 4 5 6 7 7 0"});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("board:1:15: tile 7 is repeated: it is at 1:13 already\n"
                                     "  1 2 3 4 5 6 7 7 0\n"
                                     "                ^\n"));
  EXPECT_THAT(outcome.err, HasSubstr("missing: tile 8"));
}

TEST(CommandLineUsageTest, ABadBoardIsJsonIfAskedFor) {
  const Outcome outcome = RunTaquin({"check", "1 2 2 0", "--json"});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  const auto json = nlohmann::json::parse(outcome.err);
  EXPECT_EQ(json["error"]["violations"][0]["field"], "board:1:5");
  EXPECT_EQ(json["error"]["violations"].size(), 2U);
}

TEST(CommandLineUsageTest, WrongCommandLinesAreTwo) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"frobnicate"},
      {"solve", "1 2 3 0", "--frobnicate"},
      {"solve", "1 2 3 0", "--algorithm", "quantum"},
      {"solve", "1 2 3 0", "--beam-ranking", "best"},
      {"solve", "1 2 3 0", "--max-time", "soon"},
      {"solve", "1 2 3 0", "--max-time", "-1"},
      {"solve", "1 2 3 0", "--goal", "home"},
      {"solve", "-1 2 3 0"},
      {"solve", "no/such/file.txt"},
      {"solve", "/"},
      {"verify", "1 2 3 0", "UQ"},
      {"solve", "1 2 3 0", "--server", "host:port"},
      {"solve", "1 2 3 0", "--plaintext", "--cacert", "x.pem"},
      {"solve", "1 2 3 0", "--cert", "x.pem"},
      {"solve", "1 2 3 0", "--cacert", "/no/such/file.pem"},
  };
  for (std::vector<std::string> arguments : wrong) {
    const Outcome text = RunTaquin(arguments);
    EXPECT_EQ(text.code, ExitCode::kUsage) << testing::PrintToString(arguments);
    EXPECT_EQ(text.out, "");
    EXPECT_THAT(text.err, StartsWith("taquin: "));
    arguments.emplace_back("--json");
    const Outcome json = RunTaquin(arguments);
    EXPECT_EQ(json.code, ExitCode::kUsage) << testing::PrintToString(arguments);
    EXPECT_TRUE(nlohmann::json::parse(json.err).contains("error")) << json.err;
  }
}

TEST(CommandLineUsageTest, AWrongNameListsTheRightOnes) {
  EXPECT_THAT(RunTaquin({"solve", "1 2 3 0", "--algorithm", "quantum"}).err,
              HasSubstr("'quantum' is none of auto,bfs,dfs,iddfs,greedy,astar,idastar,"
                        "bidirectional,beam,anytime,astar-idastar"));
}

TEST(CommandLineUsageTest, AWordThatIsNoCommandIsNamed) {
  EXPECT_THAT(RunTaquin({"solv"}).err, HasSubstr("'solv' is no command; did you mean solve?"));
  EXPECT_THAT(RunTaquin({"solv", "--goal", "spiral"}).err, HasSubstr("did you mean solve?"));
  EXPECT_THAT(RunTaquin({"2 3 4 1 5 x 7 6 8"}).err,
              HasSubstr("'2 3 4 1 5 x 7 6 8' is no command; the commands are solve, batch"));
  EXPECT_THAT(RunTaquin({"-1 2 3 0"}).err, HasSubstr("'-1 2 3 0' is no command"));
}

TEST(CommandLineUsageTest, EveryWordThatIsNoOptionIsNamed) {
  EXPECT_THAT(RunTaquin({"--verson"}).err,
              HasSubstr("--verson is no option; did you mean --version?"));
  const std::string err =
      RunTaquin({"solve", "1 2 3 0", "--gaol", "spiral", "--servr", "x", "--frobnicate"}).err;
  EXPECT_THAT(err, HasSubstr("--gaol is no option of taquin solve; did you mean --goal?\n"));
  EXPECT_THAT(err, HasSubstr("--servr is no option of taquin solve; did you mean --server?\n"));
  EXPECT_THAT(err, HasSubstr("--frobnicate is no option of taquin solve\n"));
  EXPECT_THAT(RunTaquin({"verify", "1 2 3 0", "U", "D"}).err,
              HasSubstr("'D' is one word too many"));
}

// A list of values would take the boards for values.
TEST(CommandLineUsageTest, WhatFollowsAnOptionsValueIsABoard) {
  std::size_t options = 0;
  CLI::App app;
  for (const auto& command : MakeCommands()) {
    for (const CLI::Option* option : command->Register(app)->get_options()) {
      if (option->get_lnames().empty() || option->get_items_expected_max() == 0) continue;
      ++options;
      EXPECT_TRUE(option->get_items_expected_max() == 1 || !option->get_allow_extra_args())
          << option->get_name();
    }
  }
  EXPECT_GT(options, 50U);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"solve", "--format", "korf", "1 2 3 3 0"},
        {"solve", "--format", "korf", "--format", "count", "1 2 3 3 0"},
        {"check", "--format", "korf", "1 2 3 3 0"},
        {"batch", "--format", "korf", "1 2 3 3 0"},
        {"load", "--fail-if", "errors>0", "--fail-if", "p99>1s", "2 3 3 0"}}) {
    const Outcome outcome = RunTaquin(arguments);
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr("tile 3 is repeated"))
        << testing::PrintToString(arguments);
  }
}

// The parser has its own idea of brackets and negative numbers.
TEST(CommandLineUsageTest, ValuesAreSeenAsTheyWereWritten) {
  for (const auto& [arguments, message] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"solve", "[[1,1],[2,0]]"}, "board:1:5: tile 1 is repeated: it is at 1:3"},
           {{"solve", " [[1,1],[2,0]]"}, "board:1:6: tile 1 is repeated: it is at 1:4"},
           {{"solve", "1 2 3 0", "--goal", "[1,1,2,0]"}, "goal:1:4: tile 1 is repeated"},
           {{"solve", "-1 2 3 0"}, "board:1:1: -1 is negative"},
           {{"solve", "1", "2", "-3", "0"}, "board:1:5: -3 is negative"},
           {{"solve", "1 2 3 0", "--max-time", "-1"}, "'-1' is no time"},
           {{"status", "--server", "[::1]:1"}, "cannot reach the server at [::1]:1:"},
           {{"status", "--server", "[::1]:port"}, "'[::1]:port' is no address"}}) {
    EXPECT_THAT(RunTaquin(arguments).err, HasSubstr(message)) << testing::PrintToString(arguments);
  }
}

TEST(CommandLineUsageTest, HelpAndVersionAreSuccess) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"solve", "--help"}, {"--version"}}) {
    const Outcome outcome = RunTaquin(arguments);
    EXPECT_EQ(outcome.code, ExitCode::kSuccess);
    EXPECT_THAT(outcome.out, HasSubstr("taquin"));
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(CommandLineConnectionTest, AnAddressWhereNothingListensIsFourAndNamed) {
  for (const char* command : {"solve", "check"}) {
    const Outcome outcome = RunTaquin({command, "1 2 3 0", "--server", "localhost:1"});
    EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
    EXPECT_THAT(outcome.err, HasSubstr("localhost:1"));
    EXPECT_THAT(outcome.err, HasSubstr("taquind"));
  }
}

TEST(CommandLineConnectionTest, AServerThatNeverAnswersIsGivenUpAfterTheConnectTimeout) {
  // The system completes the connection; nobody ever reads from it.
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  ASSERT_EQ(bind(listener, generic, size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  ASSERT_EQ(getsockname(listener, generic, &size), 0);
  const std::string server = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  const Outcome outcome =
      RunTaquin({"solve", "1 2 3 0", "--server", server, "--connect-timeout", "300ms"});
  EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
  EXPECT_THAT(outcome.err, HasSubstr(server + ": no connection within 300ms"));
  close(listener);
}

TEST(CommandLineConnectionTest, AHostThatDoesNotExistIsFourAndNamed) {
  const Outcome outcome =
      RunTaquin({"status", "--server", "no-such-host.invalid", "--json", "--connect-timeout", "2"});
  EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
  const auto json = nlohmann::json::parse(outcome.err);
  EXPECT_THAT(json["error"]["message"].get<std::string>(), HasSubstr("no-such-host.invalid"));
}

}  // namespace
}  // namespace taquin::client
