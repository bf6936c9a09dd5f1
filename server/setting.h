// What can be set, by which name, and how text becomes a value.

#ifndef TAQUIN_SERVER_SETTING_H_
#define TAQUIN_SERVER_SETTING_H_

#include <functional>
#include <string>
#include <vector>

#include "server/server_options.h"

namespace taquin::server {

// One setting. It is --name on the command line, TAQUIN_NAME in the environment
// and name = value in the configuration file.
struct Setting {
  std::string name;   // As in "drain-timeout".
  std::string value;  // What it takes, as in "DURATION".
  std::string help;
  bool repeatable = false;

  // Puts the values, one unless repeatable, into the options. Returns what is
  // wrong with them and what would be right; empty if nothing is.
  std::function<std::string(const std::vector<std::string>& values, ServerOptions& options)> set;

  // The values that the options have.
  std::function<std::vector<std::string>(const ServerOptions& options)> get;

  // The name in the environment.
  std::string variable() const;
};

const std::vector<Setting>& Settings();

// What is wrong between settings, each of which is right by itself.
std::vector<std::string> CheckOptions(const ServerOptions& options);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SETTING_H_
