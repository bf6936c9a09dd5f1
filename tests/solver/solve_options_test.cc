#include "solver/solve_options.h"

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/matchers.h"

namespace taquin {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto FaultOf(const std::string& field, const std::string& part) {
  return AllOf(Field(&Fault::field, field), Field(&Fault::description, HasSubstr(part)));
}

Problem EasyProblem() {
  return {.start = MakeBoard("1 2 3 / 4 5 6 / 7 0 8"), .goal = MakeBoard("1 2 3 / 4 5 6 / 7 8 0")};
}

TEST(SolveOptionsTest, DefaultsAreValid) {
  EXPECT_THAT(ValidateRequest(EasyProblem(), SolveOptions{}), IsEmpty());
}

TEST(SolveOptionsTest, EveryAlgorithmTakesEveryHeuristic) {
  for (const Algorithm algorithm : kAlgorithms) {
    for (const Heuristic heuristic : kHeuristics) {
      SolveOptions options;
      options.algorithm = algorithm;
      options.heuristic = heuristic;
      EXPECT_THAT(ValidateRequest(EasyProblem(), options), IsEmpty())
          << AlgorithmName(algorithm) << " " << HeuristicName(heuristic);
    }
  }
}

TEST(SolveOptionsTest, NamesAreDistinctAndLowerCase) {
  std::set<std::string_view> names;
  for (const Algorithm algorithm : kAlgorithms) names.insert(AlgorithmName(algorithm));
  for (const Heuristic heuristic : kHeuristics) names.insert(HeuristicName(heuristic));
  for (const BeamRanking ranking : kBeamRankings) names.insert(BeamRankingName(ranking));
  EXPECT_EQ(names.size(), kAlgorithms.size() + kHeuristics.size() + kBeamRankings.size());
  for (const std::string_view name : names) {
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos)
        << name;
  }
}

TEST(SolveOptionsTest, SaysWhatAnAlgorithmUsesAndProves) {
  EXPECT_FALSE(UsesHeuristic(Algorithm::kBfs));
  EXPECT_FALSE(UsesHeuristic(Algorithm::kDfs));
  EXPECT_FALSE(UsesHeuristic(Algorithm::kIddfs));
  EXPECT_TRUE(UsesHeuristic(Algorithm::kGreedy));
  EXPECT_TRUE(UsesHeuristic(Algorithm::kAStar));
  EXPECT_TRUE(UsesHeuristic(Algorithm::kIdaStar));
  EXPECT_TRUE(UsesHeuristic(Algorithm::kBidirectional));
  EXPECT_TRUE(ProvesOptimality(Algorithm::kBfs));
  EXPECT_FALSE(ProvesOptimality(Algorithm::kDfs));
  EXPECT_TRUE(ProvesOptimality(Algorithm::kIddfs));
  EXPECT_FALSE(ProvesOptimality(Algorithm::kGreedy));
  EXPECT_TRUE(ProvesOptimality(Algorithm::kAStar));
  EXPECT_TRUE(ProvesOptimality(Algorithm::kIdaStar));
  EXPECT_TRUE(ProvesOptimality(Algorithm::kBidirectional));
}

TEST(SolveOptionsTest, RefusesAGoalOfAnotherShape) {
  Problem problem = EasyProblem();
  problem.goal = MakeBoard("1 2 3 / 4 5 0");
  EXPECT_THAT(ValidateRequest(problem, SolveOptions{}),
              ElementsAre(FaultOf("goal.board", "is 2 x 3; the start is 3 x 3")));
  problem = {.start = MakeBoard("1 2 3 / 4 5 0"), .goal = MakeBoard("1 2 / 3 4 / 5 0")};
  EXPECT_THAT(ValidateRequest(problem, SolveOptions{}),
              ElementsAre(FaultOf("goal.board", "is 3 x 2; the start is 2 x 3")));
}

TEST(SolveOptionsTest, RefusesAWeightThatIsNone) {
  for (const double weight : {-1.0, -1e-9, 1000.1, std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    SolveOptions options;
    options.algorithm = Algorithm::kAStar;
    options.heuristic_weight = weight;
    EXPECT_THAT(ValidateRequest(EasyProblem(), options),
                ElementsAre(FaultOf("heuristic_weight", "a finite number from 0 to 1000")))
        << weight;
  }
  for (const double weight : {0.0, 0.5, 1.0, 1.5, 1000.0}) {
    SolveOptions options;
    options.algorithm = Algorithm::kAStar;
    options.heuristic_weight = weight;
    EXPECT_THAT(ValidateRequest(EasyProblem(), options), IsEmpty()) << weight;
  }
}

TEST(SolveOptionsTest, OnlyAStarAndAutoTakeAWeight) {
  for (const Algorithm algorithm : kAlgorithms) {
    SolveOptions options;
    options.algorithm = algorithm;
    options.heuristic_weight = 2;
    const std::vector<Fault> faults = ValidateRequest(EasyProblem(), options);
    if (algorithm == Algorithm::kAStar || algorithm == Algorithm::kAuto) {
      EXPECT_THAT(faults, IsEmpty());
    } else {
      EXPECT_THAT(faults, ElementsAre(FaultOf("heuristic_weight", "only astar")))
          << AlgorithmName(algorithm);
    }
  }
}

TEST(SolveOptionsTest, LimitsMayBeZeroButNotNegative) {
  SolveOptions options;
  options.limits = {.expansions = 0, .memory_bytes = 0, .length = 0};
  EXPECT_THAT(ValidateRequest(EasyProblem(), options), IsEmpty());
  options.limits = {.expansions = std::numeric_limits<std::int64_t>::max(),
                    .memory_bytes = std::numeric_limits<std::int64_t>::max(),
                    .length = std::numeric_limits<int>::max()};
  EXPECT_THAT(ValidateRequest(EasyProblem(), options), IsEmpty());
}

TEST(SolveOptionsTest, NamesEveryFaultAtOnce) {
  Problem problem = EasyProblem();
  problem.goal = MakeBoard("1 2 / 3 0");
  SolveOptions options;
  options.heuristic_weight = std::nan("");
  options.limits = {.expansions = -1, .memory_bytes = -2, .length = -3};
  options.target_gap = 1.5;
  options.threads = 0;
  EXPECT_THAT(
      ValidateRequest(problem, options),
      ElementsAre(FaultOf("goal.board", "2 x 2"), FaultOf("heuristic_weight", "nan"),
                  FaultOf("limits.expansions", "is -1"), FaultOf("limits.memory_bytes", "is -2"),
                  FaultOf("limits.length", "is -3"), FaultOf("target_gap", "is 1.5"),
                  FaultOf("threads", "is 0")));
}

TEST(SolveOptionsTest, RefusesAGapThatIsNone) {
  for (const double gap : {-0.01, 1.01, std::nan(""), HUGE_VAL}) {
    SolveOptions options;
    options.target_gap = gap;
    EXPECT_THAT(ValidateRequest(EasyProblem(), options),
                ElementsAre(FaultOf("target_gap", "a number from 0 to 1")))
        << gap;
  }
}

}  // namespace
}  // namespace taquin
