// Reads boards in any notation that people use: see docs/cli.md for the list.

#ifndef TAQUIN_CLIENT_NOTATION_BOARD_READER_H_
#define TAQUIN_CLIENT_NOTATION_BOARD_READER_H_

#include <optional>
#include <string>
#include <vector>

#include "client/notation/board_assembly.h"
#include "client/notation/fault.h"

namespace taquin::client {

// What the reader is told beside the text.
struct ReadOptions {
  // The size of every board, where the text does not say it. Either alone
  // will do.
  std::optional<int> rows;
  std::optional<int> columns;
  // Every line starts with the name of its instance, as in the research sets.
  bool instance_lines = false;
  // The number of the text's first line, for a part of a larger text.
  int first_line = 1;
};

// The boards of a text, or everything that is wrong with it.
struct ReadResult {
  // At least one if there are no faults.
  std::vector<ReadBoard> boards;
  std::vector<Fault> faults;
};

// Reads a whole text. Where the layout could mean several things (rows of one
// board, or one board a line; a size line, or a row) the meaning with the
// fewest faults counts, so a text without faults has exactly one meaning that
// a person would give it. O(length of the text).
ReadResult ReadBoards(std::string text, const ReadOptions& options = {});

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_BOARD_READER_H_
