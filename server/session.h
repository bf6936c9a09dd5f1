// One request's search, tied to the mailbox that its caller reads.

#ifndef TAQUIN_SERVER_SESSION_H_
#define TAQUIN_SERVER_SESSION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/caller_quota.h"
#include "server/clock.h"
#include "server/mailbox.h"
#include "server/mutex.h"
#include "server/time_budget.h"
#include "solver/search.h"

namespace taquin::server {

struct SessionOptions {
  std::string caller;  // Whose share of the server this is.
  CallerQuota quota;   // Of that caller.
  TimeBounds time;
  std::optional<Duration> progress_interval;  // Least time between reports; unset: none.
  bool wants_improvements = false;
  bool asks_for_memory = false;  // The search asks a MemoryAccount before it allocates.
};

// Driven by the scheduler: Begin() at its turn, Advance() until it says
// kFinished or the time is up, then End() or Abandon(). Advance() may be called by as many
// threads at once as workers() says; End() and Abandon() by one, when no
// Advance() is under way. mailbox() may be used by anyone at any time.
class Session {
 public:
  // `wake`: see Mailbox.
  Session(std::unique_ptr<Search> search, SessionOptions options, std::function<void()> wake);

  const SessionOptions& options() const { return options_; }
  Mailbox& mailbox() { return mailbox_; }
  int workers() const { return workers_; }
  bool asks_for_memory() const { return options_.asks_for_memory; }

  // Notes the time from which the search's own time counts. Called once, with
  // no Advance() under way.
  void Begin(TimePoint now);

  // One slice. Posts a better path and, when it is due, progress. Allowed
  // before Begin(), to find out whether there is anything to wait for.
  SearchState Advance(std::int64_t budget, const Clock& clock);

  // How the search stands.
  SearchProgress progress() const { return search_->progress(); }

  // Ends the search, because of `limit` if it has not finished by itself,
  // posts the completion and frees the search.
  void End(std::optional<Limit> limit, TimePoint now);

  // Frees the search and posts nothing: nobody listens any more.
  void Abandon();

 private:
  void PostImprovement(Duration elapsed);
  void PostProgress(TimePoint now);

  const SessionOptions options_;
  std::unique_ptr<Search> search_;
  const int workers_;
  Mailbox mailbox_;
  std::optional<TimePoint> began_;

  Mutex mutex_;  // Orders the posts of parallel slices.
  TimePoint last_progress_ ABSL_GUARDED_BY(mutex_);
  std::optional<int> posted_length_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SESSION_H_
