#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/optimal_move_table.h"
#include "solver/solve_options.h"
#include "tests/solver/search_contract_tests.h"
#include "tests/support/boards.h"
#include "tests/support/shortest_length.h"

namespace taquin {
namespace {

struct ContractProblem {
  Problem problem;
  int optimum;

  Shape shape() const { return problem.goal.shape(); }
};

ContractProblem WalkFromSpiral(Shape shape, int walk, std::uint64_t seed, int optimum) {
  const Board goal = MakeGoal(shape, GoalLayout::kSpiral);
  Random random(seed);
  return {{.start = RandomWalk(goal, walk, random), .goal = goal}, optimum};
}

// One for each form in which the solver keeps states: up to 16 cells, twice,
// up to 25, 64, 256 and 1024.
std::vector<ContractProblem> NearProblems() {
  return {
      {{MakeBoard("4 5 6 / 1 7 2 / 0 3 8"), MakeBoard("0 6 2 / 4 1 8 / 7 3 5")}, 18},
      {{MakeBoard("2 5 14 10 / 4 15 0 8 / 9 11 3 6 / 7 1 12 13"),
        MakeBoard("2 5 10 8 / 4 15 14 6 / 7 9 3 0 / 11 1 12 13")},
       14},
      {{MakeBoard("6 4 15 14 20 / 18 16 5 17 22 / 8 1 12 11 23 / 21 13 19 7 10 / 9 24 0 3 2"),
        MakeBoard("6 4 15 14 20 / 18 16 5 22 11 / 8 1 0 12 23 / 21 13 19 17 10 / 9 24 3 7 2")},
       12},
      WalkFromSpiral({6, 6}, 10, 66, 10),
      WalkFromSpiral({12, 13}, 8, 1213, 8),
      WalkFromSpiral({17, 17}, 8, 1717, 8),
  };
}

// Problems that a search without guidance ends too: all their boards are few.
std::vector<ContractProblem> SmallProblems() {
  return {
      NearProblems()[0],
      {{MakeBoard("4 5 / 2 0 / 1 3"), MakeBoard("1 2 / 3 4 / 5 0")}, 11},
      {{MakeBoard("1 2 3 0 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"),
        MakeBoard("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0 17 18 19")},
       13},
      {{MakeBoard({.rows = 32, .columns = 1},
                  {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                   17, 18, 19, 20, 21, 22, 23, 24, 25, 0,  26, 27, 28, 29, 30, 31}),
        MakeBoard({.rows = 32, .columns = 1},
                  {1,  2,  3,  4,  5,  6,  0,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31})},
       19},
  };
}

// Problems whose constructive paths leave something to search.
std::vector<ContractProblem> ProblemsBeyondConstruction() {
  std::vector<ContractProblem> problems = NearProblems();
  std::erase_if(problems,
                [](const ContractProblem& problem) { return problem.shape().cells() > 25; });
  problems.push_back(WalkFromSpiral({6, 6}, 12, 28, 12));
  return problems;
}

SolveOptions OptionsFor(Algorithm algorithm, std::optional<Heuristic> heuristic, double weight) {
  SolveOptions options;
  options.algorithm = algorithm;
  options.heuristic = heuristic;
  options.heuristic_weight = weight;
  return options;
}

void AddCases(const std::string& name, const SolveOptions& options,
              const std::vector<ContractProblem>& problems, std::vector<SearchContractCase>& cases,
              bool tables_are_ready = false) {
  for (const ContractProblem& problem : problems) {
    if (options.heuristic.has_value() && !HeuristicServes(*options.heuristic, problem.shape())) {
      continue;
    }
    if (tables_are_ready && !HeuristicServes(Heuristic::kPatternDatabase, problem.shape())) {
      continue;
    }
    std::string case_name = name + "_" + ShapeName(problem.shape());
    std::replace(case_name.begin(), case_name.end(), '-', '_');
    cases.push_back({case_name, options, problem.problem, problem.optimum, tables_are_ready});
  }
}

// Beams by each ranking, on tables that are ready and without any.
void AddBeamRankings(std::vector<SearchContractCase>& cases) {
  for (const BeamRanking ranking : kBeamRankings) {
    const std::string name = "beam_by_" + std::string(BeamRankingName(ranking));
    for (const Heuristic heuristic : {Heuristic::kManhattan, Heuristic::kPatternDatabase}) {
      SolveOptions options = OptionsFor(Algorithm::kBeam, heuristic, 1);
      options.beam_ranking = ranking;
      AddCases(name + "_" + std::string(HeuristicName(heuristic)), options, NearProblems(), cases);
    }
    if (ranking == BeamRanking::kLines) continue;
    SolveOptions options = OptionsFor(Algorithm::kBeam, std::nullopt, 1);
    options.beam_ranking = ranking;
    AddCases(name + "_ready_tables", options, NearProblems(), cases, true);
  }
  AddCases("beam_ready_tables", OptionsFor(Algorithm::kBeam, std::nullopt, 1), NearProblems(),
           cases, true);
}

// Searches that pass from A* to depth-first passes on the way.
void AddHandovers(std::vector<SearchContractCase>& cases) {
  // The least in which A* begins: little more than its first segment of nodes.
  constexpr std::int64_t kMemoryBytes = 70'000;
  for (const Heuristic heuristic : kHeuristics) {
    SolveOptions options = OptionsFor(Algorithm::kAStarThenIdaStar, heuristic, 1);
    options.limits.memory_bytes = kMemoryBytes;
    AddCases("astar_idastar_handing_over_" + std::string(HeuristicName(heuristic)), options,
             NearProblems(), cases);
  }
  SolveOptions options = OptionsFor(Algorithm::kAStarThenIdaStar, std::nullopt, 1);
  AddCases("astar_idastar_ready_tables", options, NearProblems(), cases, true);
}

std::vector<SearchContractCase> AllCases() {
  std::vector<SearchContractCase> cases;
  for (const Algorithm algorithm : kAlgorithms) {
    const std::string name(AlgorithmName(algorithm));
    if (algorithm == Algorithm::kAuto) {
      // Where a table answers at once there is no search to judge, and the
      // larger ones are anytime's.
      std::vector<ContractProblem> problems = NearProblems();
      std::erase_if(problems, [](const ContractProblem& problem) {
        return OptimalMoveTables::Serves(problem.shape()) || problem.shape().cells() > 20;
      });
      AddCases(name, OptionsFor(algorithm, std::nullopt, 1), problems, cases);
      continue;
    }
    if (!UsesHeuristic(algorithm)) {
      AddCases(name, OptionsFor(algorithm, std::nullopt, 1),
               algorithm == Algorithm::kDfs ? SmallProblems() : NearProblems(), cases);
      continue;
    }
    for (const Heuristic heuristic : kHeuristics) {
      // On tables its stack fits itself to the memory limit, and these boards are
      // proved before there is anything to judge.
      if (algorithm == Algorithm::kAnytime && heuristic == Heuristic::kPatternDatabase) continue;
      const bool unguided = !ProvesOptimality(algorithm) && heuristic == Heuristic::kZero;
      std::vector<ContractProblem> problems = unguided ? SmallProblems() : NearProblems();
      if (algorithm == Algorithm::kAnytime) problems = ProblemsBeyondConstruction();
      AddCases(name + "_" + std::string(HeuristicName(heuristic)),
               OptionsFor(algorithm, heuristic, 1), problems, cases);
    }
  }
  for (const auto& [name, weight] :
       {std::pair("0", 0.0), {"half", 0.5}, {"1_5", 1.5}, {"5", 5.0}}) {
    AddCases(std::string("astar_manhattan_weight_") + name,
             OptionsFor(Algorithm::kAStar, Heuristic::kManhattan, weight), NearProblems(), cases);
  }
  AddBeamRankings(cases);
  AddHandovers(cases);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, SearchContractTest, testing::ValuesIn(AllCases()), CaseName);

TEST(SearchContractProblemsTest, AreAsFarFromTheirGoalsAsTheySay) {
  for (const std::vector<ContractProblem>& problems :
       {NearProblems(), SmallProblems(), ProblemsBeyondConstruction()}) {
    for (const ContractProblem& problem : problems) {
      EXPECT_EQ(ShortestLength(problem.problem.start, problem.problem.goal), problem.optimum)
          << ShapeName(problem.shape());
    }
  }
}

}  // namespace
}  // namespace taquin
