#include "client/completion/program_words.h"

#include <CLI/CLI.hpp>

#include "client/commands/choice.h"
#include "client/names.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {
namespace {

std::vector<std::string> NamesOfCommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

ValueWords ValueOfOption(const CLI::Option& option) {
  using Kind = ValueWords::Kind;
  ValueWords value;
  if (option.get_items_expected_max() == 0) return value;
  value.name = TypeAndBounds(option).first;
  value.choices = ChoicesOf(option);
  if (value.name == "LIST") {
    value.kind = Kind::kList;
  } else if (!value.choices.empty()) {
    value.kind = Kind::kChoice;
  } else if (value.name == "GOAL") {
    value.kind = Kind::kFile;
    value.choices = NamesOf<v1::GoalLayout>();
  } else if (value.name == "DIRECTORY") {
    value.kind = Kind::kDirectory;
  } else {
    value.kind = value.name == "FILE" ? Kind::kFile : Kind::kOther;
  }
  return value;
}

ValueWords ValueOfArgument(const CLI::Option& argument, const CLI::App& app) {
  using Kind = ValueWords::Kind;
  const std::string name = argument.get_name(true);
  std::vector<std::string> choices = ChoicesOf(argument);
  if (name == "COMMAND") choices = NamesOfCommands(app);
  const Kind kind = choices.empty() ? Kind::kFile : Kind::kChoice;
  return {kind, name, std::move(choices)};
}

std::vector<OptionWords> OptionsOf(const CLI::App& app) {
  std::vector<OptionWords> options;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty()) continue;  // Positional.
    OptionWords words;
    for (const std::string& name : option->get_snames()) words.names.push_back("-" + name);
    words.names.push_back("--" + option->get_lnames().front());
    words.description = option->get_description();
    words.value = ValueOfOption(*option);
    words.is_repeatable = option->get_items_expected_max() > 1;
    options.push_back(std::move(words));
  }
  return options;
}

}  // namespace

ProgramWords WordsOf(const CLI::App& app) {
  ProgramWords program{app.get_name(), OptionsOf(app), {}};
  for (const CLI::App* command : app.get_subcommands({})) {
    CommandWords words{command->get_name(), command->get_description(), OptionsOf(*command), {}};
    for (const CLI::Option* option : command->get_options()) {
      if (!option->nonpositional()) words.argument = ValueOfArgument(*option, app);
    }
    program.commands.push_back(std::move(words));
  }
  return program;
}

std::string JoinWords(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined.append(joined.empty() ? "" : " ").append(word);
  return joined;
}

std::string QuoteForShell(const std::string& text) {
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

}  // namespace taquin::client
