#include "tests/layering/include_rules.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace taquin::layering {
namespace {

struct Rule {
  std::string_view layer;  // Prefix of the paths that it holds for.
  std::vector<std::string_view> forbidden;
  std::string_view reason;
};

const std::vector<Rule>& Rules() {
  static const auto* const kRules = new std::vector<Rule>{
      {"solver/",
       {"server/", "client/", "tests/", "taquin/v1/", "google/", "grpc", "spdlog/", "prometheus/",
        "CLI/", "nlohmann/"},
       "solver/ depends on Abseil alone"},
      {"solver/", {"iostream", "thread", "future"}, "solver/ neither prints nor starts threads"},
      {"client/", {"solver/", "server/", "tests/"}, "client/ depends on the published proto alone"},
      {"server/", {"client/", "tests/"}, "server/ depends on proto/ and solver/ alone"},
  };
  return *kRules;
}

bool StartsWithAny(std::string_view name, const std::vector<std::string_view>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

// The files where wire and domain types meet: wire.h, and what is behind it.
bool IsWire(std::string_view path) {
  return path == "server/wire.h" || path.starts_with("server/wire_");
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

std::vector<std::string> IncludedNames(std::string_view source) {
  std::vector<std::string> names;
  std::istringstream lines{std::string(source)};
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    const auto skip_blanks = [&rest] {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    };
    skip_blanks();
    if (!rest.starts_with('#')) continue;
    rest.remove_prefix(1);
    skip_blanks();
    if (!rest.starts_with("include")) continue;
    rest.remove_prefix(std::string_view("include").size());
    skip_blanks();
    if (!rest.starts_with('"') && !rest.starts_with('<')) continue;
    const char close = rest.front() == '<' ? '>' : '"';
    rest.remove_prefix(1);
    names.emplace_back(rest.substr(0, rest.find(close)));
  }
  return names;
}

std::vector<std::string> FaultsOfFile(const std::string& path,
                                      const std::vector<std::string>& names) {
  std::vector<std::string> faults;
  for (const Rule& rule : Rules()) {
    if (!path.starts_with(rule.layer)) continue;
    for (const std::string& name : names) {
      if (!StartsWithAny(name, rule.forbidden)) continue;
      faults.push_back(path + " includes " + name + ": " + std::string(rule.reason));
    }
  }
  const auto includes = [&names](const std::vector<std::string_view>& prefixes) {
    return std::any_of(names.begin(), names.end(), [&prefixes](const std::string& name) {
      return StartsWithAny(name, prefixes);
    });
  };
  if (path.starts_with("server/") && !IsWire(path) && includes({"solver/"}) &&
      includes({"taquin/v1/"})) {
    faults.push_back(path + " includes both solver/ and taquin/v1/: only server/wire* may");
  }
  if (!IsWire(path) && includes({"server/wire_"})) {
    faults.push_back(path + " includes what is behind server/wire.h: for server/wire_* alone");
  }
  return faults;
}

TreeReport JudgeTree(const std::filesystem::path& top) {
  TreeReport report;
  for (const char* layer : {"solver", "server", "client"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top / layer)) {
      const std::filesystem::path& file = entry.path();
      if (file.extension() != ".h" && file.extension() != ".cc") continue;
      ++report.file_count;
      const std::vector<std::string> faults = FaultsOfFile(
          file.lexically_relative(top).generic_string(), IncludedNames(ReadFile(file)));
      report.faults.insert(report.faults.end(), faults.begin(), faults.end());
    }
  }
  std::sort(report.faults.begin(), report.faults.end());
  return report;
}

std::vector<std::string> FaultsOfTransportFreeLibrary(const std::filesystem::path& top,
                                                      const std::string& directory,
                                                      const std::vector<std::string>& sources) {
  std::set<std::string> seen;
  std::vector<std::string> unread;
  const auto reach = [&seen, &unread](const std::string& path) {
    if (seen.insert(path).second) unread.push_back(path);
  };
  for (const std::string& source : sources) reach(directory + "/" + source);

  std::vector<std::string> faults;
  while (!unread.empty()) {
    const std::string path = unread.back();
    unread.pop_back();
    for (const std::string& name : IncludedNames(ReadFile(top / path))) {
      if (StartsWithAny(name, {"grpc", "google/", "taquin/v1/"})) {
        faults.push_back(path + " includes " + name + ", and belongs to what is free of gRPC");
      }
      if (name.starts_with(directory + "/")) reach(name);
    }
  }
  std::sort(faults.begin(), faults.end());
  return faults;
}

}  // namespace taquin::layering
