// The solver's mutex, and conditions to wait for with it.

#ifndef TAQUIN_SERVER_MUTEX_H_
#define TAQUIN_SERVER_MUTEX_H_

#include <condition_variable>

#include "absl/base/thread_annotations.h"
#include "server/clock.h"
#include "solver/mutex.h"

namespace taquin::server {

// Waits may end early: test the condition in a loop.
class Condition {
 public:
  void Wait(Mutex& mutex) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    Held held{mutex};
    condition_.wait(held);
  }

  // False once `time`, by the steady clock, has passed.
  bool WaitUntil(Mutex& mutex, TimePoint time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    Held held{mutex};
    return condition_.wait_until(held, time) == std::cv_status::no_timeout;
  }

  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  // A mutex that is held, with the standard's names: let go while it waits.
  struct Held {
    // NOLINTBEGIN(readability-identifier-naming)
    void lock() ABSL_NO_THREAD_SAFETY_ANALYSIS { mutex.Lock(); }
    void unlock() ABSL_NO_THREAD_SAFETY_ANALYSIS { mutex.Unlock(); }
    // NOLINTEND(readability-identifier-naming)

    Mutex& mutex;
  };

  std::condition_variable_any condition_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_MUTEX_H_
