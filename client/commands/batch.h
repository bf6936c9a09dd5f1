// taquin batch: files of boards in, a line an answer out.

#ifndef TAQUIN_CLIENT_COMMANDS_BATCH_H_
#define TAQUIN_CLIENT_COMMANDS_BATCH_H_

#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"

namespace taquin::client {

class BatchCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  BoardOptions boards_;
  SearchOptions search_;
  int concurrency_ = 8;
  bool as_ready_ = false;
  bool csv_ = false;
  std::string resume_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_BATCH_H_
