#include "solver/pattern_database/pattern_table.h"

#include <algorithm>
#include <array>
#include <bit>

namespace taquin {
namespace {

// A pattern's configuration, walked one tile's move at a time.
class Configuration {
 public:
  Configuration(const PatternIndex& index, CellSet pattern, absl::Span<const std::uint8_t> labels,
                int blank_label)
      : index_(index), shape_(index.shape()) {
    std::array<std::uint8_t, kMaxPatternTiles> order{};
    std::size_t count = 0;
    int moves = 0;
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      const int label = labels[static_cast<std::size_t>(cell)];
      if (label == blank_label) blank_ = cell;
      if ((pattern & CellBit(label)) == 0) continue;
      const int tile = std::popcount(pattern & CellsBefore(label));
      set_ |= CellBit(cell);
      tiles_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(tile);
      order[count++] = static_cast<std::uint8_t>(tile);
      moves += shape_.Distance(cell, label);
    }
    for (int row = 0; row < shape_.rows; ++row) first_column_ |= CellBit(row * shape_.columns);
    rank_ = PermutationRank(absl::MakeSpan(order.data(), count));
    odd_ = (moves & 1) != 0;
  }

  // Whether h is odd: it has the parity of the Manhattan distances' sum.
  bool odd() const { return odd_; }
  std::uint32_t rank() const { return rank_; }
  std::uint32_t block() const { return index_.Block(set_, blank_); }

  // Whether this is the goal's: every tile of `pattern` on its own cell, in
  // order, and the blank in the region of its cell.
  bool IsGoal(CellSet pattern, int goal_blank) const {
    return set_ == pattern && rank_ == 0 && block() == index_.Block(set_, goal_blank);
  }

  // Moves to the first neighbouring configuration that `accept` takes; false,
  // and nothing changes, if it takes none.
  template <typename Accept>
  bool MoveIf(Accept accept) {
    const CellSet region = RegionOf(shape_, AllCells(shape_.cells()) & ~set_, blank_);
    const int blank = blank_;
    const auto try_move = [&](int from, int to) {
      MoveTile(from, to);
      if (accept(*this)) return true;
      MoveTile(to, from);
      blank_ = blank;
      return false;
    };
    const int columns = shape_.columns;
    for (CellSet rest = region; rest != 0; rest &= rest - 1) {
      const int to = std::countr_zero(rest);
      const CellSet place = CellBit(to);
      if (((set_ << columns) & place) != 0 && try_move(to - columns, to)) return true;
      if (((set_ >> columns) & place) != 0 && try_move(to + columns, to)) return true;
      if (((set_ << 1) & place & ~first_column_) != 0 && try_move(to - 1, to)) return true;
      if (((set_ & ~first_column_) >> 1 & place) != 0 && try_move(to + 1, to)) return true;
    }
    return false;
  }

 private:
  void MoveTile(int from, int to) {
    const std::uint8_t tile = tiles_[static_cast<std::size_t>(from)];
    std::int32_t change = 0;
    for (int cell = std::min(from, to) + 1; cell < std::max(from, to); ++cell) {
      if ((set_ & CellBit(cell)) != 0) {
        const std::uint8_t other = tiles_[static_cast<std::size_t>(cell)];
        change += tile > other ? -kFactorials[tile] : kFactorials[other];
      }
    }
    rank_ += static_cast<std::uint32_t>(to > from ? change : -change);
    set_ ^= CellBit(from) | CellBit(to);
    tiles_[static_cast<std::size_t>(to)] = tile;
    blank_ = from;
    odd_ = !odd_;
  }

  static constexpr std::array<std::int32_t, kMaxPatternTiles> kFactorials = {1,  1,   2,   6,
                                                                             24, 120, 720, 5040};

  const PatternIndex& index_;
  Shape shape_;
  CellSet set_ = 0;
  CellSet first_column_ = 0;
  int blank_ = 0;
  std::uint32_t rank_ = 0;
  bool odd_ = false;
  std::array<std::uint8_t, kMaxTableCells> tiles_{};  // By cell; of pattern tiles.
};

}  // namespace

int PatternTable::Value(absl::Span<const std::uint8_t> labels, int blank_label) const {
  Configuration at(*index_, pattern_, labels, blank_label);
  const auto bit = [this](const Configuration& here) { return Bit(here.rank(), here.block()); };
  // h mod 4 falls by one towards the goal, and a neighbour's parity is the
  // other: only its bit is left to compare.
  int moves = 0;
  bool wanted = bit(at);
  while (!at.IsGoal(pattern_, goal_blank_)) {
    // From h = 0 or 2 (mod 4) the bit changes on the way down.
    if (!at.odd()) wanted = !wanted;
    if (!at.MoveIf([&](const Configuration& next) { return bit(next) == wanted; })) break;
    ++moves;
  }
  return moves;
}

}  // namespace taquin
