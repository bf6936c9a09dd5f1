#include "client/notation/cell.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace taquin::client {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Value of a base-36 digit.
int Base36Value(char c) {
  if (IsDigit(c)) return c - '0';
  return 10 + (c >= 'a' ? c - 'a' : c - 'A');
}

std::string Quoted(std::string_view content) { return "'" + PrintableText(content) + "'"; }

// The same number in ASCII if full-width digits are all that is wrong.
std::optional<std::string> FromFullWidth(std::string_view content) {
  std::string digits;
  for (std::size_t i = 0; i < content.size();) {
    const std::size_t length = CharacterLength(content, i);
    const std::string_view character = content.substr(i, length);
    i += length;
    if (length == 1 && IsDigit(character[0])) {
      digits += character[0];
    } else if (length == 3 && character.starts_with("\xEF\xBC") && character[2] >= '\x90' &&
               character[2] <= '\x99') {
      digits += static_cast<char>('0' + (character[2] - '\x90'));
    } else {
      return std::nullopt;
    }
  }
  return digits;
}

std::string ProblemOf(std::string_view content) {
  if (const auto digits = FromFullWidth(content)) {
    return Quoted(content) + " is written with full-width digits; write " + *digits;
  }
  if (content.size() > 1 && content[0] == '-' &&
      std::all_of(content.begin() + 1, content.end(), IsDigit)) {
    return PrintableText(content) + " is negative; tiles are numbered from 1";
  }
  std::string problem =
      Quoted(content) + " is neither a number nor a blank (the blank is 0, x, _ or .)";
  if (content.size() == 1 && IsLetter(content[0])) {
    problem += "; in a base-36 string it is tile " + std::to_string(Base36Value(content[0]));
  }
  return problem;
}

bool IsSeparator(char c) { return c == ' ' || c == ',' || c == '/'; }

// The quoted cell that starts at `begin`; moves `begin` past it.
Cell ScanQuoted(std::string_view text, std::size_t& begin, std::size_t line_end) {
  const char quote = text[begin];
  const std::size_t close = text.find(quote, begin + 1);
  if (close >= line_end) {  // Also when there is none at all.
    Cell cell;
    cell.span = {begin, line_end};
    cell.problem = "this quote is not closed on its line";
    begin = line_end;
    return cell;
  }
  std::string_view content = text.substr(begin + 1, close - begin - 1);
  content.remove_prefix(std::min(content.find_first_not_of(' '), content.size()));
  content = content.substr(0, content.find_last_not_of(' ') + 1);
  Cell cell = MakeCell(content, {begin, close + 1});
  cell.is_number = false;
  begin = close + 1;
  return cell;
}

Cell ScanBare(std::string_view text, std::size_t& begin, std::size_t line_end) {
  std::size_t end = begin;
  while (end < line_end && !IsSeparator(text[end])) ++end;
  Cell cell = MakeCell(text.substr(begin, end - begin), {begin, end});
  begin = end;
  return cell;
}

void AppendCell(CellRow& row, Cell cell) {
  if (row.cells.empty()) row.span.begin = cell.span.begin;
  row.span.end = cell.span.end;
  row.cells.push_back(std::move(cell));
}

}  // namespace

Cell MakeCell(std::string_view content, Span span) {
  Cell cell;
  cell.span = span;
  if (content.empty() || content == "x" || content == "X" || content == "." ||
      content.find_first_not_of('_') == std::string_view::npos) {
    return cell;
  }
  if (!std::all_of(content.begin(), content.end(), IsDigit)) {
    cell.problem = ProblemOf(content);
    return cell;
  }
  cell.is_number = true;
  const auto [end, error] =
      std::from_chars(content.data(), content.data() + content.size(), cell.value);
  if (error != std::errc()) cell.problem = PrintableText(content) + " is too long for a tile";
  return cell;
}

std::vector<CellRow> ScanRows(const SourceText& text, Span line) {
  const std::string_view scannable = text.scannable();
  std::vector<CellRow> rows(1);
  rows.back().span = {line.begin, line.begin};
  bool after_comma = true;  // As at the start of a row: a comma would follow nothing.
  for (std::size_t i = line.begin; i < line.end;) {
    const char c = scannable[i];
    if (c == ' ') {
      ++i;
    } else if (c == '/') {
      after_comma = true;
      ++i;
      rows.emplace_back().span = {i, i};
    } else if (c == ',') {
      if (after_comma) {
        Cell nothing;
        nothing.span = {i, i + 1};
        nothing.problem = "nothing stands before this comma; write the blank as 0, x, _ or .";
        AppendCell(rows.back(), std::move(nothing));
      }
      after_comma = true;
      ++i;
    } else {
      AppendCell(rows.back(), c == '\'' || c == '"' ? ScanQuoted(scannable, i, line.end)
                                                    : ScanBare(scannable, i, line.end));
      after_comma = false;
    }
  }
  // A blank line has no row, and a slash may also end the last row.
  if (rows.back().cells.empty()) rows.pop_back();
  return rows;
}

std::optional<CellRow> ExpandCompactRow(const SourceText& text, const CellRow& row) {
  if (row.cells.size() != 1) return std::nullopt;
  const Span span = row.cells[0].span;
  const std::string_view content = text.scannable().substr(span.begin, span.end - span.begin);
  if (content.size() < 2 || content[0] == '\'' || content[0] == '"') return std::nullopt;
  const bool has_tile_x = content.size() > 33;
  CellRow expanded;
  expanded.span = row.span;
  for (std::size_t i = 0; i < content.size();) {
    const std::size_t length = CharacterLength(content, i);
    const std::string_view character = content.substr(i, length);
    const bool is_x = character == "x" || character == "X";
    Cell cell;
    cell.span = {span.begin + i, span.begin + i + length};
    if (length == 1 && (IsDigit(character[0]) || IsLetter(character[0])) && (!is_x || has_tile_x)) {
      cell.value = Base36Value(character[0]);
    } else if (!is_x && character != "_" && character != ".") {
      cell.problem = Quoted(character) + " is not a base-36 digit";
    }
    expanded.cells.push_back(std::move(cell));
    i += length;
  }
  return expanded;
}

}  // namespace taquin::client
