#include "server/configuration.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "server/setting.h"

// Its errors are values then, as ours are.
#define TOML_EXCEPTIONS 0
// Some texts with a fault break an assertion a step before the parser refuses
// them; in optimised builds it would be an assumption of the compiler's.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include "toml++/toml.h"
#pragma pop_macro("NDEBUG")

namespace taquin::server {
namespace {

constexpr std::size_t kMostFileBytes = std::size_t{1} << 20;

bool IsSetting(std::string_view name) {
  const auto& settings = Settings();
  return std::any_of(settings.begin(), settings.end(),
                     [name](const Setting& setting) { return setting.name == name; });
}

// As in "server.toml:3:7".
std::string Place(const std::string& source, const toml::source_region& region) {
  return absl::StrCat(source, ":", region.begin.line, ":", region.begin.column);
}

// The text of a string, a number or a boolean; unset for anything else.
std::optional<std::string> TextOf(const toml::node& node) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return absl::StrCat(number->get());
  if (!node.is_value() || node.is_date() || node.is_time() || node.is_date_time()) {
    return std::nullopt;
  }
  std::ostringstream text;
  node.visit([&text](const auto& value) { text << value; });
  return text.str();
}

// The values of a setting, of which an array has several.
std::optional<std::vector<std::string>> ValuesOf(const toml::node& node) {
  std::vector<std::string> values;
  const toml::array* const array = node.as_array();
  if (array == nullptr) {
    std::optional<std::string> text = TextOf(node);
    if (!text.has_value()) return std::nullopt;
    values.push_back(*std::move(text));
    return values;
  }
  for (const toml::node& element : *array) {
    std::optional<std::string> text = TextOf(element);
    if (!text.has_value()) return std::nullopt;
    values.push_back(*std::move(text));
  }
  return values;
}

// As TOML has it, in double quotes.
std::string Quoted(const std::string& text) {
  const toml::value<std::string> value(text);
  std::ostringstream quoted;
  quoted << toml::toml_formatter(value, toml::format_flags::allow_unicode_strings);
  return quoted.str();
}

// TOML has other letters in strings and comments alone, and the parser does not
// bear some of them elsewhere. A string ends with its line here, so one that spans
// lines has ASCII alone on those after its first.
std::optional<std::string> FindStrayLetter(const std::string& text, const std::string& source) {
  int line = 1;
  char quote = 0;
  bool in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      quote = 0;
      in_comment = false;
    } else if (in_comment) {
      continue;
    } else if (quote != 0) {
      if (c == '\\' && quote == '"' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      in_comment = true;
    } else if (!absl::ascii_isascii(static_cast<unsigned char>(c))) {
      return absl::StrCat(source, ":", line,
                          ": has letters beyond ASCII outside of a string and a comment");
    }
  }
  return std::nullopt;
}

}  // namespace

GivenByName SettingsFromEnvironment(const Environment& environment) {
  GivenByName given;
  for (const Setting& setting : Settings()) {
    const std::optional<std::string> value = environment(setting.variable());
    if (!value.has_value()) continue;
    given[setting.name] = {setting.variable(),
                           setting.repeatable
                               ? std::vector<std::string>(absl::StrSplit(*value, ','))
                               : std::vector<std::string>{*value}};
  }
  return given;
}

GivenByName SettingsFromText(const std::string& text, const std::string& source,
                             std::vector<std::string>& faults) {
  GivenByName given;
  if (std::optional<std::string> fault = FindStrayLetter(text, source)) {
    faults.push_back(*std::move(fault));
    return given;
  }
  const toml::parse_result document = toml::parse(text);
  if (!document) {
    const toml::parse_error& error = document.error();
    faults.push_back(
        absl::StrCat(Place(source, error.source()), ": ", std::string(error.description())));
    return given;
  }
  for (const auto& [key, node] : document.table()) {
    const std::string name(key.str());
    const std::string place = Place(source, key.source());
    if (!IsSetting(name)) {
      faults.push_back(absl::StrCat(place, ": ", name, " is not a setting"));
      continue;
    }
    std::optional<std::vector<std::string>> values = ValuesOf(node);
    if (!values.has_value()) {
      faults.push_back(absl::StrCat(place, ": ", name,
                                    " is no value; it is a string, a number or an array of them"));
      continue;
    }
    given[name] = {absl::StrCat(place, ": ", name), *std::move(values)};
  }
  return given;
}

GivenByName SettingsFromFile(const std::string& path, std::vector<std::string>& faults) {
  std::ifstream in(path, std::ios::binary);
  std::string text(kMostFileBytes + 1, '\0');
  if (in) in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!in.eof() && !in.good()) {
    faults.push_back(absl::StrCat(path, ": cannot be read"));
    return {};
  }
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMostFileBytes) {
    faults.push_back(absl::StrCat(path, ": is larger than 1 MiB"));
    return {};
  }
  return SettingsFromText(text, path, faults);
}

ServerOptions CombineSettings(const std::vector<GivenByName>& from_weakest,
                              std::vector<std::string>& faults) {
  ServerOptions options;
  for (const GivenByName& given : from_weakest) {
    for (const Setting& setting : Settings()) {
      const auto found = given.find(setting.name);
      if (found == given.end()) continue;
      const auto& [where, values] = found->second;
      if (values.size() != 1 && !setting.repeatable) {
        faults.push_back(absl::StrCat(where, " has ", values.size(), " values; it takes one"));
        continue;
      }
      const std::string fault = setting.set(values, options);
      if (!fault.empty()) faults.push_back(absl::StrCat(where, " ", fault));
    }
  }
  return options;
}

std::string ConfigurationText(const ServerOptions& options) {
  std::string text;
  for (const Setting& setting : Settings()) {
    std::vector<std::string> values = setting.get(options);
    for (std::string& value : values) value = Quoted(value);
    absl::StrAppend(
        &text, "# ", setting.help, "\n", setting.name, " = ",
        setting.repeatable ? absl::StrCat("[", absl::StrJoin(values, ", "), "]") : values.front(),
        "\n\n");
  }
  return text;
}

}  // namespace taquin::server
