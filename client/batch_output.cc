#include "client/batch_output.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
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

// Stands in CSV for the outcome of a board that was refused.
constexpr std::string_view kRefusedCell = "error";

// Takes the first cell off a CSV line.
std::string TakeCell(std::string_view& line) {
  std::string cell;
  std::size_t i = 0;
  const bool quoted = line.starts_with('"');
  for (i = quoted ? 1 : 0; i < line.size(); ++i) {
    if (quoted ? line[i] == '"' : line[i] == ',') {
      if (!quoted || i + 1 == line.size() || line[i + 1] != '"') break;
      ++i;
    }
    cell += line[i];
  }
  const std::size_t comma = std::min(line.find(',', i), line.size());
  line.remove_prefix(std::min(comma + 1, line.size()));
  return cell;
}

// An answer that a file holds.
struct EarlierAnswer {
  std::string id;
  BatchOutcome outcome;
};

// Nothing for a line that is no answer.
std::optional<EarlierAnswer> ReadJsonAnswer(const std::string& line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("id") || !json["id"].is_string()) return std::nullopt;
  EarlierAnswer answer{json["id"].get<std::string>(), std::nullopt};
  if (json.contains("error")) return answer;
  v1::Outcome outcome = v1::OUTCOME_UNSPECIFIED;
  if (!json.contains("outcome") || !json["outcome"].is_string() ||
      !v1::Outcome_Parse(json["outcome"].get<std::string>(), &outcome)) {
    return std::nullopt;
  }
  answer.outcome = outcome;
  return answer;
}

std::optional<EarlierAnswer> ReadCsvAnswer(std::string_view line) {
  EarlierAnswer answer{TakeCell(line), std::nullopt};
  if (answer.id.empty()) return std::nullopt;
  const std::string outcome = TakeCell(line);
  if (outcome == kRefusedCell) return answer;
  answer.outcome = ValueOf<v1::Outcome>(outcome);
  if (!answer.outcome) return std::nullopt;
  return answer;
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

std::string CountBoards(std::int64_t count) {
  return FormatExact(count) + (count == 1 ? " board" : " boards");
}

void AddCounts(const OutcomeCounts& counts, nlohmann::ordered_json& json) {
  for (const std::string& name : NamesOf<v1::Outcome>()) {
    json[name] = counts.of(*ValueOf<v1::Outcome>(name));
  }
  json["refused"] = counts.refused();
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
    cells[1] = kRefusedCell;
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

void OutcomeCounts::Count(BatchOutcome outcome) {
  ++total_;
  if (!outcome) {
    ++refused_;
    exit_code_ = Graver(exit_code_, ExitCode::kUsage);
    return;
  }
  const auto number = static_cast<std::size_t>(*outcome);
  if (number < by_outcome_.size()) ++by_outcome_[number];
  v1::SolveResult result;
  result.set_outcome(*outcome);
  exit_code_ = Graver(exit_code_, ExitCodeOf(result));
}

std::int64_t OutcomeCounts::of(v1::Outcome outcome) const {
  const auto number = static_cast<std::size_t>(outcome);
  return number < by_outcome_.size() ? by_outcome_[number] : 0;
}

std::string OutcomeCounts::ToText() const {
  std::string text;
  const auto add = [&text](std::int64_t count, const std::string& name) {
    if (count == 0) return;
    text.append(text.empty() ? ": " : ", ").append(FormatExact(count)).append(" ").append(name);
  };
  for (std::size_t i = 1; i < by_outcome_.size(); ++i) {
    add(by_outcome_[i], NameOf(static_cast<v1::Outcome>(i)));
  }
  add(refused_, "refused");
  return text;
}

void BatchSummary::Count(const BatchAnswer& answer) {
  now_.Count(answer.result.ok() ? BatchOutcome(answer.result->outcome()) : std::nullopt);
}

std::string BatchSummary::ToText(absl::Duration elapsed) const {
  const std::string before =
      before_.total() == 0 ? ""
                           : CountBoards(before_.total()) + " answered before" + before_.ToText();
  if (now_.total() == 0 && !before.empty()) return "no board left; " + before;
  std::string text =
      absl::StrFormat("%s in %s (%s/s)", CountBoards(now_.total()), FormatElapsed(elapsed),
                      FormatCount(static_cast<double>(now_.total()) /
                                  std::max(absl::ToDoubleSeconds(elapsed), 1e-9)));
  text += now_.ToText();
  if (!before.empty()) text += "; " + before;
  return text;
}

std::string BatchSummary::ToJson(absl::Duration elapsed) const {
  nlohmann::ordered_json summary = {{"boards", now_.total()},
                                    {"seconds", absl::ToDoubleSeconds(elapsed)}};
  AddCounts(now_, summary);
  summary["answeredBefore"] = {{"boards", before_.total()}};
  AddCounts(before_, summary["answeredBefore"]);
  return nlohmann::ordered_json{{"summary", summary}}.dump();
}

absl::StatusOr<EarlierAnswers> ReadEarlierAnswers(const std::string& path, bool csv) {
  EarlierAnswers answers;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return answers;
  std::ifstream in(path, std::ios::binary);
  if (!in) return absl::InvalidArgumentError("cannot read " + path);
  std::int64_t whole_bytes = 0;
  std::int64_t line_number = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break;  // Without its newline: it was not finished.
    ++line_number;
    whole_bytes += static_cast<std::int64_t>(line.size()) + 1;
    const bool is_header = line == CsvHeader();
    const bool is_json = line.starts_with('{');
    auto answer = is_header ? std::nullopt : is_json ? ReadJsonAnswer(line) : ReadCsvAnswer(line);
    if (!is_header && !answer) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s:%d: this is no answer of a batch; --resume wants the file that one has written", path,
          line_number));
    }
    if (is_json == csv) {
      return absl::InvalidArgumentError(
          path + (csv ? " holds JSON: leave --csv out, or name another file with --resume"
                      : " holds comma-separated values: give --csv too, or name another file with "
                        "--resume"));
    }
    if (answer) answers.outcomes.insert_or_assign(std::move(answer->id), answer->outcome);
  }
  answers.begun = line_number > 0;
  in.close();
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(whole_bytes), error);
  if (error) return absl::InvalidArgumentError("cannot write " + path + ": " + error.message());
  return answers;
}

}  // namespace taquin::client
