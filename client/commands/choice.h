// Options that take one of some names. Help, completion and the message about
// a wrong name all list them.

#ifndef TAQUIN_CLIENT_COMMANDS_CHOICE_H_
#define TAQUIN_CLIENT_COMMANDS_CHOICE_H_

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/names.h"

namespace taquin::client {

// A check for one of `names`, or for what `is_also` accepts.
CLI::Validator Choice(const std::vector<std::string>& names,
                      std::function<bool(const std::string&)> is_also = nullptr);

// A check for the name of a value of a wire enum, in any of its spellings.
template <typename Enum>
CLI::Validator ChoiceOf() {
  return Choice(NamesOf<Enum>(),
                [](const std::string& name) { return ValueOf<Enum>(name).has_value(); });
}

// The names that such an option lists; empty for other options.
std::vector<std::string> ChoicesOf(const CLI::Option& option);

// What an option's value is called, and its bounds in words, empty where it has
// none: "N", "1 to 32".
std::pair<std::string, std::string> TypeAndBounds(const CLI::Option& option);

// The parts of "a,b,c", without blanks and empty ones.
std::vector<std::string> SplitList(std::string_view list);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_CHOICE_H_
