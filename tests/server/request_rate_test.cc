#include "server/request_rate.h"

#include <chrono>
#include <string>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kStart{1000s};

TEST(RequestRateTest, GivesASecondsWorthAtOnceAndThenTheRate) {
  RequestRate rate;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(rate.Take("a", 10, kStart).has_value()) << i;
  EXPECT_EQ(rate.Take("a", 10, kStart), Duration(100ms));
  EXPECT_EQ(rate.Take("a", 10, kStart + 40ms), Duration(60ms)) << "refusals take nothing";
  EXPECT_FALSE(rate.Take("a", 10, kStart + 100ms).has_value());
  EXPECT_TRUE(rate.Take("a", 10, kStart + 100ms).has_value());
}

TEST(RequestRateTest, WaitingSavesUpNoMoreThanASecond) {
  RequestRate rate;
  EXPECT_FALSE(rate.Take("a", 3, kStart).has_value());
  int taken = 0;
  while (!rate.Take("a", 3, kStart + 1h).has_value()) ++taken;
  EXPECT_EQ(taken, 3);
}

TEST(RequestRateTest, ARateBelowOneStillGivesOne) {
  RequestRate rate;
  EXPECT_FALSE(rate.Take("a", 0.1, kStart).has_value());
  EXPECT_EQ(rate.Take("a", 0.1, kStart), Duration(10s));
  EXPECT_FALSE(rate.Take("a", 0.1, kStart + 10s).has_value());
}

TEST(RequestRateTest, CallersDoNotTouchEachOther) {
  RequestRate rate;
  EXPECT_FALSE(rate.Take("a", 1, kStart).has_value());
  EXPECT_TRUE(rate.Take("a", 1, kStart).has_value());
  EXPECT_FALSE(rate.Take("b", 1, kStart).has_value());
}

TEST(RequestRateTest, AnotherRateHoldsFromTheNextRequest) {
  RequestRate rate;
  EXPECT_FALSE(rate.Take("a", 100, kStart).has_value());
  EXPECT_FALSE(rate.Take("a", 1, kStart).has_value());
  EXPECT_TRUE(rate.Take("a", 1, kStart).has_value()) << "what was saved up at 100 is gone";
}

TEST(RequestRateTest, AClockThatStepsBackGivesNothing) {
  RequestRate rate;
  EXPECT_FALSE(rate.Take("a", 1, kStart).has_value());
  EXPECT_TRUE(rate.Take("a", 1, kStart - 1h).has_value());
}

TEST(RequestRateTest, ForgetsCallersWhoseBucketsAreFull) {
  RequestRate rate;
  for (int i = 0; i < 100'000; ++i) {
    rate.Take(std::to_string(i), 10, kStart + i * 1ms);
    ASSERT_LE(rate.remembered_callers(), 2048U);
  }
}

}  // namespace
}  // namespace taquin::server
