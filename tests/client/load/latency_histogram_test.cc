#include "client/load/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace taquin::client {
namespace {

// The percentile of the values themselves.
double Exact(std::vector<double> values, double percent) {
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(
      std::ceil(percent / 100 * static_cast<double>(values.size()) * (1 - 1e-12)));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

TEST(LatencyHistogramTest, WithoutValuesEverythingIsZero) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.count(), 0);
  EXPECT_EQ(histogram.min(), absl::ZeroDuration());
  EXPECT_EQ(histogram.max(), absl::ZeroDuration());
  EXPECT_EQ(histogram.mean(), absl::ZeroDuration());
  EXPECT_EQ(histogram.Percentile(99), absl::ZeroDuration());
  EXPECT_TRUE(histogram.Bars().empty());
}

TEST(LatencyHistogramTest, OneValueIsEveryFigure) {
  LatencyHistogram histogram;
  histogram.Record(absl::Milliseconds(123));
  for (const double percent : {0.0, 50.0, 99.9, 100.0}) {
    EXPECT_EQ(histogram.Percentile(percent), absl::Milliseconds(123));
  }
  EXPECT_EQ(histogram.mean(), absl::Milliseconds(123));
}

TEST(LatencyHistogramTest, PercentilesCountValues) {
  LatencyHistogram histogram;
  for (int i = 1; i <= 1000; ++i) histogram.Record(absl::Nanoseconds(i));
  EXPECT_EQ(histogram.Percentile(0), absl::Nanoseconds(1));
  EXPECT_EQ(histogram.Percentile(0.1), absl::Nanoseconds(1));
  EXPECT_EQ(histogram.Percentile(50), absl::Nanoseconds(500));
  EXPECT_EQ(histogram.Percentile(99), absl::Nanoseconds(990));
  EXPECT_EQ(histogram.Percentile(99.9), absl::Nanoseconds(999));
  EXPECT_EQ(histogram.Percentile(100), absl::Nanoseconds(1000));
  EXPECT_EQ(histogram.mean(), absl::Nanoseconds(500.5));
}

TEST(LatencyHistogramTest, FiguresAreRightToAThousandthOverTwelveDecades) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(0, 12);
  LatencyHistogram histogram;
  std::vector<double> values;
  for (int i = 0; i < 100'000; ++i) {
    values.push_back(std::floor(std::pow(10, exponent(random))));
    histogram.Record(absl::Nanoseconds(static_cast<std::int64_t>(values.back())));
  }
  for (const double percent : {1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 99.99}) {
    const double exact = Exact(values, percent);
    EXPECT_NEAR(absl::ToDoubleNanoseconds(histogram.Percentile(percent)), exact, exact / 1000)
        << percent;
  }
  EXPECT_EQ(absl::ToDoubleNanoseconds(histogram.max()),
            *std::max_element(values.begin(), values.end()));
  EXPECT_EQ(absl::ToDoubleNanoseconds(histogram.min()),
            *std::min_element(values.begin(), values.end()));
}

TEST(LatencyHistogramTest, NoValueIsCutOff) {
  LatencyHistogram histogram;
  histogram.Record(absl::Seconds(-1));
  EXPECT_EQ(histogram.max(), absl::ZeroDuration());
  histogram.Record(absl::InfiniteDuration());
  EXPECT_EQ(histogram.count(), 2);
  EXPECT_EQ(absl::ToInt64Nanoseconds(histogram.Percentile(100)),
            std::numeric_limits<std::int64_t>::max());
  // The edges of buckets.
  for (int power = 0; power < 63; ++power) {
    for (const std::int64_t off : {-1, 0, 1}) {
      const std::int64_t value = (std::int64_t{1} << power) + off;
      LatencyHistogram one;
      one.Record(absl::Nanoseconds(value));
      EXPECT_EQ(absl::ToInt64Nanoseconds(one.Percentile(50)), value);
      ASSERT_EQ(one.Bars().size(), 1u);
      EXPECT_LE(one.Bars()[0].from, absl::Nanoseconds(value));
      EXPECT_EQ(one.Bars()[0].count, 1);
    }
  }
}

TEST(LatencyHistogramTest, BarsCoverEveryValueOnce) {
  LatencyHistogram histogram;
  for (const int value : {3, 5, 6, 7, 40}) histogram.Record(absl::Nanoseconds(value));
  const auto bars = histogram.Bars();
  ASSERT_EQ(bars.size(), 5u);
  const std::int64_t counts[] = {1, 3, 0, 0, 1};
  for (std::size_t i = 0; i < bars.size(); ++i) {
    EXPECT_EQ(bars[i].from, absl::Nanoseconds(2 << i));
    EXPECT_EQ(bars[i].to, absl::Nanoseconds(4 << i));
    EXPECT_EQ(bars[i].count, counts[i]);
  }
}

}  // namespace
}  // namespace taquin::client
