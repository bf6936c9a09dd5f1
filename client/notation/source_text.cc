#include "client/notation/source_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace taquin::client {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

std::string MakeScannable(std::string_view text) {
  std::string result(text);
  const auto blank = [&result](std::size_t begin, std::size_t length) {
    std::fill_n(result.begin() + static_cast<std::ptrdiff_t>(begin), length, ' ');
  };
  if (text.starts_with(kByteOrderMark)) blank(0, kByteOrderMark.size());
  bool in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      in_comment = false;
    } else if (text[i] == '\r') {
      // Alone, it ends a line as the oldest of the conventions has it.
      const bool before_newline = i + 1 < text.size() && text[i + 1] == '\n';
      result[i] = before_newline ? ' ' : '\n';
      in_comment = false;
    } else if (in_comment || text[i] == '#') {
      in_comment = true;
      result[i] = ' ';
    } else if (text[i] == '\t' || text[i] == '\v' || text[i] == '\f') {
      result[i] = ' ';
    } else if (text.substr(i).starts_with(kNoBreakSpace)) {
      blank(i, kNoBreakSpace.size());
      i += kNoBreakSpace.size() - 1;
    }
  }
  return result;
}

std::uint32_t CodePoint(std::string_view character) {
  const auto byte = [&character](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(character[i]));
  };
  switch (character.size()) {
    case 2:
      return ((byte(0) & 0x1F) << 6) | (byte(1) & 0x3F);
    case 3:
      return ((byte(0) & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
    case 4:
      return ((byte(0) & 0x07) << 18) | ((byte(1) & 0x3F) << 12) | ((byte(2) & 0x3F) << 6) |
             (byte(3) & 0x3F);
    default:
      return byte(0);
  }
}

}  // namespace

std::size_t CharacterLength(std::string_view text, std::size_t offset) {
  const unsigned char first = static_cast<unsigned char>(text[offset]);
  std::size_t length = 1;
  if (first >= 0xC2 && first < 0xE0) {
    length = 2;
  } else if (first >= 0xE0 && first < 0xF0) {
    length = 3;
  } else if (first >= 0xF0 && first < 0xF5) {
    length = 4;
  }
  if (offset + length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[offset + i]) & 0xC0) != 0x80) return 1;
  }
  return length;
}

int DisplayWidth(std::string_view character) {
  const std::uint32_t code = CodePoint(character);
  const bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                    (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                    (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF01 && code <= 0xFF60) ||
                    (code >= 0x1F300 && code <= 0x1FAFF);
  return wide ? 2 : 1;
}

std::string_view PrintableCharacter(std::string_view character) {
  const unsigned char first = static_cast<unsigned char>(character[0]);
  if (character == "\t" || character == kByteOrderMark) return " ";
  if (character.size() == 1 && (first < 0x20 || first >= 0x7F)) return "?";
  if (character.size() == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0) {
    return "?";
  }
  return character;
}

std::string PrintableText(std::string_view text, std::size_t max_characters) {
  std::string result;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) {
    if (count == max_characters) return result + "...";
    const std::size_t length = CharacterLength(text, i);
    result += PrintableCharacter(text.substr(i, length));
    i += length;
  }
  return result;
}

SourceText::SourceText(std::string text, int first_line)
    : original_(std::move(text)), scannable_(MakeScannable(original_)), first_line_(first_line) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = scannable_.find('\n', begin);
    if (end == std::string::npos) {
      lines_.push_back({begin, scannable_.size()});
      return;
    }
    lines_.push_back({begin, end});
    begin = end + 1;
  }
}

Span SourceText::LineAt(std::size_t offset) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                      [](std::size_t o, const Span& s) { return o < s.begin; });
  Span line = *(after - 1);
  while (line.end > line.begin && original_[line.end - 1] == '\r') --line.end;
  return line;
}

Position SourceText::Locate(std::size_t offset) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                      [](std::size_t o, const Span& s) { return o < s.begin; });
  const Span& line = *(after - 1);
  std::size_t i = line.begin;
  if (i == 0 && std::string_view(original_).starts_with(kByteOrderMark)) i = kByteOrderMark.size();
  Position position;
  position.line = first_line_ + static_cast<int>(after - 1 - lines_.begin());
  for (; i < offset; i += CharacterLength(original_, i)) ++position.column;
  return position;
}

}  // namespace taquin::client
