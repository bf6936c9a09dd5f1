// taquin play: a game in the terminal.

#ifndef TAQUIN_CLIENT_COMMANDS_PLAY_H_
#define TAQUIN_CLIENT_COMMANDS_PLAY_H_

#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"
#include "client/play/game.h"
#include "client/solver_client.h"

namespace taquin::client {

class PlayCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  // The game on the board that the command line names. Errors:
  // FAILED_PRECONDITION, with what to do, if its goal cannot be reached.
  absl::StatusOr<Game> NewGame(SolverClient& client) const;

  BoardOptions board_;
  SearchOptions search_;
  std::string arrows_ = "tile";
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_PLAY_H_
