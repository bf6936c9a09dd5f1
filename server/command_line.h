// taquind's command line, environment and configuration file.

#ifndef TAQUIN_SERVER_COMMAND_LINE_H_
#define TAQUIN_SERVER_COMMAND_LINE_H_

#include <string>
#include <variant>
#include <vector>

#include "server/clock.h"
#include "server/configuration.h"
#include "server/health_target.h"
#include "server/server_options.h"
#include "solver/board.h"

namespace taquin::server {

// Run the server.
struct ServeCommand {
  ServerOptions options;
};

// `taquind healthcheck`.
struct HealthcheckCommand {
  HealthTarget target;
  Duration timeout{};
};

// `taquind build-tables`.
struct BuildTablesCommand {
  Shape shape;
  ServerOptions options;
};

// Print something and exit with `exit_code`: 0 for --help and the like, on
// standard output; 2 for a faulty configuration, on standard error.
struct PrintCommand {
  std::string text;
  int exit_code = 0;
};

using Command = std::variant<ServeCommand, HealthcheckCommand, BuildTablesCommand, PrintCommand>;

// Understands `arguments` (without the program's name). A flag comes before the
// environment, and that before the file that --config or TAQUIN_CONFIG names.
// Everything that is wrong in any of them is told at once. Reads that file.
Command ParseCommandLine(const std::vector<std::string>& arguments, const Environment& environment);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_COMMAND_LINE_H_
