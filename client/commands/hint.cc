#include "client/commands/hint.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/commands/solve_report.h"
#include "client/interrupt.h"
#include "client/json.h"
#include "client/names.h"
#include "client/notation/moves.h"
#include "client/notation/path_replay.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// A player does not wait long for a hint.
constexpr absl::Duration kDefaultMaxTime = absl::Seconds(10);

void Print(Console& console, const v1::Board& start, const v1::SolveResult& result,
           const std::string& tell) {
  std::ostream& out = console.out();
  if (result.outcome() == v1::OUTCOME_UNSOLVABLE) {
    out << "unsolvable\n";
    return;
  }
  if (!result.has_length()) {
    out << absl::StrFormat("no path found; at least %d moves to go\n", result.lower_bound());
    return;
  }
  if (result.length() == 0) {
    out << "solved: nothing to do\n";
    return;
  }
  out << absl::StrFormat("%s%d move%s to go",
                         result.outcome() == v1::OUTCOME_OPTIMAL ? "" : "at most ", result.length(),
                         result.length() == 1 ? "" : "s");
  if (tell != "distance") {
    PathReplay replay(start);
    const auto direction = static_cast<v1::Direction>(result.moves(0));
    out << absl::StrFormat("; move tile %d", replay.Move(direction).value_or(0));
    if (tell == "move") {
      out << " " << NameOf(Opposite(direction)) << " (the blank goes " << NameOf(direction) << ")";
    }
  }
  out << "\n";
}

}  // namespace

CLI::App* HintCommand::Register(CLI::App& app) {
  CLI::App* hint = app.add_subcommand("hint", "Tell the next move of a shortest path, by degrees");
  board_.Register(*hint, BoardOptions::Boards::kOne);
  search_.Register(*hint);
  hint->add_option("--tell", tell_, "How much: how far it is, also which tile, also where it goes")
      ->check(Choice({"distance", "tile", "move"}))
      ->capture_default_str()
      ->type_name("HOW")
      ->group("Answer");
  hint->footer(
      "With --json the whole result of the search is printed, in place of --tell.\n"
      "Examples:\n"
      "  taquin hint '1 2 3/4 0 6/7 5 8' --tell distance\n"
      "  taquin hint '1 2 3/4 0 6/7 5 8'\n"
      "Options of all commands: taquin --help");
  return hint;
}

ExitCode HintCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  const auto boards = board_.ReadInputBoards();
  if (!boards.ok()) return fail(boards.status());
  if (boards->size() != 1) {
    return fail(absl::InvalidArgumentError("hint takes one board, and here are " +
                                           std::to_string(boards->size())));
  }
  v1::SolveRequest request;
  search_.Fill(request);
  *request.mutable_start() = boards->front().board;
  auto goal = board_.ReadGoal(request.start());
  if (!goal.ok()) return fail(goal.status());
  *request.mutable_goal() = *std::move(goal);
  if (!request.limits().has_time()) {
    ToProto(kDefaultMaxTime, request.mutable_limits()->mutable_time());
  }
  const auto client = common.Connect(search_.MaxTime());
  if (!client.ok()) return fail(client.status());
  Cancellation cancellation;
  const InterruptGuard guard([&cancellation] { cancellation.Cancel(); });
  const auto result = (*client)->SolveOnce(request, &cancellation);
  if (!result.ok()) return fail(result.status());
  if (console.json) {
    console.out() << ToJson(*result) << std::endl;
  } else {
    if (!console.quiet) {
      PrintBoards(console, "board", request.start(), GoalTitle(board_.GoalName()), result->goal());
      console.out() << "\n";
    }
    Print(console, request.start(), *result, tell_);
  }
  return ExitCodeOf(*result);
}

}  // namespace taquin::client
