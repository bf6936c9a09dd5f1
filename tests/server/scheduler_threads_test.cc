// The scheduler under real threads: for the thread sanitizer above all.

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>
#include <variant>
#include <vector>

#include "gtest/gtest.h"
#include "server/scheduler.h"
#include "tests/server/fake_search.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

// A caller that reads its mailbox as it is woken, as a stream does.
class Reader {
 public:
  Reader(FakeScript script, const std::string& caller, const Clock& clock,
         Duration time = std::chrono::hours(1))
      : session_(std::make_shared<Session>(
            std::make_unique<FakeSearch>(std::move(script), trace_),
            SessionOptions{.caller = caller,
                           .quota = {},
                           .time = {.requested = time,
                                    .server_cap = std::chrono::hours(1),
                                    .arrival = clock.Now(),
                                    .deadline = std::nullopt},
                           .progress_interval = std::chrono::milliseconds(1),
                           .wants_improvements = true},
            [this] { Read(); })) {
    Read();
  }

  ~Reader() { session_->mailbox().Close(); }

  std::optional<Rejection> SubmitTo(Scheduler& scheduler) { return scheduler.Submit(session_, 10); }
  void CancelIn(Scheduler& scheduler) { scheduler.Cancel(*session_); }

  int improvements() const { return improvements_; }
  int completions() const { return completions_; }
  const FakeTrace& trace() const { return *trace_; }

  // The place that came last, and whether one ever came that was not smaller.
  int place() const { return place_; }
  bool place_rose() const { return place_rose_; }

 private:
  void Read() {
    while (std::optional<Event> event = session_->mailbox().Take()) {
      if (const auto* place = std::get_if<QueuePlace>(&*event)) {
        if (place->position >= place_.exchange(place->position)) place_rose_ = true;
      }
      if (std::holds_alternative<Improvement>(*event)) ++improvements_;
      if (std::holds_alternative<Completion>(*event)) ++completions_;
    }
  }

  std::shared_ptr<FakeTrace> trace_ = std::make_shared<FakeTrace>();
  std::atomic<int> place_ = std::numeric_limits<int>::max();
  std::atomic<bool> place_rose_ = false;
  std::atomic<int> improvements_ = 0;
  std::atomic<int> completions_ = 0;
  std::shared_ptr<Session> session_;
};

class SchedulerThreadsTest : public testing::Test {
 protected:
  static SchedulerOptions FourWorkers() {
    SchedulerOptions options;
    options.workers = 4;
    options.slice = 100us;
    return options;
  }

  SteadyClock clock_;
};

#ifdef __linux__
// Priorities are a thread's own on Linux, and of the whole process elsewhere.
TEST_F(SchedulerThreadsTest, WorkersGiveWayToTheThreadsThatTalkToCallers) {
  const int ours = getpriority(PRIO_PROCESS, 0);
  const std::thread::id this_thread = std::this_thread::get_id();
  std::atomic<int> most_urgent_worker = 1000;
  FakeScript script;
  script.expansions = 100;
  script.in_slice = [&] {
    // The first slice is the caller's.
    if (std::this_thread::get_id() == this_thread) return;
    most_urgent_worker = std::min<int>(most_urgent_worker, getpriority(PRIO_PROCESS, 0));
  };
  {
    Scheduler scheduler(FourWorkers(), clock_);
    Reader reader(script, "caller", clock_);
    EXPECT_FALSE(reader.SubmitTo(scheduler).has_value());
    while (reader.completions() == 0) std::this_thread::yield();
  }
  EXPECT_NE(most_urgent_worker, 1000);
  // The tests may themselves run at the end of the scale.
  constexpr int kLeastUrgent = 19;
  EXPECT_GT(most_urgent_worker, std::min(ours, kLeastUrgent - 1));
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), ours);
}
#endif

TEST_F(SchedulerThreadsTest, EverySearchOfManySubmittersEndsOnce) {
  SchedulerOptions options = FourWorkers();
  options.max_active = 50;
  options.max_queued = 100000;
  options.max_queued_per_caller = 100000;
  Scheduler scheduler(options, clock_);
  std::vector<std::unique_ptr<Reader>> readers;
  for (int i = 0; i < 1000; ++i) {
    readers.push_back(std::make_unique<Reader>(
        FakeScript{.expansions = i % 7 == 0 ? 0 : i * 3, .improvements = {{50, 20}, {70, 18}}},
        "caller" + std::to_string(i % 5), clock_));
  }
  std::vector<std::thread> submitters;
  for (std::size_t t = 0; t < 4; ++t) {
    submitters.emplace_back([&, t] {
      for (std::size_t i = t; i < readers.size(); i += 4) {
        EXPECT_FALSE(readers[i]->SubmitTo(scheduler).has_value());
      }
    });
  }
  for (std::thread& submitter : submitters) submitter.join();
  ASSERT_TRUE(scheduler.WaitIdle(60s));
  for (std::size_t i = 0; i < readers.size(); ++i) {
    EXPECT_EQ(readers[i]->completions(), 1) << i;
    const std::int64_t expanded = readers[i]->trace().expanded;
    EXPECT_EQ(readers[i]->improvements(), (expanded > 50) + (expanded > 70)) << i;
    EXPECT_TRUE(readers[i]->trace().destroyed) << i;
    EXPECT_EQ(readers[i]->trace().most_inside, 1) << i;
    EXPECT_FALSE(readers[i]->place_rose()) << i;
  }
}

TEST_F(SchedulerThreadsTest, CancelsRaceWithSlicesAndEnds) {
  Scheduler scheduler(FourWorkers(), clock_);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::unique_ptr<Reader>> readers;
    for (int i = 0; i < 40; ++i) {
      readers.push_back(std::make_unique<Reader>(
          FakeScript{.expansions = i % 2 == 0 ? FakeScript::kEndless : i * 50}, "caller", clock_));
      EXPECT_FALSE(readers.back()->SubmitTo(scheduler).has_value());
    }
    std::thread canceller([&] {
      for (auto& reader : readers) reader->CancelIn(scheduler);
    });
    for (auto& reader : readers) reader->CancelIn(scheduler);
    canceller.join();
    ASSERT_TRUE(scheduler.WaitIdle(60s));
    for (const auto& reader : readers) {
      EXPECT_TRUE(reader->trace().destroyed);
      EXPECT_FALSE(reader->trace().destroyed_while_inside);
    }
  }
  EXPECT_EQ(scheduler.stats().active, 0);
}

TEST_F(SchedulerThreadsTest, PlacesAreToldWhileTheQueueMovesAtBothEnds) {
  SchedulerOptions options = FourWorkers();
  options.max_active = 4;
  Scheduler scheduler(options, clock_);
  const auto submit = [&] {
    auto reader =
        std::make_unique<Reader>(FakeScript{.expansions = FakeScript::kEndless}, "caller", clock_);
    EXPECT_FALSE(reader->SubmitTo(scheduler).has_value());
    return reader;
  };
  std::vector<std::unique_ptr<Reader>> readers;
  for (int i = 0; i < 300; ++i) readers.push_back(submit());
  const Reader& watched = *readers.back();
  EXPECT_EQ(watched.place(), 295);
  std::thread front([&] {
    for (std::size_t i = 0; i + 5 < 300; ++i) readers[i]->CancelIn(scheduler);
  });
  std::vector<std::unique_ptr<Reader>> behind;
  for (int i = 0; i < 300; ++i) {
    behind.push_back(submit());
    if (i % 2 == 0) behind.back()->CancelIn(scheduler);
  }
  front.join();
  // Four run now, and it is next.
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (watched.place() > 0 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(watched.place(), 0);
  scheduler.StopAll(Limit::kTime);
  ASSERT_TRUE(scheduler.WaitIdle(60s));
  for (const auto& reader : readers) EXPECT_FALSE(reader->place_rose());
  for (const auto& reader : behind) EXPECT_FALSE(reader->place_rose());
}

TEST_F(SchedulerThreadsTest, AParallelSearchIsAdvancedByAsManyThreadsAsItAllowsAndNoMore) {
  Scheduler scheduler(FourWorkers(), clock_);
  std::atomic<bool> met = false;
  std::atomic<int> inside = 0;
  FakeScript script{.expansions = FakeScript::kEndless, .workers = 3};
  // Each slice waits until three have met, or they never do.
  script.in_slice = [&] {
    if (++inside >= 3) met = true;
    const auto until = std::chrono::steady_clock::now() + 50ms;
    while (!met && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    --inside;
  };
  Reader reader(script, "caller", clock_);
  ASSERT_FALSE(reader.SubmitTo(scheduler).has_value());
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (!met && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(met);
  scheduler.StopAll(Limit::kTime);
  ASSERT_TRUE(scheduler.WaitIdle(60s));
  EXPECT_EQ(reader.trace().most_inside, 3);
  EXPECT_EQ(reader.completions(), 1);
  EXPECT_FALSE(reader.trace().destroyed_while_inside);
}

TEST_F(SchedulerThreadsTest, ParallelSearchesEndOnceHoweverTheyEnd) {
  Scheduler scheduler(FourWorkers(), clock_);
  std::vector<std::unique_ptr<Reader>> readers;
  for (int i = 0; i < 100; ++i) {
    readers.push_back(std::make_unique<Reader>(
        FakeScript{.expansions = i % 3 == 0 ? FakeScript::kEndless : 2000 * i, .workers = 4},
        "caller", clock_, i % 3 == 0 ? Duration(i * 100us) : Duration(1h)));
    EXPECT_FALSE(readers.back()->SubmitTo(scheduler).has_value());
  }
  ASSERT_TRUE(scheduler.WaitIdle(60s));
  for (const auto& reader : readers) {
    EXPECT_EQ(reader->completions(), 1);
    EXPECT_FALSE(reader->trace().destroyed_while_inside);
  }
}

TEST_F(SchedulerThreadsTest, DestructionUnderLoadJoinsCleanly) {
  std::vector<std::unique_ptr<Reader>> readers;
  {
    Scheduler scheduler(FourWorkers(), clock_);
    for (int i = 0; i < 100; ++i) {
      readers.push_back(std::make_unique<Reader>(
          FakeScript{.expansions = FakeScript::kEndless, .workers = 1 + i % 3}, "caller", clock_));
      EXPECT_FALSE(readers.back()->SubmitTo(scheduler).has_value());
    }
  }
  for (const auto& reader : readers) {
    EXPECT_TRUE(reader->trace().destroyed);
    EXPECT_EQ(reader->completions(), 0);
  }
}

}  // namespace
}  // namespace taquin::server
