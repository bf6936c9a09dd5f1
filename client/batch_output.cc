#include "client/batch_output.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/commands/solve_report.h"
#include "client/json.h"
#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/notation/moves.h"
#include "client/rpc_error.h"
#include "client/table.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// The name at the start of a CSV line; empty if there is none.
std::string FirstCell(const std::string& line) {
  if (!line.starts_with('"')) return line.substr(0, line.find(','));
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (i + 1 == line.size() || line[i + 1] != '"') break;
      ++i;
    }
    cell += line[i];
  }
  return cell;
}

// An error in one line: what is wrong where, without the excerpts of a text.
std::string DescribeError(const absl::Status& status) {
  std::string text;
  for (const Violation& violation : DetailsOf(status).violations) {
    text.append(text.empty() ? "" : "; ").append(violation.field);
    text.append(": ").append(violation.description);
  }
  if (text.empty()) text = std::string(status.message());
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

}  // namespace

std::string AnswerToJson(const BatchAnswer& answer) {
  if (answer.result.ok()) {
    v1::SolveResult result = *answer.result;
    result.set_id(answer.id);
    return ToJson(result);
  }
  nlohmann::ordered_json line = {{"id", answer.id}};
  line.update(nlohmann::ordered_json::parse(ErrorToJson(answer.result.status())));
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string CsvHeader() {
  return "id,outcome,limit,length,lower_bound,algorithm,heuristic,expanded,generated,reopened,"
         "peak_memory_bytes,seconds,moves,detail,goal";
}

std::string AnswerToCsv(const BatchAnswer& answer) {
  if (!answer.result.ok()) {
    std::vector<std::string> cells(15);
    cells[0] = answer.id;
    cells[1] = "error";
    cells[13] = DescribeError(answer.result.status());
    return CsvLine(cells);
  }
  const v1::SolveResult& result = *answer.result;
  const v1::SearchStats& stats = result.stats();
  return CsvLine({answer.id, NameOf(result.outcome()),
                  result.limit() == v1::LIMIT_UNSPECIFIED ? "" : NameOf(result.limit()),
                  result.has_length() ? std::to_string(result.length()) : "",
                  std::to_string(result.lower_bound()), NameOf(result.algorithm()),
                  NameOf(result.heuristic()), std::to_string(stats.expanded_count()),
                  std::to_string(stats.generated_count()), std::to_string(stats.reopened_count()),
                  std::to_string(stats.peak_memory_bytes()),
                  absl::StrFormat("%.6f", absl::ToDoubleSeconds(FromProto(stats.elapsed()))),
                  FormatMoves(MoveNotation::kBlankLetters, {}, MovesOf(result)), result.detail(),
                  FormatBoardLine(result.goal())});
}

void BatchSummary::Count(const BatchAnswer& answer) {
  ++total_;
  if (!answer.result.ok()) {
    ++errors_;
    exit_code_ = Graver(exit_code_, ExitCodeOf(answer.result.status()));
    return;
  }
  const auto outcome = static_cast<std::size_t>(answer.result->outcome());
  if (outcome < by_outcome_.size()) ++by_outcome_[outcome];
  exit_code_ = Graver(exit_code_, ExitCodeOf(*answer.result));
}

std::string BatchSummary::ToText(absl::Duration elapsed) const {
  std::string text = absl::StrFormat(
      "%s board%s in %s (%s/s)", FormatExact(total_), total_ == 1 ? "" : "s",
      FormatElapsed(elapsed),
      FormatCount(static_cast<double>(total_) / std::max(absl::ToDoubleSeconds(elapsed), 1e-9)));
  std::string_view separator = ": ";
  for (std::size_t i = 1; i < by_outcome_.size(); ++i) {
    if (by_outcome_[i] == 0) continue;
    text.append(separator).append(FormatExact(by_outcome_[i])).append(" ");
    text.append(NameOf(static_cast<v1::Outcome>(i)));
    separator = ", ";
  }
  if (errors_ > 0) text.append(separator).append(FormatExact(errors_)).append(" refused");
  return text;
}

std::string BatchSummary::ToJson(absl::Duration elapsed) const {
  nlohmann::ordered_json summary = {{"boards", total_},
                                    {"seconds", absl::ToDoubleSeconds(elapsed)}};
  for (std::size_t i = 1; i < by_outcome_.size(); ++i) {
    summary[NameOf(static_cast<v1::Outcome>(i))] = by_outcome_[i];
  }
  summary["refused"] = errors_;
  return nlohmann::ordered_json{{"summary", summary}}.dump();
}

absl::StatusOr<std::unordered_set<std::string>> ReadAnsweredIds(const std::string& path) {
  std::unordered_set<std::string> ids;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return ids;
  std::ifstream in(path, std::ios::binary);
  if (!in) return absl::InvalidArgumentError("cannot read " + path);
  std::int64_t whole_bytes = 0;
  std::int64_t line_number = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break;  // Without its newline: it was not finished.
    ++line_number;
    whole_bytes += static_cast<std::int64_t>(line.size()) + 1;
    if (line == CsvHeader()) continue;
    std::string id;
    if (line.starts_with('{')) {
      const auto json = nlohmann::json::parse(line, nullptr, false);
      if (json.is_object() && json.contains("id") && json["id"].is_string()) id = json["id"];
    } else {
      id = FirstCell(line);
    }
    if (id.empty()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s:%d: this is no answer of a batch; --resume wants the file that one has written", path,
          line_number));
    }
    ids.insert(std::move(id));
  }
  in.close();
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(whole_bytes), error);
  if (error) return absl::InvalidArgumentError("cannot write " + path + ": " + error.message());
  return ids;
}

}  // namespace taquin::client
