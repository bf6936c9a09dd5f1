// Puts small things off for a moment.

#ifndef TAQUIN_SERVER_BRIEF_DELAY_H_
#define TAQUIN_SERVER_BRIEF_DELAY_H_

#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "server/mutex.h"

namespace taquin::server {

// Runs what it is given about a tenth of a millisecond later, on a thread of its
// own: long enough for more of the kind to come, too short to be noticed. Costs
// nothing while it is given nothing. Thread-safe.
class BriefDelay {
 public:
  BriefDelay();

  // Runs what is left.
  ~BriefDelay();

  BriefDelay(const BriefDelay&) = delete;
  BriefDelay& operator=(const BriefDelay&) = delete;

  // `task` does not block.
  void Run(std::function<void()> task);

 private:
  void Work();

  Mutex mutex_;
  Condition changed_;
  bool stop_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::function<void()>> tasks_ ABSL_GUARDED_BY(mutex_);
  std::jthread thread_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BRIEF_DELAY_H_
