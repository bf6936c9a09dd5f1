#include "client/commands/compare.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/commands/solve_report.h"
#include "client/interrupt.h"
#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/output_file.h"
#include "client/pages/compare_page.h"
#include "client/terminal/progress_reporter.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// Of one search, where --max-time says nothing: a blow-up must not keep the
// rest of the table waiting.
constexpr absl::Duration kDefaultMaxTime = absl::Seconds(10);

// How often a terminal is told how far it is.
constexpr absl::Duration kLiveInterval = absl::Milliseconds(100);

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

// The others would refuse it, and what is meant is that row.
bool TakesWeight(v1::Algorithm algorithm) {
  return algorithm == v1::ALGORITHM_A_STAR || algorithm == v1::ALGORITHM_AUTO;
}

}  // namespace

CLI::App* CompareCommand::Register(CLI::App& app) {
  CLI::App* compare = app.add_subcommand(
      "compare", "Run algorithms and heuristics side by side on the same boards");
  boards_.Register(*compare, BoardOptions::Boards::kSeveral);
  search_.Register(*compare, false);
  compare->add_option("--algorithms", algorithms_, "Which algorithms, apart by commas [all]")
      ->check(ListOf<v1::Algorithm>())
      ->type_name("LIST")
      ->group("Search");
  compare->add_option("--heuristics", heuristics_, "Which heuristics, apart by commas [all]")
      ->check(ListOf<v1::Heuristic>())
      ->type_name("LIST")
      ->group("Search");
  compare->add_flag("--csv", csv_, "Print comma-separated values")->group("Answer");
  compare->add_flag("--markdown", markdown_, "Print a Markdown table")->group("Answer");
  compare->add_option("--html", page_, "Also write a page with the searches as bars and a table")
      ->check(CheckFileName)
      ->type_name("FILE")
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
  v1::SolveRequest options;
  search_.Fill(options);
  const bool any_takes_weight =
      std::any_of(contenders.begin(), contenders.end(),
                  [](const Contender& contender) { return TakesWeight(contender.algorithm); });
  if (options.has_heuristic_weight() && !any_takes_weight) {
    return absl::InvalidArgumentError("--weight is for astar, which is none of these");
  }
  return contenders;
}

ExitCode CompareCommand::RunAll(const std::vector<InputBoard>& boards,
                                const std::vector<v1::Goal>& goals,
                                const std::vector<Contender>& contenders, SolverClient& client,
                                Console& console) {
  Cancellation cancellation;
  const InterruptGuard guard([&cancellation] { cancellation.Cancel(); });
  const std::size_t total = boards.size() * contenders.size();
  ExitCode worst = ExitCode::kSuccess;
  for (std::size_t b = 0; b < boards.size(); ++b) {
    for (const Contender& contender : contenders) {
      v1::SolveRequest request;
      search_.Fill(request);
      *request.mutable_start() = boards[b].board;
      *request.mutable_goal() = goals[b];
      request.set_id(boards[b].id.empty() ? std::to_string(b + 1) : boards[b].id);
      request.set_algorithm(contender.algorithm);
      request.set_heuristic(contender.heuristic);
      if (!TakesWeight(contender.algorithm)) request.clear_heuristic_weight();
      if (!request.limits().has_time()) {
        ToProto(kDefaultMaxTime, request.mutable_limits()->mutable_time());
      }
      ToProto(kLiveInterval, request.mutable_progress_interval());
      ProgressReporter reporter(
          console, When::kAuto,
          {FromProto(request.limits().time()), request.limits().expansions()});
      reporter.SetLabel(absl::StrFormat(
          "%d/%d %s%s", searches_.size() + 1, total, NameOf(contender.algorithm),
          contender.heuristic == v1::HEURISTIC_UNSPECIFIED ? ""
                                                           : " " + NameOf(contender.heuristic)));
      reporter.ShowPhase("");
      auto result = client.Solve(
          request,
          [&reporter](const v1::SolveResponse& event) {
            // Paths on the way are not what is compared.
            if (!event.has_improved()) reporter.OnEvent(event);
          },
          &cancellation);
      reporter.Clear();
      const ExitCode code = ExitCodeOf(result.status());
      worst = Graver(worst, code);
      if (!result.ok()) console.PrintError(result.status());
      searches_.push_back(
          {b + 1, request.id(), contender.algorithm, contender.heuristic, std::move(result)});
      if (console.json) console.out() << LineOf(searches_.back()) << std::endl;
      // A refusal is a row; a server that is gone ends the table, not what is in it.
      if (code != ExitCode::kSuccess && code != ExitCode::kUsage) return worst;
    }
  }
  return worst;
}

v1::Board CompareCommand::GoalOf(std::size_t board) const {
  for (const ComparedSearch& search : searches_) {
    if (search.board == board && search.result.ok()) return search.result->goal();
  }
  return {};
}

void CompareCommand::PrintBoardsAndGoals(const std::vector<v1::Board>& starts,
                                         Console& console) const {
  const std::string goal_title = GoalTitle(boards_.GoalName());
  if (starts.size() == 1 && !markdown_) {
    PrintBoards(console, "board", starts[0], goal_title, GoalOf(1));
    console.out() << "\n";
    return;
  }
  // Markdown would join lines that are no list.
  const std::string bullet = markdown_ ? "- " : "";
  const std::string quote = markdown_ ? "`" : "";
  for (std::size_t b = 0; b < starts.size(); ++b) {
    const v1::Board goal = GoalOf(b + 1);
    std::string line =
        absl::StrCat(bullet, "board ", b + 1, ": ", quote, FormatBoardLine(starts[b]), quote);
    if (goal.tiles_size() > 0) {
      absl::StrAppend(&line, ", ", goal_title, ": ", quote, FormatBoardLine(goal), quote);
    }
    console.out() << (markdown_ ? line : console.Fit(line)) << "\n";
  }
  console.out() << "\n";
}

void CompareCommand::Print(const std::vector<v1::Board>& starts, Console& console) const {
  if (console.json) return;  // Printed as they came.
  const Table table = TableOf(searches_, csv_);
  if (csv_) {
    console.out() << table.ToCsv();
    return;
  }
  if (!console.quiet) PrintBoardsAndGoals(starts, console);
  const auto width = console.OutputWidth();
  console.out() << (markdown_ ? table.ToMarkdown() : table.ToText(width, 3));
  if (starts.size() == 1) return;
  const Table sums = SummaryOf(searches_);
  console.out() << "\n" << (markdown_ ? sums.ToMarkdown() : sums.ToText(width, 2));
}

ExitCode CompareCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  const auto boards = boards_.ReadInputBoards();
  if (!boards.ok()) return fail(boards.status());
  std::vector<v1::Goal> goals;
  std::vector<v1::Board> starts;
  for (const InputBoard& board : *boards) {
    auto goal = boards_.ReadGoal(board.board);
    if (!goal.ok()) return fail(goal.status());
    goals.push_back(*std::move(goal));
    starts.push_back(board.board);
  }
  std::unique_ptr<OutputFile> page;
  if (!page_.empty()) {
    auto opened = OutputFile::Open(page_);
    if (!opened.ok()) return fail(opened.status());
    page = *std::move(opened);
  }
  const auto client = common.Connect(search_.MaxTime());
  if (!client.ok()) return fail(client.status());
  const auto contenders = ChooseContenders(**client);
  if (!contenders.ok()) return fail(contenders.status());

  const ExitCode code = RunAll(*boards, goals, *contenders, **client, console);
  Print(starts, console);
  if (page != nullptr) {
    const absl::Status status = page->Write(MakeComparePage(starts, searches_));
    if (!status.ok()) return Graver(code, fail(status));
  }
  return code;
}

}  // namespace taquin::client
