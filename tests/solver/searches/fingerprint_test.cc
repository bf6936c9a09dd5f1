// What each search does on a fixed set of problems, to the node. A change that
// claims to change no behaviour leaves these numbers alone; one that changes
// them on purpose puts the new file, which the failure prints, into its commit.

#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/matchers.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

constexpr char kFile[] = "fingerprints.txt";

// Boards of 3 x 3 from near to far, and of other shapes near their goals.
std::vector<Problem> Problems() {
  std::vector<Problem> problems;
  for (std::size_t goal = 0; goal < ThreeGoals().size(); ++goal) {
    for (int distance = 2; distance <= 20; distance += 6) {
      problems.push_back({ExactDistancesToGoal(goal).BoardsBetween(distance, distance).front(),
                          ThreeGoals()[goal]});
    }
  }
  Random random(2026);
  for (const Shape shape : {Shape{2, 3}, Shape{3, 4}, Shape{4, 4}, Shape{5, 5}, Shape{6, 6}}) {
    const Board goal = RandomArrangement(shape, random);
    problems.push_back({RandomWalk(goal, 10, random), goal});
  }
  return problems;
}

std::vector<Method> AllMethods() {
  std::vector<Method> methods = OptimalMethods();
  for (const Heuristic heuristic : kHeuristics) {
    if (heuristic != Heuristic::kZero) methods.push_back({Algorithm::kGreedy, heuristic});
  }
  return methods;
}

std::string Fingerprint(const Method& method) {
  SearchCounters sum;
  std::size_t moves = 0;
  for (const Problem& problem : Problems()) {
    if (method.heuristic.has_value() && !HeuristicServes(*method.heuristic, problem.goal.shape())) {
      continue;
    }
    const SolveResult result = Solve(problem, method);
    sum.expanded += result.counters.expanded;
    sum.generated += result.counters.generated;
    sum.reopened += result.counters.reopened;
    moves += result.path.value().size();
  }
  std::ostringstream line;
  line << MethodName(method) << " " << sum.expanded << " " << sum.generated << " " << sum.reopened
       << " " << moves;
  return line.str();
}

TEST(FingerprintTest, CountsAreTheRecordedOnes) {
  std::ostringstream recorded;
  for (const std::vector<std::string>& row : ReadRows(kFile)) {
    for (std::size_t i = 0; i < row.size(); ++i) recorded << (i == 0 ? "" : " ") << row[i];
    recorded << "\n";
  }
  std::ostringstream counted;
  for (const Method& method : AllMethods()) counted << Fingerprint(method) << "\n";
  EXPECT_EQ(counted.str(), recorded.str())
      << "If this change is meant, the rows of tests/data/" << kFile << " are now:\n"
      << counted.str();
}

}  // namespace
}  // namespace taquin
