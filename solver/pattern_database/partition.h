// Which tiles share a table: partitions of a shape's tiles into patterns.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_PARTITION_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_PARTITION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "solver/board.h"
#include "solver/pattern_database/pattern_index.h"

namespace taquin {

// How much a set of tables may take: better bounds cost memory and time.
enum class TableTier {
  kStartup,  // Up to about 8 MB, built in a fraction of a second: 6-6-3 for 4x4.
  kDefault,  // Up to about 64 MB, built in seconds: 7-7-1 for 4x4, 6-6-6-6 for 5x5.
  kLarge,    // Up to about 220 MB: 7-8 for 4x4.
};

inline constexpr std::size_t kMaxPatterns = 21;

inline constexpr std::array<TableTier, 3> kTableTiers = {TableTier::kStartup, TableTier::kDefault,
                                                         TableTier::kLarge};

// The names used on the command line: "startup", "default", "large".
std::string_view TableTierName(TableTier tier);
std::optional<TableTier> TableTierOfName(std::string_view name);

// At most kMaxPatterns patterns that share no label and leave out only the blank's.
struct Partition {
  Shape shape;
  int goal_blank = 0;  // The blank's label.
  std::vector<CellSet> patterns;

  friend bool operator==(const Partition&, const Partition&) = default;
};

// The numbers of tiles, as in "7-8".
std::string PartitionName(const Partition& partition);

// About how many bytes the table of a pattern of so many tiles takes.
std::int64_t EstimateTableBytes(Shape shape, int tiles);

// The partition to use for a goal whose blank is on `goal_blank`. Patterns are
// compact, as tiles that belong side by side are in each other's way most. They
// are as large as the tier allows, and of nearly one size: the number of
// entries grows with the largest. InvalidArgument where the tier has no room and
// for boards of more than kMaxTableCells cells, naming the size that tables for
// them would need, and for a single row or column, where tiles never pass each
// other.
absl::StatusOr<Partition> ChoosePartition(Shape shape, int goal_blank, TableTier tier);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_PARTITION_H_
