// Nodes of the 4x4 board for TableIdaStar: four bits a cell.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_PACKED_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_PACKED_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"
#include "solver/pattern_database/pattern_table_set.h"

namespace taquin {

// What TableIdaStarWorker asks of a layout is shown here; table_ida_star.h
// says how it is used. Each view keeps its own image of the board, so that the
// cells between the ends of a vertical move are neighbouring bits in it.
template <int kGroupCount, int kViewCount>
class PackedLayout {
 public:
  static constexpr std::size_t kGroups = kGroupCount;
  static constexpr std::size_t kViews = kViewCount;
  // More than the longest shortest path on such a board.
  static constexpr std::size_t kLongestPath = 1024;

  struct Node {
    std::array<std::uint64_t, kViews> boards;  // The code on each cell.
    // The rank of the tiles' order above the 16 bits of the set of their cells.
    std::array<std::array<std::uint32_t, kGroups>, kViews> groups;
    std::array<std::uint8_t, kViews> slack;  // The bound less g and h.
    std::array<std::uint8_t, kViews> phase;  // h mod 4 of each group, two bits each.
    std::uint16_t state;                     // Of the automaton.
    std::uint8_t blank;
    std::uint32_t trail;
  };

  // One look-up in one view.
  struct Lookup {
    union {
      const std::uint64_t* entry;  // Until Fetch().
      const std::uint8_t* byte;
    };
    std::uint32_t group_value;
    std::uint8_t bit;  // Within the byte.
    std::uint8_t group;
    std::uint8_t code;   // Of the moved tile.
    std::uint8_t phase;  // The group's h mod 4: before, until Rises() was asked.
  };

  // Whether the layout serves the set.
  static bool Fits(const PatternTableSet& tables) {
    if (tables.shape() != Shape{4, 4} || tables.views()[0].size() != kGroups ||
        tables.views().size() != kViews) {
      return false;
    }
    for (const PatternTableSet::View& view : tables.views()) {
      for (const PatternTableSet::Group& group : view) {
        if (group.symmetry.cells != view[0].symmetry.cells ||
            group.table->index().packed_entries().empty()) {
          return false;
        }
      }
    }
    return true;
  }

  // `labels` is the label on each cell.
  PackedLayout(std::shared_ptr<const PatternTableSet> table_set,
               absl::Span<const std::uint8_t> labels)
      : table_set_(std::move(table_set)), goal_blank_(table_set_->goal_blank()) {
    const PatternTableSet& tables = *table_set_;
    for (std::size_t view = 0; view < kViews; ++view) FillView(tables.views()[view], view);
    for (std::size_t group = 0; group < kGroups; ++group) {
      const PatternTable& table = *tables.views()[0][group].table;
      const PatternIndex& index = table.index();
      tables_[group] = {reinterpret_cast<const std::uint8_t*>(table.words().get()),
                        index.packed_entries().data(),
                        static_cast<std::uint32_t>(table.row_bits()),
                        {},
                        {}};
      for (std::size_t byte = 0; byte < 256; ++byte) {
        tables_[group].low[byte] = static_cast<std::uint16_t>(index.low_ranks()[byte]);
        tables_[group].high[byte] = static_cast<std::uint16_t>(index.high_ranks()[byte]);
      }
    }
    FillRoot(tables, labels);
    std::vector<std::uint8_t> goal(kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) goal[cell] = static_cast<std::uint8_t>(cell);
    goal_ = Pack(tables.views()[0][0].symmetry, goal);
  }

  // The heuristic's value for the root.
  int root_value() const { return *std::max_element(root_values_.begin(), root_values_.end()); }

  Node Root(int bound, std::uint16_t state) const {
    Node root = root_;
    for (std::size_t view = 0; view < kViews; ++view) {
      root.slack[view] = static_cast<std::uint8_t>(bound - root_values_[view]);
    }
    root.state = state;
    return root;
  }

  bool IsGoal(const Node& node) const { return node.boards[0] == goal_; }

  // The view that is likelier to cut off what comes below the node.
  static std::size_t TighterView(const Node& node) {
    if constexpr (kViews == 1) return 0;
    return node.slack[1] < node.slack[0] ? 1 : 0;
  }

  // Works out the group's new configuration, and fetches the entry of its set.
  void Locate(const Node& node, std::size_t view, Direction direction, Lookup& lookup) const {
    const Move& move = moves_[view][node.blank][static_cast<std::size_t>(direction)];
    const std::uint64_t board = node.boards[view];
    const std::size_t code = (board >> move.tile_shift) & 15;
    const std::uint64_t between = (board >> move.between_shift) & move.between_mask;
    const auto& changes = rank_changes_[code];
    const std::int32_t change =
        changes[between & 15] + changes[(between >> 4) & 15] + changes[(between >> 8) & 15];
    const std::size_t group = group_of_code_[code];
    const std::uint32_t value = node.groups[view][group];
    const std::uint32_t rank =
        (value >> 16) + static_cast<std::uint32_t>((change ^ move.sign) - move.sign);
    const std::uint32_t set = (value & 0xffff) ^ move.set_change;
    const Table& table = tables_[group];
    lookup.entry = table.entries + table.low[set & 255] + table.high[set >> 8];
    __builtin_prefetch(lookup.entry);
    lookup.group_value = (rank << 16) | set;
    lookup.bit = move.region_shift;
    lookup.group = static_cast<std::uint8_t>(group);
    lookup.code = static_cast<std::uint8_t>(code);
    lookup.phase = static_cast<std::uint8_t>((node.phase[view] >> (2 * group)) & 3);
  }

  // Works out where the table holds the successor's bit, and fetches that.
  void Fetch(std::size_t /*view*/, Lookup& lookup) const {
    const Table& table = tables_[lookup.group];
    const std::uint64_t entry = *lookup.entry;
    const std::uint32_t block = static_cast<std::uint32_t>(entry & 0xffff) +
                                static_cast<std::uint32_t>((entry >> lookup.bit) & 7);
    const std::uint32_t position = (lookup.group_value >> 16) * table.row_bits + block;
    lookup.byte = table.bits + (position >> 3);
    __builtin_prefetch(lookup.byte);
    lookup.bit = static_cast<std::uint8_t>(position & 7);
  }

  // Whether the successor's f is greater than the node's: h rose. Sets the
  // phase to the successor's.
  static bool Rises(Lookup& lookup) {
    const unsigned bit = (static_cast<unsigned>(*lookup.byte) >> lookup.bit) & 1u;
    const unsigned before = lookup.phase;
    lookup.phase = PhaseAfter(before, bit);
    return PhaseRises(before, bit);
  }

  static bool Survives(const Node& node, std::size_t view, bool rises) {
    return node.slack[view] >= 2 * static_cast<int>(rises);
  }

  // Makes one view of `child`, a copy of its parent, the successor's.
  void Apply(std::size_t view, Direction direction, const Lookup& lookup, Node& child) const {
    const Move& move = moves_[view][child.blank][static_cast<std::size_t>(direction)];
    const std::uint64_t code = lookup.code;
    child.boards[view] ^= (code << move.tile_shift) ^ (code << move.blank_shift);
    child.groups[view][lookup.group] = lookup.group_value;
    const unsigned before = (static_cast<unsigned>(child.phase[view]) >> (2 * lookup.group)) & 3u;
    const unsigned changed = before ^ lookup.phase;
    child.phase[view] =
        static_cast<std::uint8_t>(child.phase[view] ^ (changed << (2 * lookup.group)));
    // h went up from q to q + 1, or down to q - 1 (mod 4).
    const bool rises = ((before + 1) & 3u) == lookup.phase;
    child.slack[view] = static_cast<std::uint8_t>(child.slack[view] - 2 * static_cast<int>(rises));
  }

  // After Apply() for every view.
  void MoveBlank(Direction direction, Node& child) const {
    child.blank = next_blank_[child.blank][static_cast<std::size_t>(direction)];
  }

 private:
  static constexpr std::size_t kCells = 16;
  static constexpr int kColumns = 4;

  // A blank's move, as one view sees it. Shifts are by bits of the board.
  struct Move {
    std::uint8_t blank_shift;
    std::uint8_t tile_shift;
    std::uint8_t between_shift;
    std::uint8_t region_shift;
    std::uint16_t between_mask;  // 0 for a horizontal move.
    std::uint16_t set_change;
    std::int32_t sign;  // 0 where the tile moves to a later cell, else -1.
  };
  struct Table {
    const std::uint8_t* bits;
    const std::uint64_t* entries;
    std::uint32_t row_bits;
    // The rank of a set as the sum of its two bytes' parts.
    std::array<std::uint16_t, 256> low;
    std::array<std::uint16_t, 256> high;
  };

  // A tile's code is its label, but that the blank's is 0: labels 0 and the
  // blank's change places.
  static std::size_t Code(std::size_t label, std::size_t blank_label) {
    if (label == blank_label) return 0;
    return label == 0 ? blank_label : label;
  }

  std::uint64_t Pack(const Symmetry& symmetry, absl::Span<const std::uint8_t> labels) const {
    const std::vector<std::uint8_t> image = Image(symmetry, labels);
    const auto blank_label = static_cast<std::size_t>(symmetry.cell(goal_blank_));
    std::uint64_t board = 0;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      board |= std::uint64_t{Code(image[cell], blank_label)} << (4 * cell);
    }
    return board;
  }

  void FillView(const PatternTableSet::View& groups, std::size_t view) {
    const Shape shape = {4, 4};
    const Symmetry& symmetry = groups[0].symmetry;
    for (int blank = 0; blank < shape.cells(); ++blank) {
      for (const Direction direction : kDirections) {
        const std::optional<int> tile = shape.Neighbor(blank, direction);
        if (!tile) continue;
        next_blank_[static_cast<std::size_t>(blank)][static_cast<std::size_t>(direction)] =
            static_cast<std::uint8_t>(*tile);
        const int to = symmetry.cell(blank);
        const int from = symmetry.cell(*tile);
        const int least = std::min(from, to);
        const bool vertical = std::max(from, to) - least == kColumns;
        moves_[view][static_cast<std::size_t>(blank)][static_cast<std::size_t>(direction)] = {
            static_cast<std::uint8_t>(4 * to),
            static_cast<std::uint8_t>(4 * from),
            static_cast<std::uint8_t>(4 * (least + 1) % 64),
            static_cast<std::uint8_t>(16 + 3 * from),
            static_cast<std::uint16_t>(vertical ? 0xfff : 0),
            static_cast<std::uint16_t>(CellBit(from) | CellBit(to)),
            to > from ? 0 : -1};
      }
    }
    const auto blank_label = static_cast<std::size_t>(symmetry.cell(goal_blank_));
    for (std::size_t group = 0; group < kGroups; ++group) {
      const CellSet pattern = groups[group].table->pattern();
      const auto tile = [&](std::size_t label) {
        return std::popcount(pattern & CellsBefore(static_cast<int>(label)));
      };
      for (std::size_t x = 0; x < kCells; ++x) {
        if ((pattern & CellBit(static_cast<int>(x))) == 0) continue;
        const std::size_t code = Code(x, blank_label);
        group_of_code_[code] = static_cast<std::uint8_t>(group);
        for (std::size_t y = 0; y < kCells; ++y) {
          if (y == x || (pattern & CellBit(static_cast<int>(y))) == 0) continue;
          rank_changes_[code][Code(y, blank_label)] = RankChange(tile(x), tile(y));
        }
      }
    }
  }

  void FillRoot(const PatternTableSet& tables, absl::Span<const std::uint8_t> labels) {
    root_ = Node();
    for (std::size_t view = 0; view < kViews; ++view) {
      const PatternTableSet::View& groups = tables.views()[view];
      root_.boards[view] = Pack(groups[0].symmetry, labels);
      for (std::size_t group = 0; group < kGroups; ++group) {
        const auto [set, rank, h] = ConfigurationOf(groups[group], labels, goal_blank_);
        root_.groups[view][group] = (rank << 16) | static_cast<std::uint32_t>(set);
        root_values_[view] += h;
        root_.phase[view] = static_cast<std::uint8_t>(root_.phase[view] | ((h & 3) << (2 * group)));
      }
    }
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (labels[cell] == goal_blank_) root_.blank = static_cast<std::uint8_t>(cell);
    }
  }

  const std::shared_ptr<const PatternTableSet> table_set_;
  const int goal_blank_;
  std::array<std::array<std::array<Move, 4>, kCells>, kViews> moves_{};
  std::array<std::array<std::int32_t, kCells>, kCells> rank_changes_{};
  std::array<std::uint8_t, kCells> group_of_code_{};
  std::array<Table, kGroups> tables_{};
  std::array<std::array<std::uint8_t, 4>, kCells> next_blank_{};
  std::array<int, kViews> root_values_{};
  Node root_;
  std::uint64_t goal_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_PACKED_H_
