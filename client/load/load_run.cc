#include "client/load/load_run.h"

#include <algorithm>
#include <utility>

#include "client/load/arrival_schedule.h"
#include "client/rpc_error.h"

namespace taquin::client {
namespace {

constexpr absl::Duration kProgressInterval = absl::Milliseconds(100);

// A lane whose request failed waits, so that a server in trouble is not asked as
// fast as it can refuse.
constexpr absl::Duration kPauseAfterFailure = absl::Milliseconds(100);
constexpr absl::Duration kLongestPause = absl::Seconds(5);

}  // namespace

LoadRun::LoadRun(const std::vector<std::unique_ptr<LoadCaller>>& callers,
                 const std::vector<v1::SolveRequest>& requests, const LoadOptions& options)
    : callers_(callers), requests_(requests), options_(options) {}

absl::Status LoadRun::Run(const std::function<void(const LoadProgress&)>& on_progress) {
  std::unique_lock lock(mutex_);
  on_progress_ = on_progress;
  start_ = Clock::now();
  last_answer_ = start_;
  progress_shown_ = start_;
  if (!options_.rate) {
    for (int lane = 0; lane < options_.in_flight; ++lane) {
      lanes_.insert(start_ +
                    absl::ToChronoNanoseconds(LaneStart(lane, options_.in_flight, options_.ramp)));
    }
  }
  while (status_.ok()) {
    const std::optional<Time> due = NextDue();
    if (due && *due <= Clock::now()) {
      if (!HasMore(*due)) break;
      if (!options_.rate) lanes_.erase(lanes_.begin());
      const std::int64_t number = Take(*due);
      lock.unlock();
      Begin(*due, number);
      lock.lock();
      continue;
    }
    // A lane that is out may bring another request; an open loop has none after
    // its last.
    if (due && !HasMore(*due) && (options_.rate || due_times_.empty())) break;
    if (!due && !options_.rate && IsIdle()) break;
    WaitUntil(lock, due);
  }
  while (status_.ok() && !IsIdle()) WaitUntil(lock, std::nullopt);
  const Time end = Clock::now();
  const auto given_up = static_cast<std::int64_t>(due_times_.size());
  const absl::Duration oldest =
      given_up == 0 ? absl::ZeroDuration() : absl::FromChrono(end - *due_times_.begin());
  report_.End(absl::FromChrono(end - start_), given_up, oldest);
  GiveUp(lock);
  return status_;
}

void LoadRun::Stop() {
  const std::lock_guard lock(mutex_);
  if (status_.ok()) status_ = absl::CancelledError("interrupted");
  changed_.notify_all();
}

std::optional<LoadRun::Time> LoadRun::NextDue() const {
  if (!options_.rate) {
    if (lanes_.empty()) return std::nullopt;
    return *lanes_.begin();
  }
  if (static_cast<int>(due_times_.size()) >= options_.in_flight) return std::nullopt;
  return start_ +
         absl::ToChronoNanoseconds(ArrivalSchedule(*options_.rate, options_.ramp).DueAt(begun_));
}

bool LoadRun::HasMore(Time due) const {
  if (!status_.ok() || (options_.count && begun_ >= *options_.count)) return false;
  return !options_.duration || due - start_ < absl::ToChronoNanoseconds(*options_.duration);
}

std::int64_t LoadRun::Take(Time due) {
  ++beginning_;
  due_times_.insert(due);
  return begun_++;
}

void LoadRun::Begin(Time due, std::int64_t number) {
  const auto place = static_cast<std::size_t>(number);
  callers_[place % callers_.size()]->Begin(
      requests_[place % requests_.size()],
      [this, due](const absl::StatusOr<v1::SolveResult>& answer) { Complete(due, answer); });
  const std::lock_guard lock(mutex_);
  --beginning_;
  Notify();
}

void LoadRun::Complete(Time due, const absl::StatusOr<v1::SolveResult>& answer) {
  std::optional<std::int64_t> next;  // Of this lane.
  const Time now = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    due_times_.erase(due_times_.find(due));
    if (recording_) {
      report_.Record(absl::FromChrono(now - due), answer);
      if (answer.ok()) {
        last_answer_ = now;
        if (!options_.rate && HasMore(now)) next = Take(now);
      } else {
        Fail(now, answer.status());
      }
    }
    if (!next) return Notify();
  }
  Begin(now, *next);
}

void LoadRun::Fail(Time now, const absl::Status& status) {
  if (status.code() != absl::StatusCode::kUnavailable) {
    last_answer_ = now;
  } else if (status_.ok() && absl::FromChrono(now - last_answer_) > options_.give_up_after) {
    status_ = status;
  }
  if (options_.rate) return;
  const absl::Duration pause =
      std::min(DetailsOf(status).retry_delay.value_or(kPauseAfterFailure), kLongestPause);
  lanes_.insert(now + absl::ToChronoNanoseconds(pause));
}

void LoadRun::Notify() {
  const bool has_room =
      options_.rate && static_cast<int>(due_times_.size()) + 1 == options_.in_flight;
  if (has_room || !lanes_.empty() || !status_.ok() || IsIdle()) changed_.notify_all();
}

void LoadRun::WaitUntil(std::unique_lock<std::mutex>& lock, std::optional<Time> until) {
  const Time look = progress_shown_ + absl::ToChronoNanoseconds(kProgressInterval);
  changed_.wait_until(lock, until ? std::min(*until, look) : look);
  const Time now = Clock::now();
  if (now < look) return;
  progress_shown_ = now;
  const LoadProgress progress{.elapsed = absl::FromChrono(now - start_),
                              .finished = report_.finished(),
                              .failed = report_.failed(),
                              .in_flight = static_cast<int>(due_times_.size()),
                              .p99 = report_.latency().Percentile(99)};
  lock.unlock();
  for (const auto& caller : callers_) caller->GiveUpLate();
  on_progress_(progress);
  lock.lock();
}

void LoadRun::GiveUp(std::unique_lock<std::mutex>& lock) {
  recording_ = false;
  if (IsIdle()) return;
  lock.unlock();
  for (const auto& caller : callers_) caller->Cancel();
  lock.lock();
  changed_.wait(lock, [this] { return IsIdle(); });
}

}  // namespace taquin::client
