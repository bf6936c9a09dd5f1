// Paths as text.

#ifndef TAQUIN_CLIENT_NOTATION_MOVES_H_
#define TAQUIN_CLIENT_NOTATION_MOVES_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/notation/fault.h"
#include "taquin/v1/board.pb.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// How a path is written. Half the world names a move by the way the blank
// travels, half by the way the tile does, so the notation always says which.
enum class MoveNotation {
  kBlankLetters,  // ULDR: the blank's way
  kTileLetters,   // DRUL: the tile's way
  kWords,         // up left down right: the blank's way
  kTileNumbers,   // 5 8 7: the tile that moves
  kRunLength,     // U3LDR2: the blank's way, repeats counted
  kBoards,        // the start and every board after it, one a line
};

struct MoveNotationName {
  MoveNotation notation;
  std::string_view name;
};

inline constexpr std::array<MoveNotationName, 6> kMoveNotationNames = {{
    {MoveNotation::kBlankLetters, "blank-letters"},
    {MoveNotation::kTileLetters, "tile-letters"},
    {MoveNotation::kWords, "words"},
    {MoveNotation::kTileNumbers, "tile-numbers"},
    {MoveNotation::kRunLength, "run-length"},
    {MoveNotation::kBoards, "boards"},
}};

using Moves = std::vector<v1::Direction>;

// The path of a result; empty if it has none.
Moves MovesOf(const v1::SolveResult& result);

// The way the tile goes when the blank goes the given way.
v1::Direction Opposite(v1::Direction direction);

// The upper-case name of a direction: "UP".
std::string_view DirectionWord(v1::Direction direction);

// `moves` must be possible from `start`. No newline at the end; empty for no
// moves, but for kBoards, which always has the start.
std::string FormatMoves(MoveNotation notation, const v1::Board& start, const Moves& moves);

// A path as somebody wrote it.
struct ReadMovesResult {
  // As blank moves, unless only_directions: then the letters as they stand,
  // which may be meant for the blank or for the tile.
  Moves moves;
  // Letters or words, in which the text cannot show whose moves they are.
  bool only_directions = false;
  std::vector<Fault> faults;
};

// Reads letters (with or without run lengths, parted or not), words, tile
// numbers, or the JSON list of Direction names. Tile numbers are followed from
// `start`: a tile that is not beside the blank is a fault.
ReadMovesResult ReadMoves(std::string text, const v1::Board& start);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_MOVES_H_
