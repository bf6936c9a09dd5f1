// Ranks the states of a beam by pattern tables.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_TABLE_EVALUATOR_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_TABLE_EVALUATOR_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solver/heuristics/heuristic.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/relabelled_board.h"
#include "solver/searches/beam_evaluator.h"

namespace taquin {

// Follows each group's cells and order of tiles along the path, so that a move
// costs one look-up a view; each is begun with a prefetch. h is the greatest of
// the views' sums; the rank is that, or the sum of the views, which tells more
// of a state than either.
class TableBeamEvaluator {
 public:
  static constexpr int kMaxViews = 2;
  static constexpr int kMaxGroups = 6;  // In each view.

  struct Value {
    std::array<std::int16_t, kMaxViews> h;                    // Of each view.
    std::array<std::uint32_t, kMaxViews * kMaxGroups> cells;  // A group's, as a set.
    std::array<std::uint16_t, kMaxViews * kMaxGroups> ranks;  // Of its tiles' order.
    std::array<std::uint8_t, kMaxViews * kMaxGroups> group_h_mod_4;
  };
  struct LookUp {
    const PatternIndex::SetEntry* entry;
    const std::uint64_t* word;  // From Fetch() on.
    std::uint32_t rank;
    std::uint8_t group;
    std::uint8_t blank;  // After the move, as the group sees it.
    std::uint8_t shift;  // From Fetch() on.
  };
  using Pending = std::array<LookUp, kMaxViews>;
  // Bit v: the h of view v rises.
  using Trace = std::uint8_t;

  static constexpr bool kStaged = false;

  // Whether the tables have few enough groups.
  static bool Serves(const PatternTableSet& tables) {
    return std::all_of(tables.views().begin(), tables.views().end(),
                       [](const auto& view) { return view.size() <= kMaxGroups; });
  }

  // `tables` are of the board's shape and goal blank, and such as it serves.
  TableBeamEvaluator(const RelabelledBoard& board, std::shared_ptr<const PatternTableSet> tables,
                     bool sum_of_views);

  static int H(const Value& value) { return std::max(value.h[0], value.h[1]); }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    std::vector<std::uint8_t> labels;
    for (int cell = 0; cell < cells_; ++cell) {
      labels.push_back(static_cast<std::uint8_t>(space.Label(state, cell)));
    }
    return RootOf(labels);
  }

  template <class Space>
  Pending Begin(const Space& space, const typename Space::State& after, const Value& value,
                TileMove move) const {
    Pending pending{};
    for (std::size_t view = 0; view < views_; ++view) {
      const Slot slot = SlotOf(view, move.label);
      const Group& group = groups_[slot.group];
      const Moved moved = Move(space, after, value, move, group, slot);
      LookUp& look_up = pending[view];
      look_up.entry = &group.index->entry(moved.cells);
      look_up.rank = moved.rank;
      look_up.group = slot.group;
      look_up.blank = group.image[Cell(move.from)];
      __builtin_prefetch(look_up.entry);
    }
    return pending;
  }

  void Fetch(Pending& pending) const {
    for (std::size_t view = 0; view < views_; ++view) {
      LookUp& look_up = pending[view];
      const Group& group = groups_[look_up.group];
      const std::uint64_t position =
          look_up.rank * group.row_bits + look_up.entry->Block(look_up.blank);
      look_up.word = group.words + (position >> 6);
      look_up.shift = static_cast<std::uint8_t>(position & 63);
      __builtin_prefetch(look_up.word);
    }
  }

  BeamEstimate<Trace> Finish(const Value& parent, const Pending& pending) const {
    Trace trace = 0;
    std::array<int, kMaxViews> h = {parent.h[0], parent.h[1]};
    for (std::size_t view = 0; view < views_; ++view) {
      // The bit is that of 2 in the group's new h, which is one more or less.
      const LookUp& look_up = pending[view];
      const bool bit = ((*look_up.word >> look_up.shift) & 1) != 0;
      const bool rises = ((((parent.group_h_mod_4[look_up.group] + 1) >> 1) & 1) != 0) == bit;
      h[view] += rises ? 1 : -1;
      trace |= static_cast<Trace>((rises ? 1 : 0) << view);
    }
    const int greatest = std::max(h[0], h[1]);
    return {trace, sum_of_views_ ? h[0] + h[1] : greatest, greatest};
  }

  template <class Space>
  Value Child(const Space& space, const typename Space::State& after, const Value& parent,
              TileMove move, Trace trace) const {
    Value value = parent;
    for (std::size_t view = 0; view < views_; ++view) {
      const Slot slot = SlotOf(view, move.label);
      const Moved moved = Move(space, after, parent, move, groups_[slot.group], slot);
      const int change = ((trace >> view) & 1) != 0 ? 1 : -1;
      value.cells[slot.group] = moved.cells;
      value.ranks[slot.group] = static_cast<std::uint16_t>(moved.rank);
      value.group_h_mod_4[slot.group] =
          static_cast<std::uint8_t>((parent.group_h_mod_4[slot.group] + change) & 3);
      value.h[view] = static_cast<std::int16_t>(value.h[view] + change);
    }
    return value;
  }

 private:
  struct Group {
    const PatternIndex* index;
    const std::uint64_t* words;
    std::uint64_t row_bits;
    std::array<std::uint8_t, kMaxTableCells> image;     // Of each cell, in the table's.
    std::array<std::uint8_t, kMaxTableCells> original;  // The other way.
  };
  // Where a tile is looked up in a view.
  struct Slot {
    std::uint8_t group;     // Of all groups.
    std::uint8_t position;  // Among the group's tiles.
  };
  struct Moved {
    CellSet cells;
    std::uint32_t rank;
  };

  static std::size_t Cell(int cell) { return static_cast<std::size_t>(cell); }
  Slot SlotOf(std::size_t view, int label) const {
    return slots_[view * kMaxTableCells + static_cast<std::size_t>(label)];
  }

  Value RootOf(const std::vector<std::uint8_t>& labels) const;

  // The group's cells and order after the move.
  template <class Space>
  Moved Move(const Space& space, const typename Space::State& after, const Value& value,
             TileMove move, const Group& group, Slot slot) const {
    const int from = group.image[Cell(move.from)];
    const int to = group.image[Cell(move.to)];
    const CellSet cells = value.cells[slot.group];
    Moved moved{cells ^ CellBit(from) ^ CellBit(to), value.ranks[slot.group]};
    const int least = std::min(from, to);
    const int most = std::max(from, to);
    for (CellSet between = cells & CellsBefore(most) & ~CellsBefore(least + 1); between != 0;
         between &= between - 1) {
      const int cell = group.original[Cell(std::countr_zero(between))];
      const auto other = static_cast<std::size_t>(space.Label(after, cell));
      const int passed = slots_of_group_[slot.group][other];
      const std::int32_t change = rank_changes_[slot.position][static_cast<std::size_t>(passed)];
      moved.rank += static_cast<std::uint32_t>(to > from ? change : -change);
    }
    return moved;
  }

  std::shared_ptr<const PatternTableSet> tables_;  // Keeps what the groups point to.
  int cells_;
  int blank_label_;
  bool sum_of_views_;
  std::size_t views_;
  std::vector<Group> groups_;  // View by view.
  std::array<Slot, kMaxViews * kMaxTableCells> slots_;
  // By group and label: the tile's position in the group.
  std::array<std::array<std::uint8_t, kMaxTableCells>, kMaxViews * kMaxGroups> slots_of_group_;
  std::array<std::array<std::int32_t, kMaxPatternTiles>, kMaxPatternTiles> rank_changes_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_TABLE_EVALUATOR_H_
