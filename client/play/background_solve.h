// A search that runs while somebody plays on.

#ifndef TAQUIN_CLIENT_PLAY_BACKGROUND_SOLVE_H_
#define TAQUIN_CLIENT_PLAY_BACKGROUND_SOLVE_H_

#include <future>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "client/solver_client.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// One search at a time, on a thread of its own. Its functions are to be called
// by one thread.
class BackgroundSolve {
 public:
  // `client` must outlive this object.
  explicit BackgroundSolve(SolverClient& client) : client_(client) {}

  // Cancels what still runs.
  ~BackgroundSolve();
  BackgroundSolve(const BackgroundSolve&) = delete;
  BackgroundSolve& operator=(const BackgroundSolve&) = delete;

  // Starts a search; what still ran is cancelled, and its answer dropped.
  void Start(v1::SolveRequest request);

  bool running() const { return answer_.valid(); }

  // Cancels what still runs, and drops its answer.
  void Cancel();

  // The answer of the search, once; nothing while it runs.
  std::optional<absl::StatusOr<v1::SolveResult>> Take();

 private:
  SolverClient& client_;
  std::unique_ptr<Cancellation> cancellation_;
  std::future<absl::StatusOr<v1::SolveResult>> answer_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PLAY_BACKGROUND_SOLVE_H_
