// What a load must not show: "p99>50ms".

#ifndef TAQUIN_CLIENT_LOAD_FAIL_CONDITION_H_
#define TAQUIN_CLIENT_LOAD_FAIL_CONDITION_H_

#include <optional>
#include <string>
#include <vector>

#include "client/load/load_report.h"
#include "client/notation/fault.h"

namespace taquin::client {

// A condition, as in
//
//   CONDITION = FIGURE COMPARISON VALUE
//   FIGURE = [SERIES "."] ("min" | "mean" | "max" | "p" PERCENT) | "errors" | "rps"
//   SERIES = "latency" | "queue" | "search"
//   COMPARISON = ">" | ">=" | "<" | "<="
//
// where blanks may stand between the three. The value of a time has a unit: ns,
// us, ms, s or m; that of errors is a count, or a percentage of all requests as
// in "1%"; that of rps is answered requests a second.
struct FailCondition {
  enum class Figure { kMin, kMean, kMax, kPercentile, kErrors, kErrorPercentage, kRate };
  enum class Comparison { kAbove, kAtLeast, kBelow, kAtMost };

  std::string text;
  Figure figure = Figure::kPercentile;
  LoadSeries series = LoadSeries::kLatency;  // Of a time.
  double percent = 0;                        // Of a percentile.
  Comparison comparison = Comparison::kAbove;
  double value = 0;  // Seconds for a time.
};

// The condition, or everything that is wrong with the text.
std::optional<FailCondition> ParseFailCondition(const std::string& text,
                                                std::vector<TextFault>& faults);

// The figure as the load has it; seconds for a time.
double FigureOf(const FailCondition& condition, const LoadReport& report);

// Whether the load fails by the condition. A time of which nothing is recorded
// fails by every condition: nothing was shown to keep it.
bool Fails(const FailCondition& condition, const LoadReport& report);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_FAIL_CONDITION_H_
