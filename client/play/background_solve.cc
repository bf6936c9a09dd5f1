#include "client/play/background_solve.h"

#include <chrono>
#include <utility>

namespace taquin::client {

BackgroundSolve::~BackgroundSolve() { Cancel(); }

void BackgroundSolve::Start(v1::SolveRequest request) {
  Cancel();
  cancellation_ = std::make_unique<Cancellation>();
  answer_ = std::async(std::launch::async, [client = &client_, cancellation = cancellation_.get(),
                                            asked = std::move(request)] {
    return client->SolveOnce(asked, cancellation);
  });
}

void BackgroundSolve::Cancel() {
  if (!answer_.valid()) return;
  cancellation_->Cancel();
  answer_.wait();
  answer_ = {};
}

std::optional<absl::StatusOr<v1::SolveResult>> BackgroundSolve::Take() {
  if (!answer_.valid() || answer_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  return answer_.get();
}

}  // namespace taquin::client
