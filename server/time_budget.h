// How long a search may run.

#ifndef TAQUIN_SERVER_TIME_BUDGET_H_
#define TAQUIN_SERVER_TIME_BUDGET_H_

#include <optional>

#include "server/clock.h"

namespace taquin::server {

// Everything that bounds a search in time.
struct TimeBounds {
  std::optional<Duration> requested;  // The request's own limit, queueing not counted.
  Duration server_cap;                // The server's limit, queueing not counted.
  TimePoint arrival;                  // When the request came in.
  std::optional<TimePoint> deadline;  // When the caller gives up; queueing counts.
};

// What is kept back of the time to a deadline, so that the best path so far
// arrives before it: a fifth of it, at least 2 ms and at most 100 ms.
Duration ReplyMargin(Duration until_deadline);

// When to answer with what there is, whether the search has begun or not: the
// deadline less the reply margin. Unset: the caller waits forever.
std::optional<TimePoint> LatestStop(const TimeBounds& bounds);

// When a search that begins at `start` must stop: the earliest of the
// request's limit, the server's cap and LatestStop(), but not before `start`.
TimePoint StopTime(const TimeBounds& bounds, TimePoint start);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_TIME_BUDGET_H_
