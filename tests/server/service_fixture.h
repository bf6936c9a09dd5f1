// The service behind a real port, with two workers.

#ifndef TAQUIN_TESTS_SERVER_SERVICE_FIXTURE_H_
#define TAQUIN_TESTS_SERVER_SERVICE_FIXTURE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "server/clock.h"
#include "server/scheduler.h"
#include "server/session_factory.h"
#include "server/solver_service.h"
#include "tests/server/requests.h"

namespace taquin::server {

class ServiceFixture : public testing::Test {
 protected:
  void Start(SchedulerOptions options = {}, ServerLimits limits = {});
  void TearDown() override;

  StreamOutcome Solve(const v1::SolveRequest& request);

  // Waits for a state of the scheduler that must come.
  testing::AssertionResult Eventually(const std::function<bool(const SchedulerStats&)>& holds);

  SteadyClock clock_;
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
