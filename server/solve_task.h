// A solve request, understood and found in order.

#ifndef TAQUIN_SERVER_SOLVE_TASK_H_
#define TAQUIN_SERVER_SOLVE_TASK_H_

#include <optional>
#include <string>

#include "server/clock.h"
#include "solver/solve_options.h"

namespace taquin::server {

struct SolveTask {
  std::string id;
  Problem problem;
  SolveOptions options;
  std::optional<Duration> time;  // Longest search time, queueing not counted.
  Duration progress_interval{};
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SOLVE_TASK_H_
