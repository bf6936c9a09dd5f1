#include "client/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/json.h"
#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

std::vector<std::string> RowOf(const ComparedSearch& search) {
  std::vector<std::string> row = {std::to_string(search.board), NameOf(search.algorithm),
                                  NameOf(search.heuristic), OutcomeOf(search)};
  if (!search.result.ok()) {
    row.resize(12);
    return row;
  }
  const v1::SolveResult& result = *search.result;
  const v1::SearchStats& stats = result.stats();
  const auto branching = BranchingOf(search);
  row[1] = NameOf(result.algorithm());
  row[2] = NameOf(result.heuristic());
  row.push_back(result.limit() == v1::LIMIT_UNSPECIFIED ? "" : NameOf(result.limit()));
  row.push_back(result.has_length() ? std::to_string(result.length()) : "");
  row.push_back(std::to_string(stats.expanded_count()));
  row.push_back(std::to_string(stats.generated_count()));
  row.push_back(std::to_string(stats.reopened_count()));
  row.push_back(std::to_string(stats.peak_memory_bytes()));
  row.push_back(branching ? absl::StrFormat("%.3f", *branching) : "");
  row.push_back(absl::StrFormat("%.6f", absl::ToDoubleSeconds(FromProto(stats.elapsed()))));
  return row;
}

// What the searches of one algorithm and heuristic came to.
struct Sum {
  std::int64_t boards = 0;
  std::int64_t found = 0;
  std::int64_t optimal = 0;
  std::int64_t length = 0;
  std::int64_t expanded = 0;
  std::int64_t generated = 0;
  std::int64_t most_memory_bytes = 0;
  absl::Duration elapsed;
};

}  // namespace

double EffectiveBranchingFactor(std::int64_t generated_count, int length) {
  const auto nodes = static_cast<double>(generated_count);
  if (length <= 0 || nodes < length) return 0;
  const auto count_of = [length](double factor) {
    double sum = 0;
    double power = 1;
    for (int depth = 1; depth <= length && std::isfinite(sum); ++depth) {
      power *= factor;
      sum += power;
    }
    return sum;
  };
  double low = 1;
  double high = std::max(nodes, 1.0);
  for (int i = 0; i < 200 && high - low > 1e-9; ++i) {
    const double middle = (low + high) / 2;
    (count_of(middle) < nodes ? low : high) = middle;
  }
  return low;
}

std::string OutcomeOf(const ComparedSearch& search) {
  return search.result.ok()
             ? NameOf(search.result->outcome())
             : "error: " + std::string(absl::StatusCodeToString(search.result.status().code()));
}

std::optional<double> BranchingOf(const ComparedSearch& search) {
  if (!search.result.ok() || !search.result->has_length()) return std::nullopt;
  const double factor =
      EffectiveBranchingFactor(search.result->stats().generated_count(), search.result->length());
  if (factor == 0) return std::nullopt;
  return factor;
}

Table TableOf(const std::vector<ComparedSearch>& searches, bool with_goal) {
  std::vector<Table::Column> columns = {
      {"board", true},    {"algorithm"},          {"heuristic"},       {"outcome"},
      {"limit"},          {"length", true},       {"expanded", true},  {"generated", true},
      {"reopened", true}, {"memory bytes", true}, {"branching", true}, {"seconds", true}};
  if (with_goal) columns.push_back({"goal"});
  Table table(std::move(columns));
  for (const ComparedSearch& search : searches) {
    std::vector<std::string> row = RowOf(search);
    if (with_goal) row.push_back(search.result.ok() ? FormatBoardLine(search.result->goal()) : "");
    table.AddRow(std::move(row));
  }
  return table;
}

Table SummaryOf(const std::vector<ComparedSearch>& searches) {
  // In the order in which they ran.
  std::vector<std::pair<v1::Algorithm, v1::Heuristic>> order;
  std::map<std::pair<v1::Algorithm, v1::Heuristic>, Sum> sums;
  for (const ComparedSearch& search : searches) {
    const std::pair<v1::Algorithm, v1::Heuristic> kind = {search.algorithm, search.heuristic};
    if (!sums.contains(kind)) order.push_back(kind);
    Sum& sum = sums[kind];
    ++sum.boards;
    if (!search.result.ok()) continue;
    const v1::SolveResult& result = *search.result;
    const v1::SearchStats& stats = result.stats();
    sum.found += result.has_length() ? 1 : 0;
    sum.optimal += result.outcome() == v1::OUTCOME_OPTIMAL ? 1 : 0;
    sum.length += result.length();
    sum.expanded += stats.expanded_count();
    sum.generated += stats.generated_count();
    sum.most_memory_bytes = std::max(sum.most_memory_bytes, stats.peak_memory_bytes());
    sum.elapsed += FromProto(stats.elapsed());
  }
  Table table({{"algorithm"},
               {"heuristic"},
               {"boards", true},
               {"paths", true},
               {"optimal", true},
               {"mean length", true},
               {"expanded", true},
               {"generated", true},
               {"most memory bytes", true},
               {"seconds", true}});
  for (const auto& kind : order) {
    const Sum& sum = sums[kind];
    table.AddRow(
        {NameOf(kind.first), kind.second == v1::HEURISTIC_UNSPECIFIED ? "" : NameOf(kind.second),
         std::to_string(sum.boards), std::to_string(sum.found), std::to_string(sum.optimal),
         sum.found == 0 ? ""
                        : absl::StrFormat("%.2f", static_cast<double>(sum.length) /
                                                      static_cast<double>(sum.found)),
         std::to_string(sum.expanded), std::to_string(sum.generated),
         std::to_string(sum.most_memory_bytes),
         absl::StrFormat("%.6f", absl::ToDoubleSeconds(sum.elapsed))});
  }
  return table;
}

std::string LineOf(const ComparedSearch& search) {
  if (search.result.ok()) {
    v1::SolveResult result = *search.result;
    result.set_id(search.id);
    return ToJson(result);
  }
  nlohmann::ordered_json line = {{"id", search.id},
                                 {"algorithm", v1::Algorithm_Name(search.algorithm)},
                                 {"heuristic", v1::Heuristic_Name(search.heuristic)}};
  line.update(nlohmann::ordered_json::parse(ErrorToJson(search.result.status())));
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace taquin::client
