#include "client/load/arrival_schedule.h"

#include <gtest/gtest.h>

namespace taquin::client {
namespace {

TEST(ArrivalScheduleTest, WithoutARampRequestsAreEvenlyApart) {
  const ArrivalSchedule schedule(200, absl::ZeroDuration());
  for (const std::int64_t number : {0, 1, 2, 1000, 1'000'000}) {
    EXPECT_NEAR(absl::ToDoubleSeconds(schedule.DueAt(number)), static_cast<double>(number) / 200,
                1e-6);
  }
}

TEST(ArrivalScheduleTest, TheRampBringsHalfOfWhatTheWholeRateWould) {
  const ArrivalSchedule schedule(100, absl::Seconds(10));
  EXPECT_EQ(schedule.DueAt(0), absl::ZeroDuration());
  // At a rate that rises from 0 to 100 in 10 s: 5 t^2.
  EXPECT_NEAR(absl::ToDoubleSeconds(schedule.DueAt(5)), 1, 1e-9);
  EXPECT_NEAR(absl::ToDoubleSeconds(schedule.DueAt(125)), 5, 1e-9);
  EXPECT_NEAR(absl::ToDoubleSeconds(schedule.DueAt(500)), 10, 1e-9);
  EXPECT_NEAR(absl::ToDoubleSeconds(schedule.DueAt(600)), 11, 1e-9);
}

TEST(ArrivalScheduleTest, NoRequestIsDueBeforeTheOneBeforeIt) {
  for (const double rate : {0.5, 3.0, 777.7, 1e5}) {
    for (const absl::Duration ramp : {absl::ZeroDuration(), absl::Seconds(1), absl::Seconds(7)}) {
      const ArrivalSchedule schedule(rate, ramp);
      for (std::int64_t number = 0; number < 2000; ++number) {
        ASSERT_LE(schedule.DueAt(number), schedule.DueAt(number + 1));
      }
    }
  }
}

TEST(ArrivalScheduleTest, TheCountIsTheSchedulesInverse) {
  for (const double rate : {0.5, 3.0, 100.0, 12345.0}) {
    for (const absl::Duration ramp : {absl::ZeroDuration(), absl::Seconds(2)}) {
      const ArrivalSchedule schedule(rate, ramp);
      EXPECT_EQ(schedule.CountBefore(absl::ZeroDuration()), 0);
      EXPECT_EQ(schedule.CountBefore(absl::Seconds(-1)), 0);
      for (const double seconds : {0.001, 0.5, 2.0, 3.0, 10.0}) {
        const std::int64_t count = schedule.CountBefore(absl::Seconds(seconds));
        if (count > 0) {
          EXPECT_LT(schedule.DueAt(count - 1), absl::Seconds(seconds));
        }
        EXPECT_GE(schedule.DueAt(count), absl::Seconds(seconds));
      }
    }
  }
}

TEST(LaneStartTest, LanesBeginEvenlyOverTheRamp) {
  EXPECT_EQ(LaneStart(0, 4, absl::Seconds(8)), absl::ZeroDuration());
  EXPECT_EQ(LaneStart(1, 4, absl::Seconds(8)), absl::Seconds(2));
  EXPECT_EQ(LaneStart(3, 4, absl::Seconds(8)), absl::Seconds(6));
  EXPECT_EQ(LaneStart(3, 4, absl::ZeroDuration()), absl::ZeroDuration());
}

}  // namespace
}  // namespace taquin::client
