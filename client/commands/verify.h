// taquin verify: tells whether a path takes a board to its goal.

#ifndef TAQUIN_CLIENT_COMMANDS_VERIFY_H_
#define TAQUIN_CLIENT_COMMANDS_VERIFY_H_

#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"

namespace taquin::client {

class VerifyCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  BoardOptions board_;
  std::string moves_;
  std::string moves_are_ = "either";
  std::string max_time_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_VERIFY_H_
