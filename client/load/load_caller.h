// The rpcs that a load can be of, begun without waiting for their ends.

#ifndef TAQUIN_CLIENT_LOAD_LOAD_CALLER_H_
#define TAQUIN_CLIENT_LOAD_LOAD_CALLER_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "client/solver_client.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

enum class LoadRpc { kSolveOnce, kSolve, kSolveBatch };

// As in "SolveOnce".
std::string_view LoadRpcName(LoadRpc rpc);
std::vector<std::string> LoadRpcNames();
// kSolveOnce for a name that is none.
LoadRpc LoadRpcOf(std::string_view name);

// Begins calls by the dozen or the thousand; they need no threads of ours.
// Thread-safe.
class LoadCaller {
 public:
  // Called once a request, on a thread of the transport's or inside Begin(), with
  // no lock held; it may call Begin().
  using OnAnswer = std::function<void(absl::StatusOr<v1::SolveResult>)>;

  // Every call has to be answered by then, and every Begin() over.
  virtual ~LoadCaller() = default;

  // `request` outlives its answer.
  virtual void Begin(const v1::SolveRequest& request, OnAnswer on_answer) = 0;

  // Ends what waits for longer than the deadline, where no deadline of the
  // transport's does.
  virtual void GiveUpLate() {}

  // Ends every call with an error, those to come as well.
  virtual void Cancel() = 0;
};

// `client` outlives the caller.
std::unique_ptr<LoadCaller> MakeLoadCaller(LoadRpc rpc, SolverClient& client);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_LOAD_CALLER_H_
