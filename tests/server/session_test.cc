#include "server/session.h"

#include <chrono>
#include <variant>

#include "gtest/gtest.h"
#include "tests/server/fake_clock.h"
#include "tests/server/fake_search.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

class SessionTest : public testing::Test {
 protected:
  Session Make(FakeScript script) {
    script.clock = &clock_;
    return Session(std::make_unique<FakeSearch>(std::move(script), trace_),
                   {.caller = "caller",
                    .quota = {},
                    .time = {.requested = std::nullopt,
                             .server_cap = 1h,
                             .arrival = clock_.Now(),
                             .deadline = std::nullopt},
                    .progress_interval = 100ms,
                    .wants_improvements = true},
                   [] {});
  }

  FakeClock clock_;
  std::shared_ptr<FakeTrace> trace_ = std::make_shared<FakeTrace>();
};

TEST_F(SessionTest, ReportsProgressAtMostOncePerInterval) {
  Session session = Make({.expansions = FakeScript::kEndless, .cost = 1ms});
  session.Begin(clock_.Now());
  EXPECT_EQ(session.Advance(99, clock_), SearchState::kRunning);
  EXPECT_EQ(session.mailbox().Take(), std::nullopt);
  session.Advance(1, clock_);
  const auto report = session.mailbox().Take();
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(std::get<ProgressReport>(*report).progress.counters.expanded, 100);
  EXPECT_EQ(std::get<ProgressReport>(*report).elapsed, 100ms);
  session.Advance(99, clock_);
  EXPECT_EQ(session.mailbox().Take(), std::nullopt);
}

TEST_F(SessionTest, AClockThatIsSetBackStopsNoReportsAndMakesNoNegativeTimes) {
  Session session = Make({.expansions = FakeScript::kEndless, .cost = 1ms});
  session.Begin(clock_.Now());
  clock_.Advance(-1h);
  session.Advance(50, clock_);
  session.Advance(100, clock_);
  const auto report = session.mailbox().Take();
  ASSERT_TRUE(report.has_value()) << "an interval after the jump, not an hour";
  EXPECT_GE(std::get<ProgressReport>(*report).elapsed, 0s);
  session.End(Limit::kTime, clock_.Now());
  const auto completion = session.mailbox().Take();
  EXPECT_GE(std::get<Completion>(*completion).elapsed, 0s);
  EXPECT_GE(std::get<Completion>(*completion).queue_time, 0s);
}

TEST_F(SessionTest, PostsEveryBetterPathAtOnce) {
  Session session =
      Make({.expansions = FakeScript::kEndless, .improvements = {{5, 30}, {6, 28}}, .cost = 1ms});
  session.Begin(clock_.Now());
  EXPECT_EQ(session.Advance(100, clock_), SearchState::kImproved);
  EXPECT_EQ(session.Advance(100, clock_), SearchState::kImproved);
  const auto first = session.mailbox().Take();
  EXPECT_EQ(std::get<Improvement>(*first).path.size(), 30u);
  EXPECT_EQ(std::get<Improvement>(*first).elapsed, 5ms);
  EXPECT_EQ(std::get<Improvement>(*session.mailbox().Take()).path.size(), 28u);
}

TEST_F(SessionTest, TheCompletionTellsTheTimesAndComesAfterTheMemoryIsFreed) {
  Session session = Make({.expansions = 20, .cost = 1ms});
  clock_.Advance(7ms);
  session.Begin(clock_.Now());
  EXPECT_EQ(session.Advance(100, clock_), SearchState::kFinished);
  EXPECT_FALSE(trace_->destroyed);
  session.End(std::nullopt, clock_.Now());
  EXPECT_TRUE(trace_->destroyed);
  const auto event = session.mailbox().Take();
  const Completion& completion = std::get<Completion>(*event);
  EXPECT_EQ(completion.result.outcome, Outcome::kOptimal);
  EXPECT_EQ(completion.elapsed, 20ms);
  EXPECT_EQ(completion.queue_time, 7ms);
}

TEST_F(SessionTest, ALimitEndsTheSearchWithItsBest) {
  Session session = Make({.expansions = FakeScript::kEndless, .improvements = {{1, 40}}});
  session.Begin(clock_.Now());
  session.Advance(10, clock_);
  session.End(Limit::kTime, clock_.Now());
  EXPECT_EQ(std::get<Improvement>(*session.mailbox().Take()).path.size(), 40u);
  const auto event = session.mailbox().Take();
  const SolveResult& result = std::get<Completion>(*event).result;
  EXPECT_EQ(result.outcome, Outcome::kFeasible);
  EXPECT_EQ(result.limit, Limit::kTime);
}

TEST_F(SessionTest, AbandonFreesTheSearchAndSaysNothing) {
  Session session = Make({.expansions = FakeScript::kEndless});
  session.Begin(clock_.Now());
  session.Advance(10, clock_);
  session.Abandon();
  EXPECT_TRUE(trace_->destroyed);
  EXPECT_EQ(session.mailbox().Take(), std::nullopt);
}

TEST_F(SessionTest, ParallelSlicesPostEachBetterPathOnce) {
  Session session =
      Make({.expansions = FakeScript::kEndless, .improvements = {{1, 30}, {2, 28}}, .workers = 2});
  session.Begin(clock_.Now());
  session.Advance(1, clock_);
  session.Advance(1, clock_);
  session.Advance(1, clock_);
  EXPECT_EQ(std::get<Improvement>(*session.mailbox().Take()).path.size(), 30u);
  EXPECT_EQ(std::get<Improvement>(*session.mailbox().Take()).path.size(), 28u);
  EXPECT_EQ(session.mailbox().Take(), std::nullopt);
}

}  // namespace
}  // namespace taquin::server
