#include "client/names.h"

#include <array>

namespace taquin::client {
namespace {

struct Alias {
  std::string_view alias;
  std::string_view name;
};

// How the field writes what the wire has to spell with underscores.
constexpr std::array<Alias, 3> kPreferredNames = {
    {{"a-star", "astar"}, {"ida-star", "idastar"}, {"a-star-then-ida-star", "astar-idastar"}}};

// Other names that people type.
constexpr std::array<Alias, 12> kAliases = {{
    {"a*+ida*", "astar-idastar"},
    {"a*", "astar"},
    {"ida*", "idastar"},
    {"breadth-first", "bfs"},
    {"depth-first", "dfs"},
    {"iterative-deepening", "iddfs"},
    {"best-first", "greedy"},
    {"misplaced", "hamming"},
    {"misplaced-tiles", "hamming"},
    {"pdb", "pattern-database"},
    {"snail", "spiral"},
    {"none", "zero"},
}};

template <std::size_t kSize>
std::string Replace(const std::array<Alias, kSize>& table, std::string name) {
  for (const Alias& entry : table) {
    if (name == entry.alias) return std::string(entry.name);
  }
  return name;
}

std::string Hyphenated(std::string_view name) {
  std::string result;
  for (const char c : name) {
    result += c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

// What all values of a type start with: "HEURISTIC_".
std::string_view PrefixOf(const google::protobuf::EnumDescriptor& type) {
  constexpr std::string_view kUnspecified = "UNSPECIFIED";
  std::string_view name = type.FindValueByNumber(0)->name();
  name.remove_suffix(kUnspecified.size());
  return name;
}

}  // namespace

std::string NameOfValue(const google::protobuf::EnumDescriptor& type, int number) {
  const auto* value = type.FindValueByNumber(number);
  if (value == nullptr) return std::to_string(number);
  std::string_view name = value->name();
  name.remove_prefix(PrefixOf(type).size());
  return Replace(kPreferredNames, Hyphenated(name));
}

std::optional<int> ValueOfName(const google::protobuf::EnumDescriptor& type,
                               std::string_view name) {
  const std::string wanted = Replace(kPreferredNames, Replace(kAliases, Hyphenated(name)));
  for (int i = 0; i < type.value_count(); ++i) {
    const int number = type.value(i)->number();
    if (number != 0 && NameOfValue(type, number) == wanted) return number;
  }
  return std::nullopt;
}

std::vector<std::string> NamesOfType(const google::protobuf::EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    const int number = type.value(i)->number();
    if (number != 0) names.push_back(NameOfValue(type, number));
  }
  return names;
}

}  // namespace taquin::client
