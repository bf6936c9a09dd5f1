// Boards as text, in forms that the reader reads back.

#ifndef TAQUIN_CLIENT_NOTATION_BOARD_WRITER_H_
#define TAQUIN_CLIENT_NOTATION_BOARD_WRITER_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taquin/v1/board.pb.h"

namespace taquin::client {

enum class BoardNotation {
  kSlashes,  // 1 2 3/4 5 6/7 8 0
  kNumbers,  // 1 2 3 4 5 6 7 8 0
  kCommas,   // 1,2,3,4,5,6,7,8,0
  kGrid,     // Rows on lines of their own, the blank as an underscore.
  kSized,    // A line of rows and columns, then the rows.
  kList,     // [[1,2,3],[4,5,6],[7,8,0]]
  kObject,   // {"rows":3,"columns":3,"tiles":[1,2,3,4,5,6,7,8,0]}
  kBase36,   // 123456780: a character a cell, for up to 36 cells.
  kKorf,     // 1 1 2 3 4 5 6 7 8 0: a number, then the board.
};

// The notation of a name as on the command line; nothing for other names.
std::optional<BoardNotation> BoardNotationOf(std::string_view name);

// Every name, the default first.
std::vector<std::string> BoardNotationNames();

// Whether a board of so many cells can be written so.
bool CanWrite(BoardNotation notation, int cells);

// Whether a board takes several lines.
bool TakesLines(BoardNotation notation);

// The board without a newline at its end; `number` is its name where the
// notation has one. `board` must hold rows * columns tiles, and be one that
// CanWrite() allows; so for the functions below.
std::string FormatBoard(BoardNotation notation, const v1::Board& board, int number);

// One line, rows apart by slashes, the blank as 0: "1 2 3/4 5 6/7 8 0".
std::string FormatBoardLine(const v1::Board& board);

// A line for each row, numbers right-aligned, the blank as an underscore.
// Without newlines; all of the same width.
std::vector<std::string> FormatBoardGrid(const v1::Board& board);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_BOARD_WRITER_H_
