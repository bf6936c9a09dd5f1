#include "client/batch_run.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "client/exit_code.h"
#include "client/rpc_error.h"

namespace taquin::client {
namespace {

// Answers that may wait for a slower one before them.
constexpr std::size_t kWindow = 4096;

// Tries while the server's queue is full: with the waits that it asks for,
// some minutes.
constexpr int kMaxTries = 100;

}  // namespace

BatchRun::BatchRun(SolverClient& client, Source source, Sink sink, Options options)
    : client_(client), source_(std::move(source)), sink_(std::move(sink)), options_(options) {}

absl::Status BatchRun::Run() {
  std::vector<std::thread> threads;
  for (int i = 0; i < options_.concurrency; ++i) threads.emplace_back([this] { Work(); });
  for (std::thread& thread : threads) thread.join();
  return failure_;
}

void BatchRun::Stop() {
  {
    const std::lock_guard lock(mutex_);
    if (failure_.ok()) failure_ = absl::CancelledError("interrupted");
  }
  cancellation_.Cancel();
  room_.notify_all();
}

std::optional<std::pair<std::size_t, BatchItem>> BatchRun::Take() {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] {
    return at_end_ || !failure_.ok() || options_.as_ready || taken_ - delivered_ < kWindow;
  });
  if (at_end_ || !failure_.ok()) return std::nullopt;
  std::optional<BatchItem> item = source_();
  if (!item) {
    at_end_ = true;
    room_.notify_all();
    return std::nullopt;
  }
  return std::make_pair(taken_++, *std::move(item));
}

absl::StatusOr<v1::SolveResult> BatchRun::Ask(const v1::SolveRequest& request) {
  for (int tries = 1;; ++tries) {
    auto result = client_.SolveOnce(request, &cancellation_);
    if (result.status().code() != absl::StatusCode::kResourceExhausted || tries == kMaxTries ||
        cancellation_.cancelled()) {
      return result;
    }
    absl::SleepFor(
        std::clamp(DetailsOf(result.status()).retry_delay.value_or(absl::Milliseconds(500)),
                   absl::Milliseconds(10), absl::Seconds(5)));
  }
}

void BatchRun::Work() {
  while (auto taken = Take()) {
    auto& [number, item] = *taken;
    BatchAnswer answer;
    answer.id = item.id;
    if (item.status.ok()) {
      answer.result = Ask(item.request);
    } else {
      answer.result = item.status;
    }
    // What is wrong with one board is its answer; the rest can go on.
    const ExitCode code = ExitCodeOf(answer.result.status());
    if (code == ExitCode::kSuccess || code == ExitCode::kUsage) {
      Deliver(number, std::move(answer));
      continue;
    }
    const std::lock_guard lock(mutex_);
    if (failure_.ok()) failure_ = answer.result.status();
    room_.notify_all();
    return;
  }
}

void BatchRun::Deliver(std::size_t number, BatchAnswer answer) {
  const std::lock_guard lock(mutex_);
  if (options_.as_ready) {
    sink_(answer);
    return;
  }
  waiting_.emplace(number, std::move(answer));
  for (auto next = waiting_.find(delivered_); next != waiting_.end();
       next = waiting_.find(delivered_)) {
    sink_(next->second);
    waiting_.erase(next);
    ++delivered_;
  }
  room_.notify_all();
}

}  // namespace taquin::client
