// Figures that are read when somebody asks for the metrics.

#ifndef TAQUIN_SERVER_METRIC_SOURCES_H_
#define TAQUIN_SERVER_METRIC_SOURCES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "prometheus/metric_family.h"
#include "server/scheduler.h"
#include "solver/table_registry.h"

namespace taquin::server {

// `memory_limit_bytes`: what all searches together may hold.
std::vector<prometheus::MetricFamily> SchedulerFamilies(const SchedulerStats& stats,
                                                        std::int64_t memory_limit_bytes);

// What was refused, by reason. `over_rate`: requests beyond their callers' rates.
std::vector<prometheus::MetricFamily> RejectionFamilies(const SchedulerStats& stats,
                                                        std::int64_t over_rate);

std::vector<prometheus::MetricFamily> TableFamilies(const std::vector<TableInfo>& tables);

std::vector<prometheus::MetricFamily> LogFamilies(std::int64_t dropped_lines);

// This process's memory, processor time and descriptors, under the names that
// Prometheus's own client libraries use, and the version. Reads /proc.
std::vector<prometheus::MetricFamily> ProcessFamilies(std::string_view version);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_METRIC_SOURCES_H_
