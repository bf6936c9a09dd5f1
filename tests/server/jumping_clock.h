// The steady clock, but for jumps that tests make.

#ifndef TAQUIN_TESTS_SERVER_JUMPING_CLOCK_H_
#define TAQUIN_TESTS_SERVER_JUMPING_CLOCK_H_

#include <atomic>
#include <cstdint>

#include "server/clock.h"

namespace taquin::server {

// Thread-safe.
class JumpingClock final : public Clock {
 public:
  TimePoint Now() const override { return SteadyClock().Now() + Duration(offset_.load()); }

  // Backwards too.
  void Jump(Duration duration) { offset_ += duration.count(); }

 private:
  std::atomic<std::int64_t> offset_ = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_JUMPING_CLOCK_H_
