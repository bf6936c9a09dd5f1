#include "client/load/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace taquin::client {
namespace {

absl::Duration FromNanoseconds(std::uint64_t nanoseconds) {
  return absl::Nanoseconds(static_cast<std::int64_t>(nanoseconds));
}

}  // namespace

std::size_t LatencyHistogram::IndexOf(std::uint64_t nanoseconds) {
  const int shift = std::max(static_cast<int>(std::bit_width(nanoseconds)) - kPrecisionBits, 0);
  constexpr std::size_t kHalf = std::size_t{1} << (kPrecisionBits - 1);
  return static_cast<std::size_t>(shift) * kHalf + static_cast<std::size_t>(nanoseconds >> shift);
}

std::uint64_t LatencyHistogram::GreatestOf(std::size_t index) {
  constexpr std::size_t kHalf = std::size_t{1} << (kPrecisionBits - 1);
  const std::size_t shift = index < 2 * kHalf ? 0 : index / kHalf - 1;
  const std::uint64_t first = static_cast<std::uint64_t>(index - shift * kHalf);
  return ((first + 1) << shift) - 1;
}

void LatencyHistogram::Record(absl::Duration value) {
  const auto nanoseconds =
      static_cast<std::uint64_t>(std::max<std::int64_t>(absl::ToInt64Nanoseconds(value), 0));
  const std::size_t index = IndexOf(nanoseconds);
  if (index >= counts_.size()) counts_.resize(index + 1);
  ++counts_[index];
  min_ = count_ == 0 ? nanoseconds : std::min(min_, nanoseconds);
  max_ = std::max(max_, nanoseconds);
  sum_ += static_cast<double>(nanoseconds);
  ++count_;
}

absl::Duration LatencyHistogram::min() const { return FromNanoseconds(min_); }

absl::Duration LatencyHistogram::max() const { return FromNanoseconds(max_); }

absl::Duration LatencyHistogram::mean() const {
  return count_ == 0 ? absl::ZeroDuration() : absl::Nanoseconds(sum_ / static_cast<double>(count_));
}

absl::Duration LatencyHistogram::Percentile(double percent) const {
  const double share = std::clamp(percent, 0.0, 100.0) / 100;
  // Of 1000 values the 999th is p99.9, whatever rounding does to the product.
  const auto rank =
      static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_) * (1 - 1e-12)));
  std::int64_t seen = 0;
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    seen += counts_[index];
    if (seen >= std::max<std::int64_t>(rank, 1)) {
      return FromNanoseconds(std::clamp(GreatestOf(index), min_, max_));
    }
  }
  return max();
}

std::vector<LatencyHistogram::Bar> LatencyHistogram::Bars() const {
  std::vector<Bar> bars;
  if (count_ == 0) return bars;
  const int first = static_cast<int>(std::bit_width(min_));
  const int last = static_cast<int>(std::bit_width(max_));
  for (int width = first; width <= last; ++width) {
    const std::uint64_t from = width == 0 ? 0 : std::uint64_t{1} << (width - 1);
    bars.push_back({FromNanoseconds(from), FromNanoseconds(std::uint64_t{1} << width), 0});
  }
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    if (counts_[index] == 0) continue;
    const int width = static_cast<int>(std::bit_width(GreatestOf(index)));
    bars[static_cast<std::size_t>(width - first)].count += counts_[index];
  }
  return bars;
}

}  // namespace taquin::client
