// taquin check: tells whether a goal is reachable, without a search.

#ifndef TAQUIN_CLIENT_COMMANDS_CHECK_H_
#define TAQUIN_CLIENT_COMMANDS_CHECK_H_

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/solver_client.h"

namespace taquin::client {

class CheckCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  ExitCode CheckBoard(const InputBoard& board, SolverClient& client, Console& console) const;

  BoardOptions boards_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_CHECK_H_
