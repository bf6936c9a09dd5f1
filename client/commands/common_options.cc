#include "client/commands/common_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "client/commands/choice.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// Where the XDG convention puts a program's configuration; empty without HOME.
std::string DefaultConfigFile() {
  const char* base = std::getenv("XDG_CONFIG_HOME");
  if (base != nullptr && *base == '/') return std::string(base) + "/taquin/config.toml";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return "";
  return std::string(home) + "/.config/taquin/config.toml";
}

}  // namespace

When WhenOf(const std::string& name) {
  return name == "always" ? When::kAlways : name == "never" ? When::kNever : When::kAuto;
}

std::string CheckDuration(const std::string& text) {
  return ParseDuration(text) ? "" : "'" + text + "' is no time; write 10, 1.5s, 500ms or 2m";
}

std::string CheckBytes(const std::string& text) {
  return ParseBytes(text) ? "" : "'" + text + "' is no size; write 512MB or 2GiB";
}

std::string CheckCount(const std::string& text) {
  return ParseCount(text) ? "" : "'" + text + "' is no count from 1; write 5000, 1e6 or 10M";
}

std::string CheckFileName(const std::string& name) {
  return name.empty() || name == "-" ? "'" + name + "' is no name of a file" : "";
}

void CommonOptions::Register(CLI::App& app) {
  const std::string connection = "Connection (all commands)";
  app.add_option("--server", connection_.server,
                 "The server: HOST[:PORT], [IPV6]:PORT or unix:PATH; several that do the same "
                 "with commas between")
      ->envname("TAQUIN_SERVER")
      ->capture_default_str()
      ->type_name("ADDR")
      ->group(connection);
  app.add_option("--cacert", connection_.ca_certificate_file,
                 "Trust servers whose certificate this authority signed")
      ->envname("TAQUIN_CACERT")
      ->type_name("FILE")
      ->group(connection);
  app.add_option("--cert", connection_.certificate_file, "Our certificate, for mutual TLS")
      ->envname("TAQUIN_CERT")
      ->type_name("FILE")
      ->group(connection);
  app.add_option("--key", connection_.key_file, "The key of our certificate")
      ->envname("TAQUIN_KEY")
      ->type_name("FILE")
      ->group(connection);
  app.add_option("--token", connection_.token, "Bearer token to send with every call")
      ->envname("TAQUIN_TOKEN")
      ->type_name("TOKEN")
      ->group(connection);
  app.add_flag("--plaintext", connection_.plaintext,
               "No TLS (the default for this machine's own addresses)")
      ->envname("TAQUIN_PLAINTEXT")
      ->group(connection);
  app.add_flag("--local", local_, "Start a server for this command alone, and use it")
      ->group(connection);
  app.add_option("--connect-timeout", connect_timeout_, "Longest wait for a connection [5s]")
      ->check(CheckDuration)
      ->type_name("TIME")
      ->group(connection);
  app.add_option("--timeout", timeout_,
                 "Deadline of a call [30s; for searches 1h, or a minute over --max-time]")
      ->check(CheckDuration)
      ->type_name("TIME")
      ->group(connection);

  const std::string output = "Output (all commands)";
  app.add_flag("--json", json_, "Print the answer's message as a line of JSON; errors too")
      ->group(output);
  app.add_option("--color", color_, "Colour; auto honours NO_COLOR")
      ->check(Choice({"auto", "always", "never"}))
      ->capture_default_str()
      ->type_name("WHEN")
      ->group(output);
  app.add_flag("-q,--quiet", quiet_, "Print the bare answer, no progress")->group(output);
  app.add_flag("-v,--verbose", verbose_, "Print more, where the answer is text")->group(output);
  // A name that is mistyped would do nothing, unnoticed.
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.set_config("--config", DefaultConfigFile(),
                 "Read options from a TOML or INI file; the command line comes before it, the "
                 "environment after")
      ->type_name("FILE")
      ->group(output);
}

void CommonOptions::Apply(Console& console) const {
  console.json = json_;
  console.quiet = quiet_;
  console.verbose = verbose_;
  console.SetColor(WhenOf(color_));
}

absl::StatusOr<std::unique_ptr<SolverClient>> CommonOptions::Connect(absl::Duration search_time,
                                                                     bool retry) {
  // What is set for other servers is none of a private one's business.
  ConnectionOptions connection = local_ ? ConnectionOptions() : connection_;
  connection.own_connection = true;
  connection.retry = retry;
  if (local_) {
    if (local_server_ == nullptr) {
      auto server = LocalServer::Start();
      if (!server.ok()) return server.status();
      local_server_ = *std::move(server);
    }
    connection.server = local_server_->address();
  }
  if (const auto timeout = ParseDuration(connect_timeout_)) connection.connect_timeout = *timeout;
  SolverClient::Deadlines deadlines;
  if (const auto timeout = ParseDuration(timeout_)) {
    deadlines.unary = *timeout;
    deadlines.stream = *timeout;
  } else {
    deadlines.stream = std::max(deadlines.stream, search_time + absl::Minutes(1));
  }
  return SolverClient::Connect(connection, deadlines);
}

}  // namespace taquin::client
