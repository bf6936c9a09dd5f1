#include "client/load/load_output.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/names.h"
#include "client/table.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

constexpr std::pair<std::string_view, LoadSeries> kSeries[] = {{"latency", LoadSeries::kLatency},
                                                               {"queue", LoadSeries::kQueue},
                                                               {"search", LoadSeries::kSearch}};

// "p99.9"
std::string PercentileName(double percent) { return absl::StrFormat("p%g", percent); }

std::string StatusName(absl::StatusCode code) { return absl::StatusCodeToString(code); }

// Four digits of a time, in the unit that suits it.
std::string ShowTime(absl::Duration time) {
  const double seconds = absl::ToDoubleSeconds(time);
  if (seconds < 0.9995e-3) return absl::StrFormat("%.4g us", seconds * 1e6);
  if (seconds < 0.9995) return absl::StrFormat("%.4g ms", seconds * 1e3);
  return absl::StrFormat("%.4g s", seconds);
}

// The name and the value of each figure of a histogram.
std::vector<std::pair<std::string, absl::Duration>> FiguresOf(const LatencyHistogram& histogram) {
  std::vector<std::pair<std::string, absl::Duration>> figures = {{"min", histogram.min()},
                                                                 {"mean", histogram.mean()}};
  for (const double percent : kShownPercentiles) {
    figures.emplace_back(PercentileName(percent), histogram.Percentile(percent));
  }
  figures.emplace_back("max", histogram.max());
  return figures;
}

std::string DescribeLoop(const LoadDescription& description) {
  std::string text = description.rate
                         ? absl::StrFormat("open loop, %g requests/s, at most %d in flight",
                                           *description.rate, description.in_flight)
                         : absl::StrFormat("closed loop, %d in flight", description.in_flight);
  if (description.connections > 1) {
    text += absl::StrFormat(", %d connections", description.connections);
  }
  if (description.ramp > absl::ZeroDuration()) {
    text += ", ramp " + FormatElapsed(description.ramp);
  }
  return text;
}

std::string CountsToText(const LoadReport& report) {
  std::string text = absl::StrFormat("answered %d in %s (%.1f/s)", report.succeeded(),
                                     FormatElapsed(report.elapsed()), report.rate());
  std::string_view separator = ": ";
  for (const auto& [outcome, count] : report.outcomes()) {
    absl::StrAppendFormat(&text, "%s%d %s", separator == ": " ? ": " : ", ", count,
                          NameOf(outcome));
    separator = ", ";
  }
  for (const auto& [limit, count] : report.limits()) {
    absl::StrAppendFormat(&text, ", %d ended by the limit %s", count, NameOf(limit));
  }
  absl::StrAppendFormat(&text, "\nfailed   %d", report.failed());
  separator = ": ";
  for (const auto& [code, count] : report.failures()) {
    absl::StrAppendFormat(&text, "%s%d %s", separator == ": " ? ": " : ", ", count,
                          StatusName(code));
    separator = ", ";
  }
  text += "\n";
  if (report.given_up() > 0) {
    absl::StrAppendFormat(&text, "given up %d, the first due %s before the end\n",
                          report.given_up(), FormatElapsed(report.oldest_given_up()));
  }
  return text;
}

std::string TimesToText(const LoadReport& report) {
  Table table({{"", false}, {"latency", true}, {"queue", true}, {"search", true}});
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, series] : kSeries) {
    const auto figures = FiguresOf(report.histogram(series));
    rows.resize(figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
      if (rows[i].empty()) rows[i].push_back(figures[i].first);
      rows[i].push_back(ShowTime(figures[i].second));
    }
  }
  for (std::vector<std::string>& row : rows) table.AddRow(std::move(row));
  return table.ToText();
}

std::string HistogramToText(const LatencyHistogram& histogram) {
  constexpr double kWidth = 40;
  const std::vector<LatencyHistogram::Bar> bars = histogram.Bars();
  std::int64_t most = 1;
  for (const auto& bar : bars) most = std::max(most, bar.count);
  Table table({{"latency up to", true}, {"requests", true}, {"share", true}, {"", false}});
  for (const auto& bar : bars) {
    const double share = static_cast<double>(bar.count) / static_cast<double>(histogram.count());
    const double length = kWidth * static_cast<double>(bar.count) / static_cast<double>(most);
    // Even one request is seen.
    table.AddRow({ShowTime(bar.to), absl::StrCat(bar.count), absl::StrFormat("%.2f%%", 100 * share),
                  std::string(static_cast<std::size_t>(std::ceil(length)), '#')});
  }
  return table.ToText();
}

std::string FigureText(const FailCondition& condition, double value) {
  switch (condition.figure) {
    case FailCondition::Figure::kErrors:
      return absl::StrFormat("%g", value);
    case FailCondition::Figure::kErrorPercentage:
      return absl::StrFormat("%.4g%%", value);
    case FailCondition::Figure::kRate:
      return absl::StrFormat("%.1f/s", value);
    default:
      return ShowTime(absl::Seconds(value));
  }
}

nlohmann::ordered_json TimesToJson(const LatencyHistogram& histogram) {
  nlohmann::ordered_json times = {{"count", histogram.count()}};
  for (const auto& [name, value] : FiguresOf(histogram)) {
    times[name] = absl::ToDoubleSeconds(value);
  }
  return times;
}

}  // namespace

std::string LoadToText(const LoadDescription& description, const LoadReport& report,
                       const std::vector<FailCondition>& conditions) {
  std::string text = absl::StrFormat("%s at %s: %s\n%s\n\n", description.rpc, description.server,
                                     DescribeLoop(description), description.boards);
  text += CountsToText(report);
  if (report.succeeded() > 0) {
    text += "\n" + TimesToText(report) + "\n" + HistogramToText(report.latency());
  }
  if (!conditions.empty()) text += "\n";
  for (const FailCondition& condition : conditions) {
    absl::StrAppendFormat(&text, "%s: %s (it is %s)\n", condition.text,
                          Fails(condition, report) ? "FAILS" : "does not hold",
                          FigureText(condition, FigureOf(condition, report)));
  }
  return text;
}

std::string LoadToJson(const LoadDescription& description, const LoadReport& report,
                       const std::vector<FailCondition>& conditions) {
  nlohmann::ordered_json json = {{"rpc", description.rpc},
                                 {"server", description.server},
                                 {"boards", description.board_count},
                                 {"loop", description.rate ? "open" : "closed"},
                                 {"inFlight", description.in_flight},
                                 {"connections", description.connections},
                                 {"rampSeconds", absl::ToDoubleSeconds(description.ramp)}};
  if (description.rate) json["requestsPerSecond"] = *description.rate;
  json["seconds"] = absl::ToDoubleSeconds(report.elapsed());
  json["answered"] = report.succeeded();
  json["answeredPerSecond"] = report.rate();
  json["failed"] = report.failed();
  json["givenUp"] = report.given_up();
  json["oldestGivenUpSeconds"] = absl::ToDoubleSeconds(report.oldest_given_up());
  nlohmann::ordered_json& statuses = json["statuses"] = nlohmann::ordered_json::object();
  if (report.succeeded() > 0) statuses["OK"] = report.succeeded();
  for (const auto& [code, count] : report.failures()) statuses[StatusName(code)] = count;
  nlohmann::ordered_json& outcomes = json["outcomes"] = nlohmann::ordered_json::object();
  for (const auto& [outcome, count] : report.outcomes()) outcomes[NameOf(outcome)] = count;
  nlohmann::ordered_json& limits = json["limits"] = nlohmann::ordered_json::object();
  for (const auto& [limit, count] : report.limits()) limits[NameOf(limit)] = count;
  for (const auto& [name, series] : kSeries) {
    json[std::string(name)] = TimesToJson(report.histogram(series));
  }
  json["failureLatency"] = TimesToJson(report.failure_latency());
  nlohmann::ordered_json& bars = json["histogram"] = nlohmann::ordered_json::array();
  for (const LatencyHistogram::Bar& bar : report.latency().Bars()) {
    bars.push_back({{"from", absl::ToDoubleSeconds(bar.from)},
                    {"to", absl::ToDoubleSeconds(bar.to)},
                    {"count", bar.count}});
  }
  nlohmann::ordered_json& failed = json["failIf"] = nlohmann::ordered_json::array();
  for (const FailCondition& condition : conditions) {
    failed.push_back({{"condition", condition.text},
                      {"value", FigureOf(condition, report)},
                      {"fails", Fails(condition, report)}});
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string LoadToCsv(const LoadDescription& description, const LoadReport& report,
                      const std::vector<FailCondition>& conditions) {
  Table table({{"series", false}, {"figure", false}, {"value", false}, {"unit", false}});
  const auto add = [&table](std::string_view series, std::string_view figure, double value,
                            std::string_view unit) {
    table.AddRow({std::string(series), std::string(figure), absl::StrFormat("%.9g", value),
                  std::string(unit)});
  };
  add("load", "elapsed", absl::ToDoubleSeconds(report.elapsed()), "s");
  if (description.rate) add("load", "asked", *description.rate, "requests/s");
  add("load", "answered", static_cast<double>(report.succeeded()), "requests");
  add("load", "rate", report.rate(), "requests/s");
  add("load", "failed", static_cast<double>(report.failed()), "requests");
  add("load", "given up", static_cast<double>(report.given_up()), "requests");
  for (const auto& [code, count] : report.failures()) {
    add("status", StatusName(code), static_cast<double>(count), "requests");
  }
  for (const auto& [outcome, count] : report.outcomes()) {
    add("outcome", NameOf(outcome), static_cast<double>(count), "requests");
  }
  for (const auto& [limit, count] : report.limits()) {
    add("limit", NameOf(limit), static_cast<double>(count), "requests");
  }
  for (const auto& [name, series] : kSeries) {
    for (const auto& [figure, value] : FiguresOf(report.histogram(series))) {
      add(name, figure, absl::ToDoubleSeconds(value), "s");
    }
  }
  for (const LatencyHistogram::Bar& bar : report.latency().Bars()) {
    add("histogram", absl::StrFormat("%.9g", absl::ToDoubleSeconds(bar.to)),
        static_cast<double>(bar.count), "requests");
  }
  for (const FailCondition& condition : conditions) {
    add("fail-if", condition.text, Fails(condition, report) ? 1 : 0, "fails");
  }
  return table.ToCsv();
}

}  // namespace taquin::client
