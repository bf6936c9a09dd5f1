#include "client/search_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

v1::SolveResponse Progress(int milliseconds, int lower_bound, std::optional<int> best) {
  v1::SolveResponse event;
  ToProto(absl::Milliseconds(milliseconds), event.mutable_progress()->mutable_elapsed());
  event.mutable_progress()->set_lower_bound(lower_bound);
  if (best) event.mutable_progress()->set_best_length(*best);
  return event;
}

v1::SolveResponse Improved(int milliseconds, int lower_bound, int length) {
  v1::SolveResponse event;
  ToProto(absl::Milliseconds(milliseconds), event.mutable_improved()->mutable_elapsed());
  event.mutable_improved()->set_lower_bound(lower_bound);
  event.mutable_improved()->set_length(length);
  return event;
}

// "milliseconds lower bound best" of each sample.
std::vector<std::string> Describe(const SearchHistory& history) {
  std::vector<std::string> samples;
  for (const SearchHistory::Sample& sample : history.samples()) {
    samples.push_back(std::to_string(absl::ToInt64Milliseconds(sample.elapsed)) + " " +
                      std::to_string(sample.lower_bound) + " " +
                      (sample.best_length ? std::to_string(*sample.best_length) : "none"));
  }
  return samples;
}

TEST(SearchHistoryTest, KeepsASampleWhereSomethingChangedAndTheEnd) {
  SearchHistory history;
  history.OnEvent(v1::SolveResponse());
  history.OnEvent(Progress(100, 40, std::nullopt));
  for (int i = 2; i < 1000; ++i) history.OnEvent(Progress(100 * i, 40, std::nullopt));
  history.OnEvent(Improved(100'000, 40, 60));
  history.OnEvent(Progress(100'100, 42, 60));
  v1::SolveResult result;
  result.set_outcome(v1::OUTCOME_OPTIMAL);
  result.set_length(58);
  result.set_lower_bound(58);
  ToProto(absl::Seconds(101), result.mutable_stats()->mutable_elapsed());
  history.OnResult(result);
  EXPECT_THAT(Describe(history),
              testing::ElementsAre("100 40 none", "100000 40 60", "100100 42 60", "101000 58 58"));
}

TEST(SearchHistoryTest, TheEndIsASampleEvenWhereNothingChanged) {
  SearchHistory history;
  history.OnEvent(Progress(100, 40, 50));
  v1::SolveResult result;
  result.set_outcome(v1::OUTCOME_FEASIBLE);
  result.set_length(50);
  result.set_lower_bound(40);
  ToProto(absl::Seconds(3), result.mutable_stats()->mutable_elapsed());
  history.OnResult(result);
  EXPECT_THAT(Describe(history), testing::ElementsAre("100 40 50", "3000 40 50"));
}

TEST(SearchHistoryTest, TimesAndBoundsNeverGoBack) {
  SearchHistory history;
  history.OnEvent(Progress(200, 44, std::nullopt));
  history.OnEvent(Improved(190, 43, 70));
  history.OnEvent(Progress(180, 42, std::nullopt));
  history.OnEvent(Improved(170, 41, 68));
  EXPECT_THAT(Describe(history), testing::ElementsAre("200 44 none", "200 44 70", "200 44 68"));
}

TEST(SearchHistoryTest, AnUnsolvableBoardHasNone) {
  SearchHistory history;
  v1::SolveResult result;
  result.set_outcome(v1::OUTCOME_UNSOLVABLE);
  history.OnResult(result);
  EXPECT_TRUE(history.samples().empty());
}

}  // namespace
}  // namespace taquin::client
