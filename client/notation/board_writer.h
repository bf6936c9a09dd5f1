// Boards as text, in forms that the reader reads back.

#ifndef TAQUIN_CLIENT_NOTATION_BOARD_WRITER_H_
#define TAQUIN_CLIENT_NOTATION_BOARD_WRITER_H_

#include <string>
#include <vector>

#include "taquin/v1/board.pb.h"

namespace taquin::client {

// One line, rows apart by slashes, the blank as 0: "1 2 3/4 5 6/7 8 0".
// `board` must hold rows * columns tiles; so for the functions below.
std::string FormatBoardLine(const v1::Board& board);

// A line for each row, numbers right-aligned, the blank as an underscore.
// Without newlines; all of the same width.
std::vector<std::string> FormatBoardGrid(const v1::Board& board);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_BOARD_WRITER_H_
