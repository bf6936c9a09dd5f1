// taquin load: asks a server as many callers would, and times its answers.

#ifndef TAQUIN_CLIENT_COMMANDS_LOAD_H_
#define TAQUIN_CLIENT_COMMANDS_LOAD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/commands/board_options.h"
#include "client/commands/command.h"
#include "client/commands/draw_options.h"
#include "client/commands/search_options.h"
#include "client/load/fail_condition.h"
#include "client/load/load_output.h"
#include "client/load/load_run.h"
#include "client/solver_client.h"

namespace taquin::client {

class LoadCommand : public Command {
 public:
  CLI::App* Register(CLI::App& app) override;
  ExitCode Run(CommonOptions& common, Console& console) override;

 private:
  absl::StatusOr<std::vector<FailCondition>> ReadConditions() const;
  LoadOptions MakeOptions() const;

  // The requests to send in turn: for the boards that the command line names, or
  // for boards that the server draws. Tells in `description` which.
  absl::StatusOr<std::vector<v1::SolveRequest>> MakeRequests(SolverClient& client,
                                                             LoadDescription& description) const;

  BoardOptions boards_;
  DrawOptions draw_;
  SearchOptions search_;
  std::int64_t drawn_boards_ = 1000;
  std::string rpc_ = "SolveOnce";
  std::optional<int> concurrency_;
  std::optional<double> rate_;
  std::string duration_;
  std::string count_;
  std::string ramp_;
  int connections_ = 1;
  std::vector<std::string> fail_if_;
  bool csv_ = false;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_LOAD_H_
