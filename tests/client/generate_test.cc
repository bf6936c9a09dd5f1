// taquin generate against a scripted server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "client/command_line.h"
#include "tests/client/fake_service.h"

namespace taquin::client {
namespace {

using ::testing::HasSubstr;

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

class GenerateTest : public testing::Test {
 protected:
  GenerateTest() {
    // Boards of two cells whose first tile tells the place in the sequence.
    service_.generate = [this](grpc::ServerContext&, const v1::GenerateRequest& request,
                               v1::GenerateResponse& response) {
      requests_.push_back(request);
      for (int i = 0; i < std::max(request.count(), 1); ++i) {
        v1::Board& board = *response.add_boards();
        board.set_rows(1);
        board.set_columns(2);
        board.add_tiles(static_cast<int>(request.first_index()) + i);
        board.add_tiles(0);
      }
      response.set_seed(request.has_seed() ? request.seed() : 4711);
      return grpc::Status::OK;
    };
  }

  Outcome Run(std::vector<std::string> arguments) {
    const FakeServer server(service_);
    arguments.insert(arguments.begin(), "generate");
    arguments.insert(arguments.end(), {"--server", server.address()});
    std::ostringstream out;
    std::ostringstream err;
    Console console(out, err);
    const ExitCode code = RunCommandLine(std::move(arguments), console);
    return {code, out.str(), err.str()};
  }

  FakeService service_;
  std::vector<v1::GenerateRequest> requests_;
};

TEST_F(GenerateTest, PrintsABoardALineAndTheSeedThatWasChosen) {
  const Outcome outcome = Run({"-n", "3"});
  EXPECT_EQ(outcome.code, ExitCode::kSuccess) << outcome.err;
  EXPECT_EQ(outcome.out, "0 0\n1 0\n2 0\n");
  EXPECT_EQ(outcome.err, "seed 4711\n");
  EXPECT_EQ(requests_.at(0).rows(), 4);
  EXPECT_EQ(requests_.at(0).columns(), 4);
  EXPECT_EQ(requests_.at(0).goal().layout(), v1::GOAL_LAYOUT_BLANK_LAST);
  EXPECT_FALSE(requests_.at(0).has_seed());
  EXPECT_EQ(requests_.at(0).difficulty_case(), v1::GenerateRequest::DIFFICULTY_NOT_SET);
}

TEST_F(GenerateTest, ASeedThatWasGivenIsNotToldAgain) {
  EXPECT_EQ(Run({"--seed", "9"}).err, "");
  EXPECT_EQ(requests_.at(0).seed(), 9);
  EXPECT_EQ(Run({"--seed", "-9"}).err, "");
  EXPECT_EQ(requests_.at(1).seed(), -9);
  EXPECT_EQ(Run({"--quiet"}).err, "");
}

TEST_F(GenerateTest, SendsWhatTheOptionsSay) {
  Run({"--shape", "3x5", "--goal", "spiral", "--walk", "0"});
  EXPECT_EQ(requests_.at(0).rows(), 3);
  EXPECT_EQ(requests_.at(0).columns(), 5);
  EXPECT_EQ(requests_.at(0).goal().layout(), v1::GOAL_LAYOUT_SPIRAL);
  EXPECT_TRUE(requests_.at(0).has_walk_length());
  Run({"--length", "20", "--goal", "1 2 3/4 0 5"});
  EXPECT_EQ(requests_.at(1).optimal_length(), 20);
  EXPECT_EQ(requests_.at(1).goal().board().rows(), 2);
  EXPECT_EQ(requests_.at(1).rows(), 0) << "the goal's board says it";
  Run({"--uniform"});
  EXPECT_EQ(requests_.at(2).difficulty_case(), v1::GenerateRequest::DIFFICULTY_NOT_SET);
}

TEST_F(GenerateTest, ManyBoardsAreOneSequenceOverSeveralCalls) {
  const Outcome outcome = Run({"-n", "1234"});
  ASSERT_EQ(requests_.size(), 3u);
  EXPECT_EQ(requests_[1].first_index(), 500);
  EXPECT_EQ(requests_[1].seed(), 4711) << "the first call's";
  EXPECT_EQ(requests_[2].count(), 234);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1234);
  EXPECT_THAT(outcome.out, HasSubstr("\n1233 0\n"));
}

TEST_F(GenerateTest, NotationsOfSeveralLinesAreApartByABlankLine) {
  EXPECT_EQ(Run({"-n", "2", "--notation", "grid"}).out, "_ _\n\n1 _\n");
  EXPECT_EQ(Run({"-n", "2", "--notation", "korf"}).out, "1 0 0\n2 1 0\n");
}

TEST_F(GenerateTest, JsonIsTheMessageThatAnswers) {
  const Outcome outcome = Run({"-n", "2", "--json"});
  EXPECT_EQ(outcome.err, "");
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["boards"].size(), 2u);
  EXPECT_EQ(json["seed"], "4711");
}

TEST_F(GenerateTest, WrongCommandLinesAreTwoAndAskNoServer) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--shape", "3"},
           {"--shape", "3x"},
           {"--shape", "x3"},
           {"--shape", "3x3x3"},
           {"--shape", "-3x3"},
           {"--shape", "99999x3"},
           {"-n", "0"},
           {"-n", "many"},
           {"--seed", "many"},
           {"--walk", "3", "--length", "3"},
           {"--walk", "3", "--uniform"},
           {"--notation", "morse"},
           {"--notation", "base36", "--shape", "7x7"},
           {"--goal", "home"},
           {"--goal", "1 2 2 0"},
           {"1 2 3 0"},
       }) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, ExitCode::kUsage) << testing::PrintToString(arguments);
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_TRUE(requests_.empty());
}

TEST_F(GenerateTest, AServerThatDrawsTooFewIsADefect) {
  service_.generate = [](grpc::ServerContext&, const v1::GenerateRequest&, v1::GenerateResponse&) {
    return grpc::Status::OK;
  };
  EXPECT_EQ(Run({"-n", "2"}).code, ExitCode::kInternal);
}

TEST_F(GenerateTest, WhatTheServerRefusesIsTwo) {
  service_.generate = [](grpc::ServerContext&, const v1::GenerateRequest&, v1::GenerateResponse&) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "optimal_length is 99");
  };
  const Outcome outcome = Run({"--length", "99"});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("optimal_length is 99"));
}

}  // namespace
}  // namespace taquin::client
