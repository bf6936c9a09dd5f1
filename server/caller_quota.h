// What one caller may use of the server.

#ifndef TAQUIN_SERVER_CALLER_QUOTA_H_
#define TAQUIN_SERVER_CALLER_QUOTA_H_

#include <optional>

namespace taquin::server {

// What is unset is as the server's options have it for everybody.
struct CallerQuota {
  std::optional<int> max_active;              // Searches that share the workers.
  std::optional<int> max_queued;              // Requests that wait for their turn.
  std::optional<double> requests_per_second;  // Above 0.

  friend bool operator==(const CallerQuota&, const CallerQuota&) = default;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_CALLER_QUOTA_H_
