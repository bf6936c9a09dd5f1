// A clock that tests move.

#ifndef TAQUIN_TESTS_SERVER_FAKE_CLOCK_H_
#define TAQUIN_TESTS_SERVER_FAKE_CLOCK_H_

#include <atomic>

#include "server/clock.h"

namespace taquin::server {

// Thread-safe.
class FakeClock final : public Clock {
 public:
  TimePoint Now() const override { return TimePoint(Duration(nanoseconds_.load())); }
  void Advance(Duration duration) { nanoseconds_ += duration.count(); }

 private:
  std::atomic<std::int64_t> nanoseconds_ = 1'000'000'000;
};

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_FAKE_CLOCK_H_
