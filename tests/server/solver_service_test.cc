// The rpcs over a real channel.

#include "server/solver_service.h"

#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/server/requests.h"
#include "tests/server/service_fixture.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using v1::SolveResponse;

using SolverServiceTest = ServiceFixture;

TEST_F(SolverServiceTest, SolveEndsWithExactlyOneResult) {
  Start();
  const StreamOutcome outcome = Solve(EasyRequest());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(outcome.count(SolveResponse::kResult), 1);
  EXPECT_EQ(outcome.result().outcome(), v1::OUTCOME_OPTIMAL);
  EXPECT_EQ(outcome.result().length(), 19);
}

TEST_F(SolverServiceTest, SolveOnceGivesTheResultAndTheId) {
  Start();
  v1::SolveRequest request = EasyRequest();
  request.set_id("a name");
  grpc::ClientContext context;
  v1::SolveOnceResponse response;
  ASSERT_TRUE(stub_->SolveOnce(&context, request, &response).ok());
  EXPECT_EQ(response.result().length(), 19);
  EXPECT_THAT(response.result().moves(), SizeIs(19));
  EXPECT_EQ(response.result().id(), "a name");
}

TEST_F(SolverServiceTest, WithoutTablesAskingForThemIsAFaultOfItsField) {
  Start();
  v1::SolveRequest request = EasyRequest();
  request.set_heuristic(v1::HEURISTIC_PATTERN_DATABASE);
  const StreamOutcome outcome = Solve(request);
  EXPECT_EQ(outcome.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  google::rpc::Status details;
  google::rpc::BadRequest bad_request;
  ASSERT_TRUE(details.ParseFromString(outcome.status.error_details()));
  ASSERT_EQ(details.details_size(), 1);
  ASSERT_TRUE(details.details(0).UnpackTo(&bad_request));
  ASSERT_EQ(bad_request.field_violations_size(), 1);
  EXPECT_EQ(bad_request.field_violations(0).field(), "heuristic");
}

TEST_F(SolverServiceTest, AnUnreachableGoalIsAResult) {
  Start();
  const StreamOutcome outcome = Solve(RequestFor(3, 3, {1, 2, 3, 4, 5, 6, 8, 7, 0}));
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_EQ(outcome.result().outcome(), v1::OUTCOME_UNSOLVABLE);
  EXPECT_FALSE(outcome.result().has_length());
}

TEST_F(SolverServiceTest, EveryRpcRefusesABadBoardWithDetails) {
  Start();
  const v1::SolveRequest bad = RequestFor(2, 2, {1, 1, 2, 9});
  v1::CheckRequest check;
  *check.mutable_start() = bad.start();
  v1::VerifyRequest verify;
  *verify.mutable_start() = bad.start();
  std::vector<grpc::Status> statuses = {Solve(bad).status};
  {
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    statuses.push_back(stub_->SolveOnce(&context, bad, &response));
  }
  {
    grpc::ClientContext context;
    v1::CheckResponse response;
    statuses.push_back(stub_->Check(&context, check, &response));
  }
  {
    grpc::ClientContext context;
    v1::VerifyResponse response;
    statuses.push_back(stub_->Verify(&context, verify, &response));
  }
  for (const grpc::Status& status : statuses) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    google::rpc::Status details;
    google::rpc::BadRequest bad_request;
    ASSERT_TRUE(details.ParseFromString(status.error_details()));
    ASSERT_EQ(details.details_size(), 1);
    ASSERT_TRUE(details.details(0).UnpackTo(&bad_request));
    EXPECT_EQ(bad_request.field_violations_size(), 3) << "out of range, repeated, missing";
    for (const auto& violation : bad_request.field_violations()) {
      EXPECT_EQ(violation.field(), "start.tiles");
    }
  }
}

TEST_F(SolverServiceTest, ADeadlineGivesTheBestSoFarAndNotAnError) {
  Start();
  // The deadline comes for the service alone, so that the answer has all the time.
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + 10min);
  const auto reader = stub_->Solve(&context, EndlessRequest());
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  clock_.Jump(10min);
  SolveResponse last;
  while (reader->Read(&last)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(last.result().limit(), v1::LIMIT_TIME);
  EXPECT_GT(last.result().lower_bound(), 0);
}

TEST_F(SolverServiceTest, AJumpOfTheClockEndsNoCallThatIsNotTimed) {
  Start();
  v1::SolveRequest request = EndlessRequest();
  request.mutable_progress_interval()->set_nanos(10'000'000);
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, request);
  SolveResponse event;
  ASSERT_TRUE(reader->Read(&event));
  for (const Duration jump : {Duration(30min), Duration(-2h)}) {
    clock_.Jump(jump);
    // What was on its way before the jump, and then what came after it.
    for (int i = 0; i < 4; ++i) {
      ASSERT_TRUE(reader->Read(&event));
      ASSERT_TRUE(event.has_progress()) << event.ShortDebugString();
      EXPECT_GE(event.progress().elapsed().seconds(), 0);
      EXPECT_GE(event.progress().elapsed().nanos(), 0);
    }
    EXPECT_EQ(Solve(EasyRequest()).result().length(), 19);
  }
  context.TryCancel();
  reader->Finish();
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
}

TEST_F(SolverServiceTest, ProgressComesAndItsCountsRise) {
  Start();
  v1::SolveRequest request = EndlessRequest();
  request.mutable_progress_interval()->set_nanos(20'000'000);
  request.mutable_limits()->mutable_time()->set_nanos(500'000'000);
  const StreamOutcome outcome = Solve(request);
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_GE(outcome.count(SolveResponse::kProgress), 2);
  std::int64_t expanded = 0;
  for (const SolveResponse& event : outcome.events) {
    if (!event.has_progress()) continue;
    EXPECT_GT(event.progress().expanded_count(), expanded);
    expanded = event.progress().expanded_count();
  }
  EXPECT_GE(outcome.result().stats().expanded_count(), expanded);
}

TEST_F(SolverServiceTest, EveryLimitIsAResult) {
  Start();
  v1::SolveRequest request = EndlessRequest();
  request.mutable_limits()->set_expansions(1000);
  EXPECT_EQ(Solve(request).result().limit(), v1::LIMIT_EXPANSIONS);
  request.mutable_limits()->clear_expansions();
  request.mutable_limits()->set_length(10);
  EXPECT_EQ(Solve(request).result().limit(), v1::LIMIT_LENGTH);
  request.mutable_limits()->clear_length();
  request.mutable_limits()->set_memory_bytes(1 << 20);
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  EXPECT_EQ(Solve(request).result().limit(), v1::LIMIT_MEMORY);
}

TEST_F(SolverServiceTest, ACancelStopsTheSearch) {
  Start();
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, EndlessRequest());
  SolveResponse response;
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(scheduler_->stats().active, 1);
  context.TryCancel();
  while (reader->Read(&response)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
  EXPECT_EQ(scheduler_->stats().abandoned, 1);
  EXPECT_LE(scheduler_->stats().slices_after_abandoned, 1);
}

TEST_F(SolverServiceTest, ACallerThatVanishesStopsItsUnaryCallToo) {
  Start();
  {
    auto context = std::make_unique<grpc::ClientContext>();
    std::thread caller([&] {
      v1::SolveOnceResponse response;
      EXPECT_EQ(stub_->SolveOnce(context.get(), EndlessRequest(), &response).error_code(),
                grpc::StatusCode::CANCELLED);
    });
    EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
    context->TryCancel();
    caller.join();
  }
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
}

TEST_F(SolverServiceTest, ManyStreamsOnTwoWorkersAllEndRight) {
  Start();
  constexpr int kStreams = 200;
  // One thread reads them all: each call is read to its end in turn, while all
  // of them run.
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<SolveResponse>>> readers;
  v1::SolveRequest request = EasyRequest();
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  request.set_heuristic(v1::HEURISTIC_HAMMING);
  request.mutable_progress_interval()->set_nanos(10'000'000);
  for (int i = 0; i < kStreams; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), request));
  }
  for (const auto& reader : readers) {
    SolveResponse response;
    SolveResponse last;
    while (reader->Read(&response)) last = response;
    ASSERT_TRUE(reader->Finish().ok());
    EXPECT_EQ(last.result().length(), 19);
    EXPECT_EQ(last.result().outcome(), v1::OUTCOME_OPTIMAL);
  }
}

TEST_F(SolverServiceTest, AShortSearchIsNotStuckBehindLongOnes) {
  Start();
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<SolveResponse>>> readers;
  for (int i = 0; i < 20; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), EndlessRequest()));
  }
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 20; }));
  EXPECT_EQ(Solve(EasyRequest()).result().length(), 19);
  EXPECT_EQ(scheduler_->stats().active, 20);
}

TEST_F(SolverServiceTest, AFullQueueRefusesWithRetryInfo) {
  SchedulerOptions options;
  options.max_active = 1;
  options.max_queued = 1;
  Start(options);
  grpc::ClientContext running_context;
  const auto running = stub_->Solve(&running_context, EndlessRequest());
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  grpc::ClientContext waiting_context;
  const auto waiting = stub_->Solve(&waiting_context, EndlessRequest());
  SolveResponse first;
  ASSERT_TRUE(waiting->Read(&first));
  EXPECT_TRUE(first.has_queued());
  EXPECT_EQ(first.queued().position(), 0);
  const StreamOutcome refused = Solve(EndlessRequest());
  EXPECT_EQ(refused.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  google::rpc::Status details;
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(details.ParseFromString(refused.status.error_details()));
  ASSERT_EQ(details.details_size(), 1);
  EXPECT_TRUE(details.details(0).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().seconds(), 0);
}

TEST_F(SolverServiceTest, AStreamThatWaitsHearsHowTheQueueMoves) {
  SchedulerOptions options;
  options.max_active = 1;
  Start(options);
  v1::SolveRequest request = EndlessRequest();
  request.mutable_progress_interval()->set_nanos(10'000'000);
  struct Stream {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReader<SolveResponse>> reader;
  };
  std::vector<Stream> streams(4);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].reader = stub_->Solve(&streams[i].context, request);
    SolveResponse first;
    ASSERT_TRUE(streams[i].reader->Read(&first));
    EXPECT_EQ(first.has_queued(), i > 0);
    EXPECT_EQ(first.queued().position(), i > 0 ? static_cast<int>(i) - 1 : 0);
  }
  // One that waits leaves, and then the one that runs: each moves the last.
  for (const std::size_t leaves : {1U, 0U}) {
    streams[leaves].context.TryCancel();
    SolveResponse next;
    ASSERT_TRUE(streams[3].reader->Read(&next));
    ASSERT_TRUE(next.has_queued());
    EXPECT_EQ(next.queued().position(), leaves == 1 ? 1 : 0);
  }
  streams[2].context.TryCancel();
  SolveResponse next;
  ASSERT_TRUE(streams[3].reader->Read(&next));
  EXPECT_TRUE(next.has_progress()) << "its turn has come";
  streams[3].context.TryCancel();
}

TEST_F(SolverServiceTest, AReaderThatStopsReadingDelaysNobodyAndGetsItsResult) {
  Start();
  v1::SolveRequest request = EndlessRequest();
  request.mutable_progress_interval()->set_nanos(10'000'000);
  request.mutable_limits()->mutable_time()->set_seconds(1);
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, request);
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }))
      << "the search waits for its reader";
  int events = 0;
  SolveResponse response;
  while (reader->Read(&response)) ++events;
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(response.result().limit(), v1::LIMIT_TIME);
  EXPECT_LE(events, 102) << "one each 10 ms at most";
}

TEST_F(SolverServiceTest, CheckTellsReachabilityAndEveryHeuristic) {
  Start();
  v1::CheckRequest request;
  *request.mutable_start() = EasyRequest().start();
  grpc::ClientContext context;
  v1::CheckResponse response;
  ASSERT_TRUE(stub_->Check(&context, request, &response).ok());
  EXPECT_EQ(response.reachability(), v1::REACHABILITY_REACHABLE);
  EXPECT_GE(response.heuristic_values_size(), 5);
  EXPECT_LE(response.lower_bound(), 19);
  EXPECT_THAT(response.reachable_layouts(), testing::Contains(v1::GOAL_LAYOUT_BLANK_LAST));
}

TEST_F(SolverServiceTest, VerifyJudgesPathsAndKnowsTheOptimumOfSmallBoards) {
  Start();
  v1::VerifyRequest request;
  *request.mutable_start() = EasyRequest().start();
  *request.mutable_moves() = Solve(EasyRequest()).result().moves();
  const auto verify = [this](const v1::VerifyRequest& path) {
    grpc::ClientContext context;
    v1::VerifyResponse response;
    EXPECT_TRUE(stub_->Verify(&context, path, &response).ok());
    return response;
  };
  v1::VerifyResponse response = verify(request);
  EXPECT_TRUE(response.valid());
  EXPECT_EQ(response.length(), 19);
  EXPECT_EQ(response.optimal_length(), 19);
  request.mutable_moves()->RemoveLast();
  response = verify(request);
  EXPECT_FALSE(response.valid());
  EXPECT_EQ(response.fault(), v1::PATH_FAULT_ENDS_ELSEWHERE);
  EXPECT_EQ(response.fault_index(), 18);
  EXPECT_EQ(response.optimal_length(), 19);
  request.clear_moves();
  request.add_moves(v1::DIRECTION_RIGHT);
  response = verify(request);
  EXPECT_EQ(response.fault(), v1::PATH_FAULT_LEAVES_BOARD);
  EXPECT_EQ(response.fault_index(), 0);
}

TEST_F(SolverServiceTest, GetCapabilitiesAnswersWhileEveryWorkerIsBusy) {
  Start();
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<SolveResponse>>> readers;
  for (int i = 0; i < 4; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), EndlessRequest()));
  }
  grpc::ClientContext context;
  v1::GetCapabilitiesResponse response;
  ASSERT_TRUE(stub_->GetCapabilities(&context, {}, &response).ok());
  EXPECT_FALSE(response.version().empty());
  EXPECT_GT(response.algorithms_size(), 0);
}

TEST_F(SolverServiceTest, DrainingIsUnavailable) {
  Start();
  scheduler_->StopAdmitting();
  EXPECT_EQ(Solve(EasyRequest()).status.error_code(), grpc::StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace taquin::server
