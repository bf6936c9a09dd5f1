// taquin batch against a scripted server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "client/batch_output.h"
#include "client/command_line.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/client/fake_service.h"

namespace taquin::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

class BatchTest : public testing::Test {
 protected:
  BatchTest() {
    directory_ = std::filesystem::path(testing::TempDir()) /
                 testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(directory_);
    service_.solve_once = [this](grpc::ServerContext&, const v1::SolveRequest& request,
                                 v1::SolveOnceResponse& response) {
      return Answer(request, response);
    };
  }
  ~BatchTest() override { std::filesystem::remove_all(directory_); }

  // The length is the first tile, so that an answer shows its board.
  grpc::Status Answer(const v1::SolveRequest& request, v1::SolveOnceResponse& response) {
    ++calls_;
    v1::SolveResult& result = *response.mutable_result();
    result.set_id(request.id());
    result.set_outcome(v1::OUTCOME_OPTIMAL);
    result.set_length(request.start().tiles(0));
    return grpc::Status::OK;
  }

  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = (directory_ / name).string();
    std::ofstream(path) << text;
    return path;
  }

  static std::string Read(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  Outcome Run(std::vector<std::string> arguments) {
    const FakeServer server(service_);
    arguments.insert(arguments.begin(), "batch");
    arguments.insert(arguments.end(), {"--server", server.address()});
    std::ostringstream out;
    std::ostringstream err;
    Console console(out, err);
    const ExitCode code = RunCommandLine(std::move(arguments), console);
    return {code, out.str(), err.str()};
  }

  // "id length" of every line of JSON.
  static std::vector<std::string> Lines(const std::string& json) {
    std::vector<std::string> lines;
    std::istringstream in(json);
    for (std::string line; std::getline(in, line);) {
      const auto value = nlohmann::json::parse(line);
      lines.push_back(value["id"].get<std::string>() + " " +
                      (value.contains("error") ? value["error"]["code"].get<std::string>()
                                               : std::to_string(value["length"].get<int>())));
    }
    return lines;
  }

  std::filesystem::path directory_;
  FakeService service_;
  std::atomic<int> calls_ = 0;
};

TEST_F(BatchTest, AnswersComeInTheOrderOfTheBoards) {
  service_.solve_once = [this](grpc::ServerContext&, const v1::SolveRequest& request,
                               v1::SolveOnceResponse& response) {
    if (request.id() == "1") std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return Answer(request, response);
  };
  const std::string boards = Write("boards", "1 2 3 0\n2 1 3 0\n3 2 1 0\n0 1 2 3\n");
  const Outcome outcome = Run({boards});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_THAT(Lines(outcome.out), ElementsAre("1 1", "2 2", "3 3", "4 0"));
  EXPECT_THAT(outcome.err, HasSubstr("4 boards in "));
  EXPECT_THAT(outcome.err, HasSubstr(": 4 optimal"));
  EXPECT_THAT(Run({"1 2 3 0"}).err, HasSubstr("1 board in "));
}

TEST_F(BatchTest, AnswersComeAsTheyAreReadyIfAskedFor) {
  std::atomic<bool> others_done = false;
  service_.solve_once = [this, &others_done](grpc::ServerContext&, const v1::SolveRequest& request,
                                             v1::SolveOnceResponse& response) {
    // The first board waits for the second to be answered.
    while (request.id() == "1" && !others_done) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const grpc::Status status = Answer(request, response);
    if (request.id() == "3") others_done = true;
    return status;
  };
  const std::string boards = Write("boards", "1 2 3 0\n2 1 3 0\n3 2 1 0\n");
  const Outcome outcome = Run({boards, "--as-ready", "--concurrency", "2"});
  EXPECT_EQ(Lines(outcome.out).size(), 3U);
  EXPECT_NE(Lines(outcome.out).front(), "1 1");
}

TEST_F(BatchTest, ABadBoardIsALineAndTheRestGoesOn) {
  const std::string boards = Write("boards", "1 2 3 0\n1 2 2 0\n3 2 1 0\n");
  const Outcome json = Run({boards});
  EXPECT_EQ(json.code, ExitCode::kUsage);
  EXPECT_THAT(Lines(json.out), ElementsAre("1 1", "2 INVALID_ARGUMENT", "3 3"));
  const Outcome csv = Run({boards, "--csv"});
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 4);
  EXPECT_THAT(csv.out, HasSubstr("\n2,error,,,,,,,,,,,,"));
  EXPECT_THAT(csv.out, HasSubstr("boards:2:5: tile 2 is repeated: it is at 2:3 already; "));
}

TEST_F(BatchTest, GoesOnWhereAnEarlierRunStopped) {
  const std::string boards = Write("boards", "1 2 3 0\n2 1 3 0\n3 2 1 0\n0 1 2 3\n");
  const Outcome whole = Run({boards});
  const std::size_t second_end = whole.out.find('\n', whole.out.find('\n') + 1) + 1;
  // Two answers, and a piece of the third.
  const std::string answers = Write("answers", whole.out.substr(0, second_end + 10));
  calls_ = 0;
  const Outcome resumed = Run({boards, "--resume", answers});
  EXPECT_EQ(resumed.code, ExitCode::kSuccess) << resumed.err;
  EXPECT_EQ(resumed.out, "");
  EXPECT_EQ(calls_, 2);
  EXPECT_EQ(Read(answers), whole.out);
}

TEST_F(BatchTest, GoesOnWithCommaSeparatedValuesToo) {
  const std::string boards = Write("boards", "a 1 2 3 0\nb 2 1 3 0\nc 3 2 1 0\n");
  const Outcome whole = Run({boards, "--csv", "--format", "korf"});
  const std::string answers = Write("answers", whole.out.substr(0, whole.out.find("\nb,") + 1));
  Run({boards, "--csv", "--format", "korf", "--resume", answers});
  EXPECT_EQ(Read(answers), whole.out);
}

TEST_F(BatchTest, DoesNotAppendToWhatIsNoAnswers) {
  const std::string boards = Write("boards", "1 2 3 0\n");
  const std::string other = Write("other", "{\"name\":1}\n");
  const Outcome outcome = Run({boards, "--resume", other});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("other:1: this is no answer of a batch"));
  EXPECT_EQ(Read(other), "{\"name\":1}\n");
}

TEST_F(BatchTest, WhatWasAnsweredBeforeIsToldAndCountsForTheExitCode) {
  service_.solve_once = [this](grpc::ServerContext&, const v1::SolveRequest& request,
                               v1::SolveOnceResponse& response) {
    const grpc::Status status = Answer(request, response);
    const int first = request.start().tiles(0);
    if (first == 1) response.mutable_result()->set_outcome(v1::OUTCOME_UNSOLVABLE);
    if (first == 2) response.mutable_result()->set_outcome(v1::OUTCOME_NOT_FOUND);
    return status;
  };
  const std::string good = "1 2 3 0\n2 1 3 0\n3 2 1 0\n0 1 2 3\n";
  const std::string with_bad = "1 2 3 0\n2 1 3 0\n3 2 2 0\n0 1 2 3\n";
  for (const bool csv : {false, true}) {
    for (const auto& [boards, kinds, code] :
         {std::tuple(good, "2 optimal, 1 unsolvable, 1 not-found", ExitCode::kNotFound),
          std::tuple(with_bad, "1 optimal, 1 unsolvable, 1 not-found, 1 refused",
                     ExitCode::kNotFound)}) {
      SCOPED_TRACE(kinds);
      const std::string answers = (directory_ / "whole").string();
      std::vector<std::string> command = {Write("boards", boards), "--resume", answers};
      if (csv) command.emplace_back("--csv");
      EXPECT_EQ(Run(command).code, code);
      const std::string whole = Read(answers);

      const int calls_before = calls_;
      const Outcome again = Run(command);
      EXPECT_EQ(again.code, code);
      EXPECT_EQ(again.err, "no board left; 4 boards answered before: " + std::string(kinds) + "\n");
      EXPECT_EQ(calls_, calls_before);
      EXPECT_EQ(Read(answers), whole);

      // All but the last, which alone is solved.
      const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
      Write("whole", whole.substr(0, last));
      const Outcome rest = Run(command);
      EXPECT_EQ(rest.code, code);
      EXPECT_THAT(rest.err, HasSubstr("1 board in "));
      EXPECT_THAT(rest.err, HasSubstr(": 1 optimal; 3 boards answered before: "));
      EXPECT_EQ(Read(answers), whole);
      std::filesystem::remove(answers);
    }
  }
}

TEST_F(BatchTest, WhatWasAnsweredBeforeIsInTheSummaryOfJson) {
  const std::string boards = Write("boards", "1 2 3 0\n1 2 2 0\n0 1 2 3\n");
  const std::string answers = (directory_ / "answers").string();
  Run({boards, "--resume", answers});
  const Outcome again = Run({boards, "--resume", answers, "--json"});
  EXPECT_EQ(again.code, ExitCode::kUsage);
  const auto summary = nlohmann::json::parse(again.err)["summary"];
  EXPECT_EQ(summary["boards"], 0);
  EXPECT_EQ(summary["answeredBefore"]["boards"], 3);
  EXPECT_EQ(summary["answeredBefore"]["optimal"], 2);
  EXPECT_EQ(summary["answeredBefore"]["refused"], 1);
}

TEST_F(BatchTest, AnswersOfOtherBoardsSayNothingOfThese) {
  const std::string answers =
      Write("answers", "{\"id\":\"other\",\"outcome\":\"OUTCOME_UNSOLVABLE\"}\n");
  const Outcome outcome = Run({"1 2 3 0", "--resume", answers});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess);
  EXPECT_THAT(outcome.err, Not(HasSubstr("before")));
}

TEST_F(BatchTest, DoesNotMixFormsInAFile) {
  const std::string json = Write("json", Run({"1 2 3 0"}).out);
  const std::string csv = Write("csv", Run({"1 2 3 0", "--csv"}).out);
  const Outcome csv_into_json = Run({"1 2 3 0", "--csv", "--resume", json});
  EXPECT_EQ(csv_into_json.code, ExitCode::kUsage);
  EXPECT_THAT(csv_into_json.err, HasSubstr("json holds JSON: leave --csv out"));
  const Outcome json_into_csv = Run({"1 2 3 0", "--resume", csv});
  EXPECT_EQ(json_into_csv.code, ExitCode::kUsage);
  EXPECT_THAT(json_into_csv.err, HasSubstr("csv holds comma-separated values: give --csv too"));
}

TEST_F(BatchTest, AHeaderIsWrittenOnce) {
  const std::string answers = Write("answers", CsvHeader() + "\n");
  Run({"1 2 3 0", "--csv", "--resume", answers});
  EXPECT_EQ(Read(answers), Run({"1 2 3 0", "--csv"}).out);
}

TEST_F(BatchTest, NamesWithQuotesAreFoundAgain) {
  const std::string boards = Write("boards", "a\"b 1 2 3 0\n");
  const std::string answers = (directory_ / "answers").string();
  const std::vector<std::string> command = {boards, "--csv",    "--format",
                                            "korf", "--resume", answers};
  Run(command);
  calls_ = 0;
  EXPECT_THAT(Run(command).err, HasSubstr("1 board answered before: 1 optimal"));
  EXPECT_EQ(calls_, 0);
}

// Answers so many requests of each call, and then fails it.
grpc::Status AnswerAndFail(int answers, FakeService::BatchStream& stream) {
  v1::SolveRequest request;
  for (int i = 0; i < answers && stream.Read(&request); ++i) {
    v1::SolveBatchResponse response;
    response.set_id(request.id());
    response.mutable_result()->set_outcome(v1::OUTCOME_OPTIMAL);
    response.mutable_result()->set_length(request.start().tiles(0));
    stream.Write(response);
  }
  return {grpc::StatusCode::UNAVAILABLE, "Socket closed"};
}

TEST_F(BatchTest, AServerThatIsLostEndsItAndWhatWasPrintedIsWhole) {
  service_.solve_batch = [this](grpc::ServerContext&, FakeService::BatchStream& stream) {
    return AnswerAndFail(calls_++ == 0 ? 2 : 0, stream);
  };
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 2 3 0\n";
  const Outcome outcome = Run({Write("boards", text)});
  EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
  EXPECT_THAT(Lines(outcome.out), ElementsAre("1 1", "2 1"));
  EXPECT_THAT(outcome.err, HasSubstr("--resume FILE goes on"));
  EXPECT_LT(calls_, 100) << "it is not asked for ever";
}

TEST_F(BatchTest, ACallThatBreaksIsMadeAgainForWhatIsNotAnswered) {
  service_.solve_batch = [this](grpc::ServerContext&, FakeService::BatchStream& stream) {
    ++calls_;
    return AnswerAndFail(5, stream);
  };
  std::string text;
  for (int i = 0; i < 20; ++i) text += "1 2 3 0\n2 1 3 0\n";
  const Outcome outcome = Run({Write("boards", text), "--concurrency", "3"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  std::vector<std::string> expected;
  for (int i = 1; i <= 40; ++i) expected.push_back(std::to_string(i) + (i % 2 == 1 ? " 1" : " 2"));
  EXPECT_EQ(Lines(outcome.out), expected);
  EXPECT_GE(calls_, 8);
}

TEST_F(BatchTest, AnErrorOfTheCallThatNoRepetitionHelpsEndsIt) {
  service_.solve_batch = [this](grpc::ServerContext&, FakeService::BatchStream&) {
    ++calls_;
    return grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "no token");
  };
  const Outcome outcome = Run({"1 2 3 0"});
  EXPECT_EQ(outcome.code, ExitCode::kUnreachable);
  EXPECT_THAT(outcome.err, HasSubstr("no token"));
  EXPECT_EQ(calls_, 1);
}

TEST_F(BatchTest, BoardsAreSpreadOverCallsAndNoMoreAreUnderWayThanAsked) {
  std::atomic<int> under_way = 0;
  std::atomic<int> most = 0;
  service_.solve_once = [&](grpc::ServerContext&, const v1::SolveRequest& request,
                            v1::SolveOnceResponse& response) {
    const int now = ++under_way;
    for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    --under_way;
    return Answer(request, response);
  };
  std::string text;
  for (int i = 0; i < 200; ++i) text += "1 2 3 0\n";
  const Outcome outcome = Run({Write("boards", text), "--concurrency", "20"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_EQ(Lines(outcome.out).size(), 200U);
  EXPECT_LE(most, 20);
  EXPECT_GT(most, 8) << "more than one call has";
}

TEST_F(BatchTest, WaitsWhileTheServersQueueIsFull) {
  service_.solve_once = [this](grpc::ServerContext&, const v1::SolveRequest& request,
                               v1::SolveOnceResponse& response) {
    if (calls_++ == 0) {
      google::rpc::RetryInfo retry;
      retry.mutable_retry_delay()->set_nanos(20'000'000);
      google::rpc::Status details;
      details.add_details()->PackFrom(retry);
      return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "the queue is full",
                          details.SerializeAsString());
    }
    return Answer(request, response);
  };
  const Outcome outcome = Run({"1 2 3 0"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_THAT(Lines(outcome.out), ElementsAre("1 1"));
}

TEST_F(BatchTest, SummaryIsJsonIfAskedFor) {
  const auto json = nlohmann::json::parse(Run({"1 2 3 0", "--json"}).err);
  EXPECT_EQ(json["summary"]["boards"], 1);
  EXPECT_EQ(json["summary"]["optimal"], 1);
}

}  // namespace
}  // namespace taquin::client
