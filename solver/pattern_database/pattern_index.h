// The numbering of the configurations of one pattern's tiles.
//
// Tiles are named by their goal cells, so that the goal is the identity
// arrangement whatever goal the user gave; the label of the goal's blank cell
// is the blank's. A pattern is a set of labels without the blank's. What an
// entry of a pattern's table depends on is
//
//   - the set S of cells that hold pattern tiles,
//   - the order of the pattern's tiles within S, and
//   - which connected part (region) of the cells outside S holds the blank.
//
// Within a region the blank walks for free, as no pattern tile moves. Every
// other move exchanges the blank with a pattern tile, which changes the sum of
// the pattern's Manhattan distances by one and so flips the parity of the
// distance h to the goal. Hence h changes by exactly 1 with each such move,
// and one bit an entry, (h >> 1) & 1, tells a search that knows h mod 4 which
// way it went. (Distances that forget the region can jump by more than one.)
//
// Numbering. The sets of k cells are ranked colexicographically: the rank of
// c_1 < ... < c_k is the sum of C(c_i, i). A *block* is a pair (set, region),
// numbered set by set, a set's regions in the order of their least cells.
// Within a block the order of the tiles is ranked by sum of e_t * t!, where t
// counts the pattern's tiles from 0 in the order of their labels and e_t is
// how many tiles less than t lie in later cells. When tile x passes tile y the
// rank changes by max(x, y)! up or down: a horizontal move passes none, and a
// vertical one those in the columns - 1 cells between.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_INDEX_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_INDEX_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "solver/board.h"

namespace taquin {

// A set of cells or of labels: bit c is cell c.
using CellSet = std::uint64_t;

inline constexpr int kMaxTableCells = 64;
inline constexpr int kMaxPatternTiles = 8;

// Boards of at most so many cells have their numbering in smaller tables, which
// quick searches read without asking for the shape.
inline constexpr int kMaxNarrowCells = 32;

constexpr CellSet CellBit(int cell) { return CellSet{1} << cell; }
constexpr CellSet CellsBefore(int cell) { return CellBit(cell) - 1; }  // cell < 64.
constexpr CellSet AllCells(int cells) { return ~CellSet{0} >> (kMaxTableCells - cells); }

// The cells in reach of `cell` through `free`, itself included.
CellSet RegionOf(Shape shape, CellSet free, int cell);

// The numbering for one shape and number of tiles; the tiles' labels do not
// matter to it. Immutable, so safe to share between threads.
class PatternIndex {
 public:
  // The first block of a set, and the region number of each free cell c as the
  // three bits at position c of the planes.
  template <class Plane>
  struct Entry {
    std::uint32_t first_block;
    std::array<Plane, 3> planes;

    std::uint32_t Block(int blank) const {
      const auto bit = [&](std::size_t plane) {
        return static_cast<std::uint32_t>((planes[plane] >> blank) & 1);
      };
      return first_block + bit(0) + (bit(1) << 1) + (bit(2) << 2);
    }
  };
  using SetEntry = Entry<std::uint32_t>;
  using WideSetEntry = Entry<std::uint64_t>;

  // InvalidArgument where the shape has more than kMaxTableCells cells or the
  // tiles do not number 1 to kMaxPatternTiles and leave a cell free, where a
  // set has more than 8 regions, or where there are more than kMostSets sets.
  // O(sets * cells).
  static absl::StatusOr<std::shared_ptr<const PatternIndex>> Create(Shape shape, int tiles);

  // How many sets of `tiles` cells there are: an estimate of size needs no
  // more, as the blocks are 1.1 to 3 times as many.
  static std::int64_t Sets(Shape shape, int tiles);
  static constexpr std::int64_t kMostSets = std::int64_t{1} << 26;

  Shape shape() const { return shape_; }
  int tiles() const { return tiles_; }
  bool is_narrow() const { return shape_.cells() <= kMaxNarrowCells; }
  std::uint32_t sets() const { return sets_; }
  std::uint32_t blocks() const { return blocks_; }
  std::uint32_t permutations() const { return permutations_; }

  // `set` has tiles() cells. O(1), or O(tiles()) above kMaxNarrowCells cells.
  std::uint32_t SetRank(CellSet set) const {
    return is_narrow() ? low_[set & CellsBefore(low_bits_)] + high_[set >> low_bits_]
                       : WideSetRank(set);
  }

  // The block of (set, region of the blank's cell), as quick as SetRank().
  std::uint32_t Block(CellSet set, int blank) const {
    const std::uint32_t rank = SetRank(set);
    return is_narrow() ? entries_[rank].Block(blank) : wide_entries_[rank].Block(blank);
  }

  // The first block of the set with this rank.
  std::uint32_t FirstBlock(std::uint32_t rank) const {
    return is_narrow() ? entries_[rank].first_block : wide_entries_[rank].first_block;
  }

  // For loops that keep these tables at hand; all but the last are empty above
  // kMaxNarrowCells cells, and the last is up to there. The low table is indexed
  // by the set's low_bits() least cells, the high one by the rest.
  int low_bits() const { return low_bits_; }
  const std::vector<std::uint32_t>& low_ranks() const { return low_; }
  const std::vector<std::uint32_t>& high_ranks() const { return high_; }
  const std::vector<SetEntry>& entries() const { return entries_; }
  const std::vector<WideSetEntry>& wide_entries() const { return wide_entries_; }

  // The entries of boards of at most 16 cells in one word each: the first block
  // in the low 16 bits, and the region number of cell c in the three bits from
  // 16 + 3 * c. Empty where they do not fit.
  const std::vector<std::uint64_t>& packed_entries() const { return packed_entries_; }

  std::int64_t bytes() const;

 private:
  PatternIndex(Shape shape, int tiles);

  std::uint32_t WideSetRank(CellSet set) const;

  void FillRanks();
  template <class Entries>
  bool FillEntries(Entries& entries);
  void PackEntries();

  Shape shape_;
  int tiles_;
  int low_bits_;
  std::uint32_t sets_;
  std::uint32_t blocks_ = 0;
  std::uint32_t permutations_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> high_;
  std::vector<SetEntry> entries_;
  std::vector<WideSetEntry> wide_entries_;
  std::vector<std::uint64_t> packed_entries_;
};

// The sets of `tiles` of `cells` cells, in the order of their ranks.
std::vector<CellSet> SetsInOrder(int cells, int tiles);

std::uint32_t Factorial(int n);  // n <= 12.

// The rank of tiles 0 .. k-1 in the order of their cells, and back. O(k * k).
std::uint32_t PermutationRank(absl::Span<const std::uint8_t> order);
std::vector<std::uint8_t> PermutationOfRank(int tiles, std::uint32_t rank);

// How the rank changes when tile x moves to a later cell past tile y; a move
// to an earlier cell changes it by as much the other way.
constexpr std::int32_t RankChange(int x, int y) {
  std::int32_t factorial = 1;
  for (int i = 2; i <= (x > y ? x : y); ++i) factorial *= i;
  return x > y ? -factorial : factorial;
}

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_INDEX_H_
