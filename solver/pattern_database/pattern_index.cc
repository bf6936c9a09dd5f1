#include "solver/pattern_database/pattern_index.h"

#include <algorithm>
#include <type_traits>

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

// kBinomials[k][n]: the sets of k of n cells.
constexpr auto kBinomials = [] {
  std::array<std::array<std::uint32_t, kMaxTableCells>, kMaxPatternTiles + 1> binomials{};
  for (std::size_t n = 0; n < kMaxTableCells; ++n) {
    binomials[0][n] = 1;
    for (std::size_t k = 1; n > 0 && k <= kMaxPatternTiles; ++k) {
      // Those that do not fit are never asked for.
      binomials[k][n] = binomials[k][n - 1] + binomials[k - 1][n - 1];
    }
  }
  return binomials;
}();

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
  if (Sets(shape, tiles) > kMostSets) {
    return absl::InvalidArgumentError(
        absl::StrCat("patterns of ", tiles, " tiles lie on ", Sets(shape, tiles), " sets of a ",
                     shape.rows, "x", shape.columns, " board's cells, above the ", kMostSets,
                     " that a table can number; use smaller patterns"));
  }
  std::shared_ptr<PatternIndex> index(new PatternIndex(shape, tiles));
  if (!(index->is_narrow() ? index->FillEntries(index->entries_)
                           : index->FillEntries(index->wide_entries_))) {
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
      sets_(static_cast<std::uint32_t>(Sets(shape, tiles))),
      permutations_(Factorial(tiles)) {
  if (is_narrow()) FillRanks();
}

std::uint32_t PatternIndex::WideSetRank(CellSet set) const {
  std::uint32_t rank = 0;
  for (std::size_t count = 0; set != 0; set &= set - 1) {
    rank += kBinomials[++count][static_cast<std::size_t>(std::countr_zero(set))];
  }
  return rank;
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

template <class Entries>
bool PatternIndex::FillEntries(Entries& entries) {
  entries.reserve(sets_);
  const CellSet all = AllCells(shape_.cells());
  for (const CellSet set : SetsInOrder(shape_.cells(), tiles_)) {
    typename Entries::value_type entry = {blocks_, {0, 0, 0}};
    const CellSet free = all & ~set;
    std::uint32_t number = 0;
    for (CellSet rest = free; rest != 0; ++number) {
      const CellSet region = RegionOf(shape_, free, std::countr_zero(rest));
      rest &= ~region;
      for (std::size_t plane = 0; plane < entry.planes.size(); ++plane) {
        auto& cells = entry.planes[plane];
        if ((number >> plane) & 1) cells |= static_cast<std::decay_t<decltype(cells)>>(region);
      }
    }
    if (number > 8) return false;
    blocks_ += number;
    entries.push_back(entry);
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
  return static_cast<std::int64_t>(
      (low_.size() + high_.size()) * sizeof(std::uint32_t) + entries_.size() * sizeof(SetEntry) +
      wide_entries_.size() * sizeof(WideSetEntry) + packed_entries_.size() * sizeof(std::uint64_t));
}

std::vector<CellSet> SetsInOrder(int cells, int tiles) {
  // The colexicographic order of sets is the order of their numbers; the next
  // number with as many bits is found as in Gosper (HAKMEM 175, 1972).
  std::vector<CellSet> sets;
  sets.reserve(static_cast<std::size_t>(Binomial(cells, tiles)));
  const CellSet all = AllCells(cells);
  const CellSet last = all & ~(all >> tiles);
  CellSet set = CellsBefore(tiles);
  for (;;) {
    sets.push_back(set);
    if (set == last) return sets;
    const CellSet lowest = set & (~set + 1);
    const CellSet ripple = set + lowest;
    set = ripple | (((set ^ ripple) >> 2) / lowest);
  }
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
