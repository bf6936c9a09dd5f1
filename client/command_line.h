// The whole program but for main: from arguments to exit code.

#ifndef TAQUIN_CLIENT_COMMAND_LINE_H_
#define TAQUIN_CLIENT_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "client/exit_code.h"
#include "client/terminal/console.h"

namespace taquin::client {

// Runs the command that `arguments` (without the program's name) ask for.
// Never throws.
ExitCode RunCommandLine(std::vector<std::string> arguments, Console& console);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMAND_LINE_H_
