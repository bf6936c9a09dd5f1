// SolveBatch over a real channel.

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"
#include "tests/server/requests.h"
#include "tests/server/service_fixture.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using v1::SolveBatchResponse;
using v1::SolveRequest;

using Batch = grpc::ClientReaderWriter<SolveRequest, SolveBatchResponse>;

SolveRequest Named(SolveRequest request, const std::string& id) {
  request.set_id(id);
  return request;
}

class SolveBatchTest : public ServiceFixture {
 protected:
  // Closes the caller's side and reads to the end; answers by id.
  static std::map<std::string, SolveBatchResponse> ReadRest(Batch& batch) {
    batch.WritesDone();
    std::map<std::string, SolveBatchResponse> answers;
    SolveBatchResponse answer;
    while (batch.Read(&answer)) {
      EXPECT_TRUE(answers.emplace(answer.id(), answer).second) << answer.id() << " comes twice";
    }
    return answers;
  }

  grpc::ClientContext context_;
};

TEST_F(SolveBatchTest, EveryRequestGetsOneAnswerWithItsId) {
  Start();
  constexpr int kBoards = 2000;
  const auto batch = stub_->SolveBatch(&context_);
  std::thread writer([&] {
    for (int i = 0; i < kBoards; ++i) {
      EXPECT_TRUE(batch->Write(Named(EasyRequest(), std::to_string(i))));
    }
    batch->WritesDone();
  });
  std::set<std::string> ids;
  SolveBatchResponse answer;
  while (batch->Read(&answer)) {
    EXPECT_EQ(answer.result().length(), 19);
    EXPECT_EQ(answer.result().outcome(), v1::OUTCOME_OPTIMAL);
    EXPECT_EQ(answer.result().id(), answer.id());
    ids.insert(answer.id());
  }
  writer.join();
  EXPECT_TRUE(batch->Finish().ok());
  EXPECT_THAT(ids, SizeIs(kBoards));
}

TEST_F(SolveBatchTest, ABatchWithoutRequestsEndsWell) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  EXPECT_TRUE(ReadRest(*batch).empty());
  EXPECT_TRUE(batch->Finish().ok());
}

TEST_F(SolveBatchTest, AnAnswerDoesNotWaitForTheOnesBeforeIt) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  ASSERT_TRUE(batch->Write(Named(EndlessRequest(), "endless")));
  ASSERT_TRUE(batch->Write(Named(EasyRequest(), "easy")));
  SolveBatchResponse answer;
  ASSERT_TRUE(batch->Read(&answer));
  EXPECT_EQ(answer.id(), "easy");
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  context_.TryCancel();
  EXPECT_EQ(batch->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(SolveBatchTest, AnswersAreGatheredButNeverWaitForRequestsThatDoNotCome) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  SolveBatchResponse answer;
  // Fewer than are worth gathering, more, and one by one.
  for (const int boards : {5, 1, 40, 1, 1, 200, 3}) {
    for (int i = 0; i < boards; ++i) {
      ASSERT_TRUE(batch->Write(Named(EasyRequest(), std::to_string(i))));
      if (i % 64 == 63) {
        for (int j = 0; j < 64; ++j) ASSERT_TRUE(batch->Read(&answer));
      }
    }
    for (int i = 0; i < boards % 64; ++i) ASSERT_TRUE(batch->Read(&answer));
  }
  EXPECT_TRUE(ReadRest(*batch).empty());
  EXPECT_TRUE(batch->Finish().ok());
}

TEST_F(SolveBatchTest, AnUnreachableGoalAndALimitAreResults) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  batch->Write(Named(RequestFor(3, 3, {1, 2, 3, 4, 5, 6, 8, 7, 0}), "unsolvable"));
  SolveRequest limited = Named(EndlessRequest(), "limited");
  limited.mutable_limits()->set_expansions(5000);
  batch->Write(limited);
  auto answers = ReadRest(*batch);
  EXPECT_TRUE(batch->Finish().ok());
  EXPECT_EQ(answers["unsolvable"].result().outcome(), v1::OUTCOME_UNSOLVABLE);
  EXPECT_EQ(answers["limited"].result().limit(), v1::LIMIT_EXPANSIONS);
}

TEST_F(SolveBatchTest, ABadRequestAnswersForItselfAndTheBatchGoesOn) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  batch->Write(Named(RequestFor(2, 2, {1, 1, 2, 9}), "bad"));
  batch->Write(Named(EasyRequest(), "good"));
  auto answers = ReadRest(*batch);
  EXPECT_TRUE(batch->Finish().ok());
  EXPECT_EQ(answers["good"].result().length(), 19);
  ASSERT_TRUE(answers["bad"].has_error());
  const google::rpc::Status& error = answers["bad"].error();
  EXPECT_EQ(error.code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(error.message(), testing::HasSubstr("start.tiles"));
  google::rpc::BadRequest bad_request;
  ASSERT_EQ(error.details_size(), 1);
  ASSERT_TRUE(error.details(0).UnpackTo(&bad_request));
  EXPECT_EQ(bad_request.field_violations_size(), 3) << "out of range, repeated, missing";
}

TEST_F(SolveBatchTest, ARefusedRequestAnswersForItselfAndSaysWhenToTryAgain) {
  SchedulerOptions options;
  options.max_active = 1;
  options.max_queued = 0;
  Start(options);
  const auto batch = stub_->SolveBatch(&context_);
  batch->Write(Named(EndlessRequest(), "runs"));
  batch->Write(Named(EndlessRequest(), "refused"));
  SolveBatchResponse answer;
  ASSERT_TRUE(batch->Read(&answer));
  EXPECT_EQ(answer.id(), "refused");
  EXPECT_EQ(answer.error().code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  google::rpc::RetryInfo retry;
  ASSERT_EQ(answer.error().details_size(), 1);
  ASSERT_TRUE(answer.error().details(0).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().seconds(), 0);
  scheduler_->StopAll(Limit::kTime);
  EXPECT_EQ(ReadRest(*batch)["runs"].result().limit(), v1::LIMIT_TIME);
  EXPECT_TRUE(batch->Finish().ok());
}

TEST_F(SolveBatchTest, NoMoreThanTheWindowIsReadAhead) {
  ServerLimits limits;
  limits.batch_window = 4;
  Start({}, limits);
  const auto batch = stub_->SolveBatch(&context_);
  for (int i = 0; i < 20; ++i) batch->Write(Named(EndlessRequest(), std::to_string(i)));
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 4; }));
  for (int i = 0; i < 100; ++i) {
    grpc::ClientContext context;
    v1::GetCapabilitiesResponse response;
    ASSERT_TRUE(stub_->GetCapabilities(&context, {}, &response).ok());
    EXPECT_EQ(response.limits().batch_window(), 4);
    EXPECT_LE(scheduler_->stats().active, 4);
  }
  context_.TryCancel();
  batch->Finish();
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
  EXPECT_EQ(scheduler_->stats().abandoned, 4);
}

TEST_F(SolveBatchTest, ACallerThatDoesNotReadIsNotReadFrom) {
  Start();
  constexpr int kBoards = 20'000;
  // A transport that holds 64 KiB for the caller, instead of ever more.
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  const auto channel =
      grpc::CreateCustomChannel(address_, grpc::InsecureChannelCredentials(), arguments);
  const auto stub = v1::SolverService::NewStub(channel);
  const auto batch = stub->SolveBatch(&context_);
  std::thread writer([&] {
    for (int i = 0; i < kBoards; ++i) batch->Write(Named(EasyRequest(), std::to_string(i)));
    batch->WritesDone();
  });
  // Until the answers fill the window and the transport.
  std::int64_t searches = 0;
  for (std::int64_t before = -1; searches == 0 || searches != before;) {
    before = searches;
    std::this_thread::sleep_for(300ms);
    searches = scheduler_->stats().slices;
  }
  EXPECT_LT(searches, kBoards / 2) << "a search takes one slice";
  int answers = 0;
  SolveBatchResponse answer;
  while (batch->Read(&answer)) ++answers;
  writer.join();
  EXPECT_TRUE(batch->Finish().ok());
  EXPECT_EQ(answers, kBoards);
}

TEST_F(SolveBatchTest, ACancelStopsEverySearch) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  for (int i = 0; i < 8; ++i) batch->Write(Named(EndlessRequest(), std::to_string(i)));
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 8; }));
  context_.TryCancel();
  EXPECT_EQ(batch->Finish().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 0; }));
  EXPECT_EQ(scheduler_->stats().abandoned, 8);
  EXPECT_LE(scheduler_->stats().slices_after_abandoned, 8) << "the one that each was in";
}

TEST_F(SolveBatchTest, ADeadlineGivesTheBestSoFarOfEverySearch) {
  Start();
  // The deadline comes for the service alone, so that answers have all the time.
  context_.set_deadline(std::chrono::system_clock::now() + 10min);
  const auto batch = stub_->SolveBatch(&context_);
  batch->Write(Named(EndlessRequest(), "a"));
  batch->Write(Named(EndlessRequest(), "b"));
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 2; }));
  clock_.Jump(10min);
  auto answers = ReadRest(*batch);
  EXPECT_TRUE(batch->Finish().ok());
  for (const char* id : {"a", "b"}) {
    EXPECT_EQ(answers[id].result().limit(), v1::LIMIT_TIME);
    EXPECT_GT(answers[id].result().lower_bound(), 0);
  }
}

TEST_F(SolveBatchTest, ADrainAnswersWhatIsReadAndEndsTheCall) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  batch->Write(Named(EndlessRequest(), "running"));
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  service_->StopAdmitting();
  scheduler_->StopAll(Limit::kTime);
  SolveBatchResponse answer;
  ASSERT_TRUE(batch->Read(&answer));
  EXPECT_EQ(answer.id(), "running");
  EXPECT_EQ(answer.result().limit(), v1::LIMIT_TIME);
  EXPECT_FALSE(batch->Read(&answer));
  const grpc::Status status = batch->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_FALSE(status.error_details().empty()) << "it says when to try again";
}

TEST_F(SolveBatchTest, ADrainEndsABatchThatWaitsForRequests) {
  Start();
  const auto batch = stub_->SolveBatch(&context_);
  batch->Write(Named(EasyRequest(), "done"));
  SolveBatchResponse answer;
  ASSERT_TRUE(batch->Read(&answer));
  service_->StopAdmitting();
  EXPECT_FALSE(batch->Read(&answer));
  EXPECT_EQ(batch->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  grpc::ClientContext late;
  EXPECT_EQ(stub_->SolveBatch(&late)->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(SolveBatchTest, ManyBatchesThatComeAndGoLeaveNothingBehind) {
  Start();
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([this] {
      for (int j = 0; j < 50; ++j) {
        grpc::ClientContext context;
        const auto batch = stub_->SolveBatch(&context);
        for (int k = 0; k < 6; ++k) {
          batch->Write(Named(k % 2 == 0 ? EasyRequest() : EndlessRequest(), std::to_string(k)));
        }
        SolveBatchResponse answer;
        if (j % 3 > 0) {
          EXPECT_TRUE(batch->Read(&answer));
        }
        context.TryCancel();
        batch->Finish();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_TRUE(Eventually(
      [](const SchedulerStats& stats) { return stats.active == 0 && stats.queued == 0; }));
  EXPECT_TRUE(service_->WaitIdle(10s));
  EXPECT_EQ(scheduler_->stats().memory_bytes, 0);
}

}  // namespace
}  // namespace taquin::server
