// The two programs as they were built, and a server to test them with.

#ifndef TAQUIN_TESTS_END_TO_END_INSTALLATION_H_
#define TAQUIN_TESTS_END_TO_END_INSTALLATION_H_

#include <memory>
#include <string>
#include <vector>

#include "tests/end_to_end/process.h"

namespace taquin::end_to_end {

// A taquind on this port of the loopback interface, 0 for a free one, ready to serve. Ends the
// test program with a message if it does not get ready.
class RunningServer {
 public:
  explicit RunningServer(const std::vector<std::string>& flags = {}, int port = 0);
  ~RunningServer();

  std::string address() const { return "localhost:" + port_; }
  Process& process() { return *process_; }

 private:
  std::string directory_;
  std::string port_;
  std::unique_ptr<Process> process_;
};

// The command line of the client against a server.
std::vector<std::string> TaquinCommand(const std::string& address,
                                       std::vector<std::string> arguments);

Finished RunTaquin(const std::string& address, std::vector<std::string> arguments,
                   const ProcessOptions& options = {});

}  // namespace taquin::end_to_end

#endif  // TAQUIN_TESTS_END_TO_END_INSTALLATION_H_
