// The service as functions that return a result or an error.

#ifndef TAQUIN_CLIENT_SOLVER_CLIENT_H_
#define TAQUIN_CLIENT_SOLVER_CLIENT_H_

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/channel.h"
#include "taquin/v1/solve.pb.h"
#include "taquin/v1/solver_service.pb.h"

namespace grpc {
class Channel;
class ClientContext;
}  // namespace grpc

namespace taquin::client {

// Stops calls from another thread. Once cancelled it stays so, and a call that
// starts with it fails at once. Thread-safe.
class Cancellation {
 public:
  Cancellation() = default;
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  void Cancel();
  bool cancelled() const;

  // Ties the token to a running call, whose context must outlive the tie.
  void Attach(grpc::ClientContext* context);
  void Detach(grpc::ClientContext* context);

 private:
  mutable std::mutex mutex_;
  std::set<grpc::ClientContext*> contexts_;
  bool cancelled_ = false;
};

// Every function blocks until there is an answer or an error; none waits
// longer than its deadline. Errors are those of the call, as StatusFromRpc
// gives them, and carry the server's details. Thread-safe.
class SolverClient {
 public:
  struct Deadlines {
    absl::Duration unary = absl::Seconds(30);
    absl::Duration stream = absl::Hours(1);
  };

  // `server` is the name to use in messages.
  SolverClient(std::shared_ptr<grpc::Channel> channel, std::string server, std::string token,
               Deadlines deadlines);
  ~SolverClient();

  // Makes a channel and waits for it to be ready. Errors: those of
  // MakeChannel; UNAVAILABLE, naming the address, if nothing answers within
  // the connect timeout.
  static absl::StatusOr<std::unique_ptr<SolverClient>> Connect(const ConnectionOptions& options,
                                                               Deadlines deadlines);

  // Runs a search. `on_event` sees every event but the result, in order, on
  // the calling thread. `cancellation` may be null. Errors beside the call's:
  // CANCELLED once cancelled; INTERNAL if the stream ends without a result.
  absl::StatusOr<v1::SolveResult> Solve(
      const v1::SolveRequest& request,
      const std::function<void(const v1::SolveResponse&)>& on_event, Cancellation* cancellation);

  // The same search without its events. `cancellation` may be null.
  absl::StatusOr<v1::SolveResult> SolveOnce(const v1::SolveRequest& request,
                                            Cancellation* cancellation = nullptr);

  absl::StatusOr<v1::CheckResponse> Check(const v1::CheckRequest& request);
  absl::StatusOr<v1::VerifyResponse> Verify(const v1::VerifyRequest& request);
  absl::StatusOr<v1::GenerateResponse> Generate(const v1::GenerateRequest& request);
  absl::StatusOr<v1::GetCapabilitiesResponse> GetCapabilities();

  const std::string& server() const { return server_; }
  const Deadlines& deadlines() const { return deadlines_; }

  // For calls that do not block: the channel, and what each call begins with. An
  // infinite timeout is none.
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  void Prepare(grpc::ClientContext& context, absl::Duration timeout) const;

 private:
  // Keeps the transport's headers out of every command.
  struct Stub;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<Stub> stub_;
  std::string server_;
  std::string token_;
  Deadlines deadlines_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_SOLVER_CLIENT_H_
