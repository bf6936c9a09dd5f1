#include "client/terminal/progress_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

v1::Progress MakeProgress() {
  v1::Progress progress;
  ToProto(absl::Seconds(12), progress.mutable_elapsed());
  progress.set_expanded_count(36'000'000);
  progress.set_generated_count(72'000'000);
  progress.set_open_size(1'200'000);
  progress.set_closed_size(34'000'000);
  progress.set_lower_bound(54);
  progress.set_current_bound(56);
  progress.set_best_length(60);
  progress.set_memory_bytes(512'000'000);
  progress.set_expansions_per_second(3e6);
  return progress;
}

TEST(ProgressLineTest, AWideTerminalShowsEverything) {
  EXPECT_EQ(DescribeProgress(MakeProgress(), {absl::Seconds(60), 0}, 199),
            "12.0 s  improving  bound 56  best 60 (gap 10%)  36.0 M expanded, 3.00 M/s  512 MB  "
            "72.0 M generated  1.20 M open  34.0 M closed  at most 48.0 s more");
}

TEST(ProgressLineTest, EveryWidthShowsWholeFieldsTheMostImportantOnes) {
  const std::string whole = DescribeProgress(MakeProgress(), {absl::Seconds(60), 0}, 1000) +
                            "  best 60 (10%)  36.0 M, 3.00 M/s";
  std::size_t before = 0;
  for (std::size_t width = 6; width <= whole.size(); ++width) {
    const std::string line = DescribeProgress(MakeProgress(), {absl::Seconds(60), 0}, width);
    ASSERT_LE(line.size(), width);
    ASSERT_GE(line.size(), before) << "more room shows no less";
    before = line.size();
    ASSERT_THAT(line, testing::StartsWith("12.0 s"));
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find("  ", at), line.size());
      ASSERT_NE(("  " + whole + "  ").find("  " + line.substr(at, end - at) + "  "),
                std::string::npos)
          << "cut in the middle at width " << width << ": " << line;
      at = end + 2;
    }
  }
  const std::string line = DescribeProgress(MakeProgress(), {absl::Seconds(60), 0}, 64);
  EXPECT_EQ(line, "12.0 s  bound 56  best 60 (10%)  36.0 M, 3.00 M/s  512 MB");
  // What a terminal of 80 columns has beside the spinner.
  v1::Progress late = MakeProgress();
  ToProto(absl::Seconds(599), late.mutable_elapsed());
  late.set_lower_bound(99);
  late.set_best_length(121);
  EXPECT_EQ(DescribeProgress(late, {}, 77),
            "9 min 59 s  improving  bound 99  best 121 (18%)  36.0 M, 3.00 M/s  512 MB");
}

TEST(ProgressLineTest, SaysWhatItSearchesForUntilThereIsAPath) {
  v1::Progress progress = MakeProgress();
  progress.clear_best_length();
  const std::string line = DescribeProgress(progress, {}, 200);
  EXPECT_THAT(line, testing::HasSubstr("searching"));
  EXPECT_THAT(line, testing::Not(testing::HasSubstr("best")));
}

TEST(ProgressLineTest, OnlyABudgetTellsHowLongItCanLast) {
  const v1::Progress progress = MakeProgress();
  EXPECT_EQ(LongestLeft(progress, {}), absl::InfiniteDuration());
  EXPECT_EQ(ShareUsed(progress, {}), 0);
  EXPECT_THAT(DescribeProgress(progress, {}, 300), testing::Not(testing::HasSubstr("more")));
  EXPECT_EQ(LongestLeft(progress, {absl::Seconds(60), 0}), absl::Seconds(48));
  EXPECT_DOUBLE_EQ(ShareUsed(progress, {absl::Seconds(60), 0}), 0.2);
  // 24 M more at 3 M/s.
  EXPECT_EQ(LongestLeft(progress, {absl::ZeroDuration(), 60'000'000}), absl::Seconds(8));
  EXPECT_DOUBLE_EQ(ShareUsed(progress, {absl::ZeroDuration(), 60'000'000}), 0.6);
  // The one that ends first counts, and nothing lasts less than no time.
  EXPECT_EQ(LongestLeft(progress, {absl::Seconds(60), 60'000'000}), absl::Seconds(8));
  EXPECT_EQ(LongestLeft(progress, {absl::Seconds(1), 0}), absl::ZeroDuration());
  EXPECT_EQ(ShareUsed(progress, {absl::Seconds(1), 0}), 1);
}

TEST(ProgressLineTest, BarsFillUp) {
  EXPECT_EQ(FormatBar(0, 12), "[          ]");
  EXPECT_EQ(FormatBar(0.5, 12), "[=====     ]");
  EXPECT_EQ(FormatBar(1, 12), "[==========]");
  EXPECT_EQ(FormatBar(7, 12), "[==========]");
}

}  // namespace
}  // namespace taquin::client
