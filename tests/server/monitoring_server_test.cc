#include "server/monitoring_server.h"

#include <atomic>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/http_exchange.h"

namespace taquin::server {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class MonitoringServerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto started = MonitoringServer::Start("127.0.0.1:0",
                                           {.metrics = [] { return std::string("some_total 7\n"); },
                                            .ready = [this] { return ready_.load(); }});
    ASSERT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  std::atomic<bool> ready_ = true;
  std::unique_ptr<MonitoringServer> server_;
};

TEST_F(MonitoringServerTest, ServesTheMetricsAsPrometheusWantsThem) {
  const std::string answer = Get(server_->port(), "/metrics");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Type: text/plain; version=0.0.4"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\nsome_total 7\n"));
}

TEST_F(MonitoringServerTest, IsReadyOnlyWhileItServes) {
  EXPECT_THAT(Get(server_->port(), "/readyz"), StartsWith("HTTP/1.1 200"));
  ready_ = false;
  EXPECT_THAT(Get(server_->port(), "/readyz"), StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(Get(server_->port(), "/healthz"), StartsWith("HTTP/1.1 200"));
}

TEST_F(MonitoringServerTest, ServesNothingElse) {
  for (const char* path : {"/", "/metrics/more", "/metricsx", "/../etc/passwd", "/etc/passwd"}) {
    EXPECT_THAT(Get(server_->port(), path), StartsWith("HTTP/1.1 404")) << path;
  }
}

TEST_F(MonitoringServerTest, LivesThroughWhatIsNoHttp) {
  Exchange(server_->port(), std::string(100'000, 'x') + "\r\n\r\n");
  Exchange(server_->port(), std::string("\x16\x03\x01\0\0", 5) + "\r\n\r\n");
  EXPECT_THAT(Get(server_->port(), "/healthz"), StartsWith("HTTP/1.1 200"));
}

TEST_F(MonitoringServerTest, NamesTheAddressThatItCannotHave) {
  const std::string taken = "127.0.0.1:" + std::to_string(server_->port());
  const auto second = MonitoringServer::Start(taken, {});
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.status().message(), HasSubstr(taken));
}

}  // namespace
}  // namespace taquin::server
