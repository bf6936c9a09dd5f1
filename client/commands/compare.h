// taquin compare: algorithms and heuristics side by side on the same boards.

#ifndef TAQUIN_CLIENT_COMMANDS_COMPARE_H_
#define TAQUIN_CLIENT_COMMANDS_COMPARE_H_

#include <string>
#include <vector>

#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/search_options.h"
#include "client/solver_client.h"

namespace taquin::client {

// The factor b for which 1 + b + b^2 + ... + b^length is generated_count + 1:
// how many ways a search followed at each move. 0 where it says nothing: no
// path, no moves, or fewer nodes than moves.
double EffectiveBranchingFactor(std::int64_t generated_count, int length);

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

  // The contenders that were asked for and that the server offers.
  absl::StatusOr<std::vector<Contender>> ChooseContenders(SolverClient& client) const;

  BoardOptions boards_;
  SearchOptions search_;
  std::string algorithms_;
  std::string heuristics_;
  bool csv_ = false;
  bool markdown_ = false;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_COMPARE_H_
