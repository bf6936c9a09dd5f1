// taquin hint: the next move of a shortest path, told by degrees.

#ifndef TAQUIN_CLIENT_COMMANDS_HINT_H_
#define TAQUIN_CLIENT_COMMANDS_HINT_H_

#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"

namespace taquin::client {

class HintCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  BoardOptions board_;
  SearchOptions search_;
  std::string tell_ = "move";
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_HINT_H_
