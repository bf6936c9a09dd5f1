// Quality against time of the anytime search, beside its targets.
//
// usage: bench_anytime [--json FILE] [--curves FILE] [--quick] [--only SET] [--processor-time]
//
// Searches are independent, one at a time; times are of the wall clock, from
// the search's creation on. Boards are drawn from fixed seeds. --curves writes how
// the means go on between the times of the figures, one line a set, number of
// threads and time, for anytime.gnuplot. --quick takes a few boards and a tenth of
// a second each, and says so in the notes. --only takes one set of boards:
// 24-puzzle, first-path, or a shape as in 6x6. --processor-time counts the
// thread's own time, for a machine that others use too, with one thread alone.

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
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
  std::string only;    // A set's name; empty: all.
  std::string curves;  // A file; empty: none.

  bool Wants(std::string_view set) const { return only.empty() || only == set; }
};

// The seconds since a search began.
class Stopwatch {
 public:
  explicit Stopwatch(bool processor_time) : processor_time_(processor_time) {}

  double Seconds() const {
    return processor_time_ ? ProcessorSeconds() - processor_begin_ : SecondsSince(begin_);
  }

 private:
  const bool processor_time_;
  const Clock::time_point begin_ = Clock::now();
  const double processor_begin_ = ProcessorSeconds();
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
  const Stopwatch stopwatch(processor_time);
  const std::unique_ptr<Search> search = *CreateSearch(problem, options, tables);
  std::vector<Snapshot> snapshots;
  Mutex mutex;
  const auto work = [&] {
    while (true) {
      const SearchState state = search->Advance(kSlice);
      const MutexLock lock(mutex);
      const SearchProgress progress = search->progress();
      const double now = stopwatch.Seconds();
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

// Where the curves have their points, as far as the figures' times go.
constexpr double kCurveTimes[] = {0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,
                                  0.5,   1,     2,    5,    10,   20,  30};

// The means over a set of boards at one time.
struct Mean {
  double length = 0;  // 0: some board had no path yet.
  double bound = 0;
};

class AnytimeBench {
 public:
  AnytimeBench(const Choices& choices, FigureSheet& sheet) : choices_(choices), sheet_(sheet) {
    if (!choices.curves.empty()) curves_.open(choices.curves);
  }

  // Whether the curves, if any, could be written.
  bool Close() {
    curves_.flush();
    return choices_.curves.empty() || curves_.good();
  }

  void AddQuality(const BoardSet& set, const TableRegistry& tables, int threads,
                  const std::vector<Target>& targets) {
    if (!choices_.Wants(set.name.substr(0, set.name.find(','))) ||
        (choices_.processor_time && threads > 1)) {
      return;
    }
    const std::map<double, Mean> means = Measure(set, tables, threads, targets);
    const std::string unit = set.optima.empty() ? "moves" : "of the optimum";
    const std::string boards =
        absl::StrCat("mean of ", set.problems.size(), choices_.quick ? ", quick" : "",
                     choices_.processor_time ? ", processor time" : "");
    for (const Target& target : targets) {
      const Mean& mean = means.at(target.seconds);
      const std::string where =
          absl::StrCat(set.name, ", ", threads, threads == 1 ? " thread, " : " threads, ",
                       target.seconds, " s: ");
      sheet_.Add({where + "length", mean.length, unit, target.length, Better::kLower, boards});
      sheet_.Add({where + "bound", mean.bound, unit, target.bound, Better::kHigher, boards});
    }
    WriteCurve(set, threads, means);
    if (threads == 1) {
      with_one_thread_ = means;
      return;
    }
    for (const Target& target : targets) {
      sheet_.Add(
          {absl::StrCat(set.name, ", ", threads, " threads over 1, ", target.seconds, " s: length"),
           means.at(target.seconds).length / with_one_thread_.at(target.seconds).length, "x", 1,
           Better::kLower, boards});
    }
  }

  // Until the search hands out its first path; goals are any arrangements.
  void AddFirstPath(Shape shape, int boards, double target_ms, const TableRegistry& tables) {
    const BoardSet set = RandomBoards(shape, boards, true);
    double worst = 0;
    double moves = 0;
    for (const Problem& problem : set.problems) {
      SolveOptions options;
      options.algorithm = Algorithm::kAnytime;
      const Stopwatch stopwatch(choices_.processor_time);
      const std::unique_ptr<Search> search = *CreateSearch(problem, options, tables);
      while (search->best_path() == nullptr) search->Advance(kSlice);
      worst = std::max(worst, stopwatch.Seconds());
      moves += static_cast<double>(search->best_path()->size()) / boards;
    }
    sheet_.Add(
        {absl::StrCat("first path, ", ShapeName(shape)), worst * 1000, "ms", target_ms,
         Better::kLower,
         absl::StrCat("worst of ", boards, ", any goal, mean length ", static_cast<int>(moves))});
  }

 private:
  // By time: those of the targets and of the curve.
  std::map<double, Mean> Measure(const BoardSet& set, const TableRegistry& tables, int threads,
                                 const std::vector<Target>& targets) const {
    std::map<double, Mean> means;
    for (const Target& target : targets) means[target.seconds];
    for (const double time : kCurveTimes) {
      if (!choices_.curves.empty() && time < targets.back().seconds) means[time];
    }
    std::vector<double> times;
    for (const auto& [time, mean] : means) times.push_back(time);
    std::vector<bool> complete(times.size(), true);
    for (std::size_t i = 0; i < set.problems.size(); ++i) {
      const double unit =
          (set.optima.empty() ? 1 : set.optima[i]) * static_cast<double>(set.problems.size());
      const std::vector<Snapshot> snapshots =
          Watch(set.problems[i], tables, threads, times, choices_.processor_time);
      for (std::size_t k = 0; k < times.size(); ++k) {
        means[times[k]].length += snapshots[k].length / unit;
        means[times[k]].bound += snapshots[k].bound / unit;
        if (snapshots[k].length == 0) complete[k] = false;
      }
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
      if (!complete[k]) means[times[k]].length = 0;
    }
    return means;
  }

  // Over the optimum, or, where that is unknown, over the length at the end.
  void WriteCurve(const BoardSet& set, int threads, const std::map<double, Mean>& means) {
    const double unit = set.optima.empty() ? means.rbegin()->second.length : 1;
    for (const auto& [time, mean] : means) {
      if (mean.length == 0) continue;
      curves_ << set.name << "\t" << threads << "\t" << time << "\t" << mean.length / unit << "\t"
              << mean.bound / unit << "\n";
    }
  }

  const Choices& choices_;
  FigureSheet& sheet_;
  std::ofstream curves_;
  std::map<double, Mean> with_one_thread_;  // Of the last set measured so.
};

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
  AnytimeBench bench(choices, sheet);
  if (choices.Wants("first-path")) {
    const TableRegistry none;
    for (const Shape shape : {Shape{5, 5}, Shape{3, 8}, Shape{4, 7}, Shape{2, 12}, Shape{6, 6},
                              Shape{7, 7}, Shape{10, 10}}) {
      bench.AddFirstPath(shape, boards, 20, none);
    }
    bench.AddFirstPath({16, 16}, quick ? 1 : 5, 500, none);
    bench.AddFirstPath({32, 32}, quick ? 1 : 5, 500, none);
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
  bench.AddQuality(puzzles, tables, 1, puzzle24);
  bench.AddQuality(puzzles, tables, 2, puzzle24);
  const auto square = [&](int side, double target, int most_threads) {
    const BoardSet set = RandomBoards({side, side}, boards, false);
    for (int threads = 1; threads <= most_threads; ++threads) {
      bench.AddQuality(set, tables, threads,
                       until({{0.1, std::nullopt, std::nullopt},
                              {1, std::nullopt, std::nullopt},
                              {10, target, std::nullopt}}));
    }
  };
  square(6, 185, 1);
  square(7, 360, 2);
  square(10, 1250, 1);
  const std::vector<Target> untargeted =
      until({{0.1, std::nullopt, std::nullopt}, {1, std::nullopt, std::nullopt}});
  for (const Shape shape : {Shape{3, 8}, Shape{4, 7}, Shape{2, 12}, Shape{5, 5}}) {
    bench.AddQuality(RandomBoards(shape, quick ? 1 : 10, true), tables, 1, untargeted);
  }
  const std::vector<Target> large = until({{0.1, std::nullopt, std::nullopt},
                                           {1, std::nullopt, std::nullopt},
                                           {10, std::nullopt, std::nullopt},
                                           {30, std::nullopt, std::nullopt}});
  for (const int side : {16, 32}) {
    bench.AddQuality(RandomBoards({side, side}, 1, false), tables, 1, large);
  }
  if (!bench.Close()) {
    std::cerr << "bench_anytime: cannot write " << choices.curves << "\n";
    return 2;
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
    } else if (argument == "--curves" && i + 1 < argc) {
      choices.curves = argv[++i];
    } else if (argument == "--json" && i + 1 < argc) {
      json = argv[++i];
    } else {
      std::cerr << "usage: bench_anytime [--json FILE] [--curves FILE] [--quick] [--only SET] "
                   "[--processor-time]\n";
      return 2;
    }
  }
  return taquin::Run(json, choices);
}
