// taquin solve: streams a search and prints the path.

#ifndef TAQUIN_CLIENT_COMMANDS_SOLVE_H_
#define TAQUIN_CLIENT_COMMANDS_SOLVE_H_

#include <memory>
#include <string>
#include <vector>

#include "client/commands/answer_files.h"
#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"
#include "client/search_history.h"
#include "client/solver_client.h"

namespace taquin::client {

class SolveCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  // Solves one board and prints its result or its error.
  ExitCode SolveBoard(const InputBoard& board, const v1::Goal& goal, Cancellation& cancellation,
                      Console& console);

  // Prints a result and writes the files that show it.
  ExitCode Answer(const InputBoard& board, const v1::SolveResult& result,
                  const SearchHistory& history, Console& console);

  // Reads the boards and their goals, opens the files of the answer, and
  // connects: everything that can fail before a search.
  absl::Status Prepare(CommonOptions& common);

  // Plays the path on the terminal, or says why it cannot.
  ExitCode Animate(const InputBoard& board, const v1::SolveResult& result,
                   const Cancellation& cancellation, Console& console) const;

  void Print(const InputBoard& board, const v1::SolveResult& result, Console& console) const;

  BoardOptions boards_;
  SearchOptions search_;
  AnswerFiles files_;
  std::string progress_ = "auto";
  std::string notation_ = "blank-letters";
  bool steps_ = false;
  bool animate_ = false;

  std::vector<InputBoard> inputs_;
  std::vector<v1::Goal> goals_;  // One for each input.
  std::unique_ptr<SolverClient> client_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_SOLVE_H_
