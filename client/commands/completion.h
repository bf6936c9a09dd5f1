// taquin completion: what a shell needs to complete our command lines.

#ifndef TAQUIN_CLIENT_COMMANDS_COMPLETION_H_
#define TAQUIN_CLIENT_COMMANDS_COMPLETION_H_

#include <string>

#include "client/commands/command.h"

namespace taquin::client {

class CompletionCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  const CLI::App* app_ = nullptr;
  std::string shell_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_COMPLETION_H_
