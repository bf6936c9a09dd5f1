// Puts cells together to a board, or says everything that is wrong with them.

#ifndef TAQUIN_CLIENT_NOTATION_BOARD_ASSEMBLY_H_
#define TAQUIN_CLIENT_NOTATION_BOARD_ASSEMBLY_H_

#include <optional>
#include <string>
#include <vector>

#include "client/notation/cell.h"
#include "client/notation/fault.h"
#include "client/notation/source_text.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// A size that somebody stated beside the cells.
struct DeclaredSize {
  std::optional<int> rows;
  std::optional<int> columns;
  // Who states it, for people: "the size line", "--columns".
  std::string by;
  // Where; nothing for a flag.
  std::optional<Span> span;
};

// A board that was read without fault.
struct ReadBoard {
  v1::Board board;
  // The name that the text gives it; may be empty.
  std::string id;
  // Line of the text on which it starts, from 1.
  int line = 1;
};

// One way to understand a text: what it says, and what is then wrong with it.
struct Reading {
  std::vector<ReadBoard> boards;
  std::vector<TextFault> faults;
};

// Reads `rows` (at least one, with at least one cell in all) as one board.
// Without a declared size a single row must make a square, and several rows
// say the size themselves. Adds to `reading` either the board, or at least one
// fault. O(cells).
void AssembleBoard(const SourceText& text, const std::vector<CellRow>& rows,
                   const DeclaredSize& declared, Reading& reading);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_BOARD_ASSEMBLY_H_
