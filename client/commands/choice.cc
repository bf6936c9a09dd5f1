#include "client/commands/choice.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace taquin::client {

CLI::Validator Choice(const std::vector<std::string>& names,
                      std::function<bool(const std::string&)> is_also) {
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ",").append(name);
  return CLI::Validator(
      [names, list, also = std::move(is_also)](const std::string& value) -> std::string {
        const bool known = std::find(names.begin(), names.end(), value) != names.end();
        if (known || (also && also(value))) return "";
        return "'" + value + "' is none of " + list;
      },
      "{" + list + "}");
}

std::vector<std::string> ChoicesOf(const CLI::Option& option) {
  // The parser keeps a check's description as a part of the type's name.
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return SplitList(std::string_view(type).substr(open + 1, close - open - 1));
}

std::pair<std::string, std::string> TypeAndBounds(const CLI::Option& option) {
  // The parser appends what a check says of itself: "N:1 to 32".
  const std::string name = option.get_type_name();
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) return {name, ""};
  std::string bounds = name.substr(colon + 1);
  if (bounds.starts_with('{')) bounds.clear();  // Choices.
  return {name.substr(0, colon), bounds};
}

std::vector<std::string> SplitList(std::string_view list) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : list) {
    if (c == ',') {
      if (!part.empty()) parts.push_back(std::move(part));
      part.clear();
    } else if (c != ' ') {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

}  // namespace taquin::client
