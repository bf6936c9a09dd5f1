// The events of one search, on their way from the worker that makes them to
// the stream that sends them.

#ifndef TAQUIN_SERVER_MAILBOX_H_
#define TAQUIN_SERVER_MAILBOX_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <variant>

#include "absl/base/thread_annotations.h"
#include "server/clock.h"
#include "server/mutex.h"
#include "solver/search.h"

namespace taquin::server {

// The request waits for its turn.
struct QueuePlace {
  int position = 0;  // Requests ahead.
};

// A look at the running search.
struct ProgressReport {
  SearchProgress progress;
  Duration elapsed{};  // Since its first work.
};

// A path better than all before it.
struct Improvement {
  Path path;
  int lower_bound = 0;
  Duration elapsed{};  // Since its first work.
};

// The end.
struct Completion {
  SolveResult result;
  Duration elapsed{};     // From its first work to its end.
  Duration queue_time{};  // From arrival to its first work.
};

using Event = std::variant<QueuePlace, ProgressReport, Improvement, Completion>;

// Holds what the reader has not taken yet. The writer never waits:
//   - of progress only the latest is kept, and of queue places the smallest, if
//     it is smaller than what came before, and none once the search has reported;
//   - improved paths are kept in order, and the completion comes last;
//   - a reader that falls behind by kMostWaitingMoves moves or
//     kMostWaitingPaths paths finds the newest of them replaced by the still
//     better one, so that memory stays bounded and the best path is never lost.
//
// Thread-safe; one reader.
class Mailbox {
 public:
  static constexpr std::size_t kMostWaitingPaths = 64;
  static constexpr std::size_t kMostWaitingMoves = std::size_t{1} << 20;

  // `wake` is called, on a writer's thread and with no lock held, when an event
  // arrives after Take() found none. It must outlive the mailbox or Close().
  explicit Mailbox(std::function<void()> wake);

  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  // Adds an event. After a completion or Close(), drops it.
  void Put(Event event);

  // The next event, or none: then `wake` is called once, when there is one.
  std::optional<Event> Take();

  // The completion, if it has come; what came before it is dropped. Does not ask
  // for `wake`.
  std::optional<Completion> TakeCompletion();

  // Drops everything that is held, `wake` too, and everything to come. A call
  // of `wake` that has begun goes on.
  void Close();

  // Progress reports that gave way to a newer one.
  std::int64_t coalesced_count() const;

  // Improved paths that gave way to a better one.
  std::int64_t superseded_count() const;

 private:
  // False if the event is dropped.
  bool Store(Event event) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StoreImprovement(Improvement improvement) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable Mutex mutex_;
  std::function<void()> wake_ ABSL_GUARDED_BY(mutex_);
  bool reader_waits_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool begun_ ABSL_GUARDED_BY(mutex_) = false;  // Anything but queue places came.
  std::optional<int> smallest_position_ ABSL_GUARDED_BY(mutex_);
  std::optional<QueuePlace> queue_place_ ABSL_GUARDED_BY(mutex_);
  std::optional<ProgressReport> progress_ ABSL_GUARDED_BY(mutex_);
  // A list, for it holds no memory while it is empty, as it mostly is.
  std::list<Improvement> improvements_ ABSL_GUARDED_BY(mutex_);
  std::size_t waiting_moves_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<Completion> completion_ ABSL_GUARDED_BY(mutex_);
  std::int64_t coalesced_count_ ABSL_GUARDED_BY(mutex_) = 0;
  std::int64_t superseded_count_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_MAILBOX_H_
