// Where boards and goals come from.

#ifndef TAQUIN_CLIENT_COMMANDS_BOARD_OPTIONS_H_
#define TAQUIN_CLIENT_COMMANDS_BOARD_OPTIONS_H_

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "client/notation/board_reader.h"
#include "client/notation/fault.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// A text that somebody named on the command line.
struct InputText {
  // For messages: "board.txt", "standard input", or what an argument is.
  std::string name;
  std::string text;
};

// Loads what an argument names: standard input for "-", the content of a file
// if there is one of that name, else the argument itself, which messages then
// call `role`. Errors: INVALID_ARGUMENT for a file that cannot be read, and
// for an argument that is the path of no file.
absl::StatusOr<InputText> LoadInput(const std::string& argument, std::string_view role);

// An INVALID_ARGUMENT that shows every fault.
absl::Status FaultStatus(std::string_view source, const std::vector<Fault>& faults);

// A board with the place it came from.
struct InputBoard {
  v1::Board board;
  std::string id;
  std::string source;
  int line = 1;
};

class BoardOptions {
 public:
  // How many boards a command takes, and whether it can answer the classic
  // exercises.
  enum class Boards { kOne, kSeveral, kSeveralAsExercises };

  // Adds the positional argument BOARD, the options of its shape, and --goal.
  // This object must live as long as `app` is parsed.
  void Register(CLI::App& app, Boards boards);

  // Whether the command line names boards.
  bool names_boards() const { return !arguments_.empty(); }

  // Adds --goal alone.
  void RegisterGoal(CLI::App& app);

  // What the command line names, standard input where it names nothing: see
  // ReadInputBoards. Errors: INVALID_ARGUMENT where nothing is named and standard
  // input is a terminal, or where it is named more than once.
  absl::StatusOr<std::vector<std::string>> Arguments() const;

  // Whether board or goal are read from standard input.
  bool TakesStandardInput() const;

  // How to read the texts.
  ReadOptions MakeReadOptions() const;

  // Every board of every argument; of standard input if there is no argument
  // and it is not a terminal. At least one. Errors: INVALID_ARGUMENT with all
  // faults of all arguments.
  absl::StatusOr<std::vector<InputBoard>> ReadInputBoards() const;

  // The goal for a start; a goal board whose text does not say its size gets
  // the start's. Errors: INVALID_ARGUMENT with all faults.
  absl::StatusOr<v1::Goal> ReadGoal(const v1::Board& start) const;

  // The goal in the words of the command line: a layout's name, or empty for
  // a board.
  std::string GoalName() const;

  // The values of --format that say how answers are written.
  std::optional<std::string> AnswerFormat() const;

 private:
  bool HasFormat(std::string_view name) const;

  std::vector<std::string> arguments_;
  std::optional<int> rows_;
  std::optional<int> columns_;
  std::vector<std::string> formats_;
  std::string goal_;
  // What goal_ names, once it was read: standard input can be read only once.
  mutable std::optional<InputText> goal_text_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_BOARD_OPTIONS_H_
