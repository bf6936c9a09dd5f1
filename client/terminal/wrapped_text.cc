#include "client/terminal/wrapped_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_split.h"

namespace taquin::client {
namespace {

// Where the last column of a line begins, unless it is too far right to be of use.
std::size_t IndentationOf(std::string_view line, std::size_t width) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.rfind("  ");
  if (gap == std::string_view::npos || gap < begin) return begin;
  const std::size_t column = gap + 2;
  return column < line.size() && column <= width * 2 / 3 ? column : begin;
}

// How many of the characters of `line` go on the first of its lines; no less
// than one word.
std::size_t CountThatFit(std::string_view line, std::size_t indentation, std::size_t width) {
  std::size_t fit = 0;
  for (std::size_t i = indentation; i < line.size(); ++i) {
    // A blank at the end takes no room.
    const bool may_break = line[i] == ' ' || line[i] == ',';
    const std::size_t end = line[i] == ',' ? i + 1 : i;
    if (!may_break || end == indentation) continue;
    if (end > width && fit > 0) break;
    fit = end;
    if (end > width) break;
  }
  return fit == 0 ? line.size() : fit;
}

void AppendWrapped(std::string_view line, std::size_t width, std::string& text) {
  const std::size_t indentation = IndentationOf(line, width);
  std::string rest(line);
  while (rest.size() > width) {
    const std::size_t fit = CountThatFit(rest, indentation, width);
    if (fit >= rest.size()) break;
    text.append(rest, 0, fit).append("\n");
    const std::size_t next = std::min(rest.find_first_not_of(' ', fit), rest.size());
    rest = std::string(indentation, ' ') + rest.substr(next);
  }
  text += rest;
}

}  // namespace

std::string WrapText(std::string_view text, std::size_t width) {
  std::string wrapped;
  const std::vector<std::string> lines =
      absl::StrSplit(absl::string_view(text.data(), text.size()), '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) wrapped += '\n';
    AppendWrapped(lines[i], width, wrapped);
  }
  return wrapped;
}

}  // namespace taquin::client
