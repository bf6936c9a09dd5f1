#include "server/time_budget.h"

#include <chrono>
#include <limits>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kArrival = TimePoint(1h);

TimeBounds Bounds() {
  return {
      .requested = std::nullopt, .server_cap = 1h, .arrival = kArrival, .deadline = std::nullopt};
}

TEST(StopTimeTest, IsTheServersCapWhenNothingElseIsAsked) {
  EXPECT_EQ(StopTime(Bounds(), kArrival + 5s), kArrival + 5s + 1h);
}

TEST(StopTimeTest, IsTheRequestsLimitFromTheSearchsBegin) {
  TimeBounds bounds = Bounds();
  bounds.requested = 3s;
  EXPECT_EQ(StopTime(bounds, kArrival + 5s), kArrival + 8s);
}

TEST(StopTimeTest, TheServersCapHoldsAgainstALongerRequest) {
  TimeBounds bounds = Bounds();
  bounds.requested = 2h;
  EXPECT_EQ(StopTime(bounds, kArrival), kArrival + 1h);
}

TEST(StopTimeTest, ADeadlineCountsFromArrivalAndLeavesTimeToReply) {
  TimeBounds bounds = Bounds();
  bounds.deadline = kArrival + 10s;
  EXPECT_EQ(StopTime(bounds, kArrival + 5s), kArrival + 10s - 100ms);
  bounds.requested = 1s;
  EXPECT_EQ(StopTime(bounds, kArrival + 5s), kArrival + 6s);
}

TEST(StopTimeTest, IsNeverBeforeTheBegin) {
  TimeBounds bounds = Bounds();
  bounds.deadline = kArrival + 1s;
  EXPECT_EQ(StopTime(bounds, kArrival + 5s), kArrival + 5s);
  bounds.deadline = kArrival - 1s;
  EXPECT_EQ(StopTime(bounds, kArrival), kArrival);
}

TEST(StopTimeTest, TheLongestTimesDoNotOverflow) {
  TimeBounds bounds = Bounds();
  bounds.server_cap = Duration::max();
  bounds.requested = Duration::max();
  EXPECT_EQ(StopTime(bounds, kArrival), TimePoint::max());
  // A clock may count from any moment, and jump before it.
  EXPECT_GT(StopTime(bounds, TimePoint(std::chrono::hours(-1))), kArrival);
}

TEST(LatestStopTest, IsUnsetWithoutADeadline) { EXPECT_EQ(LatestStop(Bounds()), std::nullopt); }

TEST(ReplyMarginTest, GrowsWithTheDeadlineBetweenItsBounds) {
  EXPECT_EQ(ReplyMargin(-1s), 2ms);
  EXPECT_EQ(ReplyMargin(5ms), 2ms);
  EXPECT_EQ(ReplyMargin(100ms), 20ms);
  EXPECT_EQ(ReplyMargin(500ms), 100ms);
  EXPECT_EQ(ReplyMargin(24h), 100ms);
}

}  // namespace
}  // namespace taquin::server
