// Where the server gets the time from, so that tests can be its clock.

#ifndef TAQUIN_SERVER_CLOCK_H_
#define TAQUIN_SERVER_CLOCK_H_

#include <chrono>

namespace taquin::server {

using Duration = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;

  // Never goes backwards.
  virtual TimePoint Now() const = 0;
};

class SteadyClock final : public Clock {
 public:
  TimePoint Now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_CLOCK_H_
