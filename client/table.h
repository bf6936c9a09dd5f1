// A table of texts in the forms that people paste elsewhere.

#ifndef TAQUIN_CLIENT_TABLE_H_
#define TAQUIN_CLIENT_TABLE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace taquin::client {

class Table {
 public:
  struct Column {
    std::string title;
    bool right_aligned = false;
  };

  explicit Table(std::vector<Column> columns);

  // `cells` has one text a column.
  void AddRow(std::vector<std::string> cells);

  // Each ends with a newline. ToText aligns by the widest cell of a column. What
  // is wider than `width` goes on in further tables below, each of which repeats
  // the first `keys` columns.
  std::string ToText(std::optional<std::size_t> width = std::nullopt, std::size_t keys = 1) const;
  std::string ToMarkdown() const;
  // As RFC 4180: quoted where a cell holds a comma, a quote or a newline.
  std::string ToCsv() const;

 private:
  // The columns of these numbers, side by side.
  std::string ToText(const std::vector<std::size_t>& chosen) const;
  std::size_t WidthOf(std::size_t column) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// One line of CSV without its newline.
std::string CsvLine(const std::vector<std::string>& cells);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TABLE_H_
