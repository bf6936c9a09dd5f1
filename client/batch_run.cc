#include "client/batch_run.h"

#include <algorithm>
#include <utility>

#include "absl/time/clock.h"
#include "client/exit_code.h"
#include "client/rpc_error.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// Answers that may wait for a slower one before them.
constexpr std::size_t kWindow = 4096;

// Less than a server reads of a call that waits for answers, so that no board
// waits in the transport behind others that take long.
constexpr int kBoardsACall = 8;

// Tries while the server's queue is full: with the waits that it asks for, some
// minutes.
constexpr int kMostTriesWhileFull = 100;

// Tries of a board whose call broke: some seconds, enough for another of several
// servers to be found, or for this one to be started again.
constexpr int kMostTriesWhileGone = 5;
constexpr absl::Duration kFirstPause = absl::Milliseconds(100);

// Beyond the longest search, for the queue and the reply.
constexpr absl::Duration kPatience = absl::Seconds(30);

// Between two looks for answers that are late.
constexpr absl::Duration kLook = absl::Seconds(1);

}  // namespace

BatchRun::BatchRun(SolverClient& client, Source source, Sink sink, Options options)
    : client_(client),
      source_(std::move(source)),
      sink_(std::move(sink)),
      options_(options),
      lanes_(static_cast<std::size_t>((options.concurrency + kBoardsACall - 1) / kBoardsACall)) {}

absl::Status BatchRun::Run() {
  while (failure_.ok()) {
    const bool busy = Proceed();
    if (at_end_ && under_way_ == 0) break;
    std::vector<Answered> answered = Wait(!busy);
    for (Answered& answer : answered) Receive(std::move(answer));
    GiveUpLate();
  }
  // Nobody listens to what is still under way.
  for (Lane& lane : lanes_) {
    if (lane.call != nullptr && lane.unanswered > 0) lane.call->Cancel();
  }
  for (Lane& lane : lanes_) lane.call.reset();
  return failure_;
}

void BatchRun::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  arrived_.notify_all();
}

bool BatchRun::Proceed() {
  if (!retries_.empty() && retries_.begin()->first <= absl::Now()) {
    std::shared_ptr<Pending> pending = std::move(retries_.begin()->second);
    retries_.erase(retries_.begin());
    Send(std::move(pending));
    return true;
  }
  const bool has_room =
      under_way_ < options_.concurrency && (options_.as_ready || taken_ - delivered_ < kWindow);
  if (at_end_ || !has_room) return false;
  std::optional<BatchItem> item = source_();
  if (!item) {
    at_end_ = true;
    return true;
  }
  auto pending = std::make_shared<Pending>();
  pending->number = taken_++;
  pending->item = *std::move(item);
  if (!pending->item.status.ok()) {
    Deliver(pending->number, {pending->item.id, pending->item.status});
    return true;
  }
  ++under_way_;
  Send(std::move(pending));
  return true;
}

void BatchRun::Send(std::shared_ptr<Pending> pending) {
  const auto lane =
      std::min_element(lanes_.begin(), lanes_.end(),
                       [](const Lane& a, const Lane& b) { return a.unanswered < b.unanswered; });
  if (lane->call == nullptr || lane->call->ended()) {
    lane->call = std::make_unique<SolveBatchCall>(client_);
  }
  ++lane->unanswered;
  ++pending->tries;
  pending->lane = static_cast<std::size_t>(lane - lanes_.begin());
  v1::SolveRequest request = pending->item.request;
  // A call for many boards has no deadline of its own.
  google::protobuf::Duration& time = *request.mutable_limits()->mutable_time();
  const absl::Duration longest = client_.deadlines().stream;
  if (const absl::Duration asked = FromProto(time);
      asked == absl::ZeroDuration() || asked > longest) {
    ToProto(longest, &time);
  }
  lane->call->Send(std::move(request),
                   [this, pending = std::move(pending)](absl::StatusOr<v1::SolveResult> result) {
                     const std::lock_guard lock(mutex_);
                     answered_.emplace_back(pending, std::move(result));
                     arrived_.notify_all();
                   });
}

std::vector<BatchRun::Answered> BatchRun::Wait(bool may_wait) {
  absl::Time until = absl::Now() + kLook;
  if (!retries_.empty()) until = std::min(until, retries_.begin()->first);
  std::unique_lock lock(mutex_);
  if (may_wait && answered_.empty() && !stopped_) {
    arrived_.wait_until(lock, absl::ToChronoTime(until));
  }
  if (stopped_ && failure_.ok()) failure_ = absl::CancelledError("interrupted");
  return std::exchange(answered_, {});
}

void BatchRun::Receive(Answered answered) {
  auto& [pending, result] = answered;
  --lanes_[pending->lane].unanswered;
  if (!result.ok()) {
    if (const auto retry = RetryTime(*pending, result.status())) {
      retries_.emplace(*retry, std::move(pending));
      return;
    }
    // What is wrong with one board is its answer; the rest can go on.
    if (ExitCodeOf(result.status()) != ExitCode::kUsage) {
      if (failure_.ok()) failure_ = result.status();
      return;
    }
  }
  --under_way_;
  Deliver(pending->number, {std::move(pending->item.id), std::move(result)});
}

std::optional<absl::Time> BatchRun::RetryTime(const Pending& pending,
                                              const absl::Status& status) const {
  const absl::Duration asked = DetailsOf(status).retry_delay.value_or(absl::Milliseconds(500));
  if (status.code() == absl::StatusCode::kResourceExhausted) {
    if (pending.tries >= kMostTriesWhileFull) return std::nullopt;
    return absl::Now() + std::clamp(asked, absl::Milliseconds(10), absl::Seconds(5));
  }
  if (status.code() == absl::StatusCode::kUnavailable) {
    if (pending.tries >= kMostTriesWhileGone) return std::nullopt;
    return absl::Now() + kFirstPause * (1 << pending.tries);
  }
  return std::nullopt;
}

void BatchRun::GiveUpLate() {
  const absl::Time now = absl::Now();
  if (now - looked_ < kLook) return;
  looked_ = now;
  const absl::Time latest = now - client_.deadlines().stream - kPatience;
  for (const Lane& lane : lanes_) {
    if (lane.call != nullptr && lane.unanswered > 0 && lane.call->OldestSent() < latest) {
      lane.call->Cancel(absl::DeadlineExceededError("the server at " + client_.server() +
                                                    " did not answer in time"));
    }
  }
}

void BatchRun::Deliver(std::size_t number, BatchAnswer answer) {
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
}

}  // namespace taquin::client
