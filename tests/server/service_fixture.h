// The service behind a real port, with two workers.

#ifndef TAQUIN_TESTS_SERVER_SERVICE_FIXTURE_H_
#define TAQUIN_TESTS_SERVER_SERVICE_FIXTURE_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "server/access_control.h"
#include "server/scheduler.h"
#include "server/session_factory.h"
#include "server/solver_service.h"
#include "server/telemetry.h"
#include "tests/server/jumping_clock.h"
#include "tests/server/log_lines.h"
#include "tests/server/requests.h"

namespace taquin::server {

class ServiceFixture : public testing::Test {
 protected:
  void Start(SchedulerOptions options = {}, ServerLimits limits = {});
  void TearDown() override;

  StreamOutcome Solve(const v1::SolveRequest& request);

  // Waits for a state of the scheduler that must come.
  testing::AssertionResult Eventually(const std::function<bool(const SchedulerStats&)>& holds);

  // The first line of the log that holds `text`, once there is one.
  nlohmann::json LogLine(const std::string& text);

  JumpingClock clock_;  // The service's; what is real keeps the system's time.
  std::shared_ptr<LogLinesSink> log_lines_ = std::make_shared<LogLinesSink>();
  Telemetry telemetry_{log_lines_, LogLevel::kInfo};
  AccessControl access_{0, clock_};
  std::map<std::string, int> transport_;  // Arguments of the server's channels.
  std::optional<SessionFactory> sessions_;
  std::optional<Scheduler> scheduler_;
  std::optional<SolverService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SolverService::Stub> stub_;
};

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_SERVICE_FIXTURE_H_
