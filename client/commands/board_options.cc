#include "client/commands/board_options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "client/commands/choice.h"
#include "client/names.h"
#include "client/rpc_error.h"

namespace taquin::client {
namespace {

// More than any text of boards that is worth holding whole.
constexpr std::size_t kMaxInputBytes = 256U << 20;

constexpr std::string_view kInstanceLines = "korf";

// What messages call a goal of the command line.
constexpr std::string_view kGoalRole = "goal";

absl::StatusOr<std::string> ReadAll(std::istream& in, const std::string& name) {
  std::string text;
  char buffer[1 << 16];
  while (in.read(buffer, sizeof(buffer)) || in.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxInputBytes) {
      return absl::InvalidArgumentError(name + " is larger than 256 MiB");
    }
  }
  if (in.bad()) return absl::InvalidArgumentError("cannot read " + name);
  return text;
}

// An argument that can only be meant as the path of a file.
bool LooksLikePath(const std::string& argument) {
  if (argument.starts_with('/') || argument.starts_with("./") || argument.starts_with("../")) {
    return true;
  }
  const std::size_t dot = argument.rfind('.');
  return dot != std::string::npos && dot + 1 < argument.size() &&
         argument.find_first_of(" \t\n[{,") == std::string::npos &&
         std::all_of(argument.begin() + static_cast<std::ptrdiff_t>(dot) + 1, argument.end(),
                     [](unsigned char c) { return std::isalpha(c) != 0; });
}

// Whether an argument is one cell, as when the shell has split a board.
bool IsOneCell(const std::string& argument) {
  const std::size_t first = argument.starts_with('-') ? 1 : 0;
  const bool is_number =
      argument.size() > first &&
      std::all_of(argument.begin() + static_cast<std::ptrdiff_t>(first), argument.end(),
                  [](unsigned char c) { return std::isdigit(c) != 0; });
  // Longer ones are boards by themselves.
  return (is_number && argument.size() <= 4) || argument == "x" || argument == "X" ||
         argument == "_" || argument == "__" || argument == ".";
}

}  // namespace

absl::StatusOr<InputText> LoadInput(const std::string& argument, std::string_view role) {
  if (argument == "-") {
    auto text = ReadAll(std::cin, "standard input");
    if (!text.ok()) return text.status();
    return InputText{"standard input", *std::move(text)};
  }
  std::error_code error;
  // Longer names are no files; asking would only give an error about that.
  const bool exists = argument.size() < 4096 && std::filesystem::exists(argument, error);
  if (!exists) {
    if (LooksLikePath(argument)) {
      return absl::InvalidArgumentError("cannot open " + argument + ": no such file");
    }
    return InputText{std::string(role), argument};
  }
  if (std::filesystem::is_directory(argument, error)) {
    return absl::InvalidArgumentError(argument + " is a directory, not a file of boards");
  }
  errno = 0;
  std::ifstream in(argument, std::ios::binary);
  if (!in) {
    return absl::InvalidArgumentError("cannot open " + argument + ": " + std::strerror(errno));
  }
  auto text = ReadAll(in, argument);
  if (!text.ok()) return text.status();
  return InputText{argument, *std::move(text)};
}

absl::Status FaultStatus(std::string_view source, const std::vector<Fault>& faults) {
  std::vector<Violation> violations;
  for (const Fault& fault : faults) {
    std::string place(source);
    place.append(":").append(std::to_string(fault.line));
    place.append(":").append(std::to_string(fault.column));
    violations.push_back({std::move(place), fault.message});
  }
  return InvalidInput(DescribeFaults(source, faults), violations);
}

void BoardOptions::Register(CLI::App& app, Boards boards) {
  // A list would swallow the positional arguments that follow it.
  CLI::Option* argument =
      boards != Boards::kOne
          ? app.add_option("BOARD", arguments_,
                           "Boards in any notation, files of them, or - for standard input")
          : app.add_option_function<std::string>(
                "BOARD", [this](const std::string& text) { arguments_ = {text}; },
                "A board in any notation, a file with one, or - for standard input");
  argument->type_name("");
  argument->option_text("");
  RegisterGoal(app);
  app.add_option("--rows", rows_, "Rows of the board, where its text does not say")
      ->check(CLI::Validator(CLI::Range(1, 32)).description("1 to 32"))
      ->type_name("N")
      ->group("Board");
  app.add_option("--columns", columns_, "Columns of the board, where its text does not say")
      ->check(CLI::Validator(CLI::Range(1, 32)).description("1 to 32"))
      ->type_name("N")
      ->group("Board");
  std::string what = "korf: lines of a name and a board, goal blank-first";
  std::vector<std::string> formats = {std::string(kInstanceLines)};
  if (boards == Boards::kSeveralAsExercises) {
    what +=
        "; letters, lower-letters, count: answer with the bare path or its length, or "
        "'unsolvable'";
    formats.insert(formats.end(), {"letters", "lower-letters", "count"});
  }
  app.add_option("--format", formats_, what)
      ->allow_extra_args(false)  // What follows is a board.
      ->check(Choice(formats))
      ->type_name("FORMAT")
      ->group("Board");
}

void BoardOptions::RegisterGoal(CLI::App& app) {
  app.add_option("--goal", goal_, "The goal: blank-last, blank-first, spiral, or a board")
      ->type_name("GOAL")
      ->group("Board");
}

bool BoardOptions::HasFormat(std::string_view name) const {
  return std::find(formats_.begin(), formats_.end(), name) != formats_.end();
}

std::optional<std::string> BoardOptions::AnswerFormat() const {
  for (const std::string& format : formats_) {
    if (format != kInstanceLines) return format;
  }
  return std::nullopt;
}

absl::StatusOr<std::vector<std::string>> BoardOptions::Arguments() const {
  std::vector<std::string> arguments = arguments_;
  if (arguments.empty()) {
    if (isatty(STDIN_FILENO) != 0) {
      return absl::InvalidArgumentError(
          "no board is given; write one, as in '2 3 4 1 5 x 7 6 8', or name a file, or - for "
          "standard input");
    }
    arguments.emplace_back("-");
  }
  if (std::count(arguments.begin(), arguments.end(), "-") + (goal_ == "-" ? 1 : 0) > 1) {
    return absl::InvalidArgumentError(
        "standard input (-) is named twice, and it can be read once: put one into a file");
  }
  if (arguments.size() > 1 && std::all_of(arguments.begin(), arguments.end(), IsOneCell)) {
    std::string joined;
    for (const std::string& argument : arguments) joined += argument + " ";
    arguments = {joined.substr(0, joined.size() - 1)};
  }
  return arguments;
}

bool BoardOptions::TakesStandardInput() const {
  return goal_ == "-" || arguments_.empty() ||
         std::find(arguments_.begin(), arguments_.end(), "-") != arguments_.end();
}

ReadOptions BoardOptions::MakeReadOptions() const {
  ReadOptions options;
  options.rows = rows_;
  options.columns = columns_;
  options.instance_lines = HasFormat(kInstanceLines);
  return options;
}

absl::StatusOr<std::vector<InputBoard>> BoardOptions::ReadInputBoards() const {
  const auto named = Arguments();
  if (!named.ok()) return named.status();
  const std::vector<std::string>& arguments = *named;
  const ReadOptions options = MakeReadOptions();
  std::vector<InputBoard> boards;
  std::string text_of_faults;
  std::vector<Violation> violations;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string role = arguments.size() == 1 ? "board" : "board " + std::to_string(i + 1);
    auto input = LoadInput(arguments[i], role);
    if (!input.ok()) return input.status();
    ReadResult result = ReadBoards(std::move(input->text), options);
    if (!result.faults.empty()) {
      const absl::Status status = FaultStatus(input->name, result.faults);
      text_of_faults += std::string(status.message());
      for (Violation& violation : DetailsOf(status).violations) {
        violations.push_back(std::move(violation));
      }
    }
    for (ReadBoard& read : result.boards) {
      boards.push_back({std::move(read.board), std::move(read.id), input->name, read.line});
    }
  }
  if (!violations.empty()) return InvalidInput(text_of_faults, violations);
  return boards;
}

std::string BoardOptions::GoalName() const {
  if (goal_.empty()) {
    return NameOf(HasFormat(kInstanceLines) ? v1::GOAL_LAYOUT_BLANK_FIRST
                                            : v1::GOAL_LAYOUT_BLANK_LAST);
  }
  const auto layout = ValueOf<v1::GoalLayout>(goal_);
  return layout ? NameOf(*layout) : "";
}

absl::StatusOr<v1::Goal> BoardOptions::ReadGoal(const v1::Board& start) const {
  v1::Goal goal;
  if (const std::string name = GoalName(); !name.empty()) {
    goal.set_layout(*ValueOf<v1::GoalLayout>(name));
    return goal;
  }
  if (!goal_text_) {
    auto loaded = LoadInput(goal_, kGoalRole);
    if (!loaded.ok()) return loaded.status();
    goal_text_ = *std::move(loaded);
  }
  const InputText& input = *goal_text_;
  // A text of one row says a size only if it is a square.
  ReadResult result = ReadBoards(input.text);
  if (!result.faults.empty()) {
    ReadOptions options;
    options.rows = start.rows();
    options.columns = start.columns();
    if (ReadResult again = ReadBoards(input.text, options);
        again.faults.size() <= result.faults.size()) {
      result = std::move(again);
    }
  }
  if (!result.faults.empty()) {
    absl::Status status = FaultStatus(input.name, result.faults);
    const bool is_file = input.name != kGoalRole;
    if (is_file || goal_.find_first_of("0123456789") != std::string::npos) return status;
    std::string names;
    for (const std::string& name : NamesOf<v1::GoalLayout>()) names += name + ", ";
    return absl::InvalidArgumentError("'" + goal_ + "' is no goal; write " + names + "or a board");
  }
  if (result.boards.size() != 1) {
    return absl::InvalidArgumentError(
        input.name + " holds " + std::to_string(result.boards.size()) + " boards; a goal is one");
  }
  *goal.mutable_board() = std::move(result.boards[0].board);
  return goal;
}

}  // namespace taquin::client
