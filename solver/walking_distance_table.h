// Walking distance along one axis of a board.
//
// Source: K. Takahashi, "Walking distance" (2001). Forget where in their row
// the tiles stand, and tell them apart only by the row where they belong. What
// is left is how many tiles of each goal row each row holds. The blank goes
// from a row to the next by exchanging places with any tile there. The fewest
// such moves that bring every tile to its row never exceed the up and down
// moves of a real path; the same for columns and left and right moves; and the
// two add up, for no move is of both kinds.

#ifndef TAQUIN_SOLVER_WALKING_DISTANCE_TABLE_H_
#define TAQUIN_SOLVER_WALKING_DISTANCE_TABLE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/numeric/int128.h"
#include "absl/types/span.h"

namespace taquin {

// `lines` rows of `length` cells each, or columns alike, and the line where
// the blank belongs.
struct WalkingDistanceAxis {
  int lines = 1;
  int length = 1;
  int goal_blank_line = 0;

  friend bool operator==(const WalkingDistanceAxis&, const WalkingDistanceAxis&) = default;
  template <class H>
  friend H AbslHashValue(H h, const WalkingDistanceAxis& axis) {
    return H::combine(std::move(h), axis.lines, axis.length, axis.goal_blank_line);
  }
};

// The number of arrangements of an axis, or `cap` if there are as many or more.
// The time it takes is bounded whatever the axis.
std::int64_t CountWalkingDistanceArrangements(int lines, int length, std::int64_t cap);

// Immutable once built, and so thread-safe.
class WalkingDistanceTable {
 public:
  // A larger axis is not served: its table would take more than 64 MB.
  static constexpr std::int64_t kMaxArrangements = 800'000;

  using Index = std::uint32_t;

  static bool Serves(const WalkingDistanceAxis& axis);

  // Of an arrangement, given as the number of tiles of goal line g on line l at
  // [l * lines + g]. It has the axis's lines and lengths. O(lines^2).
  Index Find(absl::Span<const std::uint8_t> counts) const;

  // After the blank went to the line after (or before) its own, in exchange for
  // a tile that belongs on `goal_line`. The move is possible. O(1).
  Index Next(Index index, bool to_line_after, int goal_line) const {
    return next_[Place(index, to_line_after, goal_line)];
  }

  // The fewest moves to the goal.
  int Distance(Index index) const { return distances_[index]; }

  std::int64_t size() const { return static_cast<std::int64_t>(distances_.size()); }
  std::int64_t memory_bytes() const;

 private:
  friend class WalkingDistanceBuilder;

  explicit WalkingDistanceTable(const WalkingDistanceAxis& axis);

  // The counts, as digits: at most 81 bits for an axis that is served. Which
  // line is one short says where the blank is.
  using Key = absl::uint128;

  std::size_t Place(Index index, bool to_line_after, int goal_line) const {
    return (std::size_t{index} * 2 + (to_line_after ? 1 : 0)) * static_cast<std::size_t>(lines_) +
           static_cast<std::size_t>(goal_line);
  }
  Key KeyOf(absl::Span<const std::uint8_t> counts) const;

  int lines_;
  int bits_;  // Of a count in a key.
  std::vector<std::uint16_t> distances_;
  std::vector<Index> next_;
  absl::flat_hash_map<Key, Index> index_of_key_;
};

// Fills a table by breadth-first search from the goal. Thread-compatible.
class WalkingDistanceBuilder {
 public:
  // `axis` is one that is served.
  explicit WalkingDistanceBuilder(const WalkingDistanceAxis& axis);

  // Expands at most `budget` arrangements, about a microsecond each; true once
  // the table is complete.
  bool Advance(std::int64_t budget);

  // The table, complete; the builder is spent.
  std::shared_ptr<const WalkingDistanceTable> Take();

 private:
  void Expand(WalkingDistanceTable::Index index);
  int BlankLine() const;

  const WalkingDistanceAxis axis_;
  std::shared_ptr<WalkingDistanceTable> table_;
  std::vector<std::uint8_t> arrangements_;  // In the order met, lines^2 counts each.
  std::vector<std::uint8_t> counts_;        // Of the arrangement being expanded.
  WalkingDistanceTable::Index next_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_WALKING_DISTANCE_TABLE_H_
