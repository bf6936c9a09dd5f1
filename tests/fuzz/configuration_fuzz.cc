// Configuration files of any bytes: read or found wrong, and what is read comes
// back from the file that the options are written to.

#include <cstdint>
#include <string>
#include <vector>

#include "server/configuration.h"
#include "server/setting.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {

std::vector<std::string> Seeds() {
  return {
      "port = 50051\ndrain-timeout = \"5s\"\n",
      "# where\ninsecure-listen = [\"0.0.0.0:1\", '[::]:2',\n  \"unix:/run/x\"]\r\n",
      "memory = \"4GiB\"\nmax-memory = 1048576\nmax-time = \"1h30m\"\nlog-level = \"off\"\n",
      "port-file = \"a\\u00e9\\\"b\"\ntable-dir = '''c\nd'''\ntables = \"none\"\n",
      // Letters of other scripts, in strings, comments, names and as values.
      "tables = \"\xc3\xbc\" # \xd1\xad\n\xd1\xad = \xe4\xb8\x80\xe3\x80\x80'\xf0\x9f\xa7\xa9'\n",
      "[section]\nport = 1\n[[array]]\nport.x = {a = 1.5, b = 1979-05-27}\n"};
}

std::vector<std::string> Pieces() {
  std::vector<std::string> pieces = {"= ",
                                     "\n",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     "\"",
                                     "'",
                                     "\"\"\"",
                                     "'''",
                                     "#",
                                     ",",
                                     ".",
                                     "\\u0000",
                                     "true",
                                     "-1",
                                     "0x7f",
                                     "1e9",
                                     "inf",
                                     "nan",
                                     "07:32:00",
                                     "1h",
                                     "ms",
                                     "GiB",
                                     "99999999999999999999",
                                     "127.0.0.1:1",
                                     "unix:",
                                     "none",
                                     std::string("\0", 1),
                                     "\xff",
                                     "\xc3\xbc",
                                     "\xd1\xad",
                                     "\xe3\x80\x80",
                                     "\xf0\x9f\xa7\xa9",
                                     "\xEF\xBB\xBF"};
  for (const server::Setting& setting : server::Settings()) pieces.push_back(setting.name);
  return pieces;
}

}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::fuzz::Require;
  namespace server = taquin::server;
  const std::string text(data, data + size);
  std::vector<std::string> faults;
  const server::ServerOptions options =
      server::CombineSettings({server::SettingsFromText(text, "a file", faults)}, faults);
  for (const std::string& fault : faults) {
    Require(fault.starts_with("a file:"), "a complaint names its place");
  }
  if (!faults.empty()) return 0;
  for (const std::string& fault : server::CheckOptions(options)) {
    Require(!fault.empty(), "a contradiction is explained");
  }
  const std::string printed = server::ConfigurationText(options);
  const server::ServerOptions again =
      server::CombineSettings({server::SettingsFromText(printed, "printed", faults)}, faults);
  Require(faults.empty(), "what is printed is read");
  Require(server::ConfigurationText(again) == printed, "and means the same");
  return 0;
}
