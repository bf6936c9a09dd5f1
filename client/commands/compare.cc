#include "client/commands/compare.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/commands/solve_report.h"
#include "client/interrupt.h"
#include "client/json.h"
#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/table.h"
#include "client/terminal/progress_reporter.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// Of one search, where --max-time says nothing: a blow-up must not keep the
// rest of the table waiting.
constexpr absl::Duration kDefaultMaxTime = absl::Seconds(10);

// A list of names whose parts are checked one by one.
template <typename Enum>
CLI::Validator ListOf() {
  const CLI::Validator one = ChoiceOf<Enum>();
  return CLI::Validator(
      [one](std::string& list) -> std::string {
        for (std::string name : SplitList(list)) {
          if (std::string message = one(name); !message.empty()) return message;
        }
        return "";
      },
      one.get_description());
}

template <typename Enum>
bool IsWanted(const std::string& list, Enum value) {
  const std::vector<std::string> names = SplitList(list);
  return names.empty() || std::any_of(names.begin(), names.end(), [value](const std::string& name) {
           return ValueOf<Enum>(name) == value;
         });
}

Table MakeTable() {
  return Table({{"board", true},
                {"algorithm"},
                {"heuristic"},
                {"outcome"},
                {"limit"},
                {"length", true},
                {"expanded", true},
                {"generated", true},
                {"reopened", true},
                {"memory bytes", true},
                {"branching", true},
                {"seconds", true}});
}

std::vector<std::string> MakeRow(std::size_t board, const v1::SolveResult& result) {
  const v1::SearchStats& stats = result.stats();
  const double branching =
      result.has_length() ? EffectiveBranchingFactor(stats.generated_count(), result.length()) : 0;
  return {std::to_string(board + 1),
          NameOf(result.algorithm()),
          NameOf(result.heuristic()),
          NameOf(result.outcome()),
          result.limit() == v1::LIMIT_UNSPECIFIED ? "" : NameOf(result.limit()),
          result.has_length() ? std::to_string(result.length()) : "",
          std::to_string(stats.expanded_count()),
          std::to_string(stats.generated_count()),
          std::to_string(stats.reopened_count()),
          std::to_string(stats.peak_memory_bytes()),
          branching > 0 ? absl::StrFormat("%.3f", branching) : "",
          absl::StrFormat("%.6f", absl::ToDoubleSeconds(FromProto(stats.elapsed())))};
}

// A row for a search that the server refused, so that the table stays whole.
std::vector<std::string> MakeErrorRow(std::size_t board, const v1::SolveRequest& request,
                                      const absl::Status& status) {
  std::vector<std::string> row(12);
  row[0] = std::to_string(board + 1);
  row[1] = NameOf(request.algorithm());
  row[2] = NameOf(request.heuristic());
  row[3] = "error: " + std::string(absl::StatusCodeToString(status.code()));
  return row;
}

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

CLI::App* CompareCommand::Register(CLI::App& app) {
  CLI::App* compare = app.add_subcommand(
      "compare", "Run algorithms and heuristics side by side on the same boards");
  boards_.Register(*compare, true);
  search_.Register(*compare, false);
  compare->add_option("--algorithms", algorithms_, "Which algorithms, apart by commas [all]")
      ->check(ListOf<v1::Algorithm>())
      ->type_name("LIST")
      ->group("Search");
  compare->add_option("--heuristics", heuristics_, "Which heuristics, apart by commas [all]")
      ->check(ListOf<v1::Heuristic>())
      ->type_name("LIST")
      ->group("Search");
  auto* csv = compare->add_flag("--csv", csv_, "Print comma-separated values")->group("Answer");
  compare->add_flag("--markdown", markdown_, "Print a Markdown table")
      ->excludes(csv)
      ->group("Answer");
  compare->footer(
      "Each search has limits of its own (10 s unless --max-time says otherwise).\n"
      "Examples:\n"
      "  taquin compare '8 6 7/2 5 4/3 0 1'\n"
      "  taquin compare boards.txt --algorithms astar,idastar --heuristics manhattan --csv\n"
      "Options of all commands: taquin --help");
  return compare;
}

absl::StatusOr<std::vector<CompareCommand::Contender>> CompareCommand::ChooseContenders(
    SolverClient& client) const {
  const auto capabilities = client.GetCapabilities();
  if (!capabilities.ok()) return capabilities.status();
  std::vector<Contender> contenders;
  for (const auto& offer : capabilities->algorithms()) {
    // The one that only chooses another is compared where it is asked for.
    if (offer.algorithm() == v1::ALGORITHM_AUTO && algorithms_.empty()) continue;
    if (!IsWanted(algorithms_, offer.algorithm())) continue;
    if (offer.heuristics().empty()) {
      contenders.push_back({offer.algorithm(), v1::HEURISTIC_UNSPECIFIED});
    }
    for (const int heuristic : offer.heuristics()) {
      const auto value = static_cast<v1::Heuristic>(heuristic);
      if (IsWanted(heuristics_, value)) contenders.push_back({offer.algorithm(), value});
    }
  }
  if (contenders.empty()) {
    return absl::InvalidArgumentError("the server at " + client.server() +
                                      " offers none of these; see taquin status");
  }
  return contenders;
}

ExitCode CompareCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  const auto boards = boards_.ReadInputBoards();
  if (!boards.ok()) return fail(boards.status());
  std::vector<v1::Goal> goals;
  for (const InputBoard& board : *boards) {
    auto goal = boards_.ReadGoal(board.board);
    if (!goal.ok()) return fail(goal.status());
    goals.push_back(*std::move(goal));
  }
  const auto client = common.Connect(search_.MaxTime());
  if (!client.ok()) return fail(client.status());
  const auto contenders = ChooseContenders(**client);
  if (!contenders.ok()) return fail(contenders.status());

  Table table = MakeTable();
  Cancellation cancellation;
  const InterruptGuard guard([&cancellation] { cancellation.Cancel(); });
  const std::size_t total = boards->size() * contenders->size();
  std::size_t done = 0;
  ExitCode worst = ExitCode::kSuccess;
  for (std::size_t b = 0; b < boards->size(); ++b) {
    for (const Contender& contender : *contenders) {
      v1::SolveRequest request;
      search_.Fill(request);
      *request.mutable_start() = (*boards)[b].board;
      *request.mutable_goal() = goals[b];
      request.set_id((*boards)[b].id);
      request.set_algorithm(contender.algorithm);
      request.set_heuristic(contender.heuristic);
      if (!request.limits().has_time()) {
        ToProto(kDefaultMaxTime, request.mutable_limits()->mutable_time());
      }
      ProgressReporter reporter(console, When::kAuto);
      reporter.ShowPhase(absl::StrFormat("%d/%d %s %s", ++done, total, NameOf(contender.algorithm),
                                         NameOf(contender.heuristic)));
      const auto result = (*client)->Solve(request, [](const v1::SolveResponse&) {}, &cancellation);
      reporter.Clear();
      if (!result.ok()) {
        const ExitCode code = ExitCodeOf(result.status());
        worst = Graver(worst, code);
        console.PrintError(result.status());
        // A refusal is a row; a server that is gone ends the table, not what is in it.
        table.AddRow(MakeErrorRow(b, request, result.status()));
        if (code != ExitCode::kUsage) {
          b = boards->size() - 1;
          break;
        }
        continue;
      }
      if (console.json) console.out() << ToJson(*result) << std::endl;
      table.AddRow(MakeRow(b, *result));
    }
  }
  if (!console.json) {
    console.out() << (csv_ ? table.ToCsv() : markdown_ ? table.ToMarkdown() : table.ToText());
  }
  return worst;
}

}  // namespace taquin::client
