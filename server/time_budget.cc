#include "server/time_budget.h"

#include <algorithm>
#include <chrono>

namespace taquin::server {
namespace {

using std::chrono_literals::operator""ms;

constexpr Duration kLeastMargin = 2ms;
constexpr Duration kMostMargin = 100ms;

// `start` + `length`, without overflow.
TimePoint After(TimePoint start, Duration length) {
  const bool fits = start <= TimePoint() || length < TimePoint::max() - start;
  return fits ? start + length : TimePoint::max();
}

}  // namespace

Duration ReplyMargin(Duration until_deadline) {
  return std::clamp(until_deadline / 5, kLeastMargin, kMostMargin);
}

std::optional<TimePoint> LatestStop(const TimeBounds& bounds) {
  if (!bounds.deadline.has_value()) return std::nullopt;
  return *bounds.deadline - ReplyMargin(*bounds.deadline - bounds.arrival);
}

TimePoint StopTime(const TimeBounds& bounds, TimePoint start) {
  TimePoint stop = After(start, bounds.server_cap);
  if (bounds.requested.has_value()) stop = std::min(stop, After(start, *bounds.requested));
  if (const auto latest = LatestStop(bounds)) stop = std::min(stop, *latest);
  return std::max(stop, start);
}

}  // namespace taquin::server
