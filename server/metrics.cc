#include "server/metrics.h"

#include <chrono>
#include <map>
#include <sstream>
#include <utility>

#include "prometheus/text_serializer.h"
#include "server/outcome_name.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin::server {
namespace {

constexpr char kService[] = "taquin.v1.SolverService";

// From a call that needs no search to one that runs for an hour, in seconds.
const prometheus::Histogram::BucketBoundaries& Boundaries() {
  static const auto* const kBoundaries = new prometheus::Histogram::BucketBoundaries{
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
      0.25,   0.5,     1,      2.5,   5,      10,    30,   60,    600,  3600};
  return *kBoundaries;
}

double Seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

prometheus::Counter& AddCounter(prometheus::Registry& registry, const char* name,
                                const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
}

prometheus::Histogram& AddHistogram(prometheus::Registry& registry, const char* name,
                                    const char* help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry).Add({},
                                                                                   Boundaries());
}

}  // namespace

Metrics::Metrics()
    : searches_(prometheus::BuildCounter()
                    .Name("taquin_searches_total")
                    .Help("Searches that ended with a result")
                    .Register(registry_)),
      search_seconds_(AddHistogram(registry_, "taquin_search_seconds",
                                   "Time from a search's first work to its end")),
      wait_seconds_(AddHistogram(registry_, "taquin_queue_wait_seconds",
                                 "Time from a request's arrival to its search's first work")),
      coalesced_(AddCounter(registry_, "taquin_progress_coalesced_total",
                            "Progress messages that gave way to a newer one")),
      superseded_(AddCounter(registry_, "taquin_paths_superseded_total",
                             "Improved paths that gave way to a better one")) {
  auto& started = prometheus::BuildCounter()
                      .Name("grpc_server_started_total")
                      .Help("Rpcs that have begun")
                      .Register(registry_);
  auto& handled = prometheus::BuildCounter()
                      .Name("grpc_server_handled_total")
                      .Help("Rpcs that have ended")
                      .Register(registry_);
  auto& seconds = prometheus::BuildHistogram()
                      .Name("grpc_server_handling_seconds")
                      .Help("Time from an rpc's arrival to its end")
                      .Register(registry_);
  for (const Rpc rpc : kRpcs) {
    const std::map<std::string, std::string> labels = {{"grpc_service", kService},
                                                       {"grpc_method", std::string(RpcName(rpc))},
                                                       {"grpc_type", std::string(RpcType(rpc))}};
    RpcCounters& counters = rpcs_[static_cast<std::size_t>(rpc)];
    counters.started = &started.Add(labels);
    counters.seconds = &seconds.Add(labels, Boundaries());
    for (std::size_t code = 0; code < kRpcCodes; ++code) {
      std::map<std::string, std::string> with_code = labels;
      with_code["grpc_code"] = std::string(RpcCodeName(static_cast<int>(code)));
      counters.handled[code] = &handled.Add(with_code);
    }
  }
}

void Metrics::RpcStarted(Rpc rpc) { rpcs_[static_cast<std::size_t>(rpc)].started->Increment(); }

void Metrics::RpcHandled(Rpc rpc, int code, Duration elapsed) {
  constexpr std::size_t kUnknown = 2;
  const auto index = static_cast<std::size_t>(code);
  RpcCounters& counters = rpcs_[static_cast<std::size_t>(rpc)];
  counters.handled[index < kRpcCodes ? index : kUnknown]->Increment();
  counters.seconds->Observe(Seconds(elapsed));
}

void Metrics::SearchEnded(const Completion& completion) {
  SearchCounter(completion.result).Increment();
  search_seconds_.Observe(Seconds(completion.elapsed));
  wait_seconds_.Observe(Seconds(completion.queue_time));
}

prometheus::Counter& Metrics::SearchCounter(const SolveResult& result) {
  const auto algorithm = static_cast<std::size_t>(result.algorithm);
  const auto outcome = static_cast<std::size_t>(result.outcome);
  const std::size_t limit =
      result.limit.has_value() ? 1 + static_cast<std::size_t>(*result.limit) : 0;
  std::atomic<prometheus::Counter*>* kept = nullptr;
  if (algorithm < kAlgorithmRoom && outcome < kOutcomeRoom && limit < kLimitRoom) {
    kept = &search_counters_[(algorithm * kOutcomeRoom + outcome) * kLimitRoom + limit];
    if (prometheus::Counter* const known = kept->load(std::memory_order_acquire)) return *known;
  }
  prometheus::Counter& counter = searches_.Add(
      {{"algorithm", std::string(AlgorithmName(result.algorithm))},
       {"outcome", std::string(OutcomeName(result.outcome))},
       {"limit", result.limit.has_value() ? std::string(LimitName(*result.limit)) : "none"}});
  if (kept != nullptr) kept->store(&counter, std::memory_order_release);
  return counter;
}

void Metrics::EventsLost(std::int64_t progress_reports, std::int64_t paths) {
  if (progress_reports > 0) coalesced_.Increment(static_cast<double>(progress_reports));
  if (paths > 0) superseded_.Increment(static_cast<double>(paths));
}

void Metrics::AddSource(Source source) { sources_.push_back(std::move(source)); }

std::string Metrics::Text() const {
  std::vector<prometheus::MetricFamily> families = registry_.Collect();
  for (const Source& source : sources_) {
    std::vector<prometheus::MetricFamily> more = source();
    families.insert(families.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
  }
  std::ostringstream out;
  prometheus::TextSerializer().Serialize(out, families);
  return out.str();
}

}  // namespace taquin::server
