// The server under measurement, in a process of its own.

#ifndef TAQUIN_TESTS_BENCH_SERVED_PROCESS_H_
#define TAQUIN_TESTS_BENCH_SERVED_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "server/server_options.h"

namespace taquin {

// taquind as it is, on loopback, with its log at warnings, and beside it an echo
// service on a port of its own.
class ServedProcess {
 public:
  // Forks: nothing of gRPC may have been used in this process. Ends the program
  // if the server does not start.
  explicit ServedProcess(server::ServerOptions options);

  // Drains it without patience.
  ~ServedProcess();

  ServedProcess(const ServedProcess&) = delete;
  ServedProcess& operator=(const ServedProcess&) = delete;

  const std::string& address() const { return address_; }
  const std::string& echo_address() const { return echo_address_; }

  // Resident memory, in bytes.
  std::int64_t ResidentBytes() const;

  // Processor time used so far, in seconds.
  double ProcessorSeconds() const;

  // The value of a series of its metrics; not a number if there is none.
  double Metric(const std::string& series) const;

 private:
  pid_t pid_ = -1;
  int metrics_port_ = 0;
  std::string address_;
  std::string echo_address_;
};

}  // namespace taquin

#endif  // TAQUIN_TESTS_BENCH_SERVED_PROCESS_H_
