// Boards written as JSON: nested lists, or the protobuf-JSON form of Board.

#ifndef TAQUIN_CLIENT_NOTATION_JSON_BOARD_H_
#define TAQUIN_CLIENT_NOTATION_JSON_BOARD_H_

#include "client/notation/board_assembly.h"
#include "client/notation/source_text.h"

namespace taquin::client {

// Reads every JSON value of `text`, one after another: [1,2,3,0] is a square
// row by row, [[1,2],[3,0]] is a list of rows, {"rows":..,"columns":..,
// "tiles":[..]} a board, and a list of lists of rows, or of objects, is
// several boards. The blank is 0, null, "", " ", "x", "X", "_" or ".".
Reading ReadJsonBoards(const SourceText& text, const DeclaredSize& declared);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_JSON_BOARD_H_
