#include "client/load/load_caller.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <mutex>
#include <optional>
#include <utility>

#include "absl/time/clock.h"
#include "client/rpc_error.h"
#include "client/solve_batch_call.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::client {
namespace {

constexpr std::pair<std::string_view, LoadRpc> kRpcs[] = {{"SolveOnce", LoadRpc::kSolveOnce},
                                                          {"Solve", LoadRpc::kSolve},
                                                          {"SolveBatch", LoadRpc::kSolveBatch}};

absl::Status Interrupted() { return absl::CancelledError("interrupted"); }

// A call of its own for each request.
class SolveOnceCaller final : public LoadCaller {
 public:
  explicit SolveOnceCaller(SolverClient& client)
      : client_(client), stub_(v1::SolverService::NewStub(client.channel())) {}

  void Begin(const v1::SolveRequest& request, OnAnswer on_answer) override {
    auto* const call = new Call;
    call->on_answer = std::move(on_answer);
    client_.Prepare(call->context, client_.deadlines().stream);
    cancellation_.Attach(&call->context);
    stub_->async()->SolveOnce(&call->context, &request, &call->response,
                              [this, call](const grpc::Status& status) { End(call, status); });
  }

  void Cancel() override { cancellation_.Cancel(); }

 private:
  struct Call {
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    OnAnswer on_answer;
  };

  void End(Call* finished, const grpc::Status& status) {
    std::unique_ptr<Call> call(finished);
    cancellation_.Detach(&call->context);
    absl::StatusOr<v1::SolveResult> answer = std::move(*call->response.mutable_result());
    if (!status.ok()) {
      answer = cancellation_.cancelled() ? Interrupted() : StatusFromRpc(status, client_.server());
    }
    const OnAnswer on_answer = std::move(call->on_answer);
    // The program may end with the answer.
    call.reset();
    on_answer(std::move(answer));
  }

  SolverClient& client_;
  const std::unique_ptr<v1::SolverService::Stub> stub_;
  Cancellation cancellation_;
};

// The same, with the events on the way.
class SolveCaller final : public LoadCaller {
 public:
  explicit SolveCaller(SolverClient& client)
      : client_(client), stub_(v1::SolverService::NewStub(client.channel())) {}

  void Begin(const v1::SolveRequest& request, OnAnswer on_answer) override {
    // Deletes itself.
    (new Call(*this, std::move(on_answer)))->Start(request);
  }

  void Cancel() override { cancellation_.Cancel(); }

 private:
  class Call final : public grpc::ClientReadReactor<v1::SolveResponse> {
   public:
    Call(SolveCaller& caller, OnAnswer on_answer)
        : caller_(caller), on_answer_(std::move(on_answer)) {
      caller.client_.Prepare(context_, caller.client_.deadlines().stream);
    }

    void Start(const v1::SolveRequest& request) {
      caller_.cancellation_.Attach(&context_);
      caller_.stub_->async()->Solve(&context_, &request, this);
      StartRead(&response_);
      StartCall();
    }

    void OnReadDone(bool ok) override {
      if (!ok) return;
      if (response_.has_result()) result_ = std::move(*response_.mutable_result());
      StartRead(&response_);
    }

    void OnDone(const grpc::Status& status) override {
      caller_.cancellation_.Detach(&context_);
      const std::string& server = caller_.client_.server();
      absl::StatusOr<v1::SolveResult> answer =
          absl::InternalError("the server at " + server + " ended the search without a result");
      if (result_) {
        answer = *std::move(result_);
      } else if (caller_.cancellation_.cancelled()) {
        answer = Interrupted();
      } else if (!status.ok()) {
        answer = StatusFromRpc(status, server);
      }
      const OnAnswer on_answer = std::move(on_answer_);
      // The program may end with the answer.
      delete this;
      on_answer(std::move(answer));
    }

   private:
    SolveCaller& caller_;
    OnAnswer on_answer_;
    grpc::ClientContext context_;
    v1::SolveResponse response_;
    std::optional<v1::SolveResult> result_;
  };

  SolverClient& client_;
  const std::unique_ptr<v1::SolverService::Stub> stub_;
  Cancellation cancellation_;
};

// One call for all requests, and another when that has broken.
class SolveBatchCaller final : public LoadCaller {
 public:
  explicit SolveBatchCaller(SolverClient& client) : client_(client) {}

  void Begin(const v1::SolveRequest& request, OnAnswer on_answer) override {
    SolveBatchCall* const call = Current();
    if (call == nullptr) return on_answer(Interrupted());
    call->Send(request, std::move(on_answer));
  }

  void GiveUpLate() override {
    const std::lock_guard lock(mutex_);
    const absl::Duration timeout = client_.deadlines().stream;
    if (calls_.empty() || absl::Now() - calls_.back()->OldestSent() <= timeout) return;
    calls_.back()->Cancel(absl::DeadlineExceededError("the server at " + client_.server() +
                                                      " did not answer in time"));
  }

  void Cancel() override {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (!calls_.empty()) calls_.back()->Cancel(Interrupted());
  }

 private:
  SolveBatchCall* Current() {
    const std::lock_guard lock(mutex_);
    if (cancelled_) return nullptr;
    if (calls_.empty() || calls_.back()->ended()) {
      calls_.push_back(std::make_unique<SolveBatchCall>(client_));
    }
    return calls_.back().get();
  }

  SolverClient& client_;
  std::mutex mutex_;
  bool cancelled_ = false;
  // The last one is used; the others have broken, and may still be answering.
  std::vector<std::unique_ptr<SolveBatchCall>> calls_;
};

}  // namespace

std::string_view LoadRpcName(LoadRpc rpc) {
  for (const auto& [name, its_rpc] : kRpcs) {
    if (its_rpc == rpc) return name;
  }
  return "";
}

std::vector<std::string> LoadRpcNames() {
  std::vector<std::string> names;
  for (const auto& [name, rpc] : kRpcs) names.emplace_back(name);
  return names;
}

LoadRpc LoadRpcOf(std::string_view name) {
  for (const auto& [its_name, rpc] : kRpcs) {
    if (its_name == name) return rpc;
  }
  return LoadRpc::kSolveOnce;
}

std::unique_ptr<LoadCaller> MakeLoadCaller(LoadRpc rpc, SolverClient& client) {
  switch (rpc) {
    case LoadRpc::kSolve:
      return std::make_unique<SolveCaller>(client);
    case LoadRpc::kSolveBatch:
      return std::make_unique<SolveBatchCaller>(client);
    case LoadRpc::kSolveOnce:
      break;
  }
  return std::make_unique<SolveOnceCaller>(client);
}

}  // namespace taquin::client
