// What the server counts, for Prometheus.

#ifndef TAQUIN_SERVER_METRICS_H_
#define TAQUIN_SERVER_METRICS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/histogram.h"
#include "prometheus/metric_family.h"
#include "prometheus/registry.h"
#include "server/clock.h"
#include "server/mailbox.h"
#include "server/rpc.h"

namespace taquin::server {

// Rpcs under the names of the ecosystem of gRPC, searches under "taquin_".
// docs/operations.md lists them. Thread-safe, but for AddSource().
class Metrics {
 public:
  using Source = std::function<std::vector<prometheus::MetricFamily>()>;

  Metrics();

  void RpcStarted(Rpc rpc);

  // `code` as gRPC numbers them.
  void RpcHandled(Rpc rpc, int code, Duration elapsed);

  void SearchEnded(const Completion& completion);

  // What a mailbox dropped for a reader that fell behind.
  void EventsLost(std::int64_t progress_reports, std::int64_t paths);

  // Asked for more at every Text(). Called before the first of those.
  void AddSource(Source source);

  // Everything, in the text format of Prometheus, version 0.0.4.
  std::string Text() const;

 private:
  struct RpcCounters {
    prometheus::Counter* started = nullptr;
    prometheus::Histogram* seconds = nullptr;
    std::array<prometheus::Counter*, kRpcCodes> handled{};
  };

  // Algorithms that have room here, times outcomes, times limits and none.
  static constexpr std::size_t kAlgorithmRoom = 16;
  static constexpr std::size_t kOutcomeRoom = 4;
  static constexpr std::size_t kLimitRoom = 5;

  prometheus::Counter& SearchCounter(const SolveResult& result);

  prometheus::Registry registry_;
  std::array<RpcCounters, kRpcs.size()> rpcs_;
  prometheus::Family<prometheus::Counter>& searches_;
  prometheus::Histogram& search_seconds_;
  prometheus::Histogram& wait_seconds_;
  prometheus::Counter& coalesced_;
  prometheus::Counter& superseded_;
  // Filled when first used: finding a counter by its labels costs a lock.
  std::array<std::atomic<prometheus::Counter*>, kAlgorithmRoom * kOutcomeRoom * kLimitRoom>
      search_counters_{};
  std::vector<Source> sources_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_METRICS_H_
