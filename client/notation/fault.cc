#include "client/notation/fault.h"

#include <algorithm>
#include <utility>

namespace taquin::client {
namespace {

// Longest part of a line to show before and after a fault, in characters.
constexpr int kExcerptReach = 36;

struct Character {
  std::size_t offset;
  std::string_view bytes;
};

std::vector<Character> CharactersOf(std::string_view text, Span span) {
  std::vector<Character> characters;
  for (std::size_t i = span.begin; i < span.end;) {
    const std::size_t length = CharacterLength(text, i);
    characters.push_back({i, text.substr(i, length)});
    i += length;
  }
  return characters;
}

void AddExcerpt(const SourceText& text, const TextFault& fault, Fault& located) {
  const std::vector<Character> line =
      CharactersOf(text.original(), text.LineAt(std::min(fault.offset, text.original().size())));
  const auto at = std::lower_bound(
      line.begin(), line.end(), fault.offset,
      [](const Character& character, std::size_t offset) { return character.offset < offset; });
  const auto begin = at - std::min<std::ptrdiff_t>(at - line.begin(), kExcerptReach);
  const auto end = at + std::min<std::ptrdiff_t>(line.end() - at, kExcerptReach);
  if (begin != line.begin()) {
    located.excerpt += "... ";
    located.caret += "    ";
  }
  for (auto it = begin; it != end; ++it) {
    const std::string_view shown = PrintableCharacter(it->bytes);
    located.excerpt += shown;
    const bool marked = it->offset >= fault.offset && it->offset < fault.offset + fault.length;
    const auto width = static_cast<std::size_t>(DisplayWidth(shown));
    if (it < at || marked) located.caret.append(width, marked ? '^' : ' ');
  }
  if (end != line.end()) located.excerpt += " ...";
  // A fault at the end of the line has no character of its own.
  if (at == line.end()) located.caret += '^';
}

}  // namespace

std::vector<Fault> LocateFaults(const SourceText& text, std::vector<TextFault> faults) {
  std::stable_sort(faults.begin(), faults.end(),
                   [](const TextFault& a, const TextFault& b) { return a.offset < b.offset; });
  std::vector<Fault> located;
  located.reserve(faults.size());
  for (TextFault& fault : faults) {
    const Position position = text.Locate(fault.offset);
    Fault& result = located.emplace_back();
    result.line = position.line;
    result.column = position.column;
    AddExcerpt(text, fault, result);
    result.message = std::move(fault.message);
  }
  return located;
}

std::string DescribeFaults(std::string_view source, const std::vector<Fault>& faults,
                           std::size_t max_faults) {
  std::string result;
  for (std::size_t i = 0; i < std::min(faults.size(), max_faults); ++i) {
    const Fault& fault = faults[i];
    result.append(source).append(":").append(std::to_string(fault.line));
    result.append(":").append(std::to_string(fault.column));
    result.append(": ").append(fault.message).append("\n");
    if (!fault.excerpt.empty()) {
      result.append("  ").append(fault.excerpt).append("\n");
      result.append("  ").append(fault.caret).append("\n");
    }
  }
  if (faults.size() > max_faults) {
    result.append(source).append(": and ").append(std::to_string(faults.size() - max_faults));
    result.append(" more\n");
  }
  return result;
}

}  // namespace taquin::client
