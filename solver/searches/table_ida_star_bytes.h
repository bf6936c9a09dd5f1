// Nodes of any board that tables serve for TableIdaStar: a byte a cell.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_BYTES_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_BYTES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"
#include "solver/pattern_database/pattern_table_set.h"

namespace taquin {

// The same interface as PackedLayout's. Groups may see the board through
// symmetries of their own, so all read one board, and a table of moves tells
// each which cells lie between the ends of a move in its own order of cells.
// `kColumns` and `kRows` are 0 where they are known at run time only, when
// `kMostCells` says how many cells there may be.
template <int kRows, int kColumns, int kMaxGroups, int kViewCount,
          int kMostCells = kRows * kColumns>
class ByteLayout {
  static constexpr bool kIsNarrow = kMostCells <= kMaxNarrowCells;
  using Set = std::conditional_t<kIsNarrow, std::uint32_t, CellSet>;
  using SetEntry =
      std::conditional_t<kIsNarrow, PatternIndex::SetEntry, PatternIndex::WideSetEntry>;
  using Phase = std::conditional_t<(kMaxGroups <= 8), std::uint16_t, std::uint64_t>;
  using Slack = std::conditional_t<kIsNarrow, std::uint8_t, std::uint16_t>;

 public:
  static constexpr std::size_t kGroups = kMaxGroups;
  static constexpr std::size_t kViews = kViewCount;
  static constexpr std::size_t kCells = kMostCells;
  // More than the longest shortest path on any such board.
  static constexpr std::size_t kLongestPath = kIsNarrow ? 1024 : 8192;
  // Cells that a vertical move can pass.
  static constexpr std::size_t kBetween =
      kRows == 0 ? kMostCells - 1 : std::max(kRows, kColumns) - 1;

  struct Node {
    std::array<std::uint8_t, kCells> board;  // The label on each cell.
    std::array<std::array<Set, kGroups>, kViews> sets;
    std::array<std::array<std::uint16_t, kGroups>, kViews> ranks;
    std::array<Phase, kViews> phase;  // h mod 4 of each group, two bits each.
    std::array<Slack, kViews> slack;  // The bound less g and h.
    std::uint16_t state;              // Of the automaton.
    std::uint8_t blank;
    std::uint32_t trail;
  };

  struct Lookup {
    union {
      const SetEntry* entry;  // Until Fetch().
      const std::uint8_t* byte;
    };
    Set set;
    std::uint16_t rank;
    std::uint8_t bit;  // Within the byte; until Fetch(), the cell of the blank.
    std::uint8_t group;
    std::uint8_t phase;
  };

  static bool Fits(const PatternTableSet& tables) {
    return tables.views().size() == kViews && tables.views()[0].size() <= kGroups &&
           (kRows == 0 ? tables.shape().cells() <= kMostCells
                       : tables.shape() == Shape{kRows, kColumns});
  }

  // `labels` is the label on each cell.
  ByteLayout(std::shared_ptr<const PatternTableSet> tables, absl::Span<const std::uint8_t> labels)
      : tables_(std::move(tables)), between_(BetweenCount(tables_->shape())) {
    for (std::size_t view = 0; view < kViews; ++view) {
      for (std::size_t group = 0; group < tables_->views()[view].size(); ++group) {
        FillGroup(tables_->views()[view][group], view, group);
      }
    }
    FillRoot(labels);
  }

  int root_value() const { return *std::max_element(root_values_.begin(), root_values_.end()); }

  Node Root(int bound, std::uint16_t state) const {
    Node root = root_;
    for (std::size_t view = 0; view < kViews; ++view) {
      root.slack[view] = static_cast<Slack>(bound - root_values_[view]);
    }
    root.state = state;
    return root;
  }

  // The phases are a quick test that few others pass.
  bool IsGoal(const Node& node) const { return node.phase[0] == 0 && node.board == goal_; }

  static std::size_t TighterView(const Node& node) {
    if constexpr (kViews == 1) return 0;
    return node.slack[kViews - 1] < node.slack[0] ? 1 : 0;
  }

  void Locate(const Node& node, std::size_t view, Direction direction, Lookup& lookup) const {
    const std::size_t tile_cell = next_blank_[node.blank][static_cast<std::size_t>(direction)];
    const std::size_t label = node.board[tile_cell];
    const std::size_t group = group_of_label_[view][label];
    const Table& table = group_tables_[view][group];
    const Move& move = table.moves[node.blank][static_cast<std::size_t>(direction)];
    const auto& changes = rank_changes_[view][label];
    std::int32_t change = 0;
    for (std::size_t i = 0; i < Between(); ++i) change += changes[node.board[move.between[i]]];
    const auto rank = static_cast<std::uint16_t>(node.ranks[view][group] + move.sign * change);
    const Set set = node.sets[view][group] ^ move.set_change;
    if constexpr (kIsNarrow) {
      lookup.entry =
          table.entries + table.low[set & table.low_mask] + table.high[set >> table.low_bits];
    } else {
      lookup.entry = table.entries + table.index->SetRank(set);
    }
    __builtin_prefetch(lookup.entry);
    lookup.set = set;
    lookup.rank = rank;
    lookup.bit = move.blank_after;
    lookup.group = static_cast<std::uint8_t>(group);
    lookup.phase = static_cast<std::uint8_t>((node.phase[view] >> (2 * group)) & 3);
  }

  void Fetch(std::size_t view, Lookup& lookup) const {
    const Table& table = group_tables_[view][lookup.group];
    const std::uint64_t position = lookup.rank * table.row_bits + lookup.entry->Block(lookup.bit);
    lookup.byte = table.bits + (position >> 3);
    __builtin_prefetch(lookup.byte);
    lookup.bit = static_cast<std::uint8_t>(position & 7);
  }

  static bool Rises(Lookup& lookup) {
    const unsigned bit = (static_cast<unsigned>(*lookup.byte) >> lookup.bit) & 1u;
    const unsigned before = lookup.phase;
    lookup.phase = PhaseAfter(before, bit);
    return PhaseRises(before, bit);
  }

  static bool Survives(const Node& node, std::size_t view, bool rises) {
    return node.slack[view] >= 2 * static_cast<int>(rises);
  }

  void Apply(std::size_t view, Direction /*direction*/, const Lookup& lookup, Node& child) const {
    child.sets[view][lookup.group] = lookup.set;
    child.ranks[view][lookup.group] = lookup.rank;
    const unsigned before = static_cast<unsigned>(child.phase[view] >> (2 * lookup.group)) & 3u;
    const auto changed = static_cast<Phase>(before ^ lookup.phase);
    child.phase[view] = static_cast<Phase>(child.phase[view] ^ (changed << (2 * lookup.group)));
    const bool rises = ((before + 1) & 3u) == lookup.phase;
    child.slack[view] = static_cast<Slack>(child.slack[view] - 2 * static_cast<int>(rises));
  }

  void MoveBlank(Direction direction, Node& child) const {
    const std::uint8_t tile_cell = next_blank_[child.blank][static_cast<std::size_t>(direction)];
    child.board[child.blank] = child.board[tile_cell];
    child.board[tile_cell] = static_cast<std::uint8_t>(tables_->goal_blank());
    child.blank = tile_cell;
  }

 private:
  // A blank's move, as one group sees it: cells between are the board's own,
  // the others the table's.
  struct Move {
    std::array<std::uint8_t, kBetween> between;  // The blank's cell in unused places.
    std::int8_t sign;                            // 1 where the tile moves to a later cell, else -1.
    std::uint8_t blank_after;
    Set set_change;
  };
  struct Table {
    const std::uint8_t* bits;
    const SetEntry* entries;
    std::uint64_t row_bits;
    const PatternIndex* index;
    const std::uint32_t* low;
    const std::uint32_t* high;
    Set low_mask;
    int low_bits;
    std::array<std::array<Move, 4>, kCells> moves;
  };

  static std::size_t BetweenCount(Shape shape) {
    return static_cast<std::size_t>(shape.columns) - 1;
  }
  std::size_t Between() const { return kRows == 0 ? between_ : kBetween; }

  void FillGroup(const PatternTableSet::Group& group, std::size_t view, std::size_t number) {
    const PatternTable& table = *group.table;
    const PatternIndex& index = table.index();
    const Shape shape = index.shape();
    Table& filled = group_tables_[view][number];
    filled.bits = reinterpret_cast<const std::uint8_t*>(table.words().get());
    if constexpr (kIsNarrow) {
      filled.entries = index.entries().data();
    } else {
      filled.entries = index.wide_entries().data();
    }
    filled.index = &index;
    filled.row_bits = table.row_bits();
    filled.low = index.low_ranks().data();
    filled.high = index.high_ranks().data();
    filled.low_bits = index.low_bits();
    filled.low_mask = static_cast<Set>(CellsBefore(index.low_bits()));
    const Symmetry back = Inverse(group.symmetry);
    for (int blank = 0; blank < shape.cells(); ++blank) {
      for (const Direction direction : kDirections) {
        const std::optional<int> tile = shape.Neighbor(blank, direction);
        if (!tile) continue;
        next_blank_[static_cast<std::size_t>(blank)][static_cast<std::size_t>(direction)] =
            static_cast<std::uint8_t>(*tile);
        const int to = group.symmetry.cell(blank);
        const int from = group.symmetry.cell(*tile);
        Move& move =
            filled.moves[static_cast<std::size_t>(blank)][static_cast<std::size_t>(direction)];
        move.between.fill(static_cast<std::uint8_t>(blank));
        std::size_t count = 0;
        for (int cell = std::min(from, to) + 1; cell < std::max(from, to); ++cell) {
          move.between[count++] = static_cast<std::uint8_t>(back.cell(cell));
        }
        move.sign = to > from ? 1 : -1;
        move.blank_after = static_cast<std::uint8_t>(from);
        move.set_change = static_cast<Set>(CellBit(from) | CellBit(to));
      }
    }
    const auto tile = [&](int label) {
      return std::popcount(table.pattern() & CellsBefore(group.symmetry.cell(label)));
    };
    const auto covers = [&](int label) {
      return (table.pattern() & CellBit(group.symmetry.cell(label))) != 0;
    };
    for (int x = 0; x < shape.cells(); ++x) {
      if (!covers(x)) continue;
      group_of_label_[view][static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(number);
      for (int y = 0; y < shape.cells(); ++y) {
        if (y == x || !covers(y)) continue;
        rank_changes_[view][static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] =
            static_cast<std::int16_t>(RankChange(tile(x), tile(y)));
      }
    }
  }

  void FillRoot(absl::Span<const std::uint8_t> labels) {
    root_ = Node();
    const auto blank_label = static_cast<std::uint8_t>(tables_->goal_blank());
    std::iota(goal_.begin(), goal_.end(), std::uint8_t{0});
    // Cells beyond the shape stay as they are.
    root_.board = goal_;
    std::copy(labels.begin(), labels.end(), root_.board.begin());
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      if (labels[cell] == blank_label) root_.blank = static_cast<std::uint8_t>(cell);
    }
    for (std::size_t view = 0; view < kViews; ++view) {
      const PatternTableSet::View& groups = tables_->views()[view];
      for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto [set, rank, h] = ConfigurationOf(groups[group], labels, blank_label);
        root_.sets[view][group] = static_cast<Set>(set);
        root_.ranks[view][group] = static_cast<std::uint16_t>(rank);
        root_values_[view] += h;
        root_.phase[view] =
            static_cast<Phase>(root_.phase[view] | (static_cast<Phase>(h & 3) << (2 * group)));
      }
    }
  }

  const std::shared_ptr<const PatternTableSet> tables_;
  const std::size_t between_;
  std::array<std::array<std::uint8_t, 4>, kCells> next_blank_{};
  std::array<std::array<std::uint8_t, kCells>, kViews> group_of_label_{};
  std::array<std::array<std::array<std::int16_t, kCells>, kCells>, kViews> rank_changes_{};
  std::array<std::array<Table, kGroups>, kViews> group_tables_{};
  std::array<int, kViews> root_values_{};
  std::array<std::uint8_t, kCells> goal_{};
  Node root_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_BYTES_H_
