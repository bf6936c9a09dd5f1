#include "client/commands/check.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "absl/strings/str_format.h"
#include "client/commands/solve_report.h"
#include "client/json.h"
#include "client/names.h"

namespace taquin::client {
namespace {

void PrintCheck(Console& console, const InputBoard& board, const std::string& goal_name,
                const v1::CheckResponse& response) {
  const bool reachable = response.reachability() == v1::REACHABILITY_REACHABLE;
  std::ostream& out = console.out();
  const std::string answer = console.Paint(reachable ? Style::kGreen : Style::kRed,
                                           reachable ? "reachable" : "not reachable");
  if (console.quiet) {
    out << answer << "\n";
    return;
  }
  PrintBoards(console, "board", board.board, GoalTitle(goal_name), response.goal());
  out << "\n" << answer << ": " << response.explanation() << "\n";
  out << "named layouts that it can reach: " << ListLayouts(response.reachable_layouts()) << "\n";
  if (!reachable) return;
  out << "at least " << response.lower_bound() << " moves are needed\n";
  std::size_t width = 0;
  for (const auto& value : response.heuristic_values()) {
    width = std::max(width, NameOf(value.heuristic()).size());
  }
  for (const auto& value : response.heuristic_values()) {
    out << absl::StrFormat("  %-*s %d\n", static_cast<int>(width), NameOf(value.heuristic()),
                           value.value());
  }
}

}  // namespace

CLI::App* CheckCommand::Register(CLI::App& app) {
  CLI::App* check =
      app.add_subcommand("check", "Tell whether the goal can be reached, and what heuristics say");
  boards_.Register(*check, BoardOptions::Boards::kSeveral);
  check->footer(
      "Examples:\n"
      "  taquin check '1 2 3/4 5 6/8 7 0'\n"
      "  taquin check board.txt --goal spiral --json\n"
      "Options of all commands: taquin --help");
  return check;
}

ExitCode CheckCommand::Run(CommonOptions& common, Console& console) {
  const auto boards = boards_.ReadInputBoards();
  if (!boards.ok()) {
    console.PrintError(boards.status());
    return ExitCodeOf(boards.status());
  }
  const auto client = common.Connect();
  if (!client.ok()) {
    console.PrintError(client.status());
    return ExitCodeOf(client.status());
  }
  ExitCode worst = ExitCode::kSuccess;
  for (std::size_t i = 0; i < boards->size(); ++i) {
    if (i > 0 && !console.json && !console.quiet) console.out() << "\n";
    const ExitCode code = CheckBoard((*boards)[i], **client, console);
    worst = Graver(worst, code);
    if (code == ExitCode::kUnreachable) break;
  }
  return worst;
}

ExitCode CheckCommand::CheckBoard(const InputBoard& board, SolverClient& client,
                                  Console& console) const {
  auto goal = boards_.ReadGoal(board.board);
  absl::Status status = goal.status();
  if (status.ok()) {
    v1::CheckRequest request;
    *request.mutable_start() = board.board;
    *request.mutable_goal() = *std::move(goal);
    const auto response = client.Check(request);
    if (response.ok()) {
      if (console.json) {
        console.out() << ToJson(*response) << std::endl;
      } else {
        PrintCheck(console, board, boards_.GoalName(), *response);
      }
      return response->reachability() == v1::REACHABILITY_REACHABLE ? ExitCode::kSuccess
                                                                    : ExitCode::kNegative;
    }
    status = response.status();
  }
  console.PrintError(status);
  return ExitCodeOf(status);
}

}  // namespace taquin::client
