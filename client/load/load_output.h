// The report of a load as text, JSON and CSV.

#ifndef TAQUIN_CLIENT_LOAD_LOAD_OUTPUT_H_
#define TAQUIN_CLIENT_LOAD_LOAD_OUTPUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/load/fail_condition.h"
#include "client/load/load_report.h"

namespace taquin::client {

// What was asked for, to be told with what came of it.
struct LoadDescription {
  std::string rpc;     // "SolveOnce"
  std::string server;  // As it was named.
  std::string boards;  // "1000 random boards, seed 7"
  std::int64_t board_count = 0;
  std::optional<double> rate;  // Of an open loop, in requests a second.
  int in_flight = 0;           // Lanes of a closed loop; most at once of an open one.
  int connections = 1;
  absl::Duration ramp;
};

// The percentiles that every form of the report shows.
inline constexpr double kShownPercentiles[] = {50, 75, 90, 95, 99, 99.9};

// Each ends with a newline.
std::string LoadToText(const LoadDescription& description, const LoadReport& report,
                       const std::vector<FailCondition>& conditions);
std::string LoadToJson(const LoadDescription& description, const LoadReport& report,
                       const std::vector<FailCondition>& conditions);
// A line a figure: series,figure,value,unit.
std::string LoadToCsv(const LoadDescription& description, const LoadReport& report,
                      const std::vector<FailCondition>& conditions);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_LOAD_OUTPUT_H_
