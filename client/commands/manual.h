// taquin manual: its manual pages, for those who have not installed them, and
// for installing them.

#ifndef TAQUIN_CLIENT_COMMANDS_MANUAL_H_
#define TAQUIN_CLIENT_COMMANDS_MANUAL_H_

#include <string>

#include "client/commands/command.h"

namespace taquin::client {

class ManualCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  // Writes every page into the directory. Errors: INVALID_ARGUMENT for one that
  // cannot be written to.
  absl::Status WriteAll() const;

  const CLI::App* app_ = nullptr;
  std::string command_;
  std::string directory_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_MANUAL_H_
