#include "server/scheduler.h"

#include <sys/resource.h>

#include <algorithm>
#include <new>

#include "absl/strings/str_cat.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""s;

constexpr Duration kRetryAfter = 1s;

// Callers without a search that are kept, for they will come again.
constexpr std::size_t kMostIdleCallers = 256;

// Slices at most that one slice is charged as. What takes longer is no work of
// the search: the process was stopped, or the clock was set.
constexpr int kMostCharged = 100;

// Of the workers, to the threads that talk to callers. With less a thread that
// wakes may wait until a worker has had its milliseconds.
constexpr int kNiceness = 10;

}  // namespace

Rejection DrainingRejection() {
  return {Rejection::Reason::kDraining, "the server is shutting down", kRetryAfter};
}

struct Scheduler::Entry : FairQueue::Item, QueuePlaces::Item {
  Entry(std::shared_ptr<Session> its_session, const std::shared_ptr<MemoryBudget>& memory,
        Duration slice)
      : session(std::move(its_session)), budget(slice) {
    if (!session->asks_for_memory()) stated_memory.emplace(memory);
  }

  const std::shared_ptr<Session> session;
  std::optional<MemoryAccount> stated_memory;  // Of a search that does not ask.
  SliceBudget budget;
  bool active = false;                               // Or waiting.
  std::optional<std::list<Entry*>::iterator> place;  // Among the caller's that wait.
  std::optional<TimePoint> timer;
  int slices_out = 0;           // And a place that is being told.
  std::int64_t expansions = 0;  // As counted in the stats.
  bool ending = false;
  std::optional<TimePoint> abandoned;  // When the caller left.
  std::optional<Limit> limit;          // That ends it.
};

Scheduler::Scheduler(const SchedulerOptions& options, const Clock& clock)
    : options_(options),
      clock_(clock),
      ready_(options.head_start),
      memory_(std::make_shared<MemoryBudget>(options.memory_bytes)) {
  for (int i = 0; i < options.workers; ++i) threads_.emplace_back([this] { Work(); });
}

Scheduler::~Scheduler() {
  {
    MutexLock lock(mutex_);
    closing_ = true;
    work_.NotifyAll();
  }
  threads_.clear();
  for (auto& [session, entry] : entries_) entry->session->Abandon();
}

std::shared_ptr<MemoryAccount> Scheduler::OpenMemoryAccount() const {
  return std::make_shared<MemoryAccount>(memory_);
}

std::optional<Rejection> Scheduler::Submit(std::shared_ptr<Session> session,
                                           std::int64_t first_slice) {
  const std::string& caller = session->options().caller;
  QueuePlace place;
  {
    MutexLock lock(mutex_);
    if (auto rejection = Refuse(session->options())) {
      ++stats_.rejections[static_cast<std::size_t>(rejection->reason)];
      return rejection;
    }
    auto owned = std::make_unique<Entry>(session, memory_, options_.slice);
    Entry& entry = *owned;
    ++unsettled_;
    if (HasRoom(session->options())) {
      const TimePoint now = clock_.Now();
      const int stops_before = stops_;
      Activate(entry, now);
      // Most searches of small boards end here, and are entered nowhere.
      const std::optional<Duration> served = Slice(entry, first_slice);
      if (!served.has_value()) return std::nullopt;
      entries_.emplace(session.get(), std::move(owned));
      LimitTime(entry, now);
      MakeReady(entry, *served);
      if (stops_ > stops_before) {
        entry.limit = stop_limit_;
        Stop(entry);
      }
      return std::nullopt;
    }
    entries_.emplace(session.get(), std::move(owned));
    ++stats_.queued;
    // One expansion tells a search that has ended from one that has not begun.
    if (!Slice(entry, 1).has_value()) return std::nullopt;
    CallerLoad& load = callers_[caller];
    load.max_active = MaxActive(session->options());
    std::list<Entry*>& waiting = load.waiting;
    entry.place = waiting.insert(waiting.end(), &entry);
    place.position = places_.Join(entry, session->options().progress_interval, clock_.Now());
    SetTimer(entry, LatestStop(session->options().time));
    Promote();
  }
  session->mailbox().Put(place);
  return std::nullopt;
}

void Scheduler::Cancel(const Session& session) {
  MutexLock lock(mutex_);
  const auto found = entries_.find(&session);
  if (found == entries_.end()) return;
  Entry& entry = *found->second;
  if (!entry.abandoned.has_value()) {
    ++stats_.abandoned;
    entry.abandoned = clock_.Now();
  }
  Stop(entry);
}

void Scheduler::StopAdmitting() {
  MutexLock lock(mutex_);
  admitting_ = false;
}

void Scheduler::StopAll(Limit limit) {
  MutexLock lock(mutex_);
  ++stops_;
  stop_limit_ = limit;
  std::vector<std::shared_ptr<Session>> sessions;
  for (const auto& [session, entry] : entries_) sessions.push_back(entry->session);
  for (const auto& session : sessions) {
    const auto found = entries_.find(session.get());
    if (found == entries_.end()) continue;  // Ended while the lock was released.
    Entry& entry = *found->second;
    if (!entry.limit.has_value()) entry.limit = limit;
    Stop(entry);
  }
}

bool Scheduler::WaitIdle(Duration timeout) {
  const TimePoint until = SteadyClock().Now() + timeout;
  MutexLock lock(mutex_);
  while (unsettled_ > 0) {
    if (!idle_.WaitUntil(mutex_, until)) return unsettled_ == 0;
  }
  return true;
}

bool Scheduler::RunSlice() {
  MutexLock lock(mutex_);
  return RunSliceLocked();
}

SchedulerStats Scheduler::stats() const {
  MutexLock lock(mutex_);
  SchedulerStats stats = stats_;
  stats.memory_bytes = memory_->used_bytes();
  return stats;
}

void Scheduler::Work() {
  // On Linux, of this thread alone. Without it calls are merely answered later.
  static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNiceness));
  MutexLock lock(mutex_);
  while (!closing_) {
    if (!RunSliceLocked()) work_.Wait(mutex_);
  }
}

bool Scheduler::RunSliceLocked() {
  TellPlace();
  if (!timers_.empty() && timers_.begin()->first <= clock_.Now()) {
    Entry& entry = *timers_.begin()->second;
    SetTimer(entry, std::nullopt);
    entry.limit = Limit::kTime;
    Stop(entry);
    return true;
  }
  FairQueue::Item* item = ready_.Take(options_.slice);
  if (item == nullptr) return false;
  Entry& entry = static_cast<Entry&>(*item);
  if (const auto served = Slice(entry, entry.budget.expansions())) {
    ready_.GiveBack(entry, *served - options_.slice);
  }
  return true;
}

std::optional<Rejection> Scheduler::Refuse(const SessionOptions& session) const {
  if (!admitting_) return DrainingRejection();
  if (HasRoom(session)) return std::nullopt;
  if (stats_.queued >= options_.max_queued) {
    return Rejection{Rejection::Reason::kQueueFull,
                     absl::StrCat("the queue is full: ", stats_.queued, " requests wait"),
                     kRetryAfter};
  }
  const auto load = callers_.find(session.caller);
  const std::size_t waiting = load == callers_.end() ? 0 : load->second.waiting.size();
  if (waiting >=
      static_cast<std::size_t>(session.quota.max_queued.value_or(options_.max_queued_per_caller))) {
    return Rejection{Rejection::Reason::kCallerQuota,
                     absl::StrCat("too many requests of this caller wait: ", waiting), kRetryAfter};
  }
  return std::nullopt;
}

bool Scheduler::HasRoom(const SessionOptions& session) const {
  if (stats_.active >= options_.max_active) return false;
  const auto load = callers_.find(session.caller);
  return load == callers_.end() || load->second.active < MaxActive(session);
}

int Scheduler::MaxActive(const SessionOptions& session) const {
  return session.quota.max_active.value_or(options_.max_active_per_caller);
}

void Scheduler::Activate(Entry& entry, TimePoint now) {
  entry.active = true;
  ++stats_.active;
  CallerLoad& load = callers_[entry.session->options().caller];
  ++load.active;
  load.last_turn = ++turns_;
  entry.session->Begin(now);
}

void Scheduler::LimitTime(Entry& entry, TimePoint began) {
  SetTimer(entry, StopTime(entry.session->options().time, began));
}

void Scheduler::MakeReady(Entry& entry, Duration served) {
  ready_.Join(entry, entry.session->options().caller, entry.session->workers(), served);
  if (entry.session->workers() > 1) {
    work_.NotifyAll();
  } else {
    work_.NotifyOne();
  }
}

void Scheduler::SetTimer(Entry& entry, std::optional<TimePoint> time) {
  if (entry.timer.has_value()) timers_.erase({*entry.timer, &entry});
  entry.timer = time;
  if (time.has_value()) timers_.insert({*time, &entry});
}

std::optional<Duration> Scheduler::Slice(Entry& entry, std::int64_t expansions) {
  ++entry.slices_out;
  mutex_.Unlock();
  const TimePoint start = clock_.Now();
  SearchState state = SearchState::kRunning;
  bool found_memory = true;
  try {
    state = entry.session->Advance(expansions, clock_);
  } catch (const std::bad_alloc&) {
    // The system has none left, whatever the budget says. What the search holds
    // it can still tell, and gives back.
    found_memory = false;
  }
  const TimePoint end = clock_.Now();
  const Duration elapsed = std::clamp(end - start, Duration::zero(), kMostCharged * options_.slice);
  const SearchProgress progress = entry.session->progress();
  mutex_.Lock();
  --entry.slices_out;
  ++stats_.slices;
  // Slices of a parallel search may come back in another order.
  stats_.expansions += std::max<std::int64_t>(progress.counters.expanded - entry.expansions, 0);
  entry.expansions = std::max(progress.counters.expanded, entry.expansions);
  if (entry.abandoned.has_value()) {
    ++stats_.slices_after_abandoned;
    const Duration after = std::max(end - *entry.abandoned, Duration::zero());
    stats_.time_after_abandoned += after;
    stats_.longest_after_abandoned = std::max(stats_.longest_after_abandoned, after);
  }
  // A slice that ends early, with a better path, says nothing of the speed.
  if (state == SearchState::kRunning) entry.budget.Measured(expansions, elapsed);
  const bool within_share =
      !entry.stated_memory.has_value() || entry.stated_memory->Settle(progress.memory_bytes);
  if (state == SearchState::kFinished) {
    entry.limit.reset();
    entry.ending = true;
  } else if (!(within_share && found_memory) && !entry.ending) {
    entry.limit = Limit::kMemory;
    entry.ending = true;
  }
  if (!entry.ending) return elapsed;
  Stop(entry);
  return std::nullopt;
}

void Scheduler::Stop(Entry& entry) {
  entry.ending = true;
  ready_.Leave(entry);
  LeaveQueue(entry);
  if (entry.slices_out == 0) Retire(entry);
}

void Scheduler::Retire(Entry& entry) {
  SetTimer(entry, std::nullopt);
  const std::string& caller = entry.session->options().caller;
  if (!entry.active) --stats_.queued;
  const auto node = entries_.extract(entry.session.get());
  mutex_.Unlock();
  if (entry.abandoned.has_value()) {
    entry.session->Abandon();
  } else {
    entry.session->End(entry.limit, clock_.Now());
  }
  mutex_.Lock();
  if (entry.stated_memory.has_value()) entry.stated_memory->Settle(0);
  if (entry.active) {
    --stats_.active;
    --callers_[caller].active;
  }
  const auto load = callers_.find(caller);
  if (callers_.size() > kMostIdleCallers && load != callers_.end() && load->second.active == 0 &&
      load->second.waiting.empty()) {
    callers_.erase(load);
  }
  Promote();
  if (--unsettled_ == 0) idle_.NotifyAll();
}

void Scheduler::TellPlace() {
  if (!places_.has_listeners()) return;
  const std::optional<QueuePlaces::Change> change = places_.LookAtOne(clock_.Now());
  if (!change.has_value()) return;
  // Its reader may come back here, so the lock is released; as from a slice, the
  // entry does not go before this has ended.
  Entry& entry = *static_cast<Entry*>(change->item);
  ++entry.slices_out;
  mutex_.Unlock();
  entry.session->mailbox().Put(QueuePlace{change->place});
  mutex_.Lock();
  --entry.slices_out;
  if (entry.ending) Stop(entry);
}

void Scheduler::LeaveQueue(Entry& entry) {
  if (!entry.place.has_value()) return;
  callers_[entry.session->options().caller].waiting.erase(*entry.place);
  entry.place.reset();
  places_.Leave(entry);
}

Scheduler::CallerLoad* Scheduler::NextTurn() {
  const auto comes_before = [](const CallerLoad& a, const CallerLoad& b) {
    if (a.active != b.active) return a.active < b.active;
    if (a.last_turn != b.last_turn) return a.last_turn < b.last_turn;
    return QueuePlaces::IsBefore(*a.waiting.front(), *b.waiting.front());
  };
  CallerLoad* next = nullptr;
  for (auto& [name, load] : callers_) {
    if (load.waiting.empty() || load.active >= load.max_active) continue;
    if (next == nullptr || comes_before(load, *next)) next = &load;
  }
  return next;
}

void Scheduler::Promote() {
  while (stats_.queued > 0 && stats_.active < options_.max_active) {
    CallerLoad* const next = NextTurn();
    if (next == nullptr) return;
    Entry& entry = *next->waiting.front();
    LeaveQueue(entry);
    --stats_.queued;
    const TimePoint now = clock_.Now();
    Activate(entry, now);
    LimitTime(entry, now);
    MakeReady(entry, Duration::zero());
  }
}

}  // namespace taquin::server
