#include "client/commands/manual.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "client/manual_page.h"
#include "client/output_file.h"

namespace taquin::client {
namespace {

absl::Status WriteFile(const std::string& path, const std::string& content) {
  const auto file = OutputFile::Open(path);
  return file.ok() ? (*file)->Write(content) : file.status();
}

// Null if there is no command of that name.
const CLI::App* FindCommand(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands({});
  const auto found =
      std::find_if(commands.begin(), commands.end(),
                   [&name](const CLI::App* command) { return command->get_name() == name; });
  return found == commands.end() ? nullptr : *found;
}

}  // namespace

CLI::App* ManualCommand::Register(CLI::App& app) {
  app_ = &app;
  CLI::App* manual = app.add_subcommand("manual", "Print a manual page, or write all of them");
  manual->add_option("COMMAND", command_, "The command to tell of; the program itself without one")
      ->type_name("");
  manual->add_option("--directory", directory_, "Write every page into this directory instead")
      ->check(CheckFileName)
      ->type_name("DIRECTORY")
      ->group("Answer");
  manual->footer(
      "Examples:\n"
      "  taquin manual solve | man -l -\n"
      "  taquin manual --directory ~/.local/share/man/man1\n"
      "Options of all commands: taquin --help");
  return manual;
}

absl::Status ManualCommand::WriteAll() const {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) {
    return absl::InvalidArgumentError("cannot make " + directory_ + ": " + error.message());
  }
  absl::Status status = WriteFile(directory_ + "/" + app_->get_name() + ".1", ManualPage(*app_));
  for (const CLI::App* command : app_->get_subcommands({})) {
    const std::string name = app_->get_name() + "-" + command->get_name() + ".1";
    status.Update(WriteFile(directory_ + "/" + name, ManualPage(*app_, *command)));
  }
  return status;
}

ExitCode ManualCommand::Run(CommonOptions&, Console& console) {
  absl::Status status;
  if (!directory_.empty()) {
    status = WriteAll();
  } else if (command_.empty()) {
    console.out() << ManualPage(*app_);
  } else if (const CLI::App* command = FindCommand(*app_, command_)) {
    console.out() << ManualPage(*app_, *command);
  } else {
    status = absl::InvalidArgumentError("'" + command_ + "' is no command; see taquin --help");
  }
  if (!status.ok()) console.PrintError(status);
  return ExitCodeOf(status);
}

}  // namespace taquin::client
