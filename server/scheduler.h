// Shares a fixed set of worker threads among any number of searches.

#ifndef TAQUIN_SERVER_SCHEDULER_H_
#define TAQUIN_SERVER_SCHEDULER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/clock.h"
#include "server/fair_queue.h"
#include "server/memory_budget.h"
#include "server/mutex.h"
#include "server/queue_places.h"
#include "server/session.h"
#include "server/slice_budget.h"

namespace taquin::server {

struct SchedulerOptions {
  // Threads that advance searches. 0: none; the owner calls RunSlice().
  int workers = 1;

  // Searches that share the workers; the others wait in a queue.
  int max_active = 1024;
  int max_active_per_caller = 768;  // Where a CallerQuota says nothing else.
  int max_queued = 4096;
  int max_queued_per_caller = 2048;  // The same.

  // Of all searches together, in bytes; MemoryBudget says how it is shared out.
  std::int64_t memory_bytes = std::int64_t{1} << 32;

  Duration slice = std::chrono::milliseconds(1);        // Wanted length of a slice.
  Duration head_start = std::chrono::milliseconds(10);  // See FairQueue.
};

// Why a session was not taken.
struct Rejection {
  enum class Reason { kDraining, kQueueFull, kCallerQuota };
  static constexpr std::size_t kReasons = 3;

  Reason reason;
  std::string message;
  Duration retry_after{};
};

// What every session is refused with once the server drains.
Rejection DrainingRejection();

// Looks at the scheduler; each is exact at some moment. What is not a state is
// counted from the start.
struct SchedulerStats {
  int active = 0;
  int queued = 0;
  std::int64_t memory_bytes = 0;  // That searches held after their last slice.
  std::int64_t slices = 0;
  std::int64_t expansions = 0;
  std::array<std::int64_t, Rejection::kReasons> rejections{};  // By reason.
  std::int64_t abandoned = 0;               // Searches dropped because the caller left.
  std::int64_t slices_after_abandoned = 0;  // Of them, slices that ended after it.
  Duration time_after_abandoned{};          // From the caller's leaving to their ends,
  Duration longest_after_abandoned{};       // and the longest of these.
};

// Advances searches in slices, the least served first (FairQueue). Slices are
// sized by time (SliceBudget); cancels and time limits take effect between
// slices. A search that does not ask for its memory (SessionOptions) is judged
// by its share between slices too. The first slice, a short one, runs
// inside Submit(), so that what is finished by then waits for nobody.
//
// A session that waits is told its place on arrival and, if it wants progress,
// again when the place has changed, at most once an interval of its own. Workers
// tell one between two slices: with more to tell than that, it is told less often.
//
// Thread-safe.
class Scheduler {
 public:
  // `clock` must outlive the scheduler.
  Scheduler(const SchedulerOptions& options, const Clock& clock);

  // Abandons what is not finished, and joins the workers.
  ~Scheduler();

  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // For a session to come: its part of the memory of all searches. It may
  // outlive the scheduler.
  std::shared_ptr<MemoryAccount> OpenMemoryAccount() const;

  // Takes the session, or says at once why not. `first_slice` is the budget of
  // the slice that runs inside this call, in expansions. A Cancel() that comes
  // before this returns may miss the session.
  std::optional<Rejection> Submit(std::shared_ptr<Session> session, std::int64_t first_slice);

  // The caller has left: abandons the session, at the end of its running slice
  // if there is one. No-op for a session that has ended.
  void Cancel(const Session& session);

  // Rejects every later Submit() as kDraining.
  void StopAdmitting();

  // Ends every session with what it has, because of `limit`.
  void StopAll(Limit limit);

  // Waits until there is no session. False if `timeout` passed first.
  bool WaitIdle(Duration timeout);

  // Runs one slice, or ends one session whose time is up, on this thread. False
  // if there was nothing to do.
  bool RunSlice();

  SchedulerStats stats() const;

 private:
  struct Entry;

  // What one caller has in the scheduler, and may have by the quota that came
  // with the latest request.
  struct CallerLoad {
    int active = 0;
    int max_active = 0;
    std::uint64_t last_turn = 0;  // Counts turns of all callers; 0: none yet.
    std::list<Entry*> waiting;
  };

  void Work();
  bool RunSliceLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Why a session with these options cannot enter now, if so.
  std::optional<Rejection> Refuse(const SessionOptions& session) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool HasRoom(const SessionOptions& session) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  int MaxActive(const SessionOptions& session) const;

  // Gives the entry its turn, the end of its time, and its place among those that
  // are advanced.
  void Activate(Entry& entry, TimePoint now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void LimitTime(Entry& entry, TimePoint began) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void MakeReady(Entry& entry, Duration served) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SetTimer(Entry& entry, std::optional<TimePoint> time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Runs a slice with the lock released. Returns what it took, or nothing if
  // the entry is gone after it.
  std::optional<Duration> Slice(Entry& entry, std::int64_t expansions)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Lets the entry end, at once if no slice of it is out.
  void Stop(Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Takes the entry out and ends its session with the lock released.
  void Retire(Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Tells one session that waits of its new place, if one is to be told.
  void TellPlace() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Takes the entry out of those that wait. No-op if it is not among them.
  void LeaveQueue(Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Whose turn it is to let one in: of the callers that may, the one with the
  // fewest active, then the one whose last turn is longest ago, then the one who
  // waits longest. Null: nobody's.
  CallerLoad* NextTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Lets waiting sessions in as far as there is room.
  void Promote() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const SchedulerOptions options_;
  const Clock& clock_;

  mutable Mutex mutex_;
  Condition work_;  // There may be something to run.
  Condition idle_;  // There is no session.
  bool closing_ ABSL_GUARDED_BY(mutex_) = false;
  bool admitting_ ABSL_GUARDED_BY(mutex_) = true;
  std::unordered_map<const Session*, std::unique_ptr<Entry>> entries_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<std::string, CallerLoad> callers_ ABSL_GUARDED_BY(mutex_);
  FairQueue ready_ ABSL_GUARDED_BY(mutex_);
  QueuePlaces places_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t turns_ ABSL_GUARDED_BY(mutex_) = 0;
  const std::shared_ptr<MemoryBudget> memory_;
  std::set<std::pair<TimePoint, Entry*>> timers_ ABSL_GUARDED_BY(mutex_);
  int unsettled_ ABSL_GUARDED_BY(mutex_) = 0;                // Sessions taken that have not ended.
  int stops_ ABSL_GUARDED_BY(mutex_) = 0;                    // Calls of StopAll(),
  Limit stop_limit_ ABSL_GUARDED_BY(mutex_) = Limit::kTime;  // and what the latest gave.
  SchedulerStats stats_ ABSL_GUARDED_BY(mutex_);

  std::vector<std::jthread> threads_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SCHEDULER_H_
