#include "solver/reachability.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "solver/goal_layout.h"

namespace taquin {
namespace {

// Whether the permutation that takes each tile (and the blank) from its cell
// in `start` to its cell in `goal` is odd: cells less cycles.
bool PermutationIsOdd(const Board& start, const Board& goal) {
  // Each entry is taken out when it is followed.
  constexpr std::uint16_t kTaken = 0xffff;
  std::vector<std::uint16_t> goal_cells = goal.CellsByTile();
  const absl::Span<const std::uint16_t> tiles = start.tiles();
  bool odd = tiles.size() % 2 != 0;
  for (std::uint16_t& first : goal_cells) {
    if (first == kTaken) continue;
    odd = !odd;
    for (std::uint16_t cell = std::exchange(first, kTaken); cell != kTaken;
         cell = std::exchange(goal_cells[tiles[cell]], kTaken)) {
    }
  }
  return odd;
}

bool SameOrder(const Board& start, const Board& goal) {
  const auto without_blank = [](const Board& board) {
    std::vector<std::uint16_t> tiles(board.tiles().begin(), board.tiles().end());
    std::erase(tiles, 0);
    return tiles;
  };
  return without_blank(start) == without_blank(goal);
}

}  // namespace

Reachability CheckReachability(const Board& start, const Board& goal) {
  const Shape shape = start.shape();
  if (shape.rows == 1 || shape.columns == 1) {
    return SameOrder(start, goal) ? Reachability::kReachable : Reachability::kOrderDiffers;
  }
  const bool blank_distance_is_odd = shape.Distance(start.blank(), goal.blank()) % 2 != 0;
  return PermutationIsOdd(start, goal) == blank_distance_is_odd ? Reachability::kReachable
                                                                : Reachability::kParityDiffers;
}

std::string ExplainReachability(const Board& start, const Board& goal) {
  const auto odd_or_even = [](bool odd) { return absl::string_view(odd ? "odd" : "even"); };
  const bool permutation = PermutationIsOdd(start, goal);
  const bool distance = start.shape().Distance(start.blank(), goal.blank()) % 2 != 0;
  switch (CheckReachability(start, goal)) {
    case Reachability::kOrderDiffers:
      return absl::StrCat("The goal ", goal.ToString(),
                          " cannot be reached: on a single line tiles never pass each other, and "
                          "their order differs.");
    case Reachability::kParityDiffers:
      return absl::StrCat("The goal ", goal.ToString(),
                          " cannot be reached: its arrangement is an ", odd_or_even(permutation),
                          " permutation of the start, but the blank's cells are an ",
                          odd_or_even(distance), " distance apart.");
    case Reachability::kReachable:
      break;
  }
  return absl::StrCat("The goal ", goal.ToString(), " can be reached.");
}

}  // namespace taquin
