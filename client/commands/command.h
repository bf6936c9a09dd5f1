// What every subcommand is to the program.

#ifndef TAQUIN_CLIENT_COMMANDS_COMMAND_H_
#define TAQUIN_CLIENT_COMMANDS_COMMAND_H_

#include <CLI/App.hpp>
#include <memory>
#include <vector>

#include "client/commands/common_options.h"
#include "client/exit_code.h"
#include "client/terminal/console.h"

namespace taquin::client {

class Command {
 public:
  virtual ~Command() = default;

  // Adds the subcommand with its options, which are bound to this object: it
  // must live as long as `app` is parsed. Returns the subcommand.
  virtual CLI::App* Register(CLI::App& app) = 0;

  // Runs with the options that were parsed. Prints its result and its errors.
  virtual ExitCode Run(CommonOptions& common, Console& console) = 0;
};

// One of each, in the order in which help lists them.
std::vector<std::unique_ptr<Command>> MakeCommands();

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_COMMAND_H_
