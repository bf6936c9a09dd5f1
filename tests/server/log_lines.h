// A log that tests can read.

#ifndef TAQUIN_TESTS_SERVER_LOG_LINES_H_
#define TAQUIN_TESTS_SERVER_LOG_LINES_H_

#include <mutex>
#include <string>
#include <vector>

#include "spdlog/sinks/base_sink.h"

namespace taquin::server {

// Keeps what is logged.
class LogLinesSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  std::vector<std::string> lines();

 private:
  void sink_it_(const spdlog::details::log_msg& message) override;
  void flush_() override {}

  std::vector<std::string> lines_;
};

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_LOG_LINES_H_
