// Every board of 3 x 3, and the hardest with every method: minutes of work, so
// cut into shares that run side by side.

#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/matchers.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

constexpr int kShares = 4;

using MethodShare = std::tuple<Method, int>;

std::string ShareName(const testing::TestParamInfo<MethodShare>& info) {
  return MethodName(std::get<0>(info.param)) + "_" + std::to_string(std::get<1>(info.param));
}

class EveryBoardTest : public testing::TestWithParam<MethodShare> {};

TEST_P(EveryBoardTest, HasTheExactLength) {
  const auto& [method, share] = GetParam();
  const Board goal = ThreeGoals()[0];
  int turn = 0;
  ExactDistancesToGoal(0).ForEach(
      [&, method = method, share = share](const Board& board, int distance) {
        if (turn++ % kShares != share || HasFatalFailure()) return;
        const Problem problem = {board, goal};
        ASSERT_THAT(Solve(problem, method), IsOptimal(problem, distance));
      });
  EXPECT_EQ(turn, 181'440);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, EveryBoardTest,
    testing::Combine(testing::Values(Method{Algorithm::kAStar, Heuristic::kLinearConflict},
                                     Method{Algorithm::kIdaStar, Heuristic::kLinearConflict}),
                     testing::Range(0, kShares)),
    ShareName);

// IDA* without a heuristic is left out: it is iddfs, node for node.
std::vector<Method> MethodsForTheHardest() {
  std::vector<Method> methods = OptimalMethods();
  std::erase_if(methods, [](const Method& method) {
    return method.algorithm == Algorithm::kIdaStar && method.heuristic == Heuristic::kZero;
  });
  return methods;
}

class HardestBoardTest : public testing::TestWithParam<MethodShare> {};

TEST_P(HardestBoardTest, HasTheExactLength) {
  const auto& [method, share] = GetParam();
  const Board goal = ThreeGoals()[0];
  const std::vector<Board> boards = ExactDistancesToGoal(0).BoardsBetween(30, 31);
  EXPECT_EQ(boards.size(), 223U);
  for (std::size_t i = static_cast<std::size_t>(share); i < boards.size(); i += kShares) {
    const Problem problem = {boards[i], goal};
    ASSERT_THAT(Solve(problem, method),
                IsOptimal(problem, ExactDistancesToGoal(0).Distance(boards[i]).value()));
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, HardestBoardTest,
                         testing::Combine(testing::ValuesIn(MethodsForTheHardest()),
                                          testing::Range(0, kShares)),
                         ShareName);

}  // namespace
}  // namespace taquin
