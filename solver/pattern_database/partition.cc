#include "solver/pattern_database/partition.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taquin {
namespace {

std::int64_t TierBytes(TableTier tier) {
  constexpr std::int64_t kMegabyte = 1'000'000;
  switch (tier) {
    case TableTier::kStartup:
      return 8 * kMegabyte;
    case TableTier::kDefault:
      return 64 * kMegabyte;
    case TableTier::kLarge:
      return 220 * kMegabyte;
  }
  return 0;
}

// Partitions given by a letter for each tile, row by row; '.' is the blank's
// goal cell. Chosen by the nodes that searches of Korf's instances generate.
struct Drawing {
  Shape shape;
  int goal_blank;
  TableTier tier;
  std::string_view letters;
};
constexpr std::array kDrawings = {
    Drawing{{4, 4}, 0, TableTier::kStartup, ".baa bbaa bbaa bccc"},
    Drawing{{4, 4}, 0, TableTier::kDefault, ".abc aabb aabb aabb"},
    Drawing{{4, 4}, 0, TableTier::kLarge, ".abb aabb aabb aabb"},
    Drawing{{4, 4}, 1, TableTier::kStartup, "b.aa bbaa bbaa bccc"},
    Drawing{{4, 4}, 1, TableTier::kDefault, "a.bc aabb aabb aabb"},
    Drawing{{4, 4}, 1, TableTier::kLarge, "a.bb aabb aabb aabb"},
    Drawing{{4, 4}, 5, TableTier::kStartup, "bbaa b.aa bbaa bccc"},
    Drawing{{4, 4}, 5, TableTier::kDefault, "aabc a.bb aabb aabb"},
    Drawing{{4, 4}, 5, TableTier::kLarge, "aabb a.bb aabb aabb"},
    Drawing{{5, 5}, 0, TableTier::kDefault, ".aabb aaabb ccabb ccddd ccddd"},
    Drawing{{5, 5}, 0, TableTier::kLarge, ".aabb aaabb ccabb ccddd ccddd"},
};

Partition FromDrawing(const Drawing& drawing) {
  Partition partition = {drawing.shape, drawing.goal_blank, {}};
  int label = 0;
  for (const char letter : drawing.letters) {
    if (letter == ' ') continue;
    if (letter != '.') {
      const auto pattern = static_cast<std::size_t>(letter - 'a');
      if (partition.patterns.size() <= pattern) partition.patterns.resize(pattern + 1);
      partition.patterns[pattern] |= CellBit(label);
    }
    ++label;
  }
  return partition;
}

// The cells in an order in which neighbours are mostly close: strips of two
// rows, the last of three where the rows are odd, walked there and back.
std::vector<int> StripOrder(Shape shape) {
  std::vector<int> order;
  bool backwards = false;
  for (int row = 0; row < shape.rows; backwards = !backwards) {
    const int height = shape.rows - row == 3 ? 3 : std::min(2, shape.rows - row);
    for (int i = 0; i < shape.columns; ++i) {
      const int column = backwards ? shape.columns - 1 - i : i;
      for (int j = 0; j < height; ++j) order.push_back((row + j) * shape.columns + column);
    }
    row += height;
  }
  return order;
}

// Sizes of at most `most` tiles that differ by no more than one.
std::vector<int> BalancedSizes(int tiles, int most) {
  const int count = (tiles + most - 1) / most;
  std::vector<int> sizes;
  for (int i = 0; i < count; ++i) sizes.push_back(tiles / count + (i < tiles % count ? 1 : 0));
  return sizes;
}

}  // namespace

std::string_view TableTierName(TableTier tier) {
  switch (tier) {
    case TableTier::kStartup:
      return "startup";
    case TableTier::kDefault:
      return "default";
    case TableTier::kLarge:
      return "large";
  }
  return "";
}

std::optional<TableTier> TableTierOfName(std::string_view name) {
  for (const TableTier tier : kTableTiers) {
    if (TableTierName(tier) == name) return tier;
  }
  return std::nullopt;
}

std::string PartitionName(const Partition& partition) {
  std::string name;
  for (const CellSet pattern : partition.patterns) {
    absl::StrAppend(&name, name.empty() ? "" : "-", std::popcount(pattern));
  }
  return name;
}

std::int64_t EstimateTableBytes(Shape shape, int tiles) {
  // How many regions a set of cells leaves grows with the part that it takes:
  // fitted to counts for 4x4 and 5x5.
  const double part = static_cast<double>(tiles) / shape.cells();
  const double regions = 1 + 11 * std::pow(part, 2.3);
  return static_cast<std::int64_t>(static_cast<double>(PatternIndex::Sets(shape, tiles)) * regions *
                                   Factorial(tiles) / 8);
}

absl::StatusOr<Partition> ChoosePartition(Shape shape, int goal_blank, TableTier tier) {
  if (shape.rows < 2 || shape.columns < 2) {
    return absl::InvalidArgumentError(
        "a single row or column has no pattern tables: its tiles never pass each other");
  }
  for (const Drawing& drawing : kDrawings) {
    if (drawing.shape == shape && drawing.goal_blank == goal_blank && drawing.tier == tier) {
      return FromDrawing(drawing);
    }
  }
  const int tiles = shape.cells() - 1;
  std::int64_t least = 0;
  for (int most = std::min(kMaxPatternTiles, tiles); most >= 1; --most) {
    const std::vector<int> sizes = BalancedSizes(tiles, most);
    if (sizes.size() > kMaxPatterns) break;
    least = 0;
    for (const int size : sizes) least += EstimateTableBytes(shape, size);
    if (shape.cells() > kMaxTableCells || least > TierBytes(tier)) continue;
    Partition partition = {shape, goal_blank, {}};
    std::size_t cell = 0;
    const std::vector<int> order = StripOrder(shape);
    for (const int size : sizes) {
      CellSet pattern = 0;
      while (std::popcount(pattern) < size) {
        if (order[cell] != goal_blank) pattern |= CellBit(order[cell]);
        ++cell;
      }
      partition.patterns.push_back(pattern);
    }
    return partition;
  }
  if (least == 0) {
    constexpr int kFewTiles = 3;
    for (const int size : BalancedSizes(tiles, kFewTiles)) least += EstimateTableBytes(shape, size);
  }
  const std::string size = absl::StrCat(", and tables for it would take about ", least, " bytes");
  if (shape.cells() > kMaxTableCells) {
    return absl::InvalidArgumentError(absl::StrCat("pattern tables take boards of at most ",
                                                   kMaxTableCells, " cells; ", shape.rows, "x",
                                                   shape.columns, " has ", shape.cells(), size));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "tables of the tier ", std::string(TableTierName(tier)), " take up to ", TierBytes(tier),
      " bytes; ", shape.rows, "x", shape.columns, " is too large", size));
}

}  // namespace taquin
