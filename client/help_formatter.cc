#include "client/help_formatter.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "client/commands/choice.h"

namespace taquin::client {
namespace {

// Leaves a line of 80 columns room for a sentence.
constexpr std::size_t kDescriptionColumn = 27;

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(kDescriptionColumn);
  label("Positionals", "Arguments");
  label("Subcommands", "Commands");
  label("SUBCOMMAND", "COMMAND");
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const std::string type = TypeAndBounds(*option).first;
  if (!type.empty() && option->get_items_expected_max() > 0) return " " + type;
  const bool takes_several = !option->nonpositional() && option->get_items_expected_max() > 1;
  return takes_several ? "..." : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (const std::string bounds = TypeAndBounds(*option).second; !bounds.empty()) {
    text += " (" + bounds + ")";
  }
  const std::vector<std::string> choices = ChoicesOf(*option);
  const bool are_told = std::all_of(
      choices.begin(), choices.end(),
      [&text](const std::string& choice) { return text.find(choice) != std::string::npos; });
  if (!are_told) {
    std::string list;
    for (const std::string& choice : choices) list.append(list.empty() ? "" : ", ").append(choice);
    text += " (" + list + ")";
  }
  if (std::string value = option->get_default_str(); !value.empty()) {
    // As people write it, and short.
    const char* home = std::getenv("HOME");
    if (home != nullptr && value.starts_with(std::string(home) + "/")) {
      value.replace(0, std::string_view(home).size(), "~");
    }
    text += " [" + value + "]";
  }
  if (!option->get_envname().empty()) text += " (or " + option->get_envname() + ")";
  return text;
}

}  // namespace taquin::client
