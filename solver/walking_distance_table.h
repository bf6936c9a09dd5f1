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

#include <compare>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"

namespace taquin {

// `lines` rows of `length` cells each, or columns alike, and the line where
// the blank belongs, counted from the end of the axis that it is nearer to: an
// axis and its mirror image share a table.
struct WalkingDistanceAxis {
  int lines = 1;
  int length = 1;
  int goal_blank_line = 0;

  friend auto operator<=>(const WalkingDistanceAxis&, const WalkingDistanceAxis&) = default;
};

// The number of arrangements of an axis that a table holds, or `cap` if there
// are as many or more. The time it takes is bounded whatever the axis.
std::int64_t CountWalkingDistanceArrangements(int lines, int length, std::int64_t cap);

// About how many bytes the table of an axis would take; within a factor of
// three, for axes of any size. O(1).
double EstimateWalkingDistanceBytes(int lines, int length);

// Immutable once built, and so thread-safe.
class WalkingDistanceTable {
 public:
  // A larger axis is not served. Its table would take more than 32 MB.
  static constexpr std::int64_t kMaxArrangements = 400'000;

  using Index = std::uint32_t;

  static bool Serves(const WalkingDistanceAxis& axis);

  // Of an arrangement, given as the number of tiles of goal line g on line l at
  // [l * lines + g]. It has the axis's lines and lengths, and the goal is
  // reachable from it. O(lines^2).
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

  // The blank's line, then the counts as digits, but for those of the last line
  // and the last goal line, which follow from the others: at most 53 bits for
  // an axis that is served. On lines of one cell tiles never pass each other,
  // and the blank's line says it all.
  using Key = std::uint64_t;

  std::size_t Place(Index index, bool to_line_after, int goal_line) const {
    return (std::size_t{index} * 2 + (to_line_after ? 1 : 0)) * static_cast<std::size_t>(lines_) +
           static_cast<std::size_t>(goal_line);
  }
  Key KeyOf(absl::Span<const std::uint8_t> counts) const;

  int lines_;
  int length_;
  int bits_;  // Of a count in a key.
  std::vector<std::uint16_t> distances_;
  std::vector<Index> next_;
  absl::flat_hash_map<Key, Index> index_of_key_;
};

// Fills a table by breadth-first search from the goal. Thread-compatible.
class WalkingDistanceBuilder {
 public:
  // `axis` is one that is served. Takes the table's memory, and a third more
  // until it is complete.
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
