// Ranks the states of a beam by pattern tables.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_TABLE_EVALUATOR_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_TABLE_EVALUATOR_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/heuristic.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/searches/beam_evaluator.h"

namespace taquin {

// Follows each group's cells and order of tiles along the path, so that a move
// costs one look-up a view: the entry of the group's set, then the bit that it
// points to, each fetched ahead of its use. h is the greatest of the views'
// sums; the rank is that, or the sum of the views, which tells more of a state
// than either.
//
// `kBetween` is the most cells that lie between the ends of a move, in the
// order of cells of any group's image.
template <std::size_t kGroups, std::size_t kViews, std::size_t kBetween>
class TableBeamEvaluator {
  using Set = std::uint32_t;  // Of at most kMaxNarrowCells cells.

 public:
  struct Value {
    std::array<std::array<Set, kGroups>, kViews> sets;             // A group's cells.
    std::array<std::array<std::uint16_t, kGroups>, kViews> ranks;  // Of its tiles' order.
    std::array<std::int16_t, kViews> h;
    std::array<std::uint16_t, kViews> phase;  // h mod 4 of each group, two bits each.
  };
  struct LookUp {
    union {
      const PatternIndex::SetEntry* entry;  // Until Fetch().
      const std::uint8_t* byte;
    };
    std::uint32_t rank;
    std::uint8_t group;
    std::uint8_t blank;  // After the move, as the group sees it.
    std::uint8_t bit;    // From Fetch() on: within the byte.
  };
  using Pending = std::array<LookUp, kViews>;
  // Bit v: the h of view v rises.
  using Trace = std::uint8_t;

  static constexpr bool kStaged = false;

  static bool Serves(const PatternTableSet& tables) {
    return tables.views().size() == kViews && tables.views()[0].size() <= kGroups &&
           tables.shape().cells() <= kMaxNarrowCells &&
           static_cast<std::size_t>(std::max(tables.shape().rows, tables.shape().columns)) <=
               kBetween + 1;
  }

  // `tables` are such as it serves.
  TableBeamEvaluator(std::shared_ptr<const PatternTableSet> tables, bool sum_of_views)
      : tables_(std::move(tables)), sum_of_views_(sum_of_views), cells_(tables_->shape().cells()) {
    for (std::size_t view = 0; view < kViews; ++view) {
      const PatternTableSet::View& groups = tables_->views()[view];
      for (std::size_t number = 0; number < groups.size(); ++number) {
        FillGroup(view, number, groups[number]);
      }
    }
  }

  static int H(const Value& value) { return *std::max_element(value.h.begin(), value.h.end()); }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    std::vector<std::uint8_t> labels;
    for (int cell = 0; cell < cells_; ++cell) {
      labels.push_back(static_cast<std::uint8_t>(space.Label(state, cell)));
    }
    return RootOf(labels);
  }

  template <class Space>
  void Begin(const Space& space, const typename Space::State& after, const Value& value,
             TileMove move, Pending& pending) const {
    for (std::size_t view = 0; view < kViews; ++view) {
      const std::size_t number = GroupOf(view, move.label);
      const Group& group = groups_[view][number];
      const Move& step = StepOf(group, move);
      const Set set = value.sets[view][number] ^ step.set_change;
      LookUp& look_up = pending[view];
      look_up.entry =
          group.entries + group.low[set & group.low_mask] + group.high[set >> group.low_bits];
      __builtin_prefetch(look_up.entry);
      look_up.rank = RankAfter(space, after, value.ranks[view][number], view, move.label, step);
      look_up.group = static_cast<std::uint8_t>(number);
      look_up.blank = step.blank_after;
    }
  }

  void Fetch(Pending& pending) const {
    for (std::size_t view = 0; view < kViews; ++view) {
      LookUp& look_up = pending[view];
      const Group& group = groups_[view][look_up.group];
      const std::uint64_t position =
          look_up.rank * group.row_bits + look_up.entry->Block(look_up.blank);
      look_up.byte = group.bits + (position >> 3);
      look_up.bit = static_cast<std::uint8_t>(position & 7);
      __builtin_prefetch(look_up.byte);
    }
  }

  BeamEstimate<Trace> Finish(const Value& parent, const Pending& pending) const {
    unsigned trace = 0;
    int greatest = 0;
    int sum = 0;
    for (std::size_t view = 0; view < kViews; ++view) {
      const LookUp& look_up = pending[view];
      const unsigned bit = (static_cast<unsigned>(*look_up.byte) >> look_up.bit) & 1u;
      const unsigned before =
          (static_cast<unsigned>(parent.phase[view]) >> (2 * look_up.group)) & 3u;
      const unsigned rises = PhaseRises(before, bit) ? 1 : 0;
      const int h = parent.h[view] + 2 * static_cast<int>(rises) - 1;
      greatest = std::max(greatest, h);
      sum += h;
      trace |= rises << view;
    }
    return {static_cast<Trace>(trace), sum_of_views_ ? sum : greatest, greatest};
  }

  template <class Space>
  Value Child(const Space& space, const typename Space::State& after, const Value& parent,
              TileMove move, Trace trace) const {
    Value value = parent;
    for (std::size_t view = 0; view < kViews; ++view) {
      const std::size_t number = GroupOf(view, move.label);
      const Move& step = StepOf(groups_[view][number], move);
      value.sets[view][number] ^= step.set_change;
      value.ranks[view][number] = static_cast<std::uint16_t>(
          RankAfter(space, after, parent.ranks[view][number], view, move.label, step));
      const int change = ((trace >> view) & 1) != 0 ? 1 : -1;
      value.h[view] = static_cast<std::int16_t>(value.h[view] + change);
      const unsigned shift = 2 * static_cast<unsigned>(number);
      const unsigned before = (static_cast<unsigned>(parent.phase[view]) >> shift) & 3u;
      const unsigned after_move = (before + static_cast<unsigned>(change)) & 3u;
      value.phase[view] =
          static_cast<std::uint16_t>(parent.phase[view] ^ ((before ^ after_move) << shift));
    }
    return value;
  }

 private:
  // A move of a tile, as one group sees it.
  struct Move {
    std::array<std::uint8_t, kBetween> between;  // Cells; those too many are the blank's.
    std::int8_t sign;                            // 1 where the tile moves to a later cell, else -1.
    std::uint8_t blank_after;
    Set set_change;
  };
  struct Group {
    const std::uint8_t* bits;
    const PatternIndex::SetEntry* entries;
    const std::uint32_t* low;
    const std::uint32_t* high;
    std::uint64_t row_bits;
    Set low_mask;
    int low_bits;
    // By the cell that the tile goes to, then as StepOf() says.
    std::array<std::array<Move, 4>, kMaxNarrowCells> moves;
  };

  std::size_t GroupOf(std::size_t view, int label) const {
    return group_of_label_[view][static_cast<std::size_t>(label)];
  }

  static std::size_t StepIndex(int from, int to) {
    return (from > to ? 2u : 0u) + (std::abs(from - to) == 1 ? 1u : 0u);
  }
  static const Move& StepOf(const Group& group, TileMove move) {
    return group.moves[static_cast<std::size_t>(move.to)][StepIndex(move.from, move.to)];
  }

  // The rank of the order once the tile has passed those between its cells.
  template <class Space>
  std::uint32_t RankAfter(const Space& space, const typename Space::State& after,
                          std::uint32_t rank, std::size_t view, int label, const Move& step) const {
    const auto& changes = rank_changes_[view][static_cast<std::size_t>(label)];
    std::int32_t change = 0;
    for (const std::uint8_t cell : step.between) {
      change += changes[static_cast<std::size_t>(space.Label(after, cell))];
    }
    return rank + static_cast<std::uint32_t>(step.sign * change);
  }

  void FillGroup(std::size_t view, std::size_t number, const PatternTableSet::Group& group) {
    const PatternTable& table = *group.table;
    const PatternIndex& index = table.index();
    Group& filled = groups_[view][number];
    filled.bits = reinterpret_cast<const std::uint8_t*>(table.words().get());
    filled.entries = index.entries().data();
    filled.low = index.low_ranks().data();
    filled.high = index.high_ranks().data();
    filled.row_bits = table.row_bits();
    filled.low_bits = index.low_bits();
    filled.low_mask = static_cast<Set>(CellsBefore(index.low_bits()));
    const Symmetry back = Inverse(group.symmetry);
    for (int cell = 0; cell < cells_; ++cell) {
      for (const Direction direction : kDirections) {
        const std::optional<int> tile = index.shape().Neighbor(cell, direction);
        if (!tile.has_value()) continue;
        const int to = group.symmetry.cell(cell);
        const int from = group.symmetry.cell(*tile);
        Move& move = filled.moves[static_cast<std::size_t>(cell)][StepIndex(*tile, cell)];
        // After the move the blank is where the tile was.
        move.between.fill(static_cast<std::uint8_t>(*tile));
        std::size_t count = 0;
        for (int passed = std::min(from, to) + 1; passed < std::max(from, to); ++passed) {
          move.between[count++] = static_cast<std::uint8_t>(back.cell(passed));
        }
        move.sign = to > from ? 1 : -1;
        move.blank_after = static_cast<std::uint8_t>(from);
        move.set_change = static_cast<Set>(CellBit(from) | CellBit(to));
      }
    }
    const auto covers = [&](int label) {
      return label != tables_->goal_blank() &&
             (table.pattern() & CellBit(group.symmetry.cell(label))) != 0;
    };
    const auto position = [&](int label) {
      return std::popcount(table.pattern() & CellsBefore(group.symmetry.cell(label)));
    };
    for (int x = 0; x < cells_; ++x) {
      if (!covers(x)) continue;
      group_of_label_[view][static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(number);
      for (int y = 0; y < cells_; ++y) {
        if (y == x || !covers(y)) continue;
        rank_changes_[view][static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] =
            static_cast<std::int16_t>(RankChange(position(x), position(y)));
      }
    }
  }

  Value RootOf(absl::Span<const std::uint8_t> labels) const {
    Value value{};
    for (std::size_t view = 0; view < kViews; ++view) {
      const PatternTableSet::View& groups = tables_->views()[view];
      for (std::size_t number = 0; number < groups.size(); ++number) {
        const PatternTableSet::Group& group = groups[number];
        const auto [set, rank, h] = ConfigurationOf(group, labels, tables_->goal_blank());
        value.sets[view][number] = static_cast<Set>(set);
        value.ranks[view][number] = static_cast<std::uint16_t>(rank);
        value.h[view] = static_cast<std::int16_t>(value.h[view] + h);
        value.phase[view] =
            static_cast<std::uint16_t>(value.phase[view] | ((h & 3) << (2 * number)));
      }
    }
    return value;
  }

  std::shared_ptr<const PatternTableSet> tables_;  // Keeps what the groups point to.
  bool sum_of_views_;
  int cells_;
  std::array<std::array<Group, kGroups>, kViews> groups_{};
  std::array<std::array<std::uint8_t, kMaxNarrowCells>, kViews> group_of_label_{};
  // By view, the tile that moves and the tile that it passes; 0 in other groups.
  std::array<std::array<std::array<std::int16_t, kMaxNarrowCells>, kMaxNarrowCells>, kViews>
      rank_changes_{};
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_TABLE_EVALUATOR_H_
