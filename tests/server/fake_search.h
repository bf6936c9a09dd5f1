// A search that does as it is told, and tells what was done to it.

#ifndef TAQUIN_TESTS_SERVER_FAKE_SEARCH_H_
#define TAQUIN_TESTS_SERVER_FAKE_SEARCH_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "server/clock.h"
#include "solver/search.h"
#include "tests/server/fake_clock.h"

namespace taquin::server {

struct FakeScript {
  static constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

  std::int64_t expansions = 0;                    // To its end; 0: finished when made.
  std::map<std::int64_t, int> improvements = {};  // Expansions done -> length of the path.
  FakeClock* clock = nullptr;                     // Moved by `cost` for each expansion.
  Duration cost{};
  int workers = 1;
  std::int64_t bytes_per_expansion = 0;
  std::function<void()> in_slice = {};  // Called inside every Advance().
};

// What a test sees of a search, during its life and after it.
struct FakeTrace {
  std::atomic<std::int64_t> expanded = 0;
  std::atomic<int> slices = 0;
  std::atomic<int> inside = 0;       // Threads in Advance() now.
  std::atomic<int> most_inside = 0;  // The most there ever were.
  std::atomic<bool> destroyed = false;
  std::atomic<bool> destroyed_while_inside = false;
};

// Finds its path, of the last improvement or of length 0, at its end. As
// thread-safe as its workers() promise.
class FakeSearch final : public Search {
 public:
  FakeSearch(FakeScript script, std::shared_ptr<FakeTrace> trace)
      : script_(std::move(script)), trace_(std::move(trace)) {}

  ~FakeSearch() override {
    if (trace_->inside > 0) trace_->destroyed_while_inside = true;
    trace_->destroyed = true;
  }

  SearchState Advance(std::int64_t budget) override {
    const int inside = ++trace_->inside;
    int most = trace_->most_inside;
    while (inside > most && !trace_->most_inside.compare_exchange_weak(most, inside)) {
    }
    ++trace_->slices;
    // Whatever the script throws.
    const std::unique_ptr<std::atomic<int>, void (*)(std::atomic<int>*)> leave(
        &trace_->inside, [](std::atomic<int>* count) { --*count; });
    if (script_.in_slice) script_.in_slice();
    return Expand(budget);
  }

  void Stop(Limit limit) override {
    const std::lock_guard lock(mutex_);
    if (limit_.has_value() || trace_->expanded >= script_.expansions) return;
    limit_ = limit;
  }

  SearchProgress progress() const override {
    const std::lock_guard lock(mutex_);
    SearchProgress progress;
    progress.counters.expanded = trace_->expanded;
    progress.memory_bytes = trace_->expanded * script_.bytes_per_expansion;
    if (best_.has_value()) progress.best_length = static_cast<int>(best_->size());
    return progress;
  }

  const Path* best_path() const override { return best_.has_value() ? &*best_ : nullptr; }

  SolveResult result() const override {
    const std::lock_guard lock(mutex_);
    SolveResult result;
    result.counters.expanded = trace_->expanded;
    result.limit = limit_;
    result.path = best_;
    result.outcome = best_.has_value() ? Outcome::kFeasible : Outcome::kNotFound;
    if (!limit_.has_value() && trace_->expanded >= script_.expansions) {
      result.outcome = Outcome::kOptimal;
      if (!best_.has_value()) result.path = Path();
    }
    return result;
  }

  int workers() const override { return script_.workers; }

 private:
  SearchState Expand(std::int64_t budget) {
    const std::lock_guard lock(mutex_);
    for (std::int64_t i = 0; i < budget; ++i) {
      if (limit_.has_value() || trace_->expanded >= script_.expansions) {
        return SearchState::kFinished;
      }
      const std::int64_t done = ++trace_->expanded;
      if (script_.clock != nullptr) script_.clock->Advance(script_.cost);
      const auto improvement = script_.improvements.find(done);
      if (improvement == script_.improvements.end()) continue;
      best_ = Path(static_cast<std::size_t>(improvement->second), Direction::kUp);
      if (done < script_.expansions) return SearchState::kImproved;
    }
    return trace_->expanded >= script_.expansions ? SearchState::kFinished : SearchState::kRunning;
  }

  const FakeScript script_;
  const std::shared_ptr<FakeTrace> trace_;
  mutable std::mutex mutex_;
  std::optional<Path> best_;
  std::optional<Limit> limit_;
};

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_FAKE_SEARCH_H_
