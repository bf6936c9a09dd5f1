// The log: a line of JSON an event.

#ifndef TAQUIN_SERVER_LOG_H_
#define TAQUIN_SERVER_LOG_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "nlohmann/json_fwd.hpp"
#include "spdlog/fwd.h"

namespace spdlog::details {
class thread_pool;  // NOLINT(readability-identifier-naming)
}  // namespace spdlog::details

namespace taquin::server {

using LogSink = std::shared_ptr<spdlog::sinks::sink>;

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };

inline constexpr std::array<std::string_view, 5> kLogLevelNames = {"debug", "info", "warning",
                                                                   "error", "off"};

std::optional<LogLevel> LogLevelOfName(std::string_view name);

// Lines are written by a thread of the log's own; when it falls behind by
// thousands of lines, the oldest are dropped: no caller waits for a disk.
// Thread-safe.
class Log {
 public:
  // Lines go to `sink`.
  Log(LogSink sink, LogLevel level);

  // Writes what is waiting.
  ~Log();

  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void SetLevel(LogLevel level);
  bool Wants(LogLevel level) const;

  // A line with the time, the level and `event`, then `fields`, an object or
  // null. Text that is no UTF-8 is mended. `level` is not kOff.
  void Write(LogLevel level, std::string_view event, const nlohmann::ordered_json& fields);

  // Lines that were dropped.
  std::int64_t dropped_count() const;

 private:
  std::shared_ptr<spdlog::details::thread_pool> writer_;
  std::shared_ptr<spdlog::logger> logger_;
};

// Where taquind logs: standard error.
LogSink StandardErrorSink();

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_LOG_H_
