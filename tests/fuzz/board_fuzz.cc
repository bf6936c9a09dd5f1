// Boards of any numbers: found wrong or accepted, never a crash, and then a
// board that is whole.

#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "solver/board.h"
#include "solver/reachability.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {
namespace {

// The form of an input: a byte for the rows, one for the columns, one that
// tells how wide the numbers are, and the numbers.
struct Numbers {
  Shape shape;
  std::vector<std::int64_t> tiles;
};

Numbers ReadNumbers(const std::uint8_t* data, std::size_t size) {
  Numbers numbers;
  if (size < 3) return numbers;
  numbers.shape = {static_cast<std::int8_t>(data[0]), static_cast<std::int8_t>(data[1])};
  const bool wide = data[2] % 2 != 0;
  data += 3;
  size -= 3;
  if (!wide) {
    for (std::size_t i = 0; i < size; ++i) numbers.tiles.push_back(data[i]);
    return numbers;
  }
  for (; size >= 8; data += 8, size -= 8) {
    std::int64_t tile = 0;
    std::memcpy(&tile, data, 8);
    numbers.tiles.push_back(tile);
  }
  return numbers;
}

std::string SolvedBoard(int rows, int columns) {
  std::string input = {static_cast<char>(rows), static_cast<char>(columns), 0};
  for (int tile = 0; tile < rows * columns; ++tile) input.push_back(static_cast<char>(tile));
  return input;
}

}  // namespace

std::vector<std::string> Seeds() {
  return {SolvedBoard(3, 3), SolvedBoard(4, 4), SolvedBoard(2, 5), SolvedBoard(1, 2),
          SolvedBoard(15, 17)};
}

std::vector<std::string> Pieces() {
  return {std::string(8, '\0'), std::string(8, '\xff'), std::string("\x01\0\0\0\0\0\0\0", 8),
          std::string("\0\0\0\0\0\0\0\x80", 8)};
}

}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::fuzz::Require;
  const auto [shape, tiles] = taquin::fuzz::ReadNumbers(data, size);
  const std::vector<taquin::Fault> faults = taquin::Board::Validate(shape, tiles, "start");
  for (const taquin::Fault& fault : faults) {
    Require(fault.description.size() < 2000, "a message is short");
  }
  const absl::StatusOr<taquin::Board> board = taquin::Board::Create(shape, tiles);
  Require(board.ok() == faults.empty(), "a board is made exactly where nothing is wrong");
  if (!board.ok()) return 0;
  std::vector<bool> seen(tiles.size());
  for (const std::uint16_t tile : board->tiles()) seen.at(tile) = true;
  Require(std::accumulate(seen.begin(), seen.end(), std::size_t{0}) == tiles.size(),
          "every tile is there");
  Require(board->tile(board->blank()) == 0, "the blank is where the board says");
  Require(taquin::CheckReachability(*board, *board) == taquin::Reachability::kReachable,
          "a board reaches itself");
  return 0;
}
