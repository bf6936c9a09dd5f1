#include "server/rpc_status.h"

#include <chrono>
#include <optional>

#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

template <class Detail>
Detail DetailOf(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_EQ(details.code(), status.error_code());
  EXPECT_EQ(details.message(), status.error_message());
  Detail detail;
  EXPECT_EQ(details.details_size(), 1);
  EXPECT_TRUE(details.details(0).UnpackTo(&detail));
  return detail;
}

TEST(StatusFromFaultsTest, NamesEveryField) {
  const grpc::Status status = StatusFromFaults({{"start", "is missing"}, {"threads", "is -1"}});
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "start is missing; threads is -1");
  const auto detail = DetailOf<google::rpc::BadRequest>(status);
  ASSERT_EQ(detail.field_violations_size(), 2);
  EXPECT_EQ(detail.field_violations(0).field(), "start");
  EXPECT_EQ(detail.field_violations(0).description(), "is missing");
  EXPECT_EQ(detail.field_violations(1).field(), "threads");
}

TEST(StatusFromFaultsTest, FitsIntoTheHeadersThatClientsAccept) {
  const std::vector<Fault> faults(1000, Fault{std::string(40, 'f'), std::string(5000, 'd')});
  const grpc::Status status = StatusFromFaults(faults);
  EXPECT_LT(status.error_message().size() + status.error_details().size() * 4 / 3, 8192u);
  EXPECT_THAT(status.error_message(), HasSubstr("..."));
}

TEST(StatusFromRejectionTest, AFullServerSaysWhenToTryAgain) {
  for (const auto reason : {Rejection::Reason::kQueueFull, Rejection::Reason::kCallerQuota}) {
    const grpc::Status status = StatusFromRejection({reason, "full", 1500ms});
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    const auto detail = DetailOf<google::rpc::RetryInfo>(status);
    EXPECT_EQ(detail.retry_delay().seconds(), 1);
    EXPECT_EQ(detail.retry_delay().nanos(), 500'000'000);
  }
}

TEST(StatusFromRejectionTest, ADrainingServerIsUnavailable) {
  const grpc::Status status = StatusFromRejection({Rejection::Reason::kDraining, "bye", 1s});
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST(StatusFromDenialTest, EveryReasonHasItsCode) {
  const auto code_for = [](Denial::Reason reason) {
    return StatusFromDenial({reason, "no", 250ms}).error_code();
  };
  EXPECT_EQ(code_for(Denial::Reason::kNoToken), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(code_for(Denial::Reason::kUnknownToken), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(code_for(Denial::Reason::kRpc), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(code_for(Denial::Reason::kRate), grpc::StatusCode::RESOURCE_EXHAUSTED);
  const auto retry =
      DetailOf<google::rpc::RetryInfo>(StatusFromDenial({Denial::Reason::kRate, "no", 250ms}));
  EXPECT_EQ(retry.retry_delay().nanos(), 250'000'000);
}

TEST(StatusOfLeavingTest, TellsADeadlineFromACancel) {
  const TimePoint arrival(1000s);
  const auto code_at = [arrival](std::optional<TimePoint> deadline, Duration after) {
    return StatusOfLeaving(arrival, deadline, arrival + after).error_code();
  };
  EXPECT_EQ(code_at(std::nullopt, 1h), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(code_at(arrival + 100s, 94s), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(code_at(arrival + 100s, 96s), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(code_at(arrival + 100s, 101s), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(code_at(arrival, 0s), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST(StatusToWireTest, KeepsCodeMessageAndDetails) {
  const google::rpc::Status plain = StatusToWire({grpc::StatusCode::NOT_FOUND, "none"});
  EXPECT_EQ(plain.code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(plain.message(), "none");
  EXPECT_EQ(plain.details_size(), 0);
  const google::rpc::Status rich = StatusToWire(StatusFromFaults({{"start", "is missing"}}));
  EXPECT_EQ(rich.code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(rich.details_size(), 1);
}

TEST(StatusFromAbslTest, KeepsCodeAndMessage) {
  const grpc::Status status = StatusFromAbsl(absl::InternalError("a defect"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INTERNAL);
  EXPECT_EQ(status.error_message(), "a defect");
}

}  // namespace
}  // namespace taquin::server
