#include "server/session.h"

#include <algorithm>
#include <utility>

namespace taquin::server {
namespace {

// What has passed since `start`; nothing if the clock has been set back.
Duration Since(TimePoint start, TimePoint now) { return std::max(now - start, Duration::zero()); }

}  // namespace

Session::Session(std::unique_ptr<Search> search, SessionOptions options, std::function<void()> wake)
    : options_(std::move(options)),
      search_(std::move(search)),
      workers_(search_->workers()),
      mailbox_(std::move(wake)) {}

void Session::Begin(TimePoint now) {
  began_ = now;
  MutexLock lock(mutex_);
  last_progress_ = now;
}

SearchState Session::Advance(std::int64_t budget, const Clock& clock) {
  const SearchState state = search_->Advance(budget);
  if (state == SearchState::kFinished) return state;
  const TimePoint now = clock.Now();
  if (state == SearchState::kImproved && options_.wants_improvements) {
    PostImprovement(Since(began_.value_or(now), now));
  }
  if (options_.progress_interval.has_value() && began_.has_value()) PostProgress(now);
  return state;
}

void Session::PostImprovement(Duration elapsed) {
  MutexLock lock(mutex_);
  Improvement improvement{.path = {}, .lower_bound = 0, .elapsed = elapsed};
  if (workers_ == 1) {
    improvement.path = *search_->best_path();
    improvement.lower_bound = search_->progress().lower_bound;
  } else {
    // Another thread's slice may replace the best path while it is read.
    SolveResult result = search_->result();
    improvement.path = std::move(result.path).value_or(Path());
    improvement.lower_bound = result.lower_bound;
  }
  const int length = static_cast<int>(improvement.path.size());
  if (posted_length_.has_value() && length >= *posted_length_) return;
  posted_length_ = length;
  mailbox_.Put(std::move(improvement));
}

void Session::PostProgress(TimePoint now) {
  MutexLock lock(mutex_);
  // After a clock that was set back, the interval begins anew.
  last_progress_ = std::min(last_progress_, now);
  if (now - last_progress_ < *options_.progress_interval) return;
  last_progress_ = now;
  mailbox_.Put(ProgressReport{.progress = search_->progress(), .elapsed = Since(*began_, now)});
}

void Session::End(std::optional<Limit> limit, TimePoint now) {
  if (limit.has_value()) search_->Stop(*limit);
  Completion completion{.result = search_->result(),
                        .elapsed = Since(began_.value_or(now), now),
                        .queue_time = Since(options_.time.arrival, began_.value_or(now))};
  // Freed before the caller hears of it: an answer means that the memory is
  // back.
  search_.reset();
  mailbox_.Put(std::move(completion));
}

void Session::Abandon() { search_.reset(); }

}  // namespace taquin::server
