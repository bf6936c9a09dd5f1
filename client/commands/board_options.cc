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
  const bool is_number = !argument.empty() && argument.size() <= 4 &&
                         std::all_of(argument.begin(), argument.end(),
                                     [](unsigned char c) { return std::isdigit(c) != 0; });
  return is_number || argument == "x" || argument == "X" || argument == "_" || argument == "__" ||
         argument == ".";
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

void BoardOptions::Register(CLI::App& app, bool several) {
  // A list would swallow the positional arguments that follow it.
  CLI::Option* boards =
      several ? app.add_option("BOARD", arguments_,
                               "Boards in any notation, files of them, or - for standard input")
              : app.add_option_function<std::string>(
                    "BOARD", [this](const std::string& argument) { arguments_ = {argument}; },
                    "A board in any notation, a file with one, or - for standard input");
  boards->type_name("");
  boards->option_text("");
  RegisterGoal(app);
  app.add_option("--rows", rows_, "Rows of the board, where its text does not say")
      ->check(CLI::Validator(CLI::Range(1, 32)).description("1 to 32"))
      ->type_name("N")
      ->group("Board");
  app.add_option("--columns", columns_, "Columns of the board, where its text does not say")
      ->check(CLI::Validator(CLI::Range(1, 32)).description("1 to 32"))
      ->type_name("N")
      ->group("Board");
  app.add_option(
         "--format", formats_,
         "korf: lines of a name and a board, goal blank-first; letters, lower-letters, count: "
         "answer with the bare path or its length, or 'unsolvable'")
      ->allow_extra_args(false)  // What follows is a board.
      ->check(Choice({"korf", "letters", "lower-letters", "count"}))
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
  if (arguments.size() > 1 && std::all_of(arguments.begin(), arguments.end(), IsOneCell)) {
    std::string joined;
    for (const std::string& argument : arguments) joined += argument + " ";
    arguments = {joined.substr(0, joined.size() - 1)};
  }
  return arguments;
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
  auto input = LoadInput(goal_, "goal");
  if (!input.ok()) return input.status();
  // A text of one row says a size only if it is a square.
  ReadResult result = ReadBoards(input->text);
  if (!result.faults.empty()) {
    ReadOptions options;
    options.rows = start.rows();
    options.columns = start.columns();
    if (ReadResult again = ReadBoards(std::move(input->text), options);
        again.faults.size() <= result.faults.size()) {
      result = std::move(again);
    }
  }
  if (!result.faults.empty()) {
    absl::Status status = FaultStatus(input->name, result.faults);
    if (goal_.find_first_of("0123456789") != std::string::npos) return status;
    std::string names;
    for (const std::string& name : NamesOf<v1::GoalLayout>()) names += name + ", ";
    return absl::InvalidArgumentError("'" + goal_ + "' is no goal; write " + names + "or a board");
  }
  if (result.boards.size() != 1) {
    return absl::InvalidArgumentError(
        input->name + " holds " + std::to_string(result.boards.size()) + " boards; a goal is one");
  }
  *goal.mutable_board() = std::move(result.boards[0].board);
  return goal;
}

}  // namespace taquin::client
