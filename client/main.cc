// taquin: the command-line client. See docs/cli.md.

#include <string>
#include <vector>

#include "client/command_line.h"
#include "client/terminal/console.h"

int main(int argc, char** argv) {
  taquin::client::Console console = taquin::client::Console::OfProcess();
  return static_cast<int>(taquin::client::RunCommandLine(
      std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), console));
}
