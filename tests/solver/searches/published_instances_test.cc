// Boards whose verdict and optimum others found before.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_size.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

class BoardCaseTest : public testing::TestWithParam<Method> {};

TEST_P(BoardCaseTest, EveryRowHasItsVerdictAndOptimum) {
  int solved = 0;
  for (const BoardCase& board_case : ReadBoardCases()) {
    SCOPED_TRACE(board_case.id);
    if (board_case.verdict == Verdict::kInvalid) {
      EXPECT_FALSE(Board::Create(board_case.shape, board_case.tiles).ok());
      continue;
    }
    const Problem problem = {MakeBoard(board_case.shape, board_case.tiles),
                             MakeBoard(board_case.shape, board_case.goal_tiles)};
    const SolveResult result = Solve(problem, GetParam());
    if (board_case.verdict == Verdict::kUnsolvable) {
      EXPECT_THAT(result, IsUnsolvable());
    } else {
      EXPECT_THAT(result, IsOptimal(problem, board_case.optimum.value()));
      ++solved;
    }
  }
  EXPECT_EQ(solved, 28);
}

std::string MethodCaseName(const testing::TestParamInfo<Method>& info) {
  return MethodName(info.param);
}

INSTANTIATE_TEST_SUITE_P(Methods, BoardCaseTest,
                         testing::Values(Method{Algorithm::kAuto, std::nullopt},
                                         Method{Algorithm::kAStar, Heuristic::kManhattan},
                                         Method{Algorithm::kAStar, Heuristic::kLinearConflict},
                                         Method{Algorithm::kIdaStar, Heuristic::kManhattan},
                                         Method{Algorithm::kIdaStar, Heuristic::kLinearConflict},
                                         Method{Algorithm::kBidirectional, Heuristic::kManhattan}),
                         MethodCaseName);

// The rows of Korf's set that IDA* with Manhattan distance solves within this
// many nodes, by his own count.
std::vector<Instance> EasyKorfInstances(std::int64_t most_nodes) {
  const std::vector<std::vector<std::string>> rows = ReadRows("korf100.txt");
  std::vector<Instance> easy;
  for (const Instance& instance : ReadKorf100()) {
    const std::vector<std::string>& row = rows[static_cast<std::size_t>(instance.id - 1)];
    if (std::stoll(row[19]) <= most_nodes) easy.push_back(instance);
  }
  return easy;
}

TEST(KorfTest, IdaStarFindsTheOptimaBothWays) {
  const std::vector<Instance> easy = EasyKorfInstances(SampleSize(13'000'000, 900'000));
  EXPECT_EQ(static_cast<int>(easy.size()), SampleSize(30, 3));
  const std::vector<Instance> blank_last = ReadKorf100BlankLast();
  for (const Instance& instance : easy) {
    SCOPED_TRACE(instance.id);
    const Method method = {Algorithm::kIdaStar, Heuristic::kLinearConflict};
    const Problem problem = {instance.start, instance.goal};
    EXPECT_THAT(Solve(problem, method), IsOptimal(problem, instance.optimum));
    const Instance& turned = blank_last[static_cast<std::size_t>(instance.id - 1)];
    const Problem turned_problem = {turned.start, turned.goal};
    EXPECT_THAT(Solve(turned_problem, method), IsOptimal(turned_problem, instance.optimum));
  }
}

TEST(KorfTest, EverySearchWithBoundsAgrees) {
  for (const Instance& instance : EasyKorfInstances(SampleSize(900'000, 600'000))) {
    SCOPED_TRACE(instance.id);
    const Problem problem = {instance.start, instance.goal};
    for (const Method& method : {Method{Algorithm::kIdaStar, Heuristic::kManhattan},
                                 Method{Algorithm::kAStar, Heuristic::kLinearConflict},
                                 Method{Algorithm::kBidirectional, Heuristic::kLinearConflict},
                                 Method{Algorithm::kAuto, std::nullopt}}) {
      EXPECT_THAT(Solve(problem, method), IsOptimal(problem, instance.optimum))
          << MethodName(method);
    }
  }
}

}  // namespace
}  // namespace taquin
