#include "client/terminal/progress_line.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// A part of the line, in its place; the least `rank` is left out last.
struct Field {
  int rank = 0;
  std::string text;
  std::string short_text = {};  // Empty: there is none.
};

Field DescribeBest(const v1::Progress& progress) {
  const int best = progress.best_length();
  Field field = {1, absl::StrFormat("best %d", best)};
  if (best == 0) return field;
  const double percent = 100.0 * (best - progress.lower_bound()) / best;
  field.short_text = absl::StrFormat("%s (%.0f%%)", field.text, percent);
  absl::StrAppendFormat(&field.text, " (gap %.0f%%)", percent);
  return field;
}

std::string Join(const std::vector<Field>& fields, int most_rank, bool in_short) {
  constexpr std::string_view kSeparator = "  ";
  std::string line;
  for (const Field& field : fields) {
    if (field.rank > most_rank) continue;
    if (!line.empty()) line += kSeparator;
    line += in_short && !field.short_text.empty() ? field.short_text : field.text;
  }
  return line;
}

std::string Amount(std::int64_t count) { return FormatCount(static_cast<double>(count)); }

}  // namespace

double ShareUsed(const v1::Progress& progress, const ProgressBudget& budget) {
  double share = 0;
  if (budget.time > absl::ZeroDuration()) {
    share = absl::FDivDuration(FromProto(progress.elapsed()), budget.time);
  }
  if (budget.expansions > 0) {
    share = std::max(share, static_cast<double>(progress.expanded_count()) /
                                static_cast<double>(budget.expansions));
  }
  return std::clamp(share, 0.0, 1.0);
}

absl::Duration LongestLeft(const v1::Progress& progress, const ProgressBudget& budget) {
  absl::Duration left = absl::InfiniteDuration();
  if (budget.time > absl::ZeroDuration()) left = budget.time - FromProto(progress.elapsed());
  if (budget.expansions > 0 && progress.expansions_per_second() > 0) {
    const double expansions = static_cast<double>(budget.expansions - progress.expanded_count());
    left = std::min(left, absl::Seconds(expansions / progress.expansions_per_second()));
  }
  return std::max(left, absl::ZeroDuration());
}

std::string DescribeProgress(const v1::Progress& progress, const ProgressBudget& budget,
                             std::size_t width) {
  std::vector<Field> fields;
  fields.push_back({0, FormatElapsed(FromProto(progress.elapsed()))});
  fields.push_back({5, progress.has_best_length() ? "improving" : "searching"});
  fields.push_back(
      {1, absl::StrFormat("bound %d", std::max(progress.current_bound(), progress.lower_bound()))});
  if (progress.has_best_length()) fields.push_back(DescribeBest(progress));
  const std::string expanded = Amount(progress.expanded_count());
  const std::string rate = FormatCount(progress.expansions_per_second()) + "/s";
  fields.push_back({2, expanded + " expanded, " + rate, expanded + ", " + rate});
  fields.push_back({4, FormatBytes(static_cast<double>(progress.memory_bytes()))});
  fields.push_back({9, Amount(progress.generated_count()) + " generated"});
  if (progress.open_size() > 0) fields.push_back({7, Amount(progress.open_size()) + " open"});
  if (progress.closed_size() > 0) fields.push_back({8, Amount(progress.closed_size()) + " closed"});
  if (const absl::Duration left = LongestLeft(progress, budget); left < absl::InfiniteDuration()) {
    fields.push_back({6, "at most " + FormatElapsed(left) + " more"});
  }
  constexpr int kMostRank = 9;
  std::string line;
  for (int rank = kMostRank; rank >= 0; --rank) {
    for (const bool in_short : {false, true}) {
      line = Join(fields, rank, in_short);
      if (line.size() <= width) return line;
    }
  }
  return line.substr(0, width);
}

std::string FormatBar(double share, std::size_t width) {
  const std::size_t inside = width < 3 ? 1 : width - 2;
  const auto filled = static_cast<std::size_t>(
      std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(inside)));
  return "[" + std::string(filled, '=') + std::string(inside - filled, ' ') + "]";
}

}  // namespace taquin::client
