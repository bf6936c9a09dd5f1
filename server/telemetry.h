// What the server tells of itself.

#ifndef TAQUIN_SERVER_TELEMETRY_H_
#define TAQUIN_SERVER_TELEMETRY_H_

#include <utility>

#include "server/log.h"
#include "server/metrics.h"

namespace taquin::server {

// Thread-safe, as its parts are.
struct Telemetry {
  Telemetry(LogSink sink, LogLevel level) : log(std::move(sink), level) {}

  Metrics metrics;
  Log log;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_TELEMETRY_H_
