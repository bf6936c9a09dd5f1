#include "client/table.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace taquin::client {
namespace {

constexpr std::string_view kGap = "  ";  // Between two columns.

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::AddRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::size_t Table::WidthOf(std::size_t column) const {
  std::size_t width = columns_[column].title.size();
  for (const auto& row : rows_) width = std::max(width, row[column].size());
  return width;
}

std::string Table::ToText(const std::vector<std::size_t>& chosen) const {
  std::vector<std::size_t> widths;
  for (const std::size_t column : chosen) widths.push_back(WidthOf(column));
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::string& cell = cell_of(chosen[i]);
      const std::string padding(widths[i] - cell.size(), ' ');
      if (i > 0) line += kGap;
      line += columns_[chosen[i]].right_aligned ? padding + cell : cell + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line([this](std::size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) {
    add_line([&row](std::size_t c) -> const std::string& { return row[c]; });
  }
  return text;
}

std::string Table::ToText(std::optional<std::size_t> width, std::size_t keys) const {
  std::vector<std::size_t> chosen;
  std::size_t used = 0;
  std::string text;
  const auto choose = [&](std::size_t column) {
    used += WidthOf(column) + (chosen.empty() ? 0 : kGap.size());
    chosen.push_back(column);
  };
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (width && chosen.size() > keys && used + kGap.size() + WidthOf(c) > *width) {
      text += ToText(chosen) + "\n";
      chosen.clear();
      used = 0;
      for (std::size_t key = 0; key < keys; ++key) choose(key);
    }
    choose(c);
  }
  return text + ToText(chosen);
}

std::string Table::ToMarkdown() const {
  std::string text = "|";
  for (const Column& column : columns_) text += " " + column.title + " |";
  text += "\n|";
  for (const Column& column : columns_) text += column.right_aligned ? " ---: |" : " --- |";
  text += "\n";
  for (const auto& row : rows_) {
    text += "|";
    for (const std::string& cell : row) text += " " + cell + " |";
    text += "\n";
  }
  return text;
}

std::string Table::ToCsv() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string text = CsvLine(titles) + "\n";
  for (const auto& row : rows_) text += CsvLine(row) + "\n";
  return text;
}

std::string CsvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (c > 0) line += ',';
    if (cells[c].find_first_of(",\"\r\n") == std::string::npos) {
      line += cells[c];
      continue;
    }
    line += '"';
    for (const char character : cells[c]) {
      if (character == '"') line += '"';
      line += character;
    }
    line += '"';
  }
  return line;
}

}  // namespace taquin::client
