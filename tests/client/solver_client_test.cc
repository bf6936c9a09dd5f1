#include "client/solver_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "client/channel.h"
#include "tests/client/fake_service.h"

namespace taquin::client {
namespace {

using ::testing::HasSubstr;

class SolverClientTest : public testing::Test {
 protected:
  std::unique_ptr<SolverClient> Connect(SolverClient::Deadlines deadlines = {}) {
    server_ = std::make_unique<FakeServer>(service_);
    ConnectionOptions options;
    options.server = server_->address();
    auto client = SolverClient::Connect(options, deadlines);
    EXPECT_TRUE(client.ok()) << client.status();
    return *std::move(client);
  }

  // A search that goes on until its call is cancelled, with events on the way.
  void SearchUntilCancelled() {
    service_.solve = [](grpc::ServerContext& context, const v1::SolveRequest&,
                        grpc::ServerWriter<v1::SolveResponse>& writer) {
      v1::SolveResponse progress;
      progress.mutable_progress();
      while (!context.IsCancelled()) {
        writer.Write(progress);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      return grpc::Status::CANCELLED;
    };
  }

  FakeService service_;
  std::unique_ptr<FakeServer> server_;
};

TEST_F(SolverClientTest, CancelDuringASearchEndsIt) {
  SearchUntilCancelled();
  const auto client = Connect();
  Cancellation cancellation;
  int events = 0;
  const auto result = client->Solve(
      {},
      [&](const v1::SolveResponse&) {
        if (++events == 3) cancellation.Cancel();
      },
      &cancellation);
  EXPECT_EQ(result.status().code(), absl::StatusCode::kCancelled);
  EXPECT_GE(events, 3);
}

TEST_F(SolverClientTest, CancelBeforeASearchEndsIt) {
  SearchUntilCancelled();
  const auto client = Connect();
  Cancellation cancellation;
  cancellation.Cancel();
  const auto result = client->Solve({}, [](const v1::SolveResponse&) {}, &cancellation);
  EXPECT_EQ(result.status().code(), absl::StatusCode::kCancelled);
}

TEST_F(SolverClientTest, ADeadlineEndsAStreamThatNeverDoes) {
  SearchUntilCancelled();
  SolverClient::Deadlines deadlines;
  deadlines.stream = absl::Milliseconds(200);
  const auto client = Connect(deadlines);
  const auto result = client->Solve({}, [](const v1::SolveResponse&) {}, nullptr);
  EXPECT_EQ(result.status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_THAT(std::string(result.status().message()), HasSubstr(server_->address()));
}

TEST_F(SolverClientTest, AServerThatDiesDuringASearchIsAnError) {
  SearchUntilCancelled();
  const auto client = Connect();
  int events = 0;
  std::thread killer;
  const auto result = client->Solve(
      {},
      [&](const v1::SolveResponse&) {
        if (++events == 3) killer = std::thread([this] { server_.reset(); });
      },
      nullptr);
  killer.join();
  EXPECT_FALSE(result.ok());
}

TEST_F(SolverClientTest, AServerThatCannotBeReachedAtFirstIsAskedAgain) {
  int calls = 0;
  service_.capabilities = [&calls](grpc::ServerContext&, v1::GetCapabilitiesResponse& response) {
    if (++calls < 3) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not yet");
    response.set_version("1");
    return grpc::Status::OK;
  };
  const auto response = Connect()->GetCapabilities();
  EXPECT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(calls, 3);
}

TEST_F(SolverClientTest, AServerThatStaysAwayIsNotAskedForEver) {
  int calls = 0;
  service_.capabilities = [&calls](grpc::ServerContext&, v1::GetCapabilitiesResponse&) {
    ++calls;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not ever");
  };
  EXPECT_EQ(Connect()->GetCapabilities().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(calls, 3);
}

TEST_F(SolverClientTest, OtherErrorsAreNotAskedAgain) {
  for (const grpc::StatusCode code :
       {grpc::StatusCode::INVALID_ARGUMENT, grpc::StatusCode::RESOURCE_EXHAUSTED,
        grpc::StatusCode::INTERNAL, grpc::StatusCode::UNAUTHENTICATED}) {
    int calls = 0;
    service_.capabilities = [&calls, code](grpc::ServerContext&, v1::GetCapabilitiesResponse&) {
      ++calls;
      return grpc::Status(code, "no");
    };
    EXPECT_FALSE(Connect()->GetCapabilities().ok());
    EXPECT_EQ(calls, 1) << code;
  }
}

TEST_F(SolverClientTest, ASearchOfWhichEventsCameIsNotBegunAgain) {
  int calls = 0;
  service_.solve = [&calls](grpc::ServerContext&, const v1::SolveRequest&,
                            grpc::ServerWriter<v1::SolveResponse>& writer) {
    ++calls;
    v1::SolveResponse progress;
    progress.mutable_progress();
    writer.Write(progress);
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  };
  int events = 0;
  EXPECT_FALSE(
      Connect()->Solve({}, [&events](const v1::SolveResponse&) { ++events; }, nullptr).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(events, 1);
}

TEST_F(SolverClientTest, RetriesKeepTheDeadline) {
  int calls = 0;
  service_.capabilities = [&calls](grpc::ServerContext& context, v1::GetCapabilitiesResponse&) {
    ++calls;
    while (!context.IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "late");
  };
  SolverClient::Deadlines deadlines;
  deadlines.unary = absl::Milliseconds(200);
  EXPECT_EQ(Connect(deadlines)->GetCapabilities().status().code(),
            absl::StatusCode::kDeadlineExceeded);
  server_.reset();
  EXPECT_EQ(calls, 1);
}

TEST(ChannelTest, KnowsTheAddressesOfThisMachine) {
  for (const char* address : {"localhost", "localhost:1", "127.0.0.1:50051", "127.8.9.1", "[::1]:7",
                              "::1", "unix:/tmp/socket", "localhost:1,127.0.0.1:2"}) {
    EXPECT_TRUE(IsLoopback(address)) << address;
  }
  for (const char* address : {"example.com", "10.0.0.1:1", "[2001:db8::1]:7", "localhostile", "",
                              "localhost:1,example.com"}) {
    EXPECT_FALSE(IsLoopback(address)) << address;
  }
}

TEST(ChannelTest, RefusesWhatIsNoAddress) {
  for (const char* address : {"", ":1", "host:", "host:0", "host:65536", "host:x", "a b", "[::1",
                              "[::1]x", "http://host", "unix:", "host:123456", "a:1,", ",a:1",
                              "a:1,,b:1", "localhost:1,unix:/s", "unix:/s,unix:/t"}) {
    ConnectionOptions options;
    options.server = address;
    EXPECT_EQ(MakeChannel(options).status().code(), absl::StatusCode::kInvalidArgument) << address;
  }
}

}  // namespace
}  // namespace taquin::client
