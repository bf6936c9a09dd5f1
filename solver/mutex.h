// A standard mutex that clang's thread-safety analysis understands. The thread
// sanitizer sees into it, which it cannot with the system's absl::Mutex.

#ifndef TAQUIN_SOLVER_MUTEX_H_
#define TAQUIN_SOLVER_MUTEX_H_

#include <mutex>

#include "absl/base/thread_annotations.h"

namespace taquin {

class ABSL_LOCKABLE Mutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Holds a mutex for the length of a scope.
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : mutex_(mutex) {
    mutex_.Lock();
  }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() { mutex_.Unlock(); }

  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_MUTEX_H_
