#include "client/terminal/quantity.h"

#include <gtest/gtest.h>

namespace taquin::client {
namespace {

TEST(QuantityTest, ReadsTimes) {
  EXPECT_EQ(ParseDuration("10"), absl::Seconds(10));
  EXPECT_EQ(ParseDuration("0.5"), absl::Milliseconds(500));
  EXPECT_EQ(ParseDuration("500ms"), absl::Milliseconds(500));
  EXPECT_EQ(ParseDuration("1h30m"), absl::Minutes(90));
  for (const char* text : {"", "0", "-1", "soon", "5 parsecs", "inf", "nan", "1e300"}) {
    EXPECT_EQ(ParseDuration(text), std::nullopt) << text;
  }
}

TEST(QuantityTest, ReadsSizesAndCounts) {
  EXPECT_EQ(ParseBytes("4096"), 4096);
  EXPECT_EQ(ParseBytes("1.5 kB"), 1500);
  EXPECT_EQ(ParseBytes("2GiB"), std::int64_t{2} << 30);
  EXPECT_EQ(ParseCount("1e6"), 1'000'000);
  EXPECT_EQ(ParseCount("2.5M"), 2'500'000);
  for (const char* text : {"", "0", "-1", "many", "5 x", "1e30", "nan"}) {
    EXPECT_EQ(ParseBytes(text), std::nullopt) << text;
    EXPECT_EQ(ParseCount(text), std::nullopt) << text;
  }
}

TEST(QuantityTest, WritesThreeDigits) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(0.493), "0.49");
  EXPECT_EQ(FormatCount(7.5), "7.50");
  EXPECT_EQ(FormatCount(81.24), "81.2");
  EXPECT_EQ(FormatCount(812.4), "812");
  EXPECT_EQ(FormatCount(12'345), "12.3 k");
  EXPECT_EQ(FormatCount(999'999), "1.00 M");
  EXPECT_EQ(FormatBytes(1'234'567), "1.23 MB");
  EXPECT_EQ(FormatBytes(12), "12 B");
  EXPECT_EQ(FormatExact(1'234'567), "1,234,567");
  EXPECT_EQ(FormatExact(-123), "-123");
  EXPECT_EQ(FormatExact(999), "999");
}

TEST(QuantityTest, WritesTimes) {
  EXPECT_EQ(FormatElapsed(absl::Microseconds(812)), "0.812 ms");
  EXPECT_EQ(FormatElapsed(absl::Milliseconds(2500)), "2.5 s");
  EXPECT_EQ(FormatElapsed(absl::Seconds(125)), "2 min 5 s");
  EXPECT_EQ(FormatElapsed(absl::Minutes(62)), "1 h 2 min");
}

TEST(QuantityTest, DurationsSurviveTheWire) {
  google::protobuf::Duration proto;
  ToProto(absl::Milliseconds(1500), &proto);
  EXPECT_EQ(proto.seconds(), 1);
  EXPECT_EQ(proto.nanos(), 500'000'000);
  EXPECT_EQ(FromProto(proto), absl::Milliseconds(1500));
}

}  // namespace
}  // namespace taquin::client
