// taquin play: a game in the terminal.

#ifndef TAQUIN_CLIENT_COMMANDS_PLAY_H_
#define TAQUIN_CLIENT_COMMANDS_PLAY_H_

#include <optional>
#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/draw_options.h"
#include "client/commands/search_options.h"
#include "client/play/game.h"
#include "client/play/session.h"
#include "client/solver_client.h"

namespace taquin::client {

class PlayCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  // The game on the board that the command line names. Errors:
  // FAILED_PRECONDITION, with what to do, if its goal cannot be reached.
  absl::StatusOr<Game> GivenGame(SolverClient& client) const;

  // A game on a random board, another one each time. Errors: those of Generate.
  absl::StatusOr<Game> RandomGame(SolverClient& client);

  // Plays game after game until the player leaves; `summaries` gets a line for
  // each. Errors: FAILED_PRECONDITION without a terminal; those of RandomGame.
  absl::StatusOr<PlaySession::State> Play(Game game, SolverClient& client, const Console& console,
                                          std::string& summaries);

  BoardOptions board_;
  DrawOptions draw_;
  // For the next random board.
  std::optional<v1::GenerateRequest> next_;
  SearchOptions search_;
  std::string arrows_ = "tile";
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_PLAY_H_
