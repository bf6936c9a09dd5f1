#include "client/notation/board_writer.h"

#include <cstddef>

namespace taquin::client {

std::string FormatBoardLine(const v1::Board& board) {
  std::string line;
  for (int i = 0; i < board.tiles_size(); ++i) {
    if (i > 0) line += i % board.columns() == 0 ? '/' : ' ';
    line += std::to_string(board.tiles(i));
  }
  return line;
}

std::vector<std::string> FormatBoardGrid(const v1::Board& board) {
  const std::size_t width = std::to_string(board.tiles_size() - 1).size();
  std::vector<std::string> lines;
  for (int i = 0; i < board.tiles_size(); ++i) {
    if (i % board.columns() == 0) {
      lines.emplace_back();
    } else {
      lines.back() += ' ';
    }
    const std::string cell = board.tiles(i) == 0 ? "_" : std::to_string(board.tiles(i));
    lines.back().append(width - cell.size(), ' ').append(cell);
  }
  return lines;
}

}  // namespace taquin::client
