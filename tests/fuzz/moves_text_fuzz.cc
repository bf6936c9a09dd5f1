// Paths in any text: read or found wrong, and moves that are read as tile
// numbers or blank moves can be followed where the reader followed them.

#include <cstdint>
#include <string>
#include <vector>

#include "client/notation/moves.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {

std::vector<std::string> Seeds() {
  return {"ULDR",
          "U3LDR2",
          "up left down right",
          "5 8 7",
          R"(["DIRECTION_UP", "DIRECTION_LEFT"])",
          "u,l,d,r",
          "U L\nD R\n",
          "6 5 8"};
}

std::vector<std::string> Pieces() {
  return {"U", "D", "L",  "R", "2", "9",  "999999999999",   "up", "down", "left", "right",
          " ", ",", "\n", "[", "]", "\"", "DIRECTION_DOWN", "-",  "1",    "8",    "\xC2\xA0",
          "'", "#"};
}

}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::fuzz::Require;
  taquin::v1::Board start;
  start.set_rows(3);
  start.set_columns(3);
  for (const int tile : {1, 2, 3, 4, 0, 5, 6, 7, 8}) start.add_tiles(tile);
  const taquin::client::ReadMovesResult result =
      taquin::client::ReadMoves(std::string(data, data + size), start);
  for (const taquin::v1::Direction direction : result.moves) {
    Require(
        direction != taquin::v1::DIRECTION_UNSPECIFIED && taquin::v1::Direction_IsValid(direction),
        "a move has a direction");
    Require(taquin::client::Opposite(taquin::client::Opposite(direction)) == direction,
            "the opposite of the opposite");
  }
  return 0;
}
