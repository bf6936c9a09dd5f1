#include "client/load/arrival_schedule.h"

#include <cmath>

namespace taquin::client {

// By the time t of the ramp r, rate * t^2 / 2r requests are due; after it, rate
// for each second.
absl::Duration ArrivalSchedule::DueAt(std::int64_t number) const {
  const auto count = static_cast<double>(number);
  const double ramp = absl::ToDoubleSeconds(ramp_);
  const double in_ramp = rate_ * ramp / 2;
  if (count < in_ramp) return absl::Seconds(std::sqrt(2 * ramp * count / rate_));
  return absl::Seconds(ramp + (count - in_ramp) / rate_);
}

std::int64_t ArrivalSchedule::CountBefore(absl::Duration time) const {
  if (time <= absl::ZeroDuration()) return 0;
  const double seconds = absl::ToDoubleSeconds(time);
  const double ramp = absl::ToDoubleSeconds(ramp_);
  const double due =
      seconds < ramp ? rate_ * seconds * seconds / (2 * ramp) : rate_ * (seconds - ramp / 2);
  // The estimate, less what rounding may have made of it.
  auto count = static_cast<std::int64_t>(due);
  while (count > 0 && DueAt(count - 1) >= time) --count;
  while (DueAt(count) < time) ++count;
  return count;
}

absl::Duration LaneStart(int lane, int lanes, absl::Duration ramp) { return ramp * lane / lanes; }

}  // namespace taquin::client
