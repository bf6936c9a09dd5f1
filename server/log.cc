#include "server/log.h"

#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"
#include "spdlog/async.h"
#include "spdlog/async_logger.h"
#include "spdlog/sinks/stdout_sinks.h"

namespace taquin::server {
namespace {

// Of 256 bytes and the line each.
constexpr std::size_t kMostWaitingLines = 8192;

// In the order of LogLevel.
constexpr spdlog::level::level_enum kLevels[] = {spdlog::level::debug, spdlog::level::info,
                                                 spdlog::level::warn, spdlog::level::err,
                                                 spdlog::level::off};

spdlog::level::level_enum LevelOf(LogLevel level) {
  return kLevels[static_cast<std::size_t>(level)];
}

}  // namespace

std::optional<LogLevel> LogLevelOfName(std::string_view name) {
  for (std::size_t i = 0; i < kLogLevelNames.size(); ++i) {
    if (kLogLevelNames[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

Log::Log(LogSink sink, LogLevel level)
    : writer_(std::make_shared<spdlog::details::thread_pool>(kMostWaitingLines, 1)),
      logger_(std::make_shared<spdlog::async_logger>(
          "taquind", std::move(sink), writer_, spdlog::async_overflow_policy::overrun_oldest)) {
  logger_->set_pattern("%v");
  logger_->flush_on(spdlog::level::warn);
  SetLevel(level);
}

Log::~Log() {
  logger_->flush();
  logger_.reset();
}

void Log::SetLevel(LogLevel level) { logger_->set_level(LevelOf(level)); }

bool Log::Wants(LogLevel level) const { return logger_->should_log(LevelOf(level)); }

void Log::Write(LogLevel level, std::string_view event, const nlohmann::ordered_json& fields) {
  if (!Wants(level)) return;
  nlohmann::ordered_json line = {
      {"time", absl::FormatTime("%Y-%m-%dT%H:%M:%E6SZ", absl::Now(), absl::UTCTimeZone())},
      {"level", kLogLevelNames[static_cast<std::size_t>(level)]},
      {"event", event}};
  if (fields.is_object()) line.update(fields);
  logger_->log(LevelOf(level),
               line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::int64_t Log::dropped_count() const {
  return static_cast<std::int64_t>(writer_->overrun_counter());
}

LogSink StandardErrorSink() { return std::make_shared<spdlog::sinks::stderr_sink_mt>(); }

}  // namespace taquin::server
