// Which calls have not ended.

#ifndef TAQUIN_SERVER_OPEN_CALLS_H_
#define TAQUIN_SERVER_OPEN_CALLS_H_

#include "server/clock.h"
#include "server/mutex.h"

namespace taquin::server {

// Counts them. Thread-safe.
class OpenCalls {
 public:
  void Started() {
    MutexLock lock(mutex_);
    ++count_;
  }

  void Done() {
    MutexLock lock(mutex_);
    if (--count_ == 0) none_.NotifyAll();
  }

  // Waits until there is none. False if `timeout` passed first.
  bool WaitNone(Duration timeout) {
    const TimePoint until = SteadyClock().Now() + timeout;
    MutexLock lock(mutex_);
    while (count_ > 0) {
      if (!none_.WaitUntil(mutex_, until)) return count_ == 0;
    }
    return true;
  }

 private:
  Mutex mutex_;
  Condition none_;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_OPEN_CALLS_H_
