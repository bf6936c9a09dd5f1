// The cells that a line of text holds, before anything is known of the board.

#ifndef TAQUIN_CLIENT_NOTATION_CELL_H_
#define TAQUIN_CLIENT_NOTATION_CELL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/notation/source_text.h"

namespace taquin::client {

// One cell as written: a tile, the blank, or something that is neither.
struct Cell {
  // The tile, 0 for the blank; meaningless if there is a problem. Numbers are
  // not yet compared with the size of the board.
  int value = 0;
  // Where it is written, quotes included.
  Span span;
  // Written with decimal digits alone, so that it could be a size.
  bool is_number = false;
  // Empty if readable; else what is wrong, for people.
  std::string problem;
};

// A row as written. `span` reaches from its first to past its last cell.
struct CellRow {
  std::vector<Cell> cells;
  Span span;
};

// Reads one cell: a decimal number, or a blank as 0, x, X, any run of
// underscores, a dot, or nothing at all (which only quotes can say).
Cell MakeCell(std::string_view content, Span span);

// Reads a line: cells apart by blanks or commas, quoted or not; rows apart by
// slashes. Empty for a blank line. `line` must be a line of `text`.
std::vector<CellRow> ScanRows(const SourceText& text, Span line);

// Reads the only cell of a row again as one character a cell, in base 36, with
// x, _ and . as the blank too (but X is tile 33 where there are that many
// cells). Nothing if the row has not exactly one unquoted cell of two
// characters or more.
std::optional<CellRow> ExpandCompactRow(const SourceText& text, const CellRow& row);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_CELL_H_
