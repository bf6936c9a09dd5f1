#include "client/commands/verify.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/commands/solve_report.h"
#include "client/json.h"
#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/notation/moves.h"
#include "client/rpc_error.h"
#include "client/solver_client.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

constexpr absl::Duration kDefaultMaxTime = absl::Seconds(10);

Moves Mirrored(Moves moves) {
  std::transform(moves.begin(), moves.end(), moves.begin(), Opposite);
  return moves;
}

absl::StatusOr<v1::VerifyResponse> Ask(SolverClient& client, v1::VerifyRequest request,
                                       const Moves& moves) {
  request.mutable_moves()->Reserve(static_cast<int>(moves.size()));
  for (const v1::Direction move : moves) request.add_moves(move);
  return client.Verify(request);
}

// How far a failing path gets; a path that fits the reader's meaning goes
// further than one that does not.
bool GoesFurther(const v1::VerifyResponse& a, const v1::VerifyResponse& b) {
  return a.valid() || (!b.valid() && a.fault_index() > b.fault_index());
}

std::string DescribeFault(const v1::VerifyResponse& response) {
  switch (response.fault()) {
    case v1::PATH_FAULT_LEAVES_BOARD:
      return absl::StrFormat(
          "move %d would take the blank off the board; before it the board is %s",
          response.fault_index() + 1, FormatBoardLine(response.reached()));
    case v1::PATH_FAULT_ENDS_ELSEWHERE:
      return "the path ends at " + FormatBoardLine(response.reached());
    default:
      return NameOf(response.fault());
  }
}

// Searches for the shortest length where the server has not told it, and notes
// what it finds: that length, or at least a better bound. That the path is valid
// is known already, so a search that fails takes nothing away.
void NoteOptimalLength(SolverClient& client, const v1::VerifyRequest& request,
                       absl::Duration max_time, v1::VerifyResponse& response) {
  if (!response.valid() || response.has_optimal_length() ||
      response.lower_bound() == response.length()) {
    return;
  }
  v1::SolveRequest search;
  *search.mutable_start() = request.start();
  *search.mutable_goal() = request.goal();
  ToProto(max_time, search.mutable_limits()->mutable_time());
  const auto result = client.SolveOnce(search);
  if (!result.ok()) return;
  response.set_lower_bound(std::max(response.lower_bound(), result->lower_bound()));
  if (result->outcome() == v1::OUTCOME_OPTIMAL) response.set_optimal_length(result->length());
}

std::string DescribeQuality(const v1::VerifyResponse& response) {
  if (response.has_optimal_length()) {
    const int excess = response.length() - response.optimal_length();
    if (excess == 0) return "it is optimal";
    return absl::StrFormat("the shortest has %d, %d fewer", response.optimal_length(), excess);
  }
  if (response.lower_bound() == response.length()) return "it is optimal";
  return absl::StrFormat("at least %d are needed", response.lower_bound());
}

void Print(Console& console, const InputBoard& board, const std::string& goal_name,
           const std::string& whose, const v1::VerifyResponse& response) {
  std::ostream& out = console.out();
  const std::string answer = response.valid() ? console.Paint(Style::kGreen, "valid")
                                              : console.Paint(Style::kRed, "not valid");
  if (console.quiet) {
    out << answer << "\n";
    return;
  }
  PrintBoards(console, "board", board.board, GoalTitle(goal_name), response.goal());
  out << "\n" << answer << whose << ": ";
  if (response.valid()) {
    out << absl::StrFormat("%d move%s; ", response.length(), response.length() == 1 ? "" : "s")
        << DescribeQuality(response) << "\n";
  } else {
    out << DescribeFault(response) << "\n";
  }
}

}  // namespace

CLI::App* VerifyCommand::Register(CLI::App& app) {
  CLI::App* verify = app.add_subcommand("verify", "Tell whether a path takes a board to its goal");
  board_.Register(*verify, BoardOptions::Boards::kOne);
  verify
      ->add_option("MOVES", moves_,
                   "The path: letters (UDLR, U3LDR2), words, tile numbers, a file, or -")
      ->type_name("")
      ->required();
  verify
      ->add_option("--moves-are", moves_are_,
                   "Whose moves the letters are; either: tell which fits")
      ->check(Choice({"blank", "tile", "either"}))
      ->capture_default_str()
      ->type_name("WHOSE")
      ->group("Board");
  verify
      ->add_option("--max-time", max_time_,
                   "Longest search for the shortest path, to tell how far off this one is [10s]")
      ->check(CheckDuration)
      ->type_name("TIME")
      ->group("Search");
  verify->footer(
      "Examples:\n"
      "  taquin verify '1 2 3/4 5 6/0 7 8' RR\n"
      "  taquin verify board.txt path.txt --goal blank-first\n"
      "Options of all commands: taquin --help");
  return verify;
}

ExitCode VerifyCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  if (moves_ == "-" && board_.TakesStandardInput()) {
    return fail(absl::InvalidArgumentError(
        "standard input (-) is named twice, and it can be read once: put one into a file"));
  }
  const auto boards = board_.ReadInputBoards();
  if (!boards.ok()) return fail(boards.status());
  if (boards->size() != 1) {
    return fail(absl::InvalidArgumentError("verify takes one board, and here are " +
                                           std::to_string(boards->size())));
  }
  const InputBoard& board = boards->front();
  v1::VerifyRequest request;
  *request.mutable_start() = board.board;
  auto goal = board_.ReadGoal(board.board);
  if (!goal.ok()) return fail(goal.status());
  *request.mutable_goal() = *std::move(goal);
  auto input = LoadInput(moves_, "moves");
  if (!input.ok()) return fail(input.status());
  const ReadMovesResult read = ReadMoves(std::move(input->text), board.board);
  if (!read.faults.empty()) return fail(FaultStatus(input->name, read.faults));

  const absl::Duration max_time = ParseDuration(max_time_).value_or(kDefaultMaxTime);
  const auto client = common.Connect(max_time);
  if (!client.ok()) return fail(client.status());
  const bool as_tile = read.only_directions && moves_are_ == "tile";
  auto response = Ask(**client, request, as_tile ? Mirrored(read.moves) : read.moves);
  if (!response.ok()) return fail(response.status());
  std::string whose = as_tile                ? " (moves of the tiles)"
                      : read.only_directions ? " (moves of the blank)"
                                             : "";
  if (read.only_directions && moves_are_ == "either" && !response->valid()) {
    auto mirrored = Ask(**client, request, Mirrored(read.moves));
    if (!mirrored.ok()) return fail(mirrored.status());
    if (GoesFurther(*mirrored, *response)) {
      response = std::move(mirrored);
      whose = " (moves of the tiles)";
    }
  }
  NoteOptimalLength(**client, request, max_time, *response);
  if (console.json) {
    console.out() << ToJson(*response) << std::endl;
  } else {
    Print(console, board, board_.GoalName(), whose, *response);
  }
  return response->valid() ? ExitCode::kSuccess : ExitCode::kNegative;
}

}  // namespace taquin::client
