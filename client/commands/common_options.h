// Options that every command takes.

#ifndef TAQUIN_CLIENT_COMMANDS_COMMON_OPTIONS_H_
#define TAQUIN_CLIENT_COMMANDS_COMMON_OPTIONS_H_

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/channel.h"
#include "client/local_server.h"
#include "client/solver_client.h"
#include "client/terminal/console.h"

namespace taquin::client {

class CommonOptions {
 public:
  // Adds the options to the program itself; subcommands that fall through
  // take them too. This object must live as long as `app` is parsed.
  void Register(CLI::App& app);

  // Sets the console up as the options say.
  void Apply(Console& console) const;

  // Connects to the server of the options, which --local starts first and which
  // then lives as long as this object. Each call makes a connection of its own.
  // `search_time` is the longest that a search was asked to take, or zero: the
  // deadline of a stream leaves it that much. Without `retry` a call that fails
  // has failed. Errors: those of SolverClient::Connect.
  absl::StatusOr<std::unique_ptr<SolverClient>> Connect(
      absl::Duration search_time = absl::ZeroDuration(), bool retry = true);

 private:
  ConnectionOptions connection_;
  bool local_ = false;
  std::unique_ptr<LocalServer> local_server_;
  std::string connect_timeout_;
  std::string timeout_;
  std::string color_ = "auto";
  bool json_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
};

// The value of an option that takes auto, always and never.
When WhenOf(const std::string& name);

// A CLI11 check for ParseDuration, and its fellows.
std::string CheckDuration(const std::string& text);
std::string CheckBytes(const std::string& text);
std::string CheckCount(const std::string& text);

// A CLI11 check that a file may be called that.
std::string CheckFileName(const std::string& name);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_COMMON_OPTIONS_H_
