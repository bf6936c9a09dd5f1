// From flags, environment and a file to the server's options, and back to a file.

#ifndef TAQUIN_SERVER_CONFIGURATION_H_
#define TAQUIN_SERVER_CONFIGURATION_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/server_options.h"

namespace taquin::server {

// Looks up a variable of the environment.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// What one place gives for a setting.
struct Given {
  std::string where;  // As in "--port" or "TAQUIN_PORT".
  std::vector<std::string> values;
};

// By the setting's name.
using GivenByName = std::map<std::string, Given>;

GivenByName SettingsFromEnvironment(const Environment& environment);

// The settings in the text of a file called `source`, a TOML document of
// name = value, strings and arrays of strings, without tables. Adds to `faults`
// what is wrong with it, each with `source` in front. Accepts any bytes.
GivenByName SettingsFromText(const std::string& text, const std::string& source,
                             std::vector<std::string>& faults);

// The same of a file, of a mebibyte at most.
GivenByName SettingsFromFile(const std::string& path, std::vector<std::string>& faults);

// The defaults, with what is given over them. Every value is checked, whoever
// wins; what is wrong is added to `faults`.
ServerOptions CombineSettings(const std::vector<GivenByName>& from_weakest,
                              std::vector<std::string>& faults);

// The text of a file that gives these options, each with what it means.
std::string ConfigurationText(const ServerOptions& options);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_CONFIGURATION_H_
