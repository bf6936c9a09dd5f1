#include "server/metric_sources.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "prometheus/client_metric.h"
#include "prometheus/metric_type.h"

namespace taquin::server {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric Value(MetricType type, double value) {
  ClientMetric metric;
  (type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
  return metric;
}

template <class Number>
MetricFamily Family(const char* name, const char* help, MetricType type, Number value) {
  return {name, help, type, {Value(type, static_cast<double>(value))}};
}

template <class Number>
MetricFamily Gauge(const char* name, const char* help, Number value) {
  return Family(name, help, MetricType::Gauge, value);
}

template <class Number>
MetricFamily Counter(const char* name, const char* help, Number value) {
  return Family(name, help, MetricType::Counter, value);
}

// In the order of Rejection::Reason.
constexpr std::array<const char*, Rejection::kReasons> kReasonNames = {"draining", "queue_full",
                                                                       "caller_quota"};

std::int64_t ResidentBytes() {
  std::int64_t pages_mapped = 0;
  std::int64_t pages_resident = 0;
  std::ifstream("/proc/self/statm") >> pages_mapped >> pages_resident;
  return pages_resident * sysconf(_SC_PAGESIZE);
}

std::int64_t OpenDescriptors() {
  std::error_code error;
  std::int64_t count = 0;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end;
       !error && entry != end; entry.increment(error)) {
    ++count;
  }
  return count - 1;  // The one that reads the directory.
}

double ProcessorSeconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::vector<MetricFamily> SchedulerFamilies(const SchedulerStats& stats,
                                            std::int64_t memory_limit_bytes) {
  return {
      Gauge("taquin_searches_active", "Searches that share the workers", stats.active),
      Gauge("taquin_queue_depth", "Requests that wait for their turn", stats.queued),
      Gauge("taquin_search_memory_bytes", "Memory that searches hold", stats.memory_bytes),
      Gauge("taquin_search_memory_limit_bytes", "Memory that searches may hold together",
            memory_limit_bytes),
      Counter("taquin_slices_total", "Slices of searches that have run", stats.slices),
      Counter("taquin_expansions_total", "Nodes that searches have expanded", stats.expansions),
      Counter("taquin_searches_cancelled_total", "Searches dropped because their caller left",
              stats.abandoned),
      Counter("taquin_cancelled_slices_total", "Slices that ended after their caller had left",
              stats.slices_after_abandoned),
      Counter("taquin_cancelled_seconds_total",
              "Time that searches went on after their caller had left",
              std::chrono::duration<double>(stats.time_after_abandoned).count()),
      Gauge("taquin_cancelled_longest_seconds",
            "The longest that a search went on after its caller had left, since the start",
            std::chrono::duration<double>(stats.longest_after_abandoned).count()),
  };
}

std::vector<MetricFamily> RejectionFamilies(const SchedulerStats& stats, std::int64_t over_rate) {
  MetricFamily rejected{
      "taquin_rejected_total", "Requests that were refused", MetricType::Counter, {}};
  const auto add = [&rejected](const char* reason, std::int64_t count) {
    ClientMetric metric = Value(MetricType::Counter, static_cast<double>(count));
    metric.label = {{"reason", reason}};
    rejected.metric.push_back(std::move(metric));
  };
  for (std::size_t i = 0; i < kReasonNames.size(); ++i) add(kReasonNames[i], stats.rejections[i]);
  add("request_rate", over_rate);
  return {std::move(rejected)};
}

std::vector<MetricFamily> TableFamilies(const std::vector<TableInfo>& tables) {
  MetricFamily bytes{
      "taquin_table_bytes", "Memory of pattern tables in use", MetricType::Gauge, {}};
  for (const TableInfo& table : tables) {
    if (table.state != TableState::kReady) continue;
    ClientMetric metric = Value(MetricType::Gauge, static_cast<double>(table.bytes));
    metric.label = {{"table", table.name}};
    bytes.metric.push_back(std::move(metric));
  }
  if (bytes.metric.empty()) return {};
  return {std::move(bytes)};
}

std::vector<MetricFamily> LogFamilies(std::int64_t dropped_lines) {
  return {Counter("taquin_log_dropped_total", "Lines that the log dropped when it fell behind",
                  dropped_lines)};
}

std::vector<MetricFamily> ProcessFamilies(std::string_view version) {
  MetricFamily build = Gauge("taquin_build_info", "1, labelled with the version", 1);
  build.metric.front().label = {{"version", std::string(version)}};
  return {Gauge("process_resident_memory_bytes", "Resident memory", ResidentBytes()),
          Gauge("process_open_fds", "Open file descriptors", OpenDescriptors()),
          Counter("process_cpu_seconds_total", "Processor time used", ProcessorSeconds()),
          std::move(build)};
}

}  // namespace taquin::server
