#include "client/commands/completion.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "client/commands/choice.h"

namespace taquin::client {
namespace {

// An option as a shell sees it.
struct Word {
  std::string option;  // "--algorithm"
  std::string description;
  bool takes_value = false;
  std::vector<std::string> values;  // Empty: any, most likely a file.
};

std::vector<Word> OptionsOf(const CLI::App& app) {
  std::vector<Word> words;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty()) continue;  // Positional.
    Word word;
    word.option = "--" + option->get_lnames().front();
    word.description = option->get_description();
    word.takes_value = option->get_items_expected_max() > 0;
    word.values = ChoicesOf(*option);
    words.push_back(word);
  }
  return words;
}

std::string Join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined.append(joined.empty() ? "" : " ").append(part);
  return joined;
}

std::vector<std::string> NamesOfOptions(const std::vector<Word>& words) {
  std::vector<std::string> names;
  for (const Word& word : words) names.push_back(word.option);
  return names;
}

std::vector<std::string> NamesOfCommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// Text inside single quotes of a shell.
std::string Quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

// The lines of a case statement that offers the values of each option.
std::string BashValueCases(const std::vector<Word>& words) {
  std::string cases;
  for (const Word& word : words) {
    if (word.values.empty()) continue;
    cases += "    " + word.option + ") COMPREPLY=($(compgen -W '" + Join(word.values) +
             "' -- \"$current\")); return ;;\n";
  }
  return cases;
}

// Serves zsh too, by its emulation of bash's completion.
std::string BashScript(const CLI::App& app) {
  std::string script =
      "_taquin() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= "
      "word\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case $word in " +
      [&app] {
        std::string names;
        for (const std::string& name : NamesOfCommands(app)) {
          names.append(names.empty() ? "" : "|").append(name);
        }
        return names;
      }() +
      ") command=$word; break ;; esac\n"
      "  done\n"
      "  case $previous in\n" +
      BashValueCases(OptionsOf(app)) +
      "  esac\n"
      "  case $command in\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::vector<Word> words = OptionsOf(*command);
    script += "  " + command->get_name() + ")\n";
    const std::string cases = BashValueCases(words);
    if (!cases.empty()) script += "    case $previous in\n" + cases + "    esac\n";
    script += "    [[ $current == -* ]] && COMPREPLY=($(compgen -W '" +
              Join(NamesOfOptions(words)) + " " + Join(NamesOfOptions(OptionsOf(app))) +
              "' -- \"$current\")) || COMPREPLY=($(compgen -f -- \"$current\")) ;;\n";
  }
  script += "  *) COMPREPLY=($(compgen -W '" + Join(NamesOfCommands(app)) + " " +
            Join(NamesOfOptions(OptionsOf(app))) +
            "' -- \"$current\")) ;;\n"
            "  esac\n"
            "}\n"
            "complete -o filenames -F _taquin taquin\n";
  return script;
}

std::string FishLine(const std::string& condition, const Word& word) {
  std::string line = "complete -c taquin -n " + Quote(condition) + " -l " + word.option.substr(2);
  if (!word.values.empty()) {
    line += " -x -a " + Quote(Join(word.values));
  } else if (word.takes_value) {
    line += " -r";
  }
  return line + " -d " + Quote(word.description) + "\n";
}

std::string FishScript(const CLI::App& app) {
  std::string script;
  for (const CLI::App* command : app.get_subcommands({})) {
    script += "complete -c taquin -f -n __fish_use_subcommand -a " + command->get_name() + " -d " +
              Quote(command->get_description()) + "\n";
    for (const Word& word : OptionsOf(*command)) {
      script += FishLine("__fish_seen_subcommand_from " + command->get_name(), word);
    }
  }
  for (const Word& word : OptionsOf(app)) script += FishLine("true", word);
  return script;
}

}  // namespace

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
  if (shell_ == "fish") {
    console.out() << FishScript(*app_);
  } else if (shell_ == "zsh") {
    console.out() << "autoload -U +X bashcompinit && bashcompinit\n" << BashScript(*app_);
  } else {
    console.out() << BashScript(*app_);
  }
  return ExitCode::kSuccess;
}

}  // namespace taquin::client
