#include "client/notation/board_writer.h"

#include <cstddef>
#include <utility>

namespace taquin::client {
namespace {

constexpr int kMostBase36Cells = 36;

// In the order of the enumeration.
constexpr std::pair<std::string_view, BoardNotation> kNotations[] = {
    {"slashes", BoardNotation::kSlashes}, {"numbers", BoardNotation::kNumbers},
    {"commas", BoardNotation::kCommas},   {"grid", BoardNotation::kGrid},
    {"sized", BoardNotation::kSized},     {"list", BoardNotation::kList},
    {"object", BoardNotation::kObject},   {"base36", BoardNotation::kBase36},
    {"korf", BoardNotation::kKorf},
};

// The numbers of all cells, `within` between those of a row and `between` from
// one row to the next.
std::string Join(const v1::Board& board, std::string_view within, std::string_view between) {
  std::string text;
  for (int i = 0; i < board.tiles_size(); ++i) {
    if (i > 0) text += i % board.columns() == 0 ? between : within;
    text += std::to_string(board.tiles(i));
  }
  return text;
}

std::string JoinLines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(text.empty() ? "" : "\n").append(line);
  return text;
}

std::string SizeLine(const v1::Board& board) {
  const std::string rows = std::to_string(board.rows());
  return board.rows() == board.columns() ? rows : rows + " " + std::to_string(board.columns());
}

std::string Base36(const v1::Board& board) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string text;
  for (const int tile : board.tiles()) text += kDigits[static_cast<std::size_t>(tile)];
  return text;
}

}  // namespace

std::optional<BoardNotation> BoardNotationOf(std::string_view name) {
  for (const auto& [its_name, notation] : kNotations) {
    if (its_name == name) return notation;
  }
  return std::nullopt;
}

std::vector<std::string> BoardNotationNames() {
  std::vector<std::string> names;
  for (const auto& [name, notation] : kNotations) names.emplace_back(name);
  return names;
}

bool CanWrite(BoardNotation notation, int cells) {
  return notation != BoardNotation::kBase36 || cells <= kMostBase36Cells;
}

bool TakesLines(BoardNotation notation) {
  return notation == BoardNotation::kGrid || notation == BoardNotation::kSized;
}

std::string FormatBoard(BoardNotation notation, const v1::Board& board, int number) {
  switch (notation) {
    case BoardNotation::kSlashes:
      return FormatBoardLine(board);
    case BoardNotation::kNumbers:
      return Join(board, " ", " ");
    case BoardNotation::kCommas:
      return Join(board, ",", ",");
    case BoardNotation::kGrid:
      return JoinLines(FormatBoardGrid(board));
    case BoardNotation::kSized:
      return SizeLine(board) + "\n" + Join(board, " ", "\n");
    case BoardNotation::kList:
      return "[[" + Join(board, ",", "],[") + "]]";
    case BoardNotation::kObject:
      return "{\"rows\":" + std::to_string(board.rows()) +
             ",\"columns\":" + std::to_string(board.columns()) + ",\"tiles\":[" +
             Join(board, ",", ",") + "]}";
    case BoardNotation::kBase36:
      return Base36(board);
    case BoardNotation::kKorf:
      return std::to_string(number) + " " + Join(board, " ", " ");
  }
  return "";
}

std::string FormatBoardLine(const v1::Board& board) { return Join(board, " ", "/"); }

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
