// Quality against time of the anytime search, beside its targets.
//
// usage: bench_anytime [--json FILE] [--quick] [--only SET] [--processor-time]
//
// Searches are independent, one at a time; times are of the wall clock, from
// the search's creation on. Boards are drawn from fixed seeds. --quick takes a
// few boards and a tenth of a second each, and says so in the notes. --only
// takes one set of boards: 24-puzzle, first-path, or a shape as in 6x6.
// --processor-time counts the thread's own time, for a machine that others use
// too, with one thread alone.

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "solver/constructive_path.h"
#include "solver/goal_layout.h"
#include "solver/mutex.h"
#include "solver/search_factory.h"
#include "tests/bench/figures.h"
#include "tests/support/boards.h"
#include "tests/support/instance_sets.h"

namespace taquin {
namespace {

constexpr std::int64_t kSlice = 2000;  // Expansions: about a millisecond or less.

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double ProcessorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// What the command line asks for.
struct Choices {
  bool quick = false;
  bool processor_time = false;
  std::string only;  // A set's name; empty: all.

  bool Wants(std::string_view set) const { return only.empty() || only == set; }
};

// How a search stood at one time.
struct Snapshot {
  int length = 0;
  int bound = 0;
};

// Runs the anytime search with so many threads and looks at it at each of
// `times`, in seconds, ascending. Zero length: no path yet.
std::vector<Snapshot> Watch(const Problem& problem, const TableRegistry& tables, int threads,
                            const std::vector<double>& times, bool processor_time) {
  SolveOptions options;
  options.algorithm = Algorithm::kAnytime;
  options.threads = threads;
  const Clock::time_point begin = Clock::now();
  const double processor_begin = ProcessorSeconds();
  const std::unique_ptr<Search> search = *CreateSearch(problem, options, tables);
  std::vector<Snapshot> snapshots;
  Mutex mutex;
  const auto work = [&] {
    while (true) {
      const SearchState state = search->Advance(kSlice);
      const MutexLock lock(mutex);
      const SearchProgress progress = search->progress();
      const double now =
          processor_time ? ProcessorSeconds() - processor_begin : SecondsSince(begin);
      while (snapshots.size() < times.size() &&
             (now >= times[snapshots.size()] || state == SearchState::kFinished)) {
        snapshots.push_back({progress.best_length.value_or(0), progress.lower_bound});
      }
      if (snapshots.size() == times.size()) return;
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return snapshots;
}

struct BoardSet {
  std::string name;
  std::vector<Problem> problems;
  std::vector<int> optima;  // Empty: unknown.
};

BoardSet TwentyFourPuzzles(std::size_t most) {
  BoardSet set{.name = "24-puzzle", .problems = {}, .optima = {}};
  for (const Instance& instance : ReadKorf24()) {
    if (set.problems.size() == most) break;
    set.problems.push_back({instance.start, instance.goal});
    set.optima.push_back(instance.optimum);
  }
  return set;
}

BoardSet RandomBoards(Shape shape, int count, bool any_goal) {
  BoardSet set{.name = absl::StrCat(ShapeName(shape), any_goal ? ", any goal" : ""),
               .problems = {},
               .optima = {}};
  Random random(static_cast<std::uint64_t>(shape.rows * 100 + shape.columns));
  for (int i = 0; i < count; ++i) {
    const Board goal =
        any_goal ? RandomArrangement(shape, random) : MakeGoal(shape, GoalLayout::kBlankLast);
    set.problems.push_back({RandomReachableBoard(goal, random), goal});
  }
  return set;
}

// What the issue asks for at one time.
struct Target {
  double seconds;
  std::optional<double> length;  // Or length / optimum, where that is known.
  std::optional<double> bound;   // As bound / optimum.
};

void AddQuality(const BoardSet& set, const TableRegistry& tables, int threads,
                const std::vector<Target>& targets, const Choices& choices, FigureSheet& sheet) {
  if (!choices.Wants(set.name.substr(0, set.name.find(','))) ||
      (choices.processor_time && threads > 1)) {
    return;
  }
  std::vector<double> times;
  for (const Target& target : targets) times.push_back(target.seconds);
  std::vector<double> length(times.size());
  std::vector<double> bound(times.size());
  for (std::size_t i = 0; i < set.problems.size(); ++i) {
    const double unit = set.optima.empty() ? 1 : set.optima[i];
    const std::vector<Snapshot> snapshots =
        Watch(set.problems[i], tables, threads, times, choices.processor_time);
    for (std::size_t k = 0; k < times.size(); ++k) {
      length[k] += snapshots[k].length / unit / static_cast<double>(set.problems.size());
      bound[k] += snapshots[k].bound / unit / static_cast<double>(set.problems.size());
    }
  }
  const std::string unit = set.optima.empty() ? "moves" : "of the optimum";
  for (std::size_t k = 0; k < times.size(); ++k) {
    const std::string where = absl::StrCat(
        set.name, ", ", threads, threads == 1 ? " thread, " : " threads, ", times[k], " s: ");
    const std::string boards =
        absl::StrCat("mean of ", set.problems.size(), choices.quick ? ", quick" : "",
                     choices.processor_time ? ", processor time" : "");
    sheet.Add({where + "length", length[k], unit, targets[k].length, Better::kLower, boards});
    sheet.Add({where + "bound", bound[k], unit, targets[k].bound, Better::kHigher, boards});
  }
}

void AddFirstPath(Shape shape, int boards, double target_ms, FigureSheet& sheet) {
  const BoardSet set = RandomBoards(shape, boards, true);
  double worst = 0;
  double moves = 0;
  for (const Problem& problem : set.problems) {
    const Clock::time_point begin = Clock::now();
    const Path path = ConstructPath(problem);
    worst = std::max(worst, SecondsSince(begin));
    moves += static_cast<double>(path.size()) / boards;
  }
  sheet.Add({absl::StrCat("first path, ", ShapeName(shape)), worst * 1000, "ms", target_ms,
             Better::kLower,
             absl::StrCat("worst of ", boards, ", mean length ", static_cast<int>(moves))});
}

// Every class of goals, as windows and backward beams aim anywhere.
void MakeTables(Shape shape, TableRegistry& tables) {
  for (int blank = 0; blank < shape.cells(); ++blank) tables.Want(shape, blank).IgnoreError();
  while (tables.Work() != TableRegistry::WorkState::kIdle) {
  }
}

int Run(const char* json, const Choices& choices) {
  FigureSheet sheet;
  const bool quick = choices.quick;
  const int boards = quick ? 2 : 20;
  if (choices.Wants("first-path")) {
    for (const Shape shape : {Shape{5, 5}, Shape{7, 7}, Shape{10, 10}}) {
      AddFirstPath(shape, boards, 20, sheet);
    }
    AddFirstPath({16, 16}, quick ? 1 : 5, 500, sheet);
    AddFirstPath({32, 32}, quick ? 1 : 5, 500, sheet);
  }

  TableRegistryOptions options;
  options.largest_tier = quick ? TableTier::kStartup : TableTier::kDefault;
  TableRegistry tables(options);
  if (choices.Wants("24-puzzle") || choices.Wants("5x5")) {
    const Clock::time_point begin = Clock::now();
    MakeTables({5, 5}, tables);
    sheet.Add({"24-puzzle, tables for every goal", SecondsSince(begin), "s", std::nullopt,
               Better::kLower, absl::StrCat(tables.bytes() >> 20, " MiB")});
  }

  const auto until = [&](std::vector<Target> targets) {
    if (quick) std::erase_if(targets, [](const Target& target) { return target.seconds > 0.1; });
    return targets;
  };
  const std::vector<Target> puzzle24 =
      until({{0.1, 1.05, std::nullopt}, {1, 1.03, 0.93}, {10, 1.015, std::nullopt}});
  const BoardSet puzzles = TwentyFourPuzzles(quick ? 2 : 28);
  AddQuality(puzzles, tables, 1, puzzle24, choices, sheet);
  AddQuality(puzzles, tables, 2, puzzle24, choices, sheet);
  const auto square = [&](int side, double target) {
    AddQuality(RandomBoards({side, side}, boards, false), tables, 1,
               until({{0.1, std::nullopt, std::nullopt},
                      {1, std::nullopt, std::nullopt},
                      {10, target, std::nullopt}}),
               choices, sheet);
  };
  square(6, 185);
  square(7, 360);
  square(10, 1250);
  const std::vector<Target> untargeted =
      until({{0.1, std::nullopt, std::nullopt}, {1, std::nullopt, std::nullopt}});
  for (const Shape shape : {Shape{3, 8}, Shape{4, 7}, Shape{2, 12}, Shape{5, 5}}) {
    AddQuality(RandomBoards(shape, quick ? 1 : 10, true), tables, 1, untargeted, choices, sheet);
  }
  const std::vector<Target> large = until({{0.1, std::nullopt, std::nullopt},
                                           {1, std::nullopt, std::nullopt},
                                           {10, std::nullopt, std::nullopt},
                                           {30, std::nullopt, std::nullopt}});
  for (const int side : {16, 32}) {
    AddQuality(RandomBoards({side, side}, 1, false), tables, 1, large, choices, sheet);
  }
  if (json != nullptr && !sheet.WriteJson(json)) {
    std::cerr << "bench_anytime: cannot write " << json << "\n";
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace taquin

int main(int argc, char** argv) {
  const char* json = nullptr;
  taquin::Choices choices;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--quick") {
      choices.quick = true;
    } else if (argument == "--processor-time") {
      choices.processor_time = true;
    } else if (argument == "--only" && i + 1 < argc) {
      choices.only = argv[++i];
    } else if (argument == "--json" && i + 1 < argc) {
      json = argv[++i];
    } else {
      std::cerr << "usage: bench_anytime [--json FILE] [--quick] [--only SET] [--processor-time]\n";
      return 2;
    }
  }
  return taquin::Run(json, choices);
}
