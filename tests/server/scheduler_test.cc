// The scheduler's decisions, one slice at a time on the test's own thread.

#include "server/scheduler.h"

#include <chrono>
#include <new>
#include <utility>
#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "solver/table_registry.h"
#include "tests/server/fake_clock.h"
#include "tests/server/fake_search.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kFirstSlice = 10;

// A submitted search, seen from outside.
struct Submitted {
  std::shared_ptr<Session> session;
  std::shared_ptr<FakeTrace> trace;
  std::optional<Rejection> rejection;

  // What is in the mailbox next; the alternative without a value if nothing is.
  std::optional<Event> Take() const { return session->mailbox().Take(); }

  // The place in the queue, if that is next.
  std::optional<int> TakePlace() const {
    const std::optional<Event> event = Take();
    if (!event.has_value() || !std::holds_alternative<QueuePlace>(*event)) return std::nullopt;
    return std::get<QueuePlace>(*event).position;
  }

  // The completion, if that is next.
  std::optional<Completion> TakeCompletion() const {
    std::optional<Event> event = Take();
    if (!event.has_value() || !std::holds_alternative<Completion>(*event)) return std::nullopt;
    return std::get<Completion>(*std::move(event));
  }
};

class SchedulerTest : public testing::Test {
 protected:
  // Unless a test says otherwise, a search runs for ever at 1 us an expansion.
  static FakeScript Endless() { return {.expansions = FakeScript::kEndless, .cost = 1us}; }

  void Start(SchedulerOptions options = {}) {
    options.workers = 0;
    scheduler_.emplace(options, clock_);
  }

  Submitted Submit(FakeScript script, const std::string& caller = "caller",
                   std::optional<Duration> time = std::nullopt,
                   std::optional<Duration> deadline = std::nullopt) {
    script.clock = &clock_;
    Submitted submitted{
        .session = nullptr, .trace = std::make_shared<FakeTrace>(), .rejection = std::nullopt};
    TimeBounds bounds{
        .requested = time, .server_cap = 1h, .arrival = clock_.Now(), .deadline = std::nullopt};
    if (deadline.has_value()) bounds.deadline = clock_.Now() + *deadline;
    submitted.session =
        std::make_shared<Session>(std::make_unique<FakeSearch>(std::move(script), submitted.trace),
                                  SessionOptions{.caller = caller,
                                                 .quota = quota_,
                                                 .time = bounds,
                                                 .progress_interval = progress_interval_,
                                                 .wants_improvements = false},
                                  [] {});
    submitted.rejection = scheduler_->Submit(submitted.session, kFirstSlice);
    return submitted;
  }

  int RunSlices(int most) {
    int slices = 0;
    while (slices < most && scheduler_->RunSlice()) ++slices;
    return slices;
  }

  FakeClock clock_;
  CallerQuota quota_;                          // That comes with what is submitted,
  std::optional<Duration> progress_interval_;  // and this.
  std::optional<Scheduler> scheduler_;
};

TEST_F(SchedulerTest, ASearchThatIsFinishedWhenMadeIsAnsweredInsideSubmit) {
  Start();
  const Submitted done = Submit({.expansions = 0});
  ASSERT_FALSE(done.rejection.has_value());
  EXPECT_EQ(done.TakeCompletion()->result.outcome, Outcome::kOptimal);
  EXPECT_TRUE(done.trace->destroyed);
  EXPECT_TRUE(scheduler_->WaitIdle(0s));
  EXPECT_FALSE(scheduler_->RunSlice());
}

TEST_F(SchedulerTest, AShortSearchIsAnsweredInsideSubmitToo) {
  Start();
  EXPECT_TRUE(Submit({.expansions = kFirstSlice}).TakeCompletion().has_value());
}

TEST_F(SchedulerTest, AFinishedSearchDoesNotWaitInTheQueue) {
  Start({.max_active = 1});
  Submit(Endless());
  const Submitted done = Submit({.expansions = 0});
  EXPECT_TRUE(done.TakeCompletion().has_value());
  EXPECT_EQ(scheduler_->stats().queued, 0);
}

TEST_F(SchedulerTest, RunsASearchToItsEnd) {
  Start();
  const Submitted search = Submit({.expansions = 100000, .cost = 1us});
  EXPECT_EQ(search.Take(), std::nullopt);
  RunSlices(1000);
  const auto completion = search.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_EQ(completion->result.counters.expanded, 100000);
  EXPECT_EQ(completion->elapsed, 100ms);
}

TEST_F(SchedulerTest, SlicesTakeAboutAMillisecond) {
  Start();
  const Submitted search = Submit({.expansions = 1'000'000, .cost = 1us});
  const int slices = RunSlices(100000);
  EXPECT_TRUE(search.TakeCompletion().has_value());
  EXPECT_NEAR(slices, 1000, 10);
}

TEST_F(SchedulerTest, AShortSearchOvertakesLongOnes) {
  Start();
  std::vector<Submitted> crowd;
  for (int i = 0; i < 50; ++i) crowd.push_back(Submit(Endless()));
  RunSlices(2000);
  const Submitted quick = Submit({.expansions = 5000, .cost = 1us});
  RunSlices(15);
  EXPECT_TRUE(quick.TakeCompletion().has_value()) << "five milliseconds of work, fifty ahead";
}

TEST_F(SchedulerTest, OneCallersCrowdLeavesAnotherItsHalf) {
  Start();
  std::vector<Submitted> crowd;
  for (int i = 0; i < 500; ++i) crowd.push_back(Submit(Endless(), "crowd"));
  RunSlices(1000);
  const Submitted lone = Submit(Endless(), "lone");
  const std::int64_t before = lone.trace->expanded;
  const TimePoint start = clock_.Now();
  RunSlices(4000);
  const auto share = static_cast<double>(lone.trace->expanded - before) * 1us;
  const auto total = clock_.Now() - start;
  EXPECT_NEAR(share / total, 0.5, 0.05);
}

TEST_F(SchedulerTest, TheTimeLimitEndsASearchWithItsBest) {
  Start();
  FakeScript script = Endless();
  script.improvements = {{1, 40}};
  const Submitted search = Submit(script, "caller", 50ms);
  const TimePoint start = clock_.Now();
  while (scheduler_->RunSlice()) {
  }
  const auto completion = search.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_EQ(completion->result.outcome, Outcome::kFeasible);
  EXPECT_EQ(completion->result.limit, Limit::kTime);
  EXPECT_GE(completion->elapsed, 50ms - 1ms);
  EXPECT_LE(clock_.Now() - start, 55ms);
}

TEST_F(SchedulerTest, TimeLimitsHoldAmongManySearches) {
  Start();
  std::vector<Submitted> crowd;
  for (int i = 0; i < 500; ++i) crowd.push_back(Submit(Endless()));
  const Submitted timed = Submit(Endless(), "caller", 100ms);
  const TimePoint start = clock_.Now();
  std::optional<Completion> completion;
  while (!completion.has_value()) {
    ASSERT_TRUE(scheduler_->RunSlice());
    completion = timed.TakeCompletion();
  }
  EXPECT_LE(clock_.Now() - start, 103ms) << "though its turn comes every half second";
}

TEST_F(SchedulerTest, ADeadlineIsAnsweredBeforeItPasses) {
  Start();
  const TimePoint deadline = clock_.Now() + 200ms;
  const Submitted search = Submit(Endless(), "caller", std::nullopt, 200ms);
  while (scheduler_->RunSlice()) {
  }
  EXPECT_EQ(search.TakeCompletion()->result.limit, Limit::kTime);
  EXPECT_LT(clock_.Now(), deadline - 30ms);
}

TEST_F(SchedulerTest, AJumpForwardEndsWhatIsTimedAndIsChargedToNobody) {
  Start();
  const Submitted timed = Submit(Endless(), "caller", 10min);
  const Submitted other = Submit(Endless());
  FakeScript script = Endless();
  bool jump = false;
  script.in_slice = [&] {
    if (std::exchange(jump, false)) clock_.Advance(30min);
  };
  const Submitted unlucky = Submit(script);
  RunSlices(30);
  jump = true;
  RunSlices(30);
  ASSERT_FALSE(jump);
  const auto completion = timed.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_EQ(completion->result.limit, Limit::kTime);
  RunSlices(200);
  const std::int64_t before = unlucky.trace->expanded;
  RunSlices(200);
  EXPECT_NEAR(static_cast<double>(unlucky.trace->expanded - before), 100'000, 5'000)
      << "the search in whose slice it happened has its half";
  EXPECT_EQ(other.Take(), std::nullopt) << "nothing bounds it but the hour of all";
  clock_.Advance(1h);
  RunSlices(2);
  EXPECT_EQ(other.TakeCompletion()->result.limit, Limit::kTime);
  EXPECT_EQ(unlucky.TakeCompletion()->result.limit, Limit::kTime);
  EXPECT_TRUE(scheduler_->WaitIdle(0s));
}

TEST_F(SchedulerTest, AJumpBackwardStarvesNobodyAndMakesNoNegativeTimes) {
  Start({.max_active = 3});
  const Submitted other = Submit(Endless());
  FakeScript script = Endless();
  bool jump = false;
  script.in_slice = [&] {
    if (std::exchange(jump, false)) clock_.Advance(-30min);
  };
  const Submitted lucky = Submit(script);
  const Submitted short_one = Submit({.expansions = 50'000, .cost = 1us});
  const Submitted waiting = Submit({.expansions = 50'000, .cost = 1us});
  waiting.Take();  // Its place in the queue.
  RunSlices(30);
  jump = true;
  RunSlices(300);
  ASSERT_FALSE(jump);
  for (const Submitted* done : {&short_one, &waiting}) {
    const auto completion = done->TakeCompletion();
    ASSERT_TRUE(completion.has_value());
    EXPECT_GE(completion->elapsed, 0s);
    EXPECT_GE(completion->queue_time, 0s);
  }
  const std::int64_t before = other.trace->expanded;
  RunSlices(200);
  EXPECT_NEAR(static_cast<double>(other.trace->expanded - before), 100'000, 5'000)
      << "half, though the other's slice took less than no time";
  scheduler_->Cancel(*lucky.session);
  scheduler_->Cancel(*other.session);
  EXPECT_GE(scheduler_->stats().time_after_abandoned, 0s);
  EXPECT_TRUE(scheduler_->WaitIdle(0s));
}

TEST_F(SchedulerTest, SearchesBeyondTheActiveOnesWaitAndAreTold) {
  Start({.max_active = 2});
  const Submitted first = Submit({.expansions = 20000, .cost = 1us});
  Submit(Endless());
  const Submitted third = Submit(Endless());
  const Submitted fourth = Submit(Endless());
  EXPECT_EQ(std::get<QueuePlace>(*third.Take()).position, 0);
  EXPECT_EQ(std::get<QueuePlace>(*fourth.Take()).position, 1);
  EXPECT_EQ(scheduler_->stats().active, 2);
  EXPECT_EQ(scheduler_->stats().queued, 2);
  const std::int64_t before = third.trace->expanded;
  while (!first.TakeCompletion().has_value()) ASSERT_TRUE(scheduler_->RunSlice());
  RunSlices(50);
  EXPECT_GT(third.trace->expanded, before);
  EXPECT_EQ(fourth.trace->expanded, before) << "still waits";
}

TEST_F(SchedulerTest, CallersWhoWaitTakeTurnsAtTheirSearches) {
  Start({.max_active = 1});
  std::vector<std::string> order;
  const auto submit = [&](const std::string& caller) {
    FakeScript script = {.expansions = 1000, .cost = 1us};
    script.in_slice = [&order, caller] {
      if (order.empty() || order.back() != caller) order.push_back(caller);
    };
    return Submit(std::move(script), caller);
  };
  Submit({.expansions = 1000, .cost = 1us}, "crowd");
  std::vector<Submitted> waiting;
  for (int i = 0; i < 20; ++i) waiting.push_back(submit("crowd"));
  for (const char* caller : {"second", "third", "second", "third"})
    waiting.push_back(submit(caller));
  order.clear();
  while (scheduler_->RunSlice()) {
  }
  EXPECT_THAT(order, testing::ElementsAre("second", "third", "crowd", "second", "third", "crowd"));
}

// One search that runs and others that wait, who want to hear of it each 10 ms.
class QueuePlaceTest : public SchedulerTest {
 protected:
  void StartWithQueue(int waiting, std::optional<Duration> interval = 10ms) {
    SchedulerOptions options;
    options.max_active = 1;
    Start(options);
    running_ = Submit(Endless(), "runs");
    progress_interval_ = interval;
    for (int i = 0; i < waiting; ++i) {
      waiting_.push_back(Submit(Endless(), "caller" + std::to_string(i % 3)));
      EXPECT_EQ(waiting_.back().TakePlace(), i);
    }
  }

  void Cancel(const Submitted& submitted) { scheduler_->Cancel(*submitted.session); }

  Submitted running_;
  std::vector<Submitted> waiting_;
};

TEST_F(QueuePlaceTest, ThoseBehindOneWhoLeavesAreToldAgain) {
  StartWithQueue(4);
  Cancel(waiting_[1]);
  RunSlices(8);
  for (const Submitted& submitted : waiting_) {
    EXPECT_EQ(submitted.TakePlace(), std::nullopt) << "the interval is not over";
  }
  RunSlices(8);
  EXPECT_EQ(waiting_[0].TakePlace(), std::nullopt) << "it is next, as before";
  EXPECT_EQ(waiting_[2].TakePlace(), 1);
  EXPECT_EQ(waiting_[3].TakePlace(), 2);
  Cancel(waiting_[3]);
  RunSlices(40);
  EXPECT_EQ(waiting_[2].TakePlace(), std::nullopt) << "who leaves behind it changes nothing";
}

TEST_F(QueuePlaceTest, ThoseBehindOneWhoseTurnComesAreToldAgain) {
  StartWithQueue(3);
  Cancel(running_);
  EXPECT_EQ(scheduler_->stats().queued, 2);
  RunSlices(20);
  EXPECT_EQ(waiting_[0].TakePlace(), std::nullopt) << "it runs";
  EXPECT_EQ(waiting_[1].TakePlace(), 0);
  EXPECT_EQ(waiting_[2].TakePlace(), 1);
}

TEST_F(QueuePlaceTest, ARequestWhoseTimeEndsInTheQueueMovesThoseBehind) {
  SchedulerOptions options;
  options.max_active = 1;
  Start(options);
  Submit(Endless());
  const Submitted impatient = Submit(Endless(), "caller", std::nullopt, 30ms);
  progress_interval_ = 10ms;
  const Submitted patient = Submit(Endless());
  EXPECT_EQ(patient.TakePlace(), 1);
  RunSlices(60);
  EXPECT_EQ(impatient.TakePlace(), 0);
  EXPECT_TRUE(impatient.TakeCompletion().has_value());
  EXPECT_EQ(patient.TakePlace(), 0);
}

TEST_F(QueuePlaceTest, ManyWhoLeaveWithinAnIntervalAreOneNews) {
  StartWithQueue(50, 100ms);
  for (std::size_t i = 0; i < 49; ++i) {
    Cancel(waiting_[i]);
    RunSlices(1);
  }
  EXPECT_EQ(waiting_[49].TakePlace(), std::nullopt);
  RunSlices(60);
  EXPECT_EQ(waiting_[49].TakePlace(), 0);
  EXPECT_EQ(waiting_[49].TakePlace(), std::nullopt);
}

TEST_F(QueuePlaceTest, OneIsToldASliceHoweverManyWait) {
  StartWithQueue(500);
  Cancel(waiting_[0]);
  clock_.Advance(10ms);
  const std::int64_t slices = scheduler_->stats().slices;
  int told = 0;
  for (int slice = 1; slice <= 499; ++slice) {
    ASSERT_TRUE(scheduler_->RunSlice());
    for (std::size_t i = 1; i < waiting_.size(); ++i) {
      const std::optional<int> place = waiting_[i].TakePlace();
      if (!place.has_value()) continue;
      ++told;
      EXPECT_EQ(*place, static_cast<int>(i) - 1);
    }
    ASSERT_EQ(told, slice);
  }
  EXPECT_EQ(scheduler_->stats().slices - slices, 499) << "and searches lose none";
}

TEST_F(QueuePlaceTest, WhoeverWantsNoProgressHearsOnceAlone) {
  StartWithQueue(3, std::nullopt);
  Cancel(waiting_[0]);
  RunSlices(100);
  EXPECT_EQ(waiting_[1].TakePlace(), std::nullopt);
  EXPECT_EQ(waiting_[2].TakePlace(), std::nullopt);
}

TEST_F(SchedulerTest, QueueTimeIsNotSearchTime) {
  Start({.max_active = 1});
  const Submitted first = Submit({.expansions = 20000, .cost = 1us});
  const Submitted second = Submit(Endless(), "caller", 30ms);
  second.Take();  // Its place in the queue.
  while (scheduler_->RunSlice()) {
  }
  const auto completion = second.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_NEAR(static_cast<double>(completion->queue_time / 1ms), 20, 1);
  EXPECT_NEAR(static_cast<double>(completion->elapsed / 1ms), 30, 2);
}

TEST_F(SchedulerTest, AFullQueueRefusesAtOnceAndSaysWhenToTryAgain) {
  Start({.max_active = 1, .max_queued = 1});
  Submit(Endless());
  EXPECT_FALSE(Submit(Endless()).rejection.has_value());
  const Submitted refused = Submit(Endless());
  ASSERT_TRUE(refused.rejection.has_value());
  EXPECT_EQ(refused.rejection->reason, Rejection::Reason::kQueueFull);
  EXPECT_GT(refused.rejection->retry_after, 0s);
  EXPECT_EQ(refused.trace->expanded, 0) << "refusing costs no search";
}

TEST_F(SchedulerTest, ACallersQuotaLeavesRoomForOthers) {
  Start({.max_active = 10, .max_active_per_caller = 2, .max_queued_per_caller = 1});
  Submit(Endless(), "greedy");
  Submit(Endless(), "greedy");
  EXPECT_FALSE(Submit(Endless(), "greedy").rejection.has_value());
  const Submitted refused = Submit(Endless(), "greedy");
  ASSERT_TRUE(refused.rejection.has_value());
  EXPECT_EQ(refused.rejection->reason, Rejection::Reason::kCallerQuota);
  const Submitted other = Submit(Endless(), "modest");
  EXPECT_FALSE(other.rejection.has_value());
  EXPECT_EQ(scheduler_->stats().active, 3) << "it does not wait behind the greedy one";
}

TEST_F(SchedulerTest, TheQuotaThatComesWithARequestTakesThePlaceOfTheServers) {
  Start({.max_active = 10, .max_active_per_caller = 1, .max_queued_per_caller = 0});
  quota_ = {.max_active = 2, .max_queued = 1, .requests_per_second = {}};
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(Submit(Endless(), "favoured").rejection.has_value());
  EXPECT_EQ(scheduler_->stats().active, 2);
  EXPECT_EQ(scheduler_->stats().queued, 1);
  EXPECT_TRUE(Submit(Endless(), "favoured").rejection.has_value());
  quota_ = {};
  EXPECT_FALSE(Submit(Endless(), "plain").rejection.has_value());
  const Submitted refused = Submit(Endless(), "plain");
  ASSERT_TRUE(refused.rejection.has_value());
  EXPECT_EQ(refused.rejection->reason, Rejection::Reason::kCallerQuota);
}

TEST_F(SchedulerTest, ARequestThatWaitsGetsInWhenItsQuotaHasRoom) {
  Start({.max_active = 10, .max_active_per_caller = 5});
  quota_ = {.max_active = 1, .max_queued = {}, .requests_per_second = {}};
  const Submitted running = Submit(Endless());
  Submit(Endless());
  EXPECT_EQ(scheduler_->stats().queued, 1);
  scheduler_->Cancel(*running.session);
  EXPECT_EQ(scheduler_->stats().active, 1);
  EXPECT_EQ(scheduler_->stats().queued, 0);
}

TEST_F(SchedulerTest, AQueuedRequestWhoseDeadlineNearsIsAnsweredWithoutASearch) {
  Start({.max_active = 1});
  Submit(Endless());
  const Submitted waiting = Submit(Endless(), "caller", std::nullopt, 50ms);
  waiting.Take();  // Its place in the queue.
  RunSlices(100);
  const auto completion = waiting.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_EQ(completion->result.outcome, Outcome::kNotFound);
  EXPECT_EQ(completion->result.limit, Limit::kTime);
  EXPECT_LE(waiting.trace->expanded, 1);
  EXPECT_EQ(scheduler_->stats().queued, 0);
}

TEST_F(SchedulerTest, ASearchAloneMayHoldHalfOfTheMemory) {
  Start({.memory_bytes = 10'000'000});
  FakeScript script = Endless();
  script.bytes_per_expansion = 100;
  script.improvements = {{1, 40}};
  const Submitted search = Submit(script);
  std::int64_t most = 0;
  while (scheduler_->RunSlice()) most = std::max(most, scheduler_->stats().memory_bytes);
  const auto completion = search.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_EQ(completion->result.limit, Limit::kMemory);
  EXPECT_EQ(completion->result.outcome, Outcome::kFeasible) << "the best so far is kept";
  constexpr std::int64_t kSlice = 1000 * 100;
  EXPECT_NEAR(static_cast<double>(search.trace->expanded * 100), 5e6, kSlice);
  EXPECT_EQ(scheduler_->stats().memory_bytes, 0) << "it is given back";
}

TEST_F(SchedulerTest, GreedySearchesShareTheMemoryAndNeverPassIt) {
  Start({.memory_bytes = 10'000'000});
  std::vector<Submitted> greedy;
  for (int i = 0; i < 9; ++i) {
    FakeScript script = Endless();
    script.bytes_per_expansion = 100;
    greedy.push_back(Submit(script));
  }
  std::int64_t most = 0;
  while (scheduler_->RunSlice()) most = std::max(most, scheduler_->stats().memory_bytes);
  EXPECT_LE(most, 10'000'000);
  for (const Submitted& search : greedy) {
    EXPECT_EQ(search.TakeCompletion()->result.limit, Limit::kMemory);
    EXPECT_GE(search.trace->expanded * 100, 900'000) << "a tenth, less a slice";
  }
}

TEST_F(SchedulerTest, ASearchThatDoesNotGrowIsLeftAlone) {
  Start({.memory_bytes = 10'000'000});
  const Submitted steady = Submit(Endless());
  FakeScript script = Endless();
  script.bytes_per_expansion = 100;
  const Submitted greedy = Submit(script);
  RunSlices(1000);
  EXPECT_EQ(greedy.TakeCompletion()->result.limit, Limit::kMemory);
  EXPECT_EQ(steady.Take(), std::nullopt);
}

TEST_F(SchedulerTest, ASearchForWhichTheSystemHasNoMemoryEndsWithItsBest) {
  for (const int failing_slice : {1, 2, 5}) {
    SchedulerOptions options;
    options.max_active = 2;
    Start(options);
    const Submitted other = Submit(Endless());
    FakeScript script = Endless();
    script.improvements = {{1, 40}};
    int slice = 0;
    script.in_slice = [&] {
      if (++slice == failing_slice) throw std::bad_alloc();
    };
    const Submitted unlucky = Submit(script);
    const Submitted waiting = Submit(Endless());
    RunSlices(20);
    const auto completion = unlucky.TakeCompletion();
    ASSERT_TRUE(completion.has_value()) << failing_slice;
    EXPECT_EQ(slice, failing_slice);
    EXPECT_EQ(completion->result.limit, Limit::kMemory);
    EXPECT_EQ(completion->result.outcome,
              failing_slice == 1 ? Outcome::kNotFound : Outcome::kFeasible);
    EXPECT_TRUE(unlucky.trace->destroyed);
    EXPECT_FALSE(unlucky.trace->destroyed_while_inside);
    EXPECT_EQ(scheduler_->stats().active, 2) << "the others go on";
    EXPECT_GT(waiting.trace->expanded, 1) << "in its place";
    scheduler_->Cancel(*other.session);
    scheduler_->Cancel(*waiting.session);
    EXPECT_TRUE(scheduler_->WaitIdle(0s));
    EXPECT_EQ(scheduler_->stats().memory_bytes, 0);
  }
}

TEST_F(SchedulerTest, ARequestThatFindsNoMemoryBeforeItWaitsIsAnsweredToo) {
  SchedulerOptions options;
  options.max_active = 1;
  Start(options);
  const Submitted other = Submit(Endless());
  FakeScript script = Endless();
  script.in_slice = [] { throw std::bad_alloc(); };
  const Submitted unlucky = Submit(script);
  EXPECT_EQ(unlucky.TakeCompletion()->result.limit, Limit::kMemory);
  EXPECT_EQ(scheduler_->stats().queued, 0);
}

// A slice's length is nothing to go by here: the clock stands still, so slices grow
// to millions of expansions.
class SchedulerMemoryTest : public SchedulerTest {
 protected:
  Submitted SubmitReal(SolveOptions options, const Problem& problem) {
    options.limits.memory_allowance = scheduler_->OpenMemoryAccount();
    Submitted submitted{.session = nullptr, .trace = nullptr, .rejection = std::nullopt};
    submitted.session = std::make_shared<Session>(*CreateSearch(problem, options, tables_),
                                                  SessionOptions{.caller = "caller",
                                                                 .quota = {},
                                                                 .time = {.requested = std::nullopt,
                                                                          .server_cap = 1h,
                                                                          .arrival = clock_.Now(),
                                                                          .deadline = std::nullopt},
                                                                 .progress_interval = std::nullopt,
                                                                 .wants_improvements = false,
                                                                 .asks_for_memory = true},
                                                  [] {});
    submitted.rejection = scheduler_->Submit(submitted.session, kFirstSlice);
    return submitted;
  }

  const TableRegistry tables_;
};

TEST_F(SchedulerMemoryTest, ASearchStopsAtItsShareInTheMiddleOfASlice) {
  constexpr std::int64_t kMemory = 16 << 20;
  Start({.memory_bytes = kMemory});
  SolveOptions options;
  options.algorithm = Algorithm::kAStar;
  options.heuristic = Heuristic::kManhattan;
  const Problem hard{*Board::Create({4, 4}, {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 7, 3, 4, 0}),
                     MakeGoal({4, 4}, GoalLayout::kBlankLast)};
  const std::vector<Submitted> greedy = {SubmitReal(options, hard), SubmitReal(options, hard),
                                         SubmitReal(options, hard)};
  std::int64_t most = 0;
  while (scheduler_->RunSlice()) most = std::max(most, scheduler_->stats().memory_bytes);
  std::int64_t peaks = 0;
  for (const Submitted& search : greedy) {
    const auto completion = search.TakeCompletion();
    ASSERT_TRUE(completion.has_value());
    EXPECT_EQ(completion->result.limit, Limit::kMemory);
    EXPECT_GT(completion->result.lower_bound, 0);
    EXPECT_LE(completion->result.peak_memory_bytes, kMemory / 2);
    peaks += completion->result.peak_memory_bytes;
  }
  EXPECT_LE(most, kMemory);
  EXPECT_GT(peaks, kMemory / 2);
  EXPECT_EQ(scheduler_->stats().memory_bytes, 0) << "it is given back";
}

TEST_F(SchedulerMemoryTest, ANewcomerThatWantsTooMuchAtOnceHarmsNobody) {
  const Problem hard{*Board::Create({5, 5}, {14, 5, 9, 2,  18, 8, 23, 19, 12, 17, 15, 0, 10,
                                             20, 4, 6, 11, 21, 1, 7,  24, 3,  16, 22, 13}),
                     MakeGoal({5, 5}, GoalLayout::kBlankFirst)};
  SolveOptions options;
  options.algorithm = Algorithm::kBeam;
  options.heuristic = Heuristic::kManhattan;
  options.beam_width = 10'000;
  const auto alone = *CreateSearch(hard, options, tables_);
  alone->Advance(1);
  const std::int64_t at_once = alone->progress().memory_bytes;
  Start({.memory_bytes = at_once * 9 / 4});
  const Submitted first = SubmitReal(options, hard);
  const Submitted second = SubmitReal(options, hard);
  const auto refused = second.TakeCompletion();
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->result.limit, Limit::kMemory);
  EXPECT_LT(refused->result.peak_memory_bytes, at_once);
  EXPECT_EQ(first.Take(), std::nullopt) << "it runs on";
  EXPECT_GE(scheduler_->stats().memory_bytes, at_once);
  scheduler_->Cancel(*first.session);
  EXPECT_EQ(scheduler_->stats().memory_bytes, 0);
}

TEST_F(SchedulerTest, CancelDropsARunningAndAWaitingSearchWithoutAnAnswer) {
  Start({.max_active = 1});
  const Submitted running = Submit(Endless());
  const Submitted waiting = Submit(Endless());
  waiting.Take();
  RunSlices(5);
  scheduler_->Cancel(*waiting.session);
  EXPECT_TRUE(waiting.trace->destroyed);
  scheduler_->Cancel(*running.session);
  EXPECT_TRUE(running.trace->destroyed);
  EXPECT_EQ(running.Take(), std::nullopt);
  EXPECT_EQ(waiting.Take(), std::nullopt);
  scheduler_->Cancel(*running.session);
  EXPECT_TRUE(scheduler_->WaitIdle(0s));
  EXPECT_EQ(scheduler_->stats().abandoned, 2);
}

TEST_F(SchedulerTest, ACancelInsideASliceEndsTheSearchWithThatSlice) {
  Start();
  std::shared_ptr<Session> session;
  FakeScript script = Endless();
  bool cancel = false;
  script.in_slice = [&] {
    if (cancel) scheduler_->Cancel(*session);
  };
  const Submitted search = Submit(script);
  session = search.session;
  cancel = true;
  EXPECT_TRUE(scheduler_->RunSlice());
  EXPECT_TRUE(search.trace->destroyed);
  EXPECT_FALSE(search.trace->destroyed_while_inside);
  EXPECT_EQ(search.Take(), std::nullopt);
  EXPECT_EQ(scheduler_->stats().slices_after_abandoned, 1);
  EXPECT_GT(scheduler_->stats().longest_after_abandoned, 0s);
  EXPECT_EQ(scheduler_->stats().longest_after_abandoned, scheduler_->stats().time_after_abandoned);
}

TEST_F(SchedulerTest, DrainingRefusesNewSearchesAndEndsTheOthersWithTheirBest) {
  Start({.max_active = 2});
  FakeScript script = Endless();
  script.improvements = {{1, 40}};
  const Submitted running = Submit(script);
  Submit(Endless());
  const Submitted waiting = Submit(Endless());
  waiting.Take();
  scheduler_->StopAdmitting();
  EXPECT_EQ(Submit(Endless()).rejection->reason, Rejection::Reason::kDraining);
  EXPECT_TRUE(scheduler_->RunSlice()) << "the running ones go on";
  EXPECT_FALSE(scheduler_->WaitIdle(1ms));
  scheduler_->StopAll(Limit::kTime);
  EXPECT_TRUE(scheduler_->WaitIdle(0s));
  EXPECT_EQ(running.TakeCompletion()->result.outcome, Outcome::kFeasible);
  EXPECT_EQ(waiting.TakeCompletion()->result.limit, Limit::kTime);
}

TEST_F(SchedulerTest, AStopThatComesInsideTheFirstSliceIsNotMissed) {
  Start();
  FakeScript script = Endless();
  script.improvements = {{1, 40}};
  script.in_slice = [&] { scheduler_->StopAll(Limit::kTime); };
  const Submitted search = Submit(script);
  const auto completion = search.TakeCompletion();
  ASSERT_TRUE(completion.has_value());
  EXPECT_EQ(completion->result.limit, Limit::kTime);
  EXPECT_EQ(completion->result.outcome, Outcome::kFeasible);
  EXPECT_TRUE(scheduler_->WaitIdle(0s));
  EXPECT_EQ(scheduler_->stats().active, 0);
}

TEST_F(SchedulerTest, ManyCallersThatComeAndGoKeepTheirQuotas) {
  Start({.max_active = 10, .max_active_per_caller = 1, .max_queued_per_caller = 0});
  for (int i = 0; i < 2000; ++i) {
    EXPECT_TRUE(
        Submit({.expansions = 1}, "caller" + std::to_string(i)).TakeCompletion().has_value());
  }
  EXPECT_FALSE(Submit(Endless(), "caller1").rejection.has_value());
  EXPECT_TRUE(Submit(Endless(), "caller1").rejection.has_value());
  EXPECT_FALSE(Submit(Endless(), "caller1999").rejection.has_value());
  EXPECT_TRUE(Submit(Endless(), "caller1999").rejection.has_value());
}

TEST_F(SchedulerTest, DestructionAbandonsWhatIsLeft) {
  Start();
  const Submitted search = Submit(Endless());
  scheduler_.reset();
  EXPECT_TRUE(search.trace->destroyed);
  EXPECT_EQ(search.Take(), std::nullopt);
}

}  // namespace
}  // namespace taquin::server
