// Additive pattern databases, as any search can follow them.

#ifndef TAQUIN_SOLVER_HEURISTICS_PATTERN_DATABASE_H_
#define TAQUIN_SOLVER_HEURISTICS_PATTERN_DATABASE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/heuristic.h"
#include "solver/pattern_database/pattern_index.h"
#include "solver/pattern_database/pattern_table.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/pattern_database/symmetry.h"

namespace taquin {

// Sources: R. Korf and A. Felner, "Disjoint pattern database heuristics" (2002);
// A. Felner, R. Korf and S. Hanan, "Additive pattern database heuristics"
// (2004). The sum over groups of tiles of the moves that each group's own tiles
// need, the blank's region being part of a group's configuration; where a
// reflection keeps the goal's blank cell, the greater of the sums for the board
// and for its image. Admissible: no move moves tiles of two groups, and an image
// is as far from the goal as the board. Consistent: a move changes one group's
// part, by one (see pattern_table.h), so each sum changes by one, and so does the
// greater of two, which are both odd or both even.
//
// The tables say only which way a group's part went, so a value keeps the sum
// of each view. A note is half their difference.
class PatternDatabaseHeuristic {
 public:
  static constexpr bool kConsistent = true;

  // The sums of the views; the same twice where there is one view.
  struct Value {
    std::array<std::int16_t, 2> sums;
  };

  // The target's tables are set.
  explicit PatternDatabaseHeuristic(const HeuristicTarget& target);

  static int H(Value value) { return std::max(value.sums[0], value.sums[1]); }

  static int Note(Value value) {
    return std::clamp((value.sums[0] - value.sums[1]) / 2 + kNoteOfEqual, 0, kMaxNote);
  }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    std::array<std::uint8_t, kMaxTableCells> labels;
    for (int cell = 0; cell < cells_; ++cell) {
      labels[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(space.Label(state, cell));
    }
    return RootOf({labels.data(), static_cast<std::size_t>(cells_)});
  }

  // O(cells) a view.
  template <class Space>
  Value Step(const Space& space, const typename Space::State& after, Value value,
             TileMove move) const {
    for (std::size_t view = 0; view < views_.size(); ++view) {
      const std::uint8_t group = views_[view].group_of_label[static_cast<std::size_t>(move.label)];
      const int change = Change(views_[view].groups[group], space, after, move);
      value.sums[view] = static_cast<std::int16_t>(value.sums[view] + change);
    }
    if (views_.size() == 1) value.sums[1] = value.sums[0];
    return value;
  }

  template <class Space>
  Value Restore(const Space& /*space*/, const typename Space::State& /*state*/, int h,
                int note) const {
    const int more = 2 * (note - kNoteOfEqual);  // Of the first than of the second.
    return {{static_cast<std::int16_t>(h + std::min(more, 0)),
             static_cast<std::int16_t>(h - std::max(more, 0))}};
  }

 private:
  static constexpr int kNoteOfEqual = (kMaxNote + 1) / 2;
  static constexpr std::uint8_t kNoTile = 255;

  // A group of tiles on its table's board, where a symmetry carries the board.
  struct Group {
    const PatternTable* table;
    CellSet white;                                           // Of the table's cells.
    bool odd_home;                                           // Of the pattern, on white cells.
    std::array<std::uint8_t, kMaxTableCells> cell_at;        // Of the board, for a table's cell.
    std::array<std::uint8_t, kMaxTableCells> image;          // Of a cell of the board.
    std::array<std::uint8_t, kMaxTableCells> tile_of_label;  // From 0, or kNoTile.
  };
  struct View {
    std::vector<Group> groups;
    std::array<std::uint8_t, kMaxTableCells> group_of_label;
  };

  Group MakeGroup(const PatternTableSet::Group& group, const HeuristicTarget& target) const;
  Value RootOf(absl::Span<const std::uint8_t> labels) const;

  // +1 or -1: where the group's part went with a move of one of its tiles.
  template <class Space>
  int Change(const Group& group, const Space& space, const typename Space::State& after,
             TileMove move) const {
    // The rank counts the lesser tiles in later cells: those that are not earlier.
    std::array<std::uint8_t, kMaxTableCells> tiles{};
    CellSet set = 0;
    std::uint32_t seen = 0;
    std::uint32_t rank = 0;
    for (int cell = 0; cell < cells_; ++cell) {
      const int label = space.Label(after, group.cell_at[static_cast<std::size_t>(cell)]);
      const std::uint8_t tile = group.tile_of_label[static_cast<std::size_t>(label)];
      if (tile == kNoTile) continue;
      tiles[static_cast<std::size_t>(cell)] = tile;
      set |= CellBit(cell);
      const std::uint32_t lesser = (std::uint32_t{1} << tile) - 1;
      rank += static_cast<std::uint32_t>(tile - kBits[seen & lesser]) * kFactorials[tile];
      seen |= lesser + 1;
    }
    const int from = group.image[static_cast<std::size_t>(move.from)];
    const int to = group.image[static_cast<std::size_t>(move.to)];
    const std::uint8_t moved = tiles[static_cast<std::size_t>(to)];
    // What the move added to the rank; see RankChange().
    std::uint32_t added = 0;
    const CellSet between =
        set & ~CellBit(to) & (CellsBefore(std::max(from, to)) & ~CellsBefore(std::min(from, to)));
    for (CellSet rest = between; rest != 0; rest &= rest - 1) {
      const std::uint8_t other = tiles[static_cast<std::size_t>(std::countr_zero(rest))];
      added += moved > other ? std::uint32_t{0} - kFactorials[moved] : kFactorials[other];
    }
    const std::uint32_t rank_before = to > from ? rank - added : rank + added;
    const CellSet set_before = set ^ CellBit(from) ^ CellBit(to);
    const PatternIndex& index = group.table->index();
    const bool bit = group.table->Bit(rank, index.Block(set, from));
    const bool bit_before = group.table->Bit(rank_before, index.Block(set_before, to));
    // From an even h the second bit stays on the way up; from an odd one it
    // stays on the way down.
    const bool odd_before = (std::popcount(set_before & group.white) % 2 != 0) != group.odd_home;
    return (bit == bit_before) != odd_before ? 1 : -1;
  }

  // Of the numbers below 2^8.
  static constexpr auto kBits = [] {
    std::array<std::uint8_t, 1 << kMaxPatternTiles> bits{};
    for (std::size_t i = 0; i < bits.size(); ++i) {
      bits[i] = static_cast<std::uint8_t>(std::popcount(i));
    }
    return bits;
  }();
  static constexpr std::array<std::uint32_t, kMaxPatternTiles> kFactorials = {1,  1,   2,   6,
                                                                              24, 120, 720, 5040};

  int cells_;
  std::vector<std::uint8_t> home_of_label_;
  Symmetry to_tables_;  // Carries the target's class to the tables' one.
  std::shared_ptr<const PatternTableSet> tables_;
  std::vector<View> views_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_PATTERN_DATABASE_H_
