#include "tests/server/log_lines.h"

namespace taquin::server {

std::vector<std::string> LogLinesSink::lines() {
  const std::lock_guard lock(mutex_);
  return lines_;
}

void LogLinesSink::sink_it_(const spdlog::details::log_msg& message) {
  lines_.emplace_back(message.payload.begin(), message.payload.end());
}

}  // namespace taquin::server
