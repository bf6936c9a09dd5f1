#include "solver/pattern_database/pattern_index.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taquin {
namespace {

std::int64_t Binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::int64_t value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

CellSet AllCells(int cells) { return cells == kMaxTableCells ? ~CellSet{0} : CellsBefore(cells); }

// The cells of one column.
CellSet Column(Shape shape, int column) {
  CellSet set = 0;
  for (int row = 0; row < shape.rows; ++row) set |= CellBit(row * shape.columns + column);
  return set;
}

}  // namespace

CellSet RegionOf(Shape shape, CellSet free, int cell) {
  const CellSet not_first = free & ~Column(shape, 0);
  const CellSet not_last = free & ~Column(shape, shape.columns - 1);
  const int columns = shape.columns;
  CellSet region = CellBit(cell);
  for (CellSet grown = 0; grown != region;) {
    grown = region;
    const CellSet vertical =
        columns < kMaxTableCells ? (region << columns) | (region >> columns) : CellSet{0};
    region |= (vertical & free) | ((region << 1) & not_first) | ((region >> 1) & not_last);
  }
  return region;
}

absl::StatusOr<std::shared_ptr<const PatternIndex>> PatternIndex::Create(Shape shape, int tiles) {
  if (shape.cells() > kMaxTableCells) {
    return absl::InvalidArgumentError(absl::StrCat("pattern tables take boards of at most ",
                                                   kMaxTableCells, " cells; ", shape.rows, "x",
                                                   shape.columns, " has ", shape.cells()));
  }
  if (tiles < 1 || tiles > kMaxPatternTiles || tiles >= shape.cells()) {
    return absl::InvalidArgumentError(absl::StrCat("a pattern has 1 to ",
                                                   std::min(kMaxPatternTiles, shape.cells() - 1),
                                                   " tiles on this shape, not ", tiles));
  }
  std::shared_ptr<PatternIndex> index(new PatternIndex(shape, tiles));
  if (!index->FillEntries()) {
    return absl::InvalidArgumentError(
        absl::StrCat("patterns of ", tiles, " tiles can cut a ", shape.rows, "x", shape.columns,
                     " board into more than 8 regions; use smaller patterns"));
  }
  index->PackEntries();
  return index;
}

std::int64_t PatternIndex::Sets(Shape shape, int tiles) { return Binomial(shape.cells(), tiles); }

PatternIndex::PatternIndex(Shape shape, int tiles)
    : shape_(shape),
      tiles_(tiles),
      low_bits_((shape.cells() + 1) / 2),
      permutations_(Factorial(tiles)) {
  FillRanks();
}

void PatternIndex::FillRanks() {
  low_.resize(std::size_t{1} << low_bits_);
  high_.resize(std::size_t{1} << (shape_.cells() - low_bits_));
  const auto sum = [](CellSet set, int first_cell, int before) {
    std::int64_t rank = 0;
    for (; set != 0; set &= set - 1) {
      rank += Binomial(first_cell + std::countr_zero(set), ++before);
    }
    return static_cast<std::uint32_t>(rank);
  };
  for (std::size_t set = 0; set < low_.size(); ++set) {
    low_[set] = sum(static_cast<CellSet>(set), 0, 0);
  }
  for (std::size_t set = 0; set < high_.size(); ++set) {
    // A set has tiles_ cells, so its high part tells how many are low.
    const int before = tiles_ - std::popcount(set);
    if (before >= 0) high_[set] = sum(static_cast<CellSet>(set), low_bits_, before);
  }
}

bool PatternIndex::FillEntries() {
  entries_.reserve(static_cast<std::size_t>(Sets(shape_, tiles_)));
  const CellSet all = AllCells(shape_.cells());
  for (const CellSet set : SetsInOrder(shape_.cells(), tiles_)) {
    SetEntry entry = {blocks_, {0, 0, 0}};
    const CellSet free = all & ~set;
    std::uint32_t number = 0;
    for (CellSet rest = free; rest != 0; ++number) {
      const CellSet region = RegionOf(shape_, free, std::countr_zero(rest));
      rest &= ~region;
      for (std::size_t plane = 0; plane < entry.planes.size(); ++plane) {
        if ((number >> plane) & 1) entry.planes[plane] |= region;
      }
    }
    if (number > 8) return false;
    blocks_ += number;
    entries_.push_back(entry);
  }
  return true;
}

void PatternIndex::PackEntries() {
  const int cells = shape_.cells();
  if (cells > 16 || blocks_ > 65536) return;
  packed_entries_.reserve(entries_.size());
  for (const SetEntry& entry : entries_) {
    std::uint64_t packed = entry.first_block;
    for (int cell = 0; cell < cells; ++cell) {
      const std::uint64_t region = entry.Block(cell) - entry.first_block;
      packed |= region << (16 + 3 * cell);
    }
    packed_entries_.push_back(packed);
  }
}

std::int64_t PatternIndex::bytes() const {
  return static_cast<std::int64_t>((low_.size() + high_.size()) * sizeof(std::uint32_t) +
                                   entries_.size() * sizeof(SetEntry) +
                                   packed_entries_.size() * sizeof(std::uint64_t));
}

std::vector<CellSet> SetsInOrder(int cells, int tiles) {
  // The colexicographic order of sets is the order of their numbers; the next
  // number with as many bits is found as in Gosper (HAKMEM 175, 1972).
  std::vector<CellSet> sets;
  sets.reserve(static_cast<std::size_t>(Binomial(cells, tiles)));
  const std::uint64_t end = std::uint64_t{1} << cells;
  std::uint64_t set = (std::uint64_t{1} << tiles) - 1;
  while (set < end) {
    sets.push_back(static_cast<CellSet>(set));
    const std::uint64_t lowest = set & (~set + 1);
    const std::uint64_t ripple = set + lowest;
    set = ripple | (((set ^ ripple) >> 2) / lowest);
  }
  return sets;
}

std::uint32_t Factorial(int n) {
  std::uint32_t value = 1;
  for (std::uint32_t i = 2; i <= static_cast<std::uint32_t>(n); ++i) value *= i;
  return value;
}

std::uint32_t PermutationRank(absl::Span<const std::uint8_t> order) {
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::uint32_t less = 0;
    for (std::size_t j = i + 1; j < order.size(); ++j) less += order[j] < order[i];
    rank += less * Factorial(order[i]);
  }
  return rank;
}

std::vector<std::uint8_t> PermutationOfRank(int tiles, std::uint32_t rank) {
  std::vector<std::uint8_t> order;
  for (int tile = 0; tile < tiles; ++tile) {
    const std::uint32_t less_after = rank % static_cast<std::uint32_t>(tile + 1);
    rank /= static_cast<std::uint32_t>(tile + 1);
    order.insert(order.end() - static_cast<std::ptrdiff_t>(less_after),
                 static_cast<std::uint8_t>(tile));
  }
  return order;
}

}  // namespace taquin
