// taquin generate: random boards that can be solved.

#ifndef TAQUIN_CLIENT_COMMANDS_GENERATE_H_
#define TAQUIN_CLIENT_COMMANDS_GENERATE_H_

#include <cstdint>
#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/draw_options.h"

namespace taquin::client {

class GenerateCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  DrawOptions draw_;
  BoardOptions goal_;
  std::int64_t count_ = 1;
  std::string notation_ = "slashes";
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_GENERATE_H_
