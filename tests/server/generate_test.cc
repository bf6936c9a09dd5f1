// Generate over a real channel.

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "google/protobuf/util/message_differencer.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "server/board_drawing.h"
#include "solver/goal_layout.h"
#include "tests/server/requests.h"
#include "tests/server/service_fixture.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using google::protobuf::util::MessageDifferencer;

class GenerateTest : public ServiceFixture {
 protected:
  grpc::Status Generate(const v1::GenerateRequest& request, v1::GenerateResponse& response,
                        std::chrono::milliseconds timeout = 60s) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    return stub_->Generate(&context, request, &response);
  }

  static v1::GenerateRequest RequestOfShape(int rows, int columns, int count) {
    v1::GenerateRequest request;
    request.set_rows(rows);
    request.set_columns(columns);
    request.set_count(count);
    return request;
  }

  // Boards of 15-puzzles that keep two workers busy for minutes.
  static v1::GenerateRequest LongRequest() {
    v1::GenerateRequest request = RequestOfShape(4, 4, 10'000);
    request.set_walk_length(1'000'000);
    return request;
  }
};

TEST_F(GenerateTest, DrawsAsManyBoardsAsAskedOfTheShapeForTheGoal) {
  Start();
  v1::GenerateRequest request = RequestOfShape(3, 4, 500);
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_SPIRAL);
  v1::GenerateResponse response;
  ASSERT_TRUE(Generate(request, response).ok());
  ASSERT_EQ(response.boards_size(), 500);
  for (const v1::Board& board : response.boards()) {
    EXPECT_EQ(board.rows(), 3);
    EXPECT_EQ(board.columns(), 4);
  }
  EXPECT_THAT(response.goal().tiles(), testing::ElementsAre(1, 2, 3, 4, 10, 11, 0, 5, 9, 8, 7, 6));
}

TEST_F(GenerateTest, BoardsOfALengthTakeThatManyMoves) {
  Start();
  for (const int side : {3, 4}) {
    v1::GenerateRequest request = RequestOfShape(side, side, 3);
    request.set_optimal_length(21);
    v1::GenerateResponse response;
    ASSERT_TRUE(Generate(request, response).ok());
    for (const v1::Board& board : response.boards()) {
      v1::SolveRequest solve;
      *solve.mutable_start() = board;
      EXPECT_EQ(Solve(solve).result().length(), 21);
    }
  }
}

TEST_F(GenerateTest, TheSeedThatTheServerChoseNamesTheBoards) {
  Start();
  v1::GenerateRequest request = RequestOfShape(4, 4, 5);
  v1::GenerateResponse first;
  v1::GenerateResponse other;
  ASSERT_TRUE(Generate(request, first).ok());
  ASSERT_TRUE(Generate(request, other).ok());
  EXPECT_NE(first.seed(), other.seed());
  EXPECT_FALSE(MessageDifferencer::Equals(first.boards(0), other.boards(0)));
  request.set_seed(first.seed());
  v1::GenerateResponse again;
  ASSERT_TRUE(Generate(request, again).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(first, again));
  request.set_first_index(3);
  request.set_count(2);
  v1::GenerateResponse rest;
  ASSERT_TRUE(Generate(request, rest).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(rest.boards(0), first.boards(3)));
  EXPECT_TRUE(MessageDifferencer::Equals(rest.boards(1), first.boards(4)));
}

TEST_F(GenerateTest, RefusesWithEveryFieldThatIsWrong) {
  Start();
  v1::GenerateRequest request = RequestOfShape(0, 40, -1);
  request.set_optimal_length(-1);
  v1::GenerateResponse response;
  const grpc::Status status = Generate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  google::rpc::Status details;
  google::rpc::BadRequest bad_request;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  ASSERT_TRUE(details.details(0).UnpackTo(&bad_request));
  std::vector<std::string> fields;
  for (const auto& violation : bad_request.field_violations()) fields.push_back(violation.field());
  EXPECT_THAT(fields, testing::ElementsAre("rows", "columns", "count", "optimal_length"));
}

TEST_F(GenerateTest, TheLargestAnswerFitsIntoAMessageOfFourMebibytes) {
  Start();
  v1::GenerateResponse response;
  ASSERT_TRUE(Generate(RequestOfShape(32, 32, 976), response).ok());
  EXPECT_LT(response.ByteSizeLong(), std::size_t{4} << 20);
  ASSERT_TRUE(Generate(RequestOfShape(10, 10, 10'000), response).ok());
  EXPECT_LT(response.ByteSizeLong(), std::size_t{4} << 20);
}

TEST_F(GenerateTest, ALongDrawLeavesRoomForOthersAndEndsWithItsDeadline) {
  Start();
  v1::GenerateResponse response;
  std::thread caller([&] {
    EXPECT_EQ(Generate(LongRequest(), response, 2s).error_code(),
              grpc::StatusCode::DEADLINE_EXCEEDED);
  });
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  EXPECT_EQ(Solve(EasyRequest()).result().length(), 19);
  caller.join();
  EXPECT_EQ(response.boards_size(), 0);
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
}

TEST_F(GenerateTest, ACancelStopsTheDraw) {
  Start();
  grpc::ClientContext context;
  std::thread caller([&] {
    v1::GenerateResponse response;
    EXPECT_EQ(stub_->Generate(&context, LongRequest(), &response).error_code(),
              grpc::StatusCode::CANCELLED);
  });
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  context.TryCancel();
  caller.join();
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
}

TEST_F(GenerateTest, ADrainingServerRefuses) {
  Start();
  service_->StopAdmitting();
  v1::GenerateResponse response;
  EXPECT_EQ(Generate(RequestOfShape(3, 3, 1), response).error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(GenerateTest, IsAnRpcInTheLogAndNoSearchInTheMetrics) {
  Start();
  v1::GenerateResponse response;
  ASSERT_TRUE(Generate(RequestOfShape(3, 3, 1), response).ok());
  const nlohmann::json line = LogLine("Generate");
  EXPECT_EQ(line["code"], "OK");
  EXPECT_FALSE(line.contains("outcome"));
  EXPECT_EQ(telemetry_.metrics.Text().find("taquin_searches_total{"), std::string::npos);
}

TEST(BoardDrawingTest, StoppedBeforeItsEndItHasNoBoardsAndSaysWhy) {
  const TableRegistry tables;
  const OptimalLengthTables lengths(tables.optimal_moves());
  auto boards = std::make_shared<std::vector<Board>>();
  const GenerateTask task{.goal = MakeGoal({4, 4}, GoalLayout::kBlankLast),
                          .draw = {.seed = 1, .count = 10, .walk_length = 1000}};
  BoardDrawing drawing(task, tables, lengths, boards);
  EXPECT_EQ(drawing.Advance(5000), SearchState::kRunning);
  EXPECT_GT(drawing.progress().memory_bytes, 0);
  drawing.Stop(Limit::kTime);
  EXPECT_EQ(drawing.Advance(1'000'000), SearchState::kFinished);
  EXPECT_EQ(drawing.result().limit, Limit::kTime);
  EXPECT_TRUE(boards->empty());
}

}  // namespace
}  // namespace taquin::server
