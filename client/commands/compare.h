// taquin compare: algorithms and heuristics side by side on the same boards.

#ifndef TAQUIN_CLIENT_COMMANDS_COMPARE_H_
#define TAQUIN_CLIENT_COMMANDS_COMPARE_H_

#include <string>
#include <vector>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"
#include "client/comparison.h"
#include "client/solver_client.h"

namespace taquin::client {

class CompareCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  // What to run on each board.
  struct Contender {
    v1::Algorithm algorithm;
    v1::Heuristic heuristic;
  };

  // Runs every contender on every board; stops where the server is gone or
  // somebody interrupts.
  ExitCode RunAll(const std::vector<InputBoard>& boards, const std::vector<v1::Goal>& goals,
                  const std::vector<Contender>& contenders, SolverClient& client, Console& console);
  // The answer, unless it was printed as it came.
  void Print(const std::vector<v1::Board>& starts, Console& console) const;
  void PrintBoardsAndGoals(const std::vector<v1::Board>& starts, Console& console) const;

  // The goal of the board of that number, from 1, as the server named it; without
  // tiles if no search of it was answered.
  v1::Board GoalOf(std::size_t board) const;

  // The contenders that were asked for and that the server offers.
  absl::StatusOr<std::vector<Contender>> ChooseContenders(SolverClient& client) const;

  BoardOptions boards_;
  SearchOptions search_;
  std::string algorithms_;
  std::string heuristics_;
  bool csv_ = false;
  bool markdown_ = false;
  std::string page_;

  std::vector<ComparedSearch> searches_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_COMPARE_H_
