// Loads on callers that answer as they are told.

#include "client/load/load_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"

namespace taquin::client {
namespace {

v1::SolveResult Optimal() {
  v1::SolveResult result;
  result.set_outcome(v1::OUTCOME_OPTIMAL);
  return result;
}

// Answers each request after `delay` with what `answer` says, on one thread, in
// the order of the requests, as many at a time as wanted.
class ScriptedCaller final : public LoadCaller {
 public:
  using Answer = std::function<absl::StatusOr<v1::SolveResult>(int number)>;

  explicit ScriptedCaller(Answer answer, absl::Duration delay = absl::ZeroDuration())
      : answer_(std::move(answer)), delay_(delay), thread_([this] { Work(); }) {}

  ~ScriptedCaller() override {
    closing_ = true;
    thread_.join();
  }

  void Begin(const v1::SolveRequest& request, OnAnswer on_answer) override {
    const std::lock_guard lock(mutex_);
    ids_.push_back(request.id());
    waiting_.push_back({absl::Now() + delay_, std::move(on_answer)});
    most_waiting_ = std::max(most_waiting_, waiting_.size());
  }

  void Cancel() override { cancelled_ = true; }

  int begun() const { return static_cast<int>(ids_.size()); }
  const std::vector<std::string>& ids() const { return ids_; }
  std::size_t most_waiting() const { return most_waiting_; }

 private:
  struct Waiting {
    absl::Time due;
    OnAnswer on_answer;
  };

  void Work() {
    for (int number = 0; !closing_;) {
      std::optional<Waiting> next;
      {
        const std::lock_guard lock(mutex_);
        if (!waiting_.empty() && (cancelled_ || waiting_.front().due <= absl::Now())) {
          next = std::move(waiting_.front());
          waiting_.pop_front();
        }
      }
      if (!next) {
        absl::SleepFor(absl::Microseconds(100));
        continue;
      }
      next->on_answer(cancelled_ ? absl::CancelledError("") : answer_(number++));
    }
  }

  const Answer answer_;
  const absl::Duration delay_;
  std::atomic<bool> closing_ = false;
  std::atomic<bool> cancelled_ = false;
  std::mutex mutex_;
  std::deque<Waiting> waiting_;
  std::vector<std::string> ids_;
  std::size_t most_waiting_ = 0;
  std::thread thread_;
};

class LoadRunTest : public testing::Test {
 protected:
  LoadRunTest() : requests_(3) {
    for (std::size_t i = 0; i < requests_.size(); ++i) requests_[i].set_id(std::to_string(i));
  }

  ScriptedCaller& AddCaller(ScriptedCaller::Answer answer,
                            absl::Duration delay = absl::ZeroDuration()) {
    auto caller = std::make_unique<ScriptedCaller>(std::move(answer), delay);
    ScriptedCaller& reference = *caller;
    callers_.push_back(std::move(caller));
    return reference;
  }

  static absl::StatusOr<v1::SolveResult> Answered(int /*number*/) { return Optimal(); }

  std::vector<v1::SolveRequest> requests_;
  std::vector<std::unique_ptr<LoadCaller>> callers_;
};

TEST_F(LoadRunTest, AClosedLoopSendsAsManyRequestsAsAskedInTurn) {
  ScriptedCaller& caller = AddCaller(Answered);
  LoadOptions options;
  options.in_flight = 1;
  options.count = 7;
  LoadRun run(callers_, requests_, options);
  EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
  EXPECT_EQ(run.report().succeeded(), 7);
  EXPECT_EQ(run.report().failed(), 0);
  EXPECT_EQ(run.report().outcomes().at(v1::OUTCOME_OPTIMAL), 7);
  EXPECT_THAT(caller.ids(), testing::ElementsAre("0", "1", "2", "0", "1", "2", "0"));
}

TEST_F(LoadRunTest, AClosedLoopHasNoMoreInFlightThanItsLanes) {
  ScriptedCaller& caller = AddCaller(Answered, absl::Milliseconds(1));
  LoadOptions options;
  options.in_flight = 5;
  options.count = 200;
  LoadRun run(callers_, requests_, options);
  EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
  EXPECT_EQ(run.report().succeeded(), 200);
  EXPECT_EQ(caller.most_waiting(), 5u);
}

TEST_F(LoadRunTest, CallersTakeTurns) {
  ScriptedCaller& first = AddCaller(Answered);
  ScriptedCaller& second = AddCaller(Answered);
  LoadOptions options;
  options.in_flight = 1;
  options.count = 10;
  LoadRun run(callers_, requests_, options);
  EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
  EXPECT_EQ(first.begun(), 5);
  EXPECT_EQ(second.begun(), 5);
}

TEST_F(LoadRunTest, AnOpenLoopSendsWhatIsDueThoughNothingIsAnswered) {
  // Every answer takes longer than the whole schedule.
  ScriptedCaller& caller = AddCaller(Answered, absl::Milliseconds(300));
  LoadOptions options;
  options.rate = 1000;
  options.in_flight = 1000;
  options.count = 50;
  LoadRun run(callers_, requests_, options);
  EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
  EXPECT_EQ(run.report().succeeded(), 50);
  EXPECT_GT(caller.most_waiting(), 1u);
}

TEST_F(LoadRunTest, LatencyCountsFromWhenARequestWasDue) {
  // One at a time, 50 ms each, due 1 ms apart: the last of twenty is due at 19 ms
  // and begins when the nineteen before it are done.
  AddCaller(Answered, absl::Milliseconds(50));
  LoadOptions options;
  options.rate = 1000;
  options.in_flight = 1;
  options.count = 20;
  LoadRun run(callers_, requests_, options);
  EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
  EXPECT_GE(run.report().latency().max(), absl::Milliseconds(20 * 50 - 19));
  EXPECT_GE(run.report().latency().min(), absl::Milliseconds(50));
}

TEST_F(LoadRunTest, ADurationEndsEitherLoop) {
  AddCaller(Answered);
  for (const bool open : {false, true}) {
    LoadOptions options;
    if (open) options.rate = 500;
    options.duration = absl::Milliseconds(200);
    LoadRun run(callers_, requests_, options);
    EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
    EXPECT_GT(run.report().succeeded(), 0);
    if (open) {
      EXPECT_EQ(run.report().succeeded(), 100);
    }
  }
}

TEST_F(LoadRunTest, FailuresAreCountedByCodeAndGoOn) {
  AddCaller([](int number) -> absl::StatusOr<v1::SolveResult> {
    if (number % 2 == 0) return absl::ResourceExhaustedError("full");
    return Optimal();
  });
  for (const bool open : {false, true}) {
    LoadOptions options;
    if (open) options.rate = 1000;
    options.in_flight = 4;
    options.count = 20;
    LoadRun run(callers_, requests_, options);
    EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
    EXPECT_EQ(run.report().failures().at(absl::StatusCode::kResourceExhausted), 10);
    EXPECT_EQ(run.report().succeeded(), 10);
    EXPECT_EQ(run.report().failure_latency().count(), 10);
    EXPECT_EQ(run.report().commonest_failure().message(), "full");
  }
}

TEST_F(LoadRunTest, AServerThatStaysUnreachableIsLost) {
  for (const bool open : {false, true}) {
    // One of its own for each: what a run gives up, its caller cancels for good.
    callers_.clear();
    AddCaller([](int number) -> absl::StatusOr<v1::SolveResult> {
      if (number < 3) return Optimal();
      return absl::UnavailableError("gone");
    });
    LoadOptions options;
    if (open) options.rate = 100;
    options.give_up_after = absl::Milliseconds(300);
    LoadRun run(callers_, requests_, options);
    EXPECT_EQ(run.Run([](const LoadProgress&) {}).code(), absl::StatusCode::kUnavailable);
    EXPECT_GT(run.report().failed(), 0);
  }
}

TEST_F(LoadRunTest, AnInterruptGivesUpWhatIsUnderWayAndTellsIt) {
  AddCaller(Answered, absl::Hours(1));
  LoadOptions options;
  options.in_flight = 3;
  LoadRun run(callers_, requests_, options);
  int looks = 0;
  const absl::Status status = run.Run([&](const LoadProgress& progress) {
    EXPECT_EQ(progress.in_flight, 3);
    if (++looks == 2) run.Stop();
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(run.report().finished(), 0);
  EXPECT_EQ(run.report().given_up(), 3);
  EXPECT_GT(run.report().oldest_given_up(), absl::ZeroDuration());
}

TEST_F(LoadRunTest, QueueTimeIsApartFromSearchTime) {
  AddCaller([](int) -> absl::StatusOr<v1::SolveResult> {
    v1::SolveResult result = Optimal();
    result.mutable_stats()->mutable_queue_time()->set_nanos(1000);
    result.mutable_stats()->mutable_elapsed()->set_nanos(2000);
    return result;
  });
  LoadOptions options;
  options.count = 5;
  LoadRun run(callers_, requests_, options);
  EXPECT_TRUE(run.Run([](const LoadProgress&) {}).ok());
  EXPECT_EQ(run.report().histogram(LoadSeries::kQueue).max(), absl::Nanoseconds(1000));
  EXPECT_EQ(run.report().histogram(LoadSeries::kSearch).max(), absl::Nanoseconds(2000));
}

}  // namespace
}  // namespace taquin::client
