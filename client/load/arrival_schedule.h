// When the requests of a load are due.

#ifndef TAQUIN_CLIENT_LOAD_ARRIVAL_SCHEDULE_H_
#define TAQUIN_CLIENT_LOAD_ARRIVAL_SCHEDULE_H_

#include <cstdint>

#include "absl/time/time.h"

namespace taquin::client {

// Requests at a steady rate, whatever becomes of those before: an open loop. The
// rate rises evenly from nothing over the ramp. Immutable.
class ArrivalSchedule {
 public:
  // `rate` is in requests a second and above 0; `ramp` is 0 or more.
  ArrivalSchedule(double rate, absl::Duration ramp) : rate_(rate), ramp_(ramp) {}

  // From the start to the request of this number, from 0 on.
  absl::Duration DueAt(std::int64_t number) const;

  // How many are due before a time from the start.
  std::int64_t CountBefore(absl::Duration time) const;

 private:
  double rate_;
  absl::Duration ramp_;
};

// From the start to the first request of a lane of a closed loop, in which each
// lane sends its next request when it has its answer: the lanes begin evenly
// over the ramp.
absl::Duration LaneStart(int lane, int lanes, absl::Duration ramp);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_ARRIVAL_SCHEDULE_H_
