#include "client/load/fail_condition.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "absl/strings/numbers.h"

namespace taquin::client {
namespace {

using Figure = FailCondition::Figure;
using Comparison = FailCondition::Comparison;

constexpr std::string_view kFigures =
    "a figure is min, mean, max or p50 to p99.999, alone or after latency., queue. or search.; "
    "errors; or rps";

constexpr std::pair<std::string_view, LoadSeries> kSeries[] = {{"latency", LoadSeries::kLatency},
                                                               {"queue", LoadSeries::kQueue},
                                                               {"search", LoadSeries::kSearch}};

constexpr std::pair<std::string_view, double> kUnits[] = {
    {"ns", 1e-9}, {"us", 1e-6}, {"\xC2\xB5s", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}};

// A part of the condition's text, and where it stands.
struct Part {
  std::string_view text;
  std::size_t offset = 0;
};

Part Trimmed(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin < end && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) --end;
  return {text.substr(begin, end - begin), begin};
}

void AddFault(std::vector<TextFault>& faults, const Part& part, std::string message) {
  faults.push_back({.offset = part.offset,
                    .length = std::max<std::size_t>(part.text.size(), 1),
                    .message = std::move(message)});
}

// A number of digits with at most one point, so neither a sign, an exponent nor
// a word.
std::optional<double> ParseNumber(std::string_view text) {
  double number = 0;
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos ||
      !absl::SimpleAtod(absl::string_view(text.data(), text.size()), &number) ||
      !std::isfinite(number)) {
    return std::nullopt;
  }
  return number;
}

bool IsTime(Figure figure) {
  return figure != Figure::kErrors && figure != Figure::kErrorPercentage && figure != Figure::kRate;
}

void ParseFigure(Part part, FailCondition& condition, std::vector<TextFault>& faults) {
  if (part.text.empty()) {
    return AddFault(faults, part, "the figure is missing; " + std::string(kFigures));
  }
  if (part.text == "errors" || part.text == "rps") {
    condition.figure = part.text == "rps" ? Figure::kRate : Figure::kErrors;
    return;
  }
  Part figure = part;
  for (const auto& [name, series] : kSeries) {
    if (!part.text.starts_with(name) || part.text.substr(name.size(), 1) != ".") continue;
    condition.series = series;
    figure = {part.text.substr(name.size() + 1), part.offset + name.size() + 1};
  }
  if (figure.text == "min") {
    condition.figure = Figure::kMin;
  } else if (figure.text == "mean") {
    condition.figure = Figure::kMean;
  } else if (figure.text == "max") {
    condition.figure = Figure::kMax;
  } else if (const auto percent =
                 figure.text.starts_with('p') ? ParseNumber(figure.text.substr(1)) : std::nullopt) {
    condition.figure = Figure::kPercentile;
    condition.percent = *percent;
    if (*percent <= 0 || *percent > 100) {
      AddFault(faults, figure, "a percentile is above p0 and at most p100");
    }
  } else {
    AddFault(faults, figure,
             "'" + std::string(figure.text) + "' is no figure; " + std::string(kFigures));
  }
}

void ParseTime(Part part, FailCondition& condition, std::vector<TextFault>& faults) {
  const std::size_t unit_at =
      std::min(part.text.find_first_not_of("0123456789."), part.text.size());
  const std::optional<double> number = ParseNumber(part.text.substr(0, unit_at));
  Part unit = Trimmed(part.text, unit_at, part.text.size());
  unit.offset += part.offset;
  if (!number.has_value()) {
    return AddFault(faults, part,
                    "'" + std::string(part.text) + "' is no time; write 50ms, 1.5s or 800us");
  }
  for (const auto& [name, factor] : kUnits) {
    if (unit.text == name) {
      condition.value = *number * factor;
      return;
    }
  }
  AddFault(faults, unit,
           unit.text.empty()
               ? "the unit of the time is missing: ns, us, ms, s or m"
               : "'" + std::string(unit.text) + "' is no unit of time: ns, us, ms, s or m");
}

void ParseValue(Part part, FailCondition& condition, std::vector<TextFault>& faults) {
  if (part.text.empty()) return AddFault(faults, part, "the value is missing");
  if (IsTime(condition.figure)) return ParseTime(part, condition, faults);
  Part digits = part;
  if (condition.figure == Figure::kErrors && part.text.ends_with('%')) {
    condition.figure = Figure::kErrorPercentage;
    digits.text.remove_suffix(1);
  }
  const std::optional<double> number = ParseNumber(digits.text);
  if (!number.has_value()) {
    return AddFault(faults, part,
                    "'" + std::string(part.text) + "' is no number" +
                        (condition.figure == Figure::kRate
                             ? "; write requests a second, as in 1000"
                             : "; write a count, as in 0, or a percentage, as in 1%"));
  }
  condition.value = *number;
}

}  // namespace

std::optional<FailCondition> ParseFailCondition(const std::string& text,
                                                std::vector<TextFault>& faults) {
  const std::size_t faults_before = faults.size();
  FailCondition condition;
  condition.text = text;
  const std::size_t at = text.find_first_of("<>=!");
  const std::size_t figure_end = std::min(at, text.size());
  const Part figure = Trimmed(text, 0, figure_end);
  const bool names_time_only = figure.text != "errors" && figure.text != "rps";
  ParseFigure(figure, condition, faults);
  const bool figure_is_known = faults.size() == faults_before;
  if (at == std::string::npos) {
    AddFault(faults, Trimmed(text, text.size(), text.size()),
             "the comparison is missing: >, >=, < or <=");
    return std::nullopt;
  }
  const std::size_t comparison_end = std::min(text.find_first_not_of("<>=!", at), text.size());
  const Part comparison = {std::string_view(text).substr(at, comparison_end - at), at};
  if (comparison.text == ">") {
    condition.comparison = Comparison::kAbove;
  } else if (comparison.text == ">=") {
    condition.comparison = Comparison::kAtLeast;
  } else if (comparison.text == "<") {
    condition.comparison = Comparison::kBelow;
  } else if (comparison.text == "<=") {
    condition.comparison = Comparison::kAtMost;
  } else {
    AddFault(faults, comparison,
             "'" + std::string(comparison.text) + "' is no comparison: >, >=, < or <=");
  }
  const Part value = Trimmed(text, comparison_end, text.size());
  // Of a figure that is not known, the value's kind is not either.
  if (figure_is_known || value.text.empty() || !names_time_only) {
    ParseValue(value, condition, faults);
  }
  if (faults.size() > faults_before) return std::nullopt;
  return condition;
}

double FigureOf(const FailCondition& condition, const LoadReport& report) {
  const LatencyHistogram& times = report.histogram(condition.series);
  switch (condition.figure) {
    case Figure::kMin:
      return absl::ToDoubleSeconds(times.min());
    case Figure::kMean:
      return absl::ToDoubleSeconds(times.mean());
    case Figure::kMax:
      return absl::ToDoubleSeconds(times.max());
    case Figure::kPercentile:
      return absl::ToDoubleSeconds(times.Percentile(condition.percent));
    case Figure::kErrors:
      return static_cast<double>(report.failed());
    case Figure::kErrorPercentage:
      return report.finished() == 0 ? 0
                                    : 100.0 * static_cast<double>(report.failed()) /
                                          static_cast<double>(report.finished());
    case Figure::kRate:
      return report.rate();
  }
  return 0;
}

bool Fails(const FailCondition& condition, const LoadReport& report) {
  if (IsTime(condition.figure) && report.histogram(condition.series).count() == 0) return true;
  const double figure = FigureOf(condition, report);
  switch (condition.comparison) {
    case Comparison::kAbove:
      return figure > condition.value;
    case Comparison::kAtLeast:
      return figure >= condition.value;
    case Comparison::kBelow:
      return figure < condition.value;
    case Comparison::kAtMost:
      return figure <= condition.value;
  }
  return false;
}

}  // namespace taquin::client
