#include "client/commands/play.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/commands/solve_report.h"
#include "client/interrupt.h"
#include "client/play/screen.h"
#include "client/play/session.h"
#include "client/terminal/quantity.h"
#include "client/terminal/raw_terminal.h"

namespace taquin::client {
namespace {

// A player does not wait long for a hint.
constexpr absl::Duration kDefaultMaxTime = absl::Seconds(10);

// Between two looks at answers and signals.
constexpr absl::Duration kLookInterval = absl::Milliseconds(50);

}  // namespace

CLI::App* PlayCommand::Register(CLI::App& app) {
  CLI::App* play = app.add_subcommand("play", "Play a board on the terminal, with hints");
  board_.Register(*play, BoardOptions::Boards::kOne);
  draw_.Register(*play);
  search_.Register(*play);
  play->add_option("--arrows", arrows_, "What the arrow keys move")
      ->check(Choice({"tile", "blank"}))
      ->capture_default_str()
      ->type_name("WHAT")
      ->group("Game");
  play->footer(
      "Without a board, a random one is drawn. Keys: arrows or hjkl move, u undoes, r redoes,\n"
      "R restarts, ? gives a hint, o tells the shortest length, n draws another board, q leaves.\n"
      "A tile beside the blank can be clicked.\n"
      "Examples:\n"
      "  taquin play --shape 3x3 --length 12\n"
      "  taquin play '8 6 7/2 5 4/3 0 1' --goal spiral --local\n"
      "Options of all commands: taquin --help");
  return play;
}

absl::StatusOr<Game> PlayCommand::GivenGame(SolverClient& client) const {
  const auto boards = board_.ReadInputBoards();
  if (!boards.ok()) return boards.status();
  if (boards->size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("play takes one board, and here are %d", boards->size()));
  }
  v1::CheckRequest request;
  *request.mutable_start() = boards->front().board;
  auto goal = board_.ReadGoal(request.start());
  if (!goal.ok()) return goal.status();
  *request.mutable_goal() = *std::move(goal);
  auto check = client.Check(request);
  if (!check.ok()) return check.status();
  if (check->reachability() != v1::REACHABILITY_REACHABLE) {
    return absl::FailedPreconditionError(absl::StrFormat("nobody could win: %s\n--goal can be %s",
                                                         check->explanation(),
                                                         ListLayouts(check->reachable_layouts())));
  }
  return Game(request.start(), check->goal());
}

absl::StatusOr<Game> PlayCommand::RandomGame(SolverClient& client) {
  if (!next_) {
    auto request = draw_.MakeRequest(board_);
    if (!request.ok()) return request.status();
    next_ = *std::move(request);
  }
  const auto response = client.Generate(*next_);
  if (!response.ok()) return response.status();
  if (response->boards().empty()) return absl::InternalError("the server drew no board");
  next_->set_seed(response->seed());
  next_->set_first_index(next_->first_index() + 1);
  return Game(response->boards(0), response->goal());
}

absl::StatusOr<PlaySession::State> PlayCommand::Play(Game game, SolverClient& client,
                                                     const Console& console,
                                                     std::string& summaries) {
  v1::SolveRequest request;
  search_.Fill(request);
  if (!request.limits().has_time()) {
    ToProto(kDefaultMaxTime, request.mutable_limits()->mutable_time());
  }
  std::atomic<bool> interrupted = false;
  const InterruptGuard guard([&interrupted] { interrupted = true; });
  const TerminalRemembered remembered;
  const auto screen = PlayScreen::Open(console.color());
  if (!screen.ok()) {
    return absl::FailedPreconditionError("play needs a terminal: " +
                                         std::string(screen.status().message()));
  }
  while (true) {
    PlaySession session(std::move(game), arrows_ == "tile" ? ArrowsMove::kTile : ArrowsMove::kBlank,
                        !board_.names_boards(), request, client);
    auto state = PlaySession::State::kPlaying;
    while (state == PlaySession::State::kPlaying && !interrupted) {
      session.Poll();
      (*screen)->Show(session.View());
      state = session.Do((*screen)->Read(kLookInterval));
    }
    summaries += session.Summary() + "\n";
    if (interrupted) return PlaySession::State::kInterrupted;
    if (state != PlaySession::State::kNewBoardWanted) return state;
    auto next = RandomGame(client);
    if (!next.ok()) return next.status();
    game = *std::move(next);
  }
}

ExitCode PlayCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  const auto client = common.Connect(search_.MaxTime());
  if (!client.ok()) return fail(client.status());
  auto game = board_.names_boards() ? GivenGame(**client) : RandomGame(**client);
  if (!game.ok()) return fail(game.status());
  std::string summaries;
  const auto state = Play(*std::move(game), **client, console, summaries);
  console.out() << summaries << std::flush;
  if (!state.ok()) return fail(state.status());
  return *state == PlaySession::State::kInterrupted ? ExitCode::kInterrupted : ExitCode::kSuccess;
}

}  // namespace taquin::client
