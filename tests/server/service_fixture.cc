#include "tests/server/service_fixture.h"

#include <chrono>
#include <string>
#include <thread>

namespace taquin::server {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

void ServiceFixture::Start(SchedulerOptions options, ServerLimits limits) {
  options.workers = 2;
  limits.max_memory_bytes = std::int64_t{256} << 20;
  limits.total_memory_bytes = std::int64_t{1} << 30;
  sessions_.emplace(limits);
  scheduler_.emplace(options, clock_);
  service_.emplace(*scheduler_, *sessions_, clock_, access_, telemetry_);
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  for (const auto& [name, value] : transport_) builder.AddChannelArgument(name, value);
  builder.RegisterService(&*service_);
  server_ = builder.BuildAndStart();
  ASSERT_NE(server_, nullptr);
  address_ = "127.0.0.1:" + std::to_string(port);
  channel_ = grpc::CreateChannel(address_, grpc::InsecureChannelCredentials());
  stub_ = v1::SolverService::NewStub(channel_);
}

void ServiceFixture::TearDown() {
  if (server_ == nullptr) return;
  scheduler_->StopAll(Limit::kTime);
  server_->Shutdown(std::chrono::system_clock::now() + 5s);
  EXPECT_TRUE(service_->WaitIdle(5s)) << "a call is not ended";
}

StreamOutcome ServiceFixture::Solve(const v1::SolveRequest& request) {
  grpc::ClientContext context;
  return ReadToEnd(*stub_, context, request);
}

testing::AssertionResult ServiceFixture::Eventually(
    const std::function<bool(const SchedulerStats&)>& holds) {
  const auto until = std::chrono::steady_clock::now() + 30s;
  while (!holds(scheduler_->stats())) {
    if (std::chrono::steady_clock::now() > until) return testing::AssertionFailure();
    std::this_thread::sleep_for(1ms);
  }
  return testing::AssertionSuccess();
}

nlohmann::json ServiceFixture::LogLine(const std::string& text) {
  const auto until = std::chrono::steady_clock::now() + 30s;
  while (std::chrono::steady_clock::now() < until) {
    for (const std::string& line : log_lines_->lines()) {
      if (line.find(text) != std::string::npos) return nlohmann::json::parse(line);
    }
    std::this_thread::sleep_for(1ms);
  }
  ADD_FAILURE() << "no line with " << text;
  return {};
}

}  // namespace taquin::server
