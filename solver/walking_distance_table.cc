#include "solver/walking_distance_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

namespace taquin {
namespace {

// More would not end in bounded time; the axes are far over any cap.
constexpr std::int64_t kMaxRemainders = 20'000;

// Of a hash table's entry, at the usual load.
constexpr int kBytesOfKey = 24;

double LogBinomial(int n, int k) {
  return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

// Counts the ways to fill the lines from `line` on, for each vector of what the
// goal lines still lack.
class ArrangementCounter {
 public:
  ArrangementCounter(int lines, int length, std::int64_t cap)
      : lines_(lines), length_(length), cap_(cap) {}

  // The blank's line makes no difference to the number, nor does its goal line.
  std::int64_t CountAll() {
    std::vector<int> lacking(static_cast<std::size_t>(lines_), length_);
    lacking.front() -= 1;
    std::int64_t sum = 0;
    for (blank_line_ = 0; blank_line_ < lines_; ++blank_line_) {
      memo_.clear();
      sum = std::min(cap_, sum + CountFrom(0, lacking));
    }
    return sum;
  }

 private:
  std::int64_t CountFrom(int line, std::vector<int>& lacking) {
    if (line == lines_) return 1;
    const auto [entry, is_new] = memo_.try_emplace(lacking, 0);
    if (!is_new) return entry->second;
    const int tiles = line == blank_line_ ? length_ - 1 : length_;
    const std::int64_t count = Distribute(line, 0, tiles, lacking);
    return memo_[lacking] = count;
  }

  // Gives `tiles` tiles of goal lines from `goal_line` on to `line`.
  std::int64_t Distribute(int line, int goal_line, int tiles, std::vector<int>& lacking) {
    if (goal_line == lines_) return tiles == 0 ? CountFrom(line + 1, lacking) : 0;
    int& here = lacking[static_cast<std::size_t>(goal_line)];
    const int most = std::min(tiles, here);
    std::int64_t sum = 0;
    for (int taken = 0; taken <= most && sum < cap_; ++taken) {
      here -= taken;
      sum = std::min(cap_, sum + Distribute(line, goal_line + 1, tiles - taken, lacking));
      here += taken;
    }
    return sum;
  }

  int lines_;
  int length_;
  std::int64_t cap_;
  int blank_line_ = 0;
  // The line follows from how much is lacking.
  absl::flat_hash_map<std::vector<int>, std::int64_t> memo_;
};

}  // namespace

std::int64_t CountWalkingDistanceArrangements(int lines, int length, std::int64_t cap) {
  if (length == 1) return std::min<std::int64_t>(lines, cap);
  std::int64_t remainders = 1;
  for (int line = 0; line < lines; ++line) {
    remainders *= length + 1;
    if (remainders > kMaxRemainders) return cap;
  }
  return ArrangementCounter(lines, length, cap).CountAll();
}

// The arrangements are the square matrices of counts with given sums of rows and
// columns, which are about as many as I. J. Good's formula says ("On the
// application of symmetric Dirichlet distributions", 1976).
double EstimateWalkingDistanceBytes(int lines, int length) {
  const double arrangements =
      length == 1
          ? lines
          : lines * std::exp(2 * lines * LogBinomial(length + lines - 1, lines - 1) -
                             LogBinomial(lines * length + lines * lines - 1, lines * lines - 1));
  return arrangements * (sizeof(std::uint16_t) + 8.0 * lines + kBytesOfKey);
}

bool WalkingDistanceTable::Serves(const WalkingDistanceAxis& axis) {
  return CountWalkingDistanceArrangements(axis.lines, axis.length, kMaxArrangements + 1) <=
         kMaxArrangements;
}

WalkingDistanceTable::WalkingDistanceTable(const WalkingDistanceAxis& axis)
    : lines_(axis.lines),
      length_(axis.length),
      bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(axis.length)))) {}

WalkingDistanceTable::Index WalkingDistanceTable::Find(
    absl::Span<const std::uint8_t> counts) const {
  return index_of_key_.find(KeyOf(counts))->second;
}

std::int64_t WalkingDistanceTable::memory_bytes() const {
  const std::size_t bytes = distances_.capacity() * sizeof(std::uint16_t) +
                            next_.capacity() * sizeof(Index) +
                            index_of_key_.capacity() * (sizeof(std::pair<const Key, Index>) + 1);
  return static_cast<std::int64_t>(bytes);
}

WalkingDistanceTable::Key WalkingDistanceTable::KeyOf(absl::Span<const std::uint8_t> counts) const {
  const auto lines = static_cast<std::size_t>(lines_);
  // The line that is one tile short.
  Key key = 0;
  for (; key < lines - 1; ++key) {
    int tiles = 0;
    for (const std::uint8_t count : counts.subspan(key * lines, lines)) tiles += count;
    if (tiles < length_) break;
  }
  if (length_ == 1) return key;
  for (std::size_t line = 0; line + 1 < lines; ++line) {
    for (std::size_t goal_line = 0; goal_line + 1 < lines; ++goal_line) {
      key = key << bits_ | counts[line * lines + goal_line];
    }
  }
  return key;
}

WalkingDistanceBuilder::WalkingDistanceBuilder(const WalkingDistanceAxis& axis)
    : axis_(axis), table_(new WalkingDistanceTable(axis)) {
  const auto lines = static_cast<std::size_t>(axis.lines);
  counts_.assign(lines * lines, 0);
  for (std::size_t line = 0; line < lines; ++line) {
    counts_[line * (lines + 1)] = static_cast<std::uint8_t>(axis.length);
  }
  --counts_[static_cast<std::size_t>(axis.goal_blank_line) * (lines + 1)];
  const auto size = static_cast<std::size_t>(CountWalkingDistanceArrangements(
      axis.lines, axis.length, WalkingDistanceTable::kMaxArrangements));
  table_->distances_.reserve(size);
  table_->next_.reserve(size * 2 * lines);
  table_->index_of_key_.reserve(size);
  arrangements_.reserve(size * counts_.size());
  arrangements_ = counts_;
  table_->index_of_key_.emplace(table_->KeyOf(counts_), 0);
  table_->distances_.push_back(0);
}

bool WalkingDistanceBuilder::Advance(std::int64_t budget) {
  for (; budget > 0 && next_ < table_->distances_.size(); --budget) Expand(next_++);
  return next_ == table_->distances_.size();
}

std::shared_ptr<const WalkingDistanceTable> WalkingDistanceBuilder::Take() {
  return std::move(table_);
}

void WalkingDistanceBuilder::Expand(WalkingDistanceTable::Index index) {
  const int lines = axis_.lines;
  table_->next_.resize(table_->next_.size() + 2 * static_cast<std::size_t>(lines), index);
  std::copy_n(arrangements_.begin() + static_cast<std::ptrdiff_t>(index * counts_.size()),
              counts_.size(), counts_.begin());
  const int blank = BlankLine();
  for (const bool after : {false, true}) {
    const int other = after ? blank + 1 : blank - 1;
    if (other < 0 || other >= lines) continue;
    for (int goal_line = 0; goal_line < lines; ++goal_line) {
      std::uint8_t& from = counts_[static_cast<std::size_t>(other * lines + goal_line)];
      std::uint8_t& to = counts_[static_cast<std::size_t>(blank * lines + goal_line)];
      if (from == 0) continue;
      --from;
      ++to;
      const auto [entry, is_new] = table_->index_of_key_.try_emplace(
          table_->KeyOf(counts_), static_cast<WalkingDistanceTable::Index>(table_->size()));
      if (is_new) {
        table_->distances_.push_back(static_cast<std::uint16_t>(table_->distances_[index] + 1));
        arrangements_.insert(arrangements_.end(), counts_.begin(), counts_.end());
      }
      table_->next_[table_->Place(index, after, goal_line)] = entry->second;
      ++from;
      --to;
    }
  }
}

// The line that is one tile short.
int WalkingDistanceBuilder::BlankLine() const {
  const int lines = axis_.lines;
  int line = 0;
  for (; line < lines - 1; ++line) {
    int sum = 0;
    for (int goal_line = 0; goal_line < lines; ++goal_line) {
      sum += counts_[static_cast<std::size_t>(line * lines + goal_line)];
    }
    if (sum < axis_.length) break;
  }
  return line;
}

}  // namespace taquin
