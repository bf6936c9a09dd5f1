#include "server/rpc_record.h"

#include <chrono>
#include <utility>

#include "nlohmann/json.hpp"
#include "server/outcome_name.h"
#include "solver/solve_options.h"

namespace taquin::server {
namespace {

constexpr int kOk = 0;
constexpr int kUnknown = 2;
constexpr int kInternal = 13;
constexpr int kDataLoss = 15;

double Seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

// A defect of the server is worth waking somebody; what callers do is not.
LogLevel LevelOf(int code) {
  return code == kUnknown || code == kInternal || code == kDataLoss ? LogLevel::kError
                                                                    : LogLevel::kInfo;
}

}  // namespace

RpcRecord::RpcRecord(Telemetry& telemetry, Rpc rpc, RpcOrigin origin, TimePoint arrival)
    : telemetry_(telemetry), rpc_(rpc), origin_(std::move(origin)), arrival_(arrival) {
  telemetry_.metrics.RpcStarted(rpc_);
}

void RpcRecord::SearchEnded(const Completion& completion) {
  telemetry_.metrics.SearchEnded(completion);
  ++searches_;
  const SolveResult& result = completion.result;
  last_ =
      Search{.algorithm = result.algorithm,
             .heuristic = result.heuristic,
             .outcome = result.outcome,
             .limit = result.limit,
             .length = result.path.has_value() ? std::optional(result.path->size()) : std::nullopt,
             .expanded = result.counters.expanded,
             .elapsed = completion.elapsed,
             .queue_time = completion.queue_time};
}

void RpcRecord::EventsLost(std::int64_t progress_reports, std::int64_t paths) {
  telemetry_.metrics.EventsLost(progress_reports, paths);
}

void RpcRecord::End(int code, const std::string& message, TimePoint now) {
  telemetry_.metrics.RpcHandled(rpc_, code, now - arrival_);
  const LogLevel level = LevelOf(code);
  if (!telemetry_.log.Wants(level)) return;
  nlohmann::ordered_json fields = {{"method", RpcName(rpc_)},
                                   {"code", RpcCodeName(code)},
                                   {"seconds", Seconds(now - arrival_)},
                                   {"caller", origin_.caller},
                                   {"peer", origin_.peer},
                                   {"request_id", origin_.identity.request_id}};
  if (!origin_.identity.trace_id.empty()) {
    fields["trace_id"] = origin_.identity.trace_id;
    fields["span_id"] = origin_.identity.span_id;
  }
  if (code != kOk) fields["message"] = message;
  if (rpc_ == Rpc::kSolveBatch) {
    fields["searches"] = searches_;
    fields["refused"] = refused_;
  } else if (last_.has_value()) {
    fields["algorithm"] = AlgorithmName(last_->algorithm);
    fields["heuristic"] = HeuristicName(last_->heuristic);
    fields["outcome"] = OutcomeName(last_->outcome);
    if (last_->limit.has_value()) fields["limit"] = LimitName(*last_->limit);
    if (last_->length.has_value()) fields["length"] = *last_->length;
    fields["expanded"] = last_->expanded;
    fields["search_seconds"] = Seconds(last_->elapsed);
    fields["queue_seconds"] = Seconds(last_->queue_time);
  }
  telemetry_.log.Write(level, "rpc", fields);
}

}  // namespace taquin::server
