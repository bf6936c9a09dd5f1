// taquin status: tells what the server offers.

#ifndef TAQUIN_CLIENT_COMMANDS_STATUS_H_
#define TAQUIN_CLIENT_COMMANDS_STATUS_H_

#include "client/commands/command.h"

namespace taquin::client {

class StatusCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_STATUS_H_
