#include "client/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/commands/batch.h"
#include "client/commands/check.h"
#include "client/commands/command.h"
#include "client/commands/common_options.h"
#include "client/commands/compare.h"
#include "client/commands/completion.h"
#include "client/commands/contradictions.h"
#include "client/commands/generate.h"
#include "client/commands/hint.h"
#include "client/commands/load.h"
#include "client/commands/manual.h"
#include "client/commands/play.h"
#include "client/commands/solve.h"
#include "client/commands/status.h"
#include "client/commands/verify.h"
#include "client/help_formatter.h"
#include "client/spelling.h"
#include "client/version.h"

namespace taquin::client {
namespace {

// Whether the parser would take a text for an option, as it does negative numbers,
// or for several values, as it does lists in brackets.
bool IsMisread(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const bool is_negative = text.size() > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9';
  return is_negative || text.starts_with('[');
}

// A blank in front keeps such a text whole until it is parsed.
void Protect(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    if (IsMisread(argument)) argument.insert(0, " ");
  }
}

void Unprotect(std::string& value) {
  if (value.starts_with(' ') && IsMisread(value)) value.erase(0, 1);
}

// Has every option of an application see its values as they were written.
void UnprotectValues(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    option->transform(CLI::Validator(
        [](std::string& value) {
          Unprotect(value);
          return std::string();
        },
        ""));
  }
}

std::string Suggest(std::string_view word, const std::vector<std::string>& names) {
  const std::string closest = ClosestName(word, names);
  return closest.empty() ? "" : "; did you mean " + closest + "?";
}

std::string DescribeUnknownCommand(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
    list.append(list.empty() ? "" : ", ").append(names.back());
  }
  const std::string suggestion = Suggest(word, names);
  return "'" + word + "' is no command" +
         (suggestion.empty() ? "; the commands are " + list : suggestion);
}

// `command` may be null: none was recognised.
std::string DescribeUnknownOption(const std::string& word, const CLI::App& app,
                                  const CLI::App* command) {
  std::vector<std::string> names;
  for (const CLI::App* owner : {command, &app}) {
    if (owner == nullptr) continue;
    for (const CLI::Option* option : owner->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return word + " is no option" + (command == nullptr ? "" : " of taquin " + command->get_name()) +
         Suggest(word, names);
}

// The parser's words, but where they speak of how it works, or name nothing.
std::string DescribeError(const CLI::ParseError& error, const CLI::App& app) {
  std::string text = error.what();
  constexpr std::string_view kUnknown = "INI was not able to parse ";
  if (text.starts_with(kUnknown)) {
    return "the configuration file sets '" + text.substr(kUnknown.size()) + "', which is no option";
  }
  const auto chosen = app.get_subcommands();
  const CLI::App* command = chosen.empty() ? nullptr : chosen[0];
  const bool about_words =
      dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
      (command == nullptr && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr);
  if (!about_words) return text;
  std::string faults;
  for (std::string word : app.remaining(true)) {
    const bool is_option = word.starts_with('-');
    Unprotect(word);
    std::string fault;
    if (is_option) {
      fault = DescribeUnknownOption(word, app, command);
    } else if (command == nullptr) {
      fault = DescribeUnknownCommand(word, app);
    } else {
      fault = "'" + word + "' is one word too many";
    }
    faults.append(faults.empty() ? "" : "\n").append(fault);
    // What follows a command that is none is for that command to judge.
    if (command == nullptr && !is_option) break;
  }
  return faults.empty() ? text : faults;
}

// Help that fits the terminal, but for the commands that it shows: broken lines
// could not be copied; with one empty line at a time.
std::string FitHelp(const std::string& help, const Console& console) {
  std::istringstream lines(help);
  std::string fitted;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() && fitted.ends_with("\n\n")) continue;
    fitted.append(line.starts_with("  taquin ") ? line : console.Fit(line)).append("\n");
  }
  return fitted;
}

// The exit code if parsing ends the program: for help, or for an error.
std::optional<ExitCode> Parse(CLI::App& app, std::vector<std::string> arguments, Console& console) {
  Protect(arguments);
  // The parser takes its arguments from the back.
  std::reverse(arguments.begin(), arguments.end());
  absl::Status status;
  try {
    app.parse(std::move(arguments));
    status = SettleContradictions(app, *app.get_subcommands().front());
    if (status.ok()) return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    console.out() << FitHelp(chosen.empty() ? app.help() : chosen[0]->help(app.get_name()), console)
                  << std::flush;
  } catch (const CLI::CallForAllHelp&) {
    console.out() << FitHelp(app.help("", CLI::AppFormatMode::All), console) << std::flush;
  } catch (const CLI::CallForVersion&) {
    console.out() << "taquin " << kVersion << std::endl;
  } catch (const CLI::ParseError& error) {
    status = absl::InvalidArgumentError(DescribeError(error, app));
  }
  if (status.ok()) return ExitCode::kSuccess;
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "taquin" : "taquin " + chosen[0]->get_name();
  console.PrintError(
      absl::InvalidArgumentError(absl::StrCat(status.message(), "\nSee ", command, " --help")));
  return ExitCode::kUsage;
}

}  // namespace

std::vector<std::unique_ptr<Command>> MakeCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<SolveCommand>());
  commands.push_back(std::make_unique<BatchCommand>());
  commands.push_back(std::make_unique<CheckCommand>());
  commands.push_back(std::make_unique<VerifyCommand>());
  commands.push_back(std::make_unique<GenerateCommand>());
  commands.push_back(std::make_unique<HintCommand>());
  commands.push_back(std::make_unique<PlayCommand>());
  commands.push_back(std::make_unique<CompareCommand>());
  commands.push_back(std::make_unique<LoadCommand>());
  commands.push_back(std::make_unique<StatusCommand>());
  commands.push_back(std::make_unique<CompletionCommand>());
  commands.push_back(std::make_unique<ManualCommand>());
  return commands;
}

ExitCode RunCommandLine(std::vector<std::string> arguments, Console& console) {
  CLI::App app("Solves sliding-tile puzzles with the help of a taquind server.", "taquin");
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string(kVersion), "Print the version and exit");
  app.footer(
      "Examples:\n"
      "  taquin solve '2 3 4 1 5 x 7 6 8'\n"
      "  taquin status --server solver.example:50051\n"
      "A server is started with: taquind");
  CommonOptions common;
  common.Register(app);
  const auto commands = MakeCommands();
  std::vector<CLI::App*> subcommands;
  for (const auto& command : commands) {
    subcommands.push_back(command->Register(app));
    subcommands.back()->fallthrough()->group("Commands");
    UnprotectValues(*subcommands.back());
  }
  UnprotectValues(app);
  // Even a command line that cannot be parsed may have asked for JSON.
  console.json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  console.SetColor(When::kAuto);
  try {
    if (const auto ended = Parse(app, std::move(arguments), console)) return *ended;
    const auto chosen =
        std::find_if(subcommands.begin(), subcommands.end(),
                     [](const CLI::App* subcommand) { return subcommand->parsed(); });
    if (chosen == subcommands.end()) return ExitCode::kUsage;
    common.Apply(console);
    const ExitCode code =
        commands[static_cast<std::size_t>(chosen - subcommands.begin())]->Run(common, console);
    console.out().flush();
    if (!console.out().good()) {
      console.PrintError(absl::InternalError("cannot write the output"));
      return Graver(code, ExitCode::kInternal);
    }
    return code;
  } catch (const std::exception& error) {
    console.PrintError(absl::InternalError(error.what()));
    return ExitCode::kInternal;
  }
}

}  // namespace taquin::client
