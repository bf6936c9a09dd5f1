// Every search asks before it takes memory, and gives all of it back.

#include "solver/memory_allowance.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/search_factory.h"
#include "tests/support/boards.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

constexpr std::int64_t kPlenty = std::int64_t{1} << 40;

// Grants up to a total, and keeps count.
class CountedAllowance final : public MemoryAllowance {
 public:
  explicit CountedAllowance(std::int64_t total) : total_(total) {}

  bool Take(std::int64_t bytes) override {
    EXPECT_GE(bytes, 0);
    if (held_ + bytes > total_) {
      ++refusals_;
      return false;
    }
    held_ += bytes;
    most_held_ = std::max<std::int64_t>(most_held_, held_);
    return true;
  }

  void Release(std::int64_t bytes) override {
    held_ -= bytes;
    EXPECT_GE(held_, 0);
  }

  std::int64_t held() const { return held_; }
  std::int64_t most_held() const { return most_held_; }
  int refusals() const { return refusals_; }

 private:
  const std::int64_t total_;
  std::atomic<std::int64_t> held_ = 0;
  std::atomic<std::int64_t> most_held_ = 0;
  std::atomic<int> refusals_ = 0;
};

class MemoryAllowanceTest : public testing::TestWithParam<Method> {
 protected:
  // A board of 4 x 4 that no search settles within the expansions below, but
  // those with tables.
  static Problem HardProblem() {
    const Board goal = MakeGoal({4, 4}, GoalLayout::kBlankLast);
    return {MakeBoard("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 7 3 4 0"), goal};
  }

  static SolveOptions Options(std::shared_ptr<CountedAllowance> allowance) {
    SolveOptions options = OptionsFor(GetParam());
    options.beam_width = 20'000;
    options.limits.expansions = 100'000;
    options.limits.memory_allowance = std::move(allowance);
    return options;
  }

  // Whether the search goes on when it is refused, with what it has.
  static bool Adapts() {
    return GetParam().algorithm == Algorithm::kAnytime ||
           GetParam().algorithm == Algorithm::kAStarThenIdaStar;
  }
};

TEST_P(MemoryAllowanceTest, ASearchHoldsWhatItSaysAndGivesItBack) {
  const auto allowance = std::make_shared<CountedAllowance>(kPlenty);
  std::unique_ptr<Search> search = StartSearch(HardProblem(), Options(allowance));
  SearchState state = SearchState::kRunning;
  while (state != SearchState::kFinished) {
    state = search->Advance(1000);
    // Anytime counts the most that a step took, not what it holds now.
    if (!Adapts()) {
      ASSERT_EQ(allowance->held(), search->progress().memory_bytes);
    }
  }
  EXPECT_GT(allowance->most_held(), 0);
  EXPECT_EQ(allowance->refusals(), 0);
  const SolveResult asked = search->result();
  search.reset();
  EXPECT_EQ(allowance->held(), 0);
  const SolveResult unasked = Solve(HardProblem(), Options(nullptr));
  EXPECT_EQ(asked.counters.expanded, unasked.counters.expanded);
  EXPECT_EQ(asked.counters.generated, unasked.counters.generated);
  EXPECT_EQ(asked.path, unasked.path);
}

TEST_P(MemoryAllowanceTest, ASearchThatIsRefusedEndsAsAtItsOwnLimit) {
  const auto plenty = std::make_shared<CountedAllowance>(kPlenty);
  RunToEnd(*StartSearch(HardProblem(), Options(plenty)));
  for (const std::int64_t total :
       {std::int64_t{0}, plenty->most_held() / 2, plenty->most_held() - 1}) {
    SCOPED_TRACE(testing::Message() << total << " bytes");
    const auto allowance = std::make_shared<CountedAllowance>(total);
    std::unique_ptr<Search> search = StartSearch(HardProblem(), Options(allowance));
    // In one slice: no limit that is kept between slices would do.
    const SolveResult result = RunToEnd(*search);
    EXPECT_LE(allowance->most_held(), total);
    EXPECT_GT(allowance->refusals(), 0);
    search.reset();
    EXPECT_EQ(allowance->held(), 0);
    if (Adapts()) continue;
    SolveOptions limited = Options(nullptr);
    limited.limits.memory_bytes = total;
    const SolveResult same = Solve(HardProblem(), limited);
    EXPECT_EQ(result.limit, Limit::kMemory);
    EXPECT_EQ(result.limit, same.limit);
    EXPECT_EQ(result.lower_bound, same.lower_bound);
    EXPECT_EQ(result.counters.expanded, same.counters.expanded);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, MemoryAllowanceTest,
    testing::Values(Method{Algorithm::kBfs, std::nullopt}, Method{Algorithm::kDfs, std::nullopt},
                    Method{Algorithm::kIddfs, std::nullopt},
                    Method{Algorithm::kGreedy, Heuristic::kGaschnig},
                    Method{Algorithm::kAStar, Heuristic::kManhattan},
                    Method{Algorithm::kAStar, Heuristic::kWalkingDistance},
                    Method{Algorithm::kIdaStar, Heuristic::kManhattan},
                    Method{Algorithm::kIdaStar, Heuristic::kPatternDatabase},
                    Method{Algorithm::kBidirectional, Heuristic::kManhattan},
                    Method{Algorithm::kBeam, Heuristic::kLinearConflict},
                    Method{Algorithm::kAnytime, Heuristic::kLinearConflict},
                    Method{Algorithm::kAStarThenIdaStar, Heuristic::kManhattan}),
    [](const testing::TestParamInfo<Method>& method) { return MethodName(method.param); });

// Threads that share a search share its memory.
TEST(MemoryAllowanceThreadsTest, AParallelSearchGivesAllBack) {
  const auto allowance = std::make_shared<CountedAllowance>(kPlenty);
  SolveOptions options = OptionsFor({Algorithm::kIdaStar, Heuristic::kPatternDatabase});
  options.threads = 4;
  options.limits.memory_allowance = allowance;
  const Board goal = MakeGoal({4, 4}, GoalLayout::kBlankFirst);
  const Problem problem{MakeBoard("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"), goal};
  std::unique_ptr<Search> search = StartSearch(problem, options);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < search->workers(); ++i) {
      threads.emplace_back([&search] {
        while (search->Advance(200) != SearchState::kFinished) {
        }
      });
    }
  }
  EXPECT_EQ(search->result().outcome, Outcome::kOptimal);
  EXPECT_GT(allowance->most_held(), 0);
  search.reset();
  EXPECT_EQ(allowance->held(), 0);
}

}  // namespace
}  // namespace taquin
