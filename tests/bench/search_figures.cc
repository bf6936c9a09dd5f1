#include "tests/bench/search_figures.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "solver/goal_layout.h"
#include "solver/optimal_move_table.h"
#include "solver/path.h"
#include "solver/search_factory.h"
#include "solver/solve_result.h"
#include "solver/table_registry.h"
#include "tests/bench/figures.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/instance_sets.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

double SecondsOf(absl::FunctionRef<void()> work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Measured {
  std::int64_t expanded = 0;
  std::int64_t generated = 0;
  std::int64_t right = 0;
  double seconds = 0;
};

// A board with the length that a search must find, where it is known.
struct Task {
  Problem problem;
  std::optional<int> optimum;
};

// The search alone: its making and its end are set-up that a long one forgets.
Measured Measure(const std::vector<Task>& tasks, Algorithm algorithm) {
  const SolveOptions options = OptionsFor({algorithm, Heuristic::kManhattan});
  Measured measured;
  for (const Task& task : tasks) {
    const auto search = StartSearch(task.problem, options);
    measured.seconds += SecondsOf([&] {
      while (search->Advance(100'000) != SearchState::kFinished) {
      }
    });
    const SolveResult result = search->result();
    measured.expanded += result.counters.expanded;
    measured.generated += result.counters.generated;
    const bool replays = result.path.has_value() &&
                         ReplayPath(task.problem.start, task.problem.goal, *result.path).valid();
    const bool as_long = replays && (!task.optimum.has_value() ||
                                     static_cast<int>(result.path->size()) == *task.optimum);
    measured.right += as_long && result.outcome == Outcome::kOptimal ? 1 : 0;
  }
  return measured;
}

std::vector<Task> KorfTasks(int longest) {
  std::vector<Task> tasks;
  for (const Instance& instance : ReadKorf100()) {
    if (instance.optimum <= longest) {
      tasks.push_back({{instance.start, instance.goal}, instance.optimum});
    }
  }
  return tasks;
}

std::vector<Task> EightPuzzleTasks(int count) {
  Random random(20261130);
  std::vector<Task> tasks;
  for (int i = 0; i < count; ++i) {
    const Board goal = RandomArrangement({3, 3}, random);
    tasks.push_back({{RandomReachableBoard(goal, random), goal}, std::nullopt});
  }
  return tasks;
}

void AddMeasured(FigureSheet& sheet, const std::string& name, const std::vector<Task>& tasks,
                 const Measured& measured) {
  const auto count = static_cast<double>(tasks.size());
  sheet.Add({name + ", proved optimal", static_cast<double>(measured.right), "boards", count,
             Better::kHigher, ""});
  sheet.Add({name + ", expanded",
             static_cast<double>(measured.expanded) / count,
             "nodes/board",
             {},
             {},
             ""});
}

// What `auto` does on 3 x 3: the table behind it, and every board's whole
// answer, from the request to the path.
void AddEightPuzzleAnswers(FigureSheet& sheet) {
  const Shape shape = {3, 3};
  double build = 0;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const double seconds = SecondsOf([&] { const OptimalMoveTable table(shape, 0); });
    build = repetition == 0 ? seconds : std::min(build, seconds);
  }
  sheet.Add({"3x3, optimal-move table, built", build * 1e3, "ms", 50, {}, "least of 5"});

  const Board goal = MakeGoal(shape, GoalLayout::kBlankLast);
  std::vector<Problem> problems;
  std::int64_t moves = 0;
  ExactDistances(goal).ForEach([&](const Board& board, int distance) {
    problems.push_back({board, goal});
    moves += distance;
  });
  const SolveOptions options;
  const TableRegistry tables;
  std::int64_t found = 0;
  const double seconds = SecondsOf([&] {
    for (const Problem& problem : problems) {
      const auto search = CreateSearch(problem, options, tables);
      (*search)->Advance(1);
      found += static_cast<std::int64_t>((*search)->best_path()->size());
    }
  });
  const auto count = static_cast<double>(problems.size());
  sheet.Add({"3x3, auto, all boards, moves",
             static_cast<double>(found) / count,
             "moves/board",
             static_cast<double>(moves) / count,
             {},
             "the target is the exact mean"});
  sheet.Add({"3x3, auto, all boards, mean",
             seconds / count * 1e6,
             "us",
             1,
             {},
             "with making the search, the path and the table"});
}

}  // namespace

void AddSearchFigures(FigureSheet& sheet) {
  AddEightPuzzleAnswers(sheet);
  const std::vector<Task> small = EightPuzzleTasks(2000);
  const Measured small_astar = Measure(small, Algorithm::kAStar);
  AddMeasured(sheet, "3x3, astar manhattan", small, small_astar);
  sheet.Add({"3x3, astar manhattan, speed",
             static_cast<double>(small_astar.expanded) / small_astar.seconds / 1e6, "M expanded/s",
             3, Better::kHigher, "random boards and goals"});

  const std::vector<Task> easy = KorfTasks(48);
  const Measured astar = Measure(easy, Algorithm::kAStar);
  AddMeasured(sheet, "4x4, astar manhattan", easy, astar);
  sheet.Add({"4x4, astar manhattan, speed",
             static_cast<double>(astar.expanded) / astar.seconds / 1e6, "M expanded/s", 3,
             Better::kHigher, "those of Korf's 100 that take up to 48 moves"});

  const std::vector<Task> middling = KorfTasks(50);
  const Measured idastar = Measure(middling, Algorithm::kIdaStar);
  AddMeasured(sheet, "4x4, idastar manhattan", middling, idastar);
  sheet.Add({"4x4, idastar manhattan, speed",
             static_cast<double>(idastar.generated) / idastar.seconds / 1e6, "M generated/s", 40,
             Better::kHigher, "those of Korf's 100 that take up to 50 moves"});
}

}  // namespace taquin
