#include "client/commands/completion.h"

#include <CLI/CLI.hpp>

#include "client/commands/choice.h"
#include "client/completion/program_words.h"
#include "client/completion/scripts.h"

namespace taquin::client {

CLI::App* CompletionCommand::Register(CLI::App& app) {
  app_ = &app;
  CLI::App* completion =
      app.add_subcommand("completion", "Print a script that completes command lines in a shell");
  completion->add_option("SHELL", shell_, "The shell")
      ->check(Choice({"bash", "zsh", "fish"}))
      ->type_name("")
      ->required();
  completion->footer(
      "Examples:\n"
      "  source <(taquin completion bash)\n"
      "  taquin completion fish > ~/.config/fish/completions/taquin.fish\n"
      "Options of all commands: taquin --help");
  return completion;
}

ExitCode CompletionCommand::Run(CommonOptions&, Console& console) {
  const ProgramWords program = WordsOf(*app_);
  console.out() << (shell_ == "fish"  ? FishScript(program)
                    : shell_ == "zsh" ? ZshScript(program)
                                      : BashScript(program));
  return ExitCode::kSuccess;
}

}  // namespace taquin::client
