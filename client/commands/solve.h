// taquin solve: streams a search and prints the path.

#ifndef TAQUIN_CLIENT_COMMANDS_SOLVE_H_
#define TAQUIN_CLIENT_COMMANDS_SOLVE_H_

#include <string>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"
#include "client/solver_client.h"

namespace taquin::client {

class SolveCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  // Solves one board and prints its result or its error.
  ExitCode SolveBoard(const InputBoard& board, const v1::Goal& goal, SolverClient& client,
                      Cancellation& cancellation, Console& console);

  void Print(const InputBoard& board, const v1::SolveResult& result, SolverClient& client,
             Console& console) const;

  BoardOptions boards_;
  SearchOptions search_;
  std::string progress_ = "auto";
  std::string notation_ = "blank-letters";
  bool steps_ = false;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_SOLVE_H_
