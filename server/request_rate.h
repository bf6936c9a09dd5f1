// Requests a second, for each caller.

#ifndef TAQUIN_SERVER_REQUEST_RATE_H_
#define TAQUIN_SERVER_REQUEST_RATE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "server/clock.h"
#include "server/mutex.h"

namespace taquin::server {

// A token bucket for each caller: it holds what the rate gives in a second, at
// least one, and fills at the rate. Remembers callers only until their buckets
// are full again. Thread-safe; O(1) amortised.
class RequestRate {
 public:
  // Takes one request out of the caller's bucket. If it is empty, how long it
  // takes until it holds one. `rate` is in requests a second, above 0.
  std::optional<Duration> Take(const std::string& caller, double rate, TimePoint now);

  std::size_t remembered_callers() const;

 private:
  struct Bucket {
    double held = 0;
    double most = 0;
    double rate = 0;
    TimePoint filled;  // When `held` was right.

    void Fill(TimePoint now);
  };

  mutable Mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_ ABSL_GUARDED_BY(mutex_);
  std::size_t sweep_at_ ABSL_GUARDED_BY(mutex_) = 1024;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_REQUEST_RATE_H_
