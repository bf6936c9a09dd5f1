// What calls leave behind in the metrics and the log, over a real channel.

#include "server/telemetry.h"

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/metric_sources.h"
#include "tests/server/requests.h"
#include "tests/server/service_fixture.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

class TelemetryTest : public ServiceFixture {
 protected:
  // The value of a series, labels included, once it has come to `value`.
  testing::AssertionResult Becomes(const std::string& series, const std::string& value) {
    const auto until = std::chrono::steady_clock::now() + 30s;
    const std::string line = "\n" + series + " " + value + "\n";
    std::string text;
    do {
      text = telemetry_.metrics.Text();
      if (text.find(line) != std::string::npos) return testing::AssertionSuccess();
    } while (std::chrono::steady_clock::now() < until);
    const auto found = text.find("\n" + series + " ");
    return testing::AssertionFailure()
           << (found == std::string::npos
                   ? "no such series"
                   : text.substr(found + 1, text.find('\n', found + 1) - found - 1));
  }

  // How a search that does not end is answered for the holder of a token.
  grpc::StatusCode SolveOnceCode(const std::string& token) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token);
    v1::SolveOnceResponse response;
    return stub_->SolveOnce(&context, EndlessRequest(), &response).error_code();
  }

  static std::string Labels(const std::string& method, const std::string& type) {
    return R"(grpc_method=")" + method + R"(",grpc_service="taquin.v1.SolverService",grpc_type=")" +
           type + '"';
  }

  static std::string Handled(const std::string& method, const std::string& type,
                             const std::string& code) {
    return R"(grpc_server_handled_total{grpc_code=")" + code + "\"," + Labels(method, type) + "}";
  }
};

TEST_F(TelemetryTest, CountsEveryRpcByItsCode) {
  Start();
  const std::string once = Labels("SolveOnce", "unary");
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    stub_->SolveOnce(&context, i == 0 ? RequestFor(2, 2, {1, 1, 2, 9}) : EasyRequest(), &response);
  }
  EXPECT_TRUE(Becomes("grpc_server_started_total{" + once + "}", "3"));
  EXPECT_TRUE(Becomes(Handled("SolveOnce", "unary", "OK"), "2"));
  EXPECT_TRUE(Becomes(Handled("SolveOnce", "unary", "InvalidArgument"), "1"));
  EXPECT_TRUE(Becomes("grpc_server_handling_seconds_count{" + once + "}", "3"));
  EXPECT_TRUE(Becomes(Handled("Check", "unary", "OK"), "0")) << "series exist from the start";
}

TEST_F(TelemetryTest, CountsACancelAndADeadlineApart) {
  Start();
  {
    grpc::ClientContext context;
    const auto reader = stub_->Solve(&context, EndlessRequest());
    v1::SolveResponse response;
    ASSERT_TRUE(reader->Read(&response));
    context.TryCancel();
    reader->Finish();
  }
  EXPECT_TRUE(Becomes(Handled("Solve", "server_stream", "Canceled"), "1"));
  {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + 200ms);
    const auto batch = stub_->SolveBatch(&context);
    v1::SolveBatchResponse answer;
    EXPECT_FALSE(batch->Read(&answer)) << "nothing was asked";
    EXPECT_EQ(batch->Finish().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  }
  EXPECT_TRUE(Becomes(Handled("SolveBatch", "bidi_stream", "DeadlineExceeded"), "1"));
}

TEST_F(TelemetryTest, CountsSearchesByAlgorithmAndOutcome) {
  Start();
  v1::SolveRequest request = EasyRequest();
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  Solve(request);
  Solve(request);
  request = EndlessRequest();
  request.mutable_limits()->set_expansions(10);
  Solve(request);
  EXPECT_TRUE(
      Becomes(R"(taquin_searches_total{algorithm="astar",limit="none",outcome="optimal"})", "2"));
  EXPECT_TRUE(Becomes(
      R"(taquin_searches_total{algorithm="idastar",limit="expansions",outcome="not_found"})", "1"));
  EXPECT_TRUE(Becomes("taquin_search_seconds_count", "3"));
  EXPECT_TRUE(Becomes("taquin_queue_wait_seconds_count", "3"));
}

TEST_F(TelemetryTest, CountsWhatTheSchedulerDoes) {
  SchedulerOptions options;
  options.max_active = 1;
  options.max_queued = 0;
  Start(options);
  telemetry_.metrics.AddSource([this] { return SchedulerFamilies(scheduler_->stats(), 1 << 30); });
  telemetry_.metrics.AddSource([this] { return RejectionFamilies(scheduler_->stats(), 0); });
  grpc::ClientContext context;
  const auto reader = stub_->Solve(&context, EndlessRequest());
  v1::SolveResponse response;
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(Solve(EndlessRequest()).status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(Becomes("taquin_searches_active", "1"));
  EXPECT_TRUE(Becomes("taquin_queue_depth", "0"));
  EXPECT_TRUE(Becomes(R"(taquin_rejected_total{reason="queue_full"})", "1"));
  context.TryCancel();
  reader->Finish();
  EXPECT_TRUE(Becomes("taquin_searches_active", "0"));
  EXPECT_TRUE(Becomes("taquin_searches_cancelled_total", "1"));
  EXPECT_THAT(telemetry_.metrics.Text(), HasSubstr("\ntaquin_cancelled_longest_seconds "));
  EXPECT_GT(scheduler_->stats().expansions, 0);
  EXPECT_EQ(scheduler_->stats().time_after_abandoned > 0ns,
            scheduler_->stats().slices_after_abandoned > 0);
}

TEST_F(TelemetryTest, CountsWhatIsRefusedByItsReason) {
  CallerQuota small;
  small.max_active = 1;
  small.max_queued = 0;
  CallerQuota slow;
  slow.requests_per_second = 0.001;
  access_.SetTokens(
      {{"any", Sha256("a"), {}}, {"small", Sha256("m"), small}, {"slow", Sha256("s"), slow}});
  SchedulerOptions options;
  options.max_active = 2;
  options.max_queued = 1;
  Start(options);
  telemetry_.metrics.AddSource(
      [this] { return RejectionFamilies(scheduler_->stats(), access_.over_rate_count()); });
  const auto rejected = [](const std::string& reason) {
    return "taquin_rejected_total{reason=\"" + reason + "\"}";
  };
  for (const char* reason : {"caller_quota", "queue_full", "request_rate", "draining"}) {
    EXPECT_TRUE(Becomes(rejected(reason), "0")) << "series exist from the start";
  }

  // Two searches that run and one that waits, each at work once its first event is here.
  struct Stream {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReader<v1::SolveResponse>> reader;
  };
  std::array<Stream, 3> streams;
  const std::array<const char*, 3> tokens = {"m", "a", "a"};
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].context.AddMetadata("authorization", std::string("Bearer ") + tokens[i]);
    streams[i].reader = stub_->Solve(&streams[i].context, EndlessRequest());
    v1::SolveResponse response;
    ASSERT_TRUE(streams[i].reader->Read(&response));
    EXPECT_EQ(response.has_queued(), i == 2);
    if (i != 0) continue;
    EXPECT_EQ(SolveOnceCode("m"), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_TRUE(Becomes(rejected("caller_quota"), "1"));
  }
  EXPECT_EQ(SolveOnceCode("a"), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(Becomes(rejected("queue_full"), "1"));

  const auto capabilities_code = [this] {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer s");
    v1::GetCapabilitiesResponse response;
    return stub_->GetCapabilities(&context, {}, &response).error_code();
  };
  EXPECT_EQ(capabilities_code(), grpc::StatusCode::OK);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(capabilities_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(Becomes(rejected("request_rate"), "2")) << "whatever is asked";

  scheduler_->StopAdmitting();
  EXPECT_EQ(SolveOnceCode("a"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(Becomes(rejected("draining"), "1"));
  EXPECT_TRUE(Becomes(rejected("caller_quota"), "1"));
  EXPECT_TRUE(Becomes(rejected("queue_full"), "1"));
  for (Stream& stream : streams) {
    stream.context.TryCancel();
    stream.reader->Finish();
  }
}

TEST_F(TelemetryTest, CountsProgressThatASlowReaderDidNotGet) {
  // A transport that holds next to nothing for the reader.
  transport_[GRPC_ARG_HTTP2_WRITE_BUFFER_SIZE] = 1;
  Start();
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 256);
  const auto stub = v1::SolverService::NewStub(
      grpc::CreateCustomChannel(address_, grpc::InsecureChannelCredentials(), arguments));
  v1::SolveRequest request = EndlessRequest();
  request.mutable_progress_interval()->set_nanos(10'000'000);
  grpc::ClientContext context;
  const auto reader = stub->Solve(&context, request);
  EXPECT_TRUE(Eventually([](const SchedulerStats& stats) { return stats.active == 1; }));
  // Far more reports than the transport holds, however slow the machine is.
  for (int report = 0; report < 100; ++report) {
    clock_.Jump(10ms);
    const std::int64_t slices = scheduler_->stats().slices;
    ASSERT_TRUE(Eventually([&](const SchedulerStats& stats) { return stats.slices > slices + 1; }));
  }
  scheduler_->StopAll(Limit::kTime);
  v1::SolveResponse response;
  while (reader->Read(&response)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_TRUE(response.has_result());
  LogLine("\"Solve\"");  // The call has ended.
  EXPECT_THAT(telemetry_.metrics.Text(), HasSubstr("\ntaquin_progress_coalesced_total "));
  EXPECT_THAT(telemetry_.metrics.Text(), Not(HasSubstr("\ntaquin_progress_coalesced_total 0\n")));
  EXPECT_THAT(telemetry_.metrics.Text(), HasSubstr("\ntaquin_paths_superseded_total 0\n"));
}

TEST_F(TelemetryTest, ProcessFiguresAreOfThisProcess) {
  for (const prometheus::MetricFamily& family : ProcessFamilies("1.2.3")) {
    ASSERT_EQ(family.metric.size(), 1U) << family.name;
    const prometheus::ClientMetric& metric = family.metric.front();
    EXPECT_GT(metric.gauge.value + metric.counter.value, 0) << family.name;
  }
}

TEST_F(TelemetryTest, LogsALineForEachCallWithTheCallersIds) {
  Start();
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "order-17");
  context.AddMetadata("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  v1::SolveRequest request = EasyRequest();
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  v1::SolveOnceResponse response;
  ASSERT_TRUE(stub_->SolveOnce(&context, request, &response).ok());
  const auto returned = context.GetServerTrailingMetadata().find("x-request-id");
  ASSERT_NE(returned, context.GetServerTrailingMetadata().end());
  EXPECT_EQ(std::string(returned->second.data(), returned->second.size()), "order-17");

  const nlohmann::json line = LogLine("order-17");
  EXPECT_EQ(line["event"], "rpc");
  EXPECT_EQ(line["level"], "info");
  EXPECT_EQ(line["method"], "SolveOnce");
  EXPECT_EQ(line["code"], "OK");
  EXPECT_EQ(line["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(line["span_id"], "00f067aa0ba902b7");
  EXPECT_EQ(line["algorithm"], "astar");
  EXPECT_EQ(line["outcome"], "optimal");
  EXPECT_EQ(line["length"], 19);
  EXPECT_GT(line["expanded"], 0);
  EXPECT_THAT(line["peer"], HasSubstr("127.0.0.1"));
  EXPECT_GE(line["seconds"], line["search_seconds"]);
}

TEST_F(TelemetryTest, LogsWhyACallFailed) {
  Start();
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "bad-one");
  v1::CheckRequest request;
  *request.mutable_start() = RequestFor(2, 2, {1, 1, 2, 9}).start();
  v1::CheckResponse response;
  stub_->Check(&context, request, &response);
  const nlohmann::json line = LogLine("bad-one");
  EXPECT_EQ(line["code"], "InvalidArgument");
  EXPECT_THAT(line["message"], HasSubstr("start.tiles"));
}

TEST_F(TelemetryTest, LogsOneLineForABatch) {
  Start();
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "the-batch");
  const auto batch = stub_->SolveBatch(&context);
  batch->Write(EasyRequest());
  batch->Write(EasyRequest());
  batch->Write(RequestFor(2, 2, {1, 1, 2, 9}));
  batch->WritesDone();
  v1::SolveBatchResponse answer;
  while (batch->Read(&answer)) {
  }
  EXPECT_TRUE(batch->Finish().ok());
  const nlohmann::json line = LogLine("the-batch");
  EXPECT_EQ(line["method"], "SolveBatch");
  EXPECT_EQ(line["searches"], 2);
  EXPECT_EQ(line["refused"], 1);
}

TEST(LogTest, WritesNothingBelowItsLevelAndMendsText) {
  const auto sink = std::make_shared<LogLinesSink>();
  {
    Log log(sink, LogLevel::kWarning);
    log.Write(LogLevel::kInfo, "unheard", nullptr);
    log.Write(LogLevel::kWarning, "heard", {{"text", "caf\xe9 \"quoted\"\n"}});
    log.SetLevel(LogLevel::kOff);
    EXPECT_FALSE(log.Wants(LogLevel::kError));
    log.Write(LogLevel::kError, "unheard", nullptr);
    log.SetLevel(LogLevel::kDebug);
    log.Write(LogLevel::kDebug, "heard", nullptr);
  }
  const std::vector<std::string> lines = sink->lines();
  ASSERT_EQ(lines.size(), 2U);
  const nlohmann::json first = nlohmann::json::parse(lines[0]);
  EXPECT_EQ(first["level"], "warning");
  EXPECT_EQ(first["text"], "caf\xef\xbf\xbd \"quoted\"\n");
  EXPECT_THAT(first["time"].get<std::string>(),
              testing::MatchesRegex("[0-9-]{10}T[0-9:]{8}\\.[0-9]{6}Z"));
  EXPECT_THAT(lines[0], Not(HasSubstr("\n"))) << "one line";
}

TEST(LogTest, KnowsItsLevelsByName) {
  for (const std::string_view name : kLogLevelNames) {
    EXPECT_TRUE(LogLevelOfName(name).has_value()) << name;
  }
  EXPECT_FALSE(LogLevelOfName("loud").has_value());
}

}  // namespace
}  // namespace taquin::server
