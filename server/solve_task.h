// A request for a search, understood and found in order.

#ifndef TAQUIN_SERVER_SOLVE_TASK_H_
#define TAQUIN_SERVER_SOLVE_TASK_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/clock.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin::server {

struct SolveTask {
  std::string id;
  Problem problem;
  SolveOptions options;
  std::optional<Duration> time;  // Longest search time, queueing not counted.
  Duration progress_interval{};

  // Makes other work than the search that problem and options ask for, to be
  // advanced and bounded as one. Unset: that search.
  std::function<std::unique_ptr<Search>()> make_search = nullptr;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SOLVE_TASK_H_
