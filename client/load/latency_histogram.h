// Latencies by their frequency, none of them left out.

#ifndef TAQUIN_CLIENT_LOAD_LATENCY_HISTOGRAM_H_
#define TAQUIN_CLIENT_LOAD_LATENCY_HISTOGRAM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/time/time.h"

namespace taquin::client {

// A log-linear histogram, as G. Tene's HDR Histogram: within each power of two
// the buckets are equally wide, so that a value is known to within a thousandth
// of itself, in memory that does not grow with the number of values. Values are
// durations from 0 to 292 years, kept in nanoseconds. Thread-compatible.
class LatencyHistogram {
 public:
  // Values of one width of bucket, for a picture: from `from`, included, to `to`.
  struct Bar {
    absl::Duration from;
    absl::Duration to;
    std::int64_t count = 0;
  };

  // A negative value counts as 0.
  void Record(absl::Duration value);

  std::int64_t count() const { return count_; }

  // Exact; zero where nothing is recorded. So for the functions below.
  absl::Duration min() const;
  absl::Duration max() const;
  absl::Duration mean() const;

  // The least value that is not below `percent` of all values, 0 to 100, to
  // within a thousandth; max() for 100.
  absl::Duration Percentile(double percent) const;

  // Bars from the least value to the greatest, each twice as wide as the one
  // before, none left out in between.
  std::vector<Bar> Bars() const;

 private:
  // Buckets are as wide as a nanosecond up to 2^kPrecisionBits; from there on half
  // as many cover each power of two.
  static constexpr int kPrecisionBits = 11;

  static std::size_t IndexOf(std::uint64_t nanoseconds);
  // The greatest value of a bucket.
  static std::uint64_t GreatestOf(std::size_t index);

  std::vector<std::int64_t> counts_;
  std::int64_t count_ = 0;
  std::uint64_t min_ = 0;
  std::uint64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOAD_LATENCY_HISTOGRAM_H_
