// The bounds that this server sets to what is asked of it.

#ifndef TAQUIN_SERVER_SERVER_LIMITS_H_
#define TAQUIN_SERVER_SERVER_LIMITS_H_

#include <chrono>
#include <cstdint>

#include "server/clock.h"

namespace taquin::server {

struct ServerLimits {
  Duration max_time = std::chrono::hours(1);  // Of one search, queueing not counted.
  std::int64_t max_memory_bytes = 0;          // Of one search; above 0.
  std::int64_t total_memory_bytes = 0;        // Of all searches together; above 0.
  int worker_threads = 1;                     // That advance searches.
  int max_threads = 1;                        // Of them, for one search.
  int max_queue_size = 0;                     // Requests that may wait for their turn.
  int max_active_searches = 0;                // Searches that share the workers.
  int max_message_bytes = 4 << 20;            // Of one message received.
  int batch_window = 64;                      // Unanswered requests of one SolveBatch.
  bool makes_pattern_tables = true;           // Else no search can ask for them.
  Duration default_progress_interval = std::chrono::milliseconds(200);
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SERVER_LIMITS_H_
