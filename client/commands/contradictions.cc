#include "client/commands/contradictions.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace taquin::client {
namespace {

using Written = std::string_view;

// An option that does nothing unless another is given.
struct Need {
  std::string_view command;
  Written option;
  Written needed;
  std::string_view advice;
};

// A board that is given leaves nothing for other options to draw.
constexpr Written kBoard = "BOARD";

constexpr std::string_view kOneServer = "name a server, or have one started for this command";
constexpr std::string_view kPrivateServer =
    "the server of --local is spoken to by a socket of its own; leave --local or the other out";
constexpr std::string_view kTlsOrNot = "with certificates the connection is by TLS; leave one out";
constexpr std::string_view kJsonIsWhole = "JSON holds the whole answer in one form; leave one out";
constexpr std::string_view kOneForm = "the answer has one form; choose one";
constexpr std::string_view kBareAnswer = "it prints the bare answer; leave one out";
constexpr std::string_view kJsonOrPeople = "one is for programs, one for people; choose one";
constexpr std::string_view kLetters =
    "letters are moves of the blank or the tile: --notation blank-letters or tile-letters";
constexpr std::string_view kOneDifficulty = "a board is drawn in one way; choose one";
constexpr std::string_view kGivenOrDrawn = "the board is given, or it is drawn; leave one out";
constexpr std::string_view kOfATextsBoard =
    "it tells how to read a board, and here they are drawn; --shape tells their size";

constexpr Contradiction kContradictions[] = {
    {"", "--server", "--local", kOneServer},
    {"", "--cacert", "--local", kPrivateServer},
    {"", "--cert", "--local", kPrivateServer},
    {"", "--key", "--local", kPrivateServer},
    {"", "--token", "--local", kPrivateServer},
    {"", "--plaintext", "--local", kPrivateServer},
    {"", "--plaintext", "--cacert", kTlsOrNot},
    {"", "--plaintext", "--cert", kTlsOrNot},
    {"", "--plaintext", "--key", kTlsOrNot},
    {"", "--quiet", "--verbose", "print less, or print more"},

    {"solve", "--json", "--animate", kJsonOrPeople},
    {"solve", "--json", "--steps", kJsonIsWhole},
    {"solve", "--json", "--notation", kJsonIsWhole},
    {"solve", "--json", "--format=letters", kOneForm},
    {"solve", "--json", "--format=lower-letters", kOneForm},
    {"solve", "--json", "--format=count", kOneForm},
    {"solve", "--format=letters", "--format=lower-letters", kOneForm},
    {"solve", "--format=letters", "--format=count", kOneForm},
    {"solve", "--format=lower-letters", "--format=count", kOneForm},
    {"solve", "--format=count", "--notation", "a count has no notation; leave one out"},
    {"solve", "--format=letters", "--notation=words", kLetters},
    {"solve", "--format=letters", "--notation=tile-numbers", kLetters},
    {"solve", "--format=letters", "--notation=run-length", kLetters},
    {"solve", "--format=letters", "--notation=boards", kLetters},
    {"solve", "--format=lower-letters", "--notation=words", kLetters},
    {"solve", "--format=lower-letters", "--notation=tile-numbers", kLetters},
    {"solve", "--format=lower-letters", "--notation=run-length", kLetters},
    {"solve", "--format=lower-letters", "--notation=boards", kLetters},
    {"solve", "--format=letters", "--steps", kBareAnswer},
    {"solve", "--format=lower-letters", "--steps", kBareAnswer},
    {"solve", "--format=count", "--steps", kBareAnswer},
    {"solve", "--format=letters", "--verbose", kBareAnswer},
    {"solve", "--format=lower-letters", "--verbose", kBareAnswer},
    {"solve", "--format=count", "--verbose", kBareAnswer},
    {"solve", "--quiet", "--steps", kBareAnswer},
    {"solve", "--quiet", "--progress=always", "show progress, or be quiet"},

    {"batch", "--json", "--csv", kOneForm},

    {"compare", "--json", "--csv", kOneForm},
    {"compare", "--json", "--markdown", kOneForm},
    {"compare", "--csv", "--markdown", kOneForm},

    {"generate", "--json", "--notation", kJsonIsWhole},
    {"generate", "--uniform", "--walk", kOneDifficulty},
    {"generate", "--uniform", "--length", kOneDifficulty},
    {"generate", "--walk", "--length", kOneDifficulty},

    {"hint", "--json", "--tell", kJsonIsWhole},

    {"load", "--json", "--csv", kOneForm},
    {"load", "--uniform", "--walk", kOneDifficulty},
    {"load", "--uniform", "--length", kOneDifficulty},
    {"load", "--walk", "--length", kOneDifficulty},
    {"load", kBoard, "--shape", kGivenOrDrawn},
    {"load", kBoard, "--seed", kGivenOrDrawn},
    {"load", kBoard, "--uniform", kGivenOrDrawn},
    {"load", kBoard, "--walk", kGivenOrDrawn},
    {"load", kBoard, "--length", kGivenOrDrawn},
    {"load", kBoard, "--boards", kGivenOrDrawn},

    {"play", "--uniform", "--walk", kOneDifficulty},
    {"play", "--uniform", "--length", kOneDifficulty},
    {"play", "--walk", "--length", kOneDifficulty},
    {"play", kBoard, "--shape", kGivenOrDrawn},
    {"play", kBoard, "--seed", kGivenOrDrawn},
    {"play", kBoard, "--uniform", kGivenOrDrawn},
    {"play", kBoard, "--walk", kGivenOrDrawn},
    {"play", kBoard, "--length", kGivenOrDrawn},

    {"manual", "COMMAND", "--directory", "one page is printed, or all are written; leave one out"},
};

constexpr Need kNeeds[] = {
    {"load", "--rows", kBoard, kOfATextsBoard},
    {"load", "--columns", kBoard, kOfATextsBoard},
    {"play", "--rows", kBoard, kOfATextsBoard},
    {"play", "--columns", kBoard, kOfATextsBoard},
};

bool IsFlag(const CLI::Option& option) { return option.get_expected_max() == 0; }

class ParsedOptions {
 public:
  ParsedOptions(CLI::App& app, CLI::App& command) : app_(app), command_(command) {}

  // Null if the command has no such option, or it was not given, or not this value.
  CLI::Option* FindGiven(Written written) const {
    const std::size_t equals = written.find('=');
    const std::string name(written.substr(0, equals));
    CLI::Option* option = command_.get_option_no_throw(name);
    if (option == nullptr) option = app_.get_option_no_throw(name);
    if (option == nullptr || option->count() == 0) return nullptr;
    const auto& values = option->results();
    if (IsFlag(*option) && values.back() == "false") return nullptr;
    if (equals == Written::npos) return option;
    const bool has_value =
        std::find(values.begin(), values.end(), written.substr(equals + 1)) != values.end();
    return has_value ? option : nullptr;
  }

  // The parser notes there what it reads of the command line, and of nothing else.
  bool IsOnCommandLine(const CLI::Option* option) const {
    for (const CLI::App* app : {&app_, &command_}) {
      const auto& order = app->parse_order();
      if (std::find(order.begin(), order.end(), option) != order.end()) return true;
    }
    return false;
  }

 private:
  CLI::App& app_;
  CLI::App& command_;
};

// As if nobody had given it. False for what has no default that could be written.
bool SetAside(CLI::Option& option) {
  option.clear();
  option.add_result(IsFlag(option) ? "false" : option.get_default_str());
  try {
    option.run_callback();
  } catch (const CLI::ParseError&) {
    return false;
  }
  option.clear();
  return true;
}

std::string WithBlank(Written written) {
  std::string text(written);
  std::replace(text.begin(), text.end(), '=', ' ');
  return text;
}

}  // namespace

std::span<const Contradiction> Contradictions() { return kContradictions; }

absl::Status SettleContradictions(CLI::App& app, CLI::App& command) {
  const ParsedOptions options(app, command);
  std::vector<std::string> faults;
  for (const auto& [of_command, one, other, advice] : kContradictions) {
    if (!of_command.empty() && of_command != command.get_name()) continue;
    CLI::Option* first = options.FindGiven(one);
    CLI::Option* second = options.FindGiven(other);
    if (first == nullptr || second == nullptr) continue;
    const bool first_written = options.IsOnCommandLine(first);
    const bool second_written = options.IsOnCommandLine(second);
    std::string fault = WithBlank(one) + " contradicts " + WithBlank(other);
    if (first_written && second_written) {
      faults.push_back(fault.append(": ").append(advice));
    } else if (first_written != second_written && one != kBoard) {
      CLI::Option& unwritten = first_written ? *second : *first;
      if (SetAside(unwritten)) continue;
      faults.push_back(fault.append(" (one is in the configuration file): ").append(advice));
    }
  }
  for (const auto& [of_command, option, needed, advice] : kNeeds) {
    if (of_command != command.get_name()) continue;
    const CLI::Option* given = options.FindGiven(option);
    if (given == nullptr || !options.IsOnCommandLine(given)) continue;
    if (options.FindGiven(needed) != nullptr) continue;
    faults.push_back(
        std::string(option).append(" needs ").append(needed).append(": ").append(advice));
  }
  if (faults.empty()) return absl::OkStatus();
  std::string text;
  for (const std::string& fault : faults) text.append(text.empty() ? "" : "\n").append(fault);
  return absl::InvalidArgumentError(text);
}

}  // namespace taquin::client
