#include "tests/bench/table_figures.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/table_file.h"
#include "solver/pattern_database/table_set_builder.h"
#include "solver/relabelled_board.h"
#include "solver/searches/table_ida_star.h"
#include "tests/support/instance_sets.h"

namespace taquin {
namespace {

double SecondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void InThreads(int count, const std::function<void()>& work) {
  std::vector<std::thread> threads;
  for (int i = 1; i < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

std::shared_ptr<const PatternTableSet> Build(const Partition& partition, int threads) {
  auto builder = TableSetBuilder::Create(partition);
  InThreads(threads, [&builder] {
    while ((*builder)->Step() != TableBuilder::State::kDone) {
    }
  });
  return *(*builder)->Take();
}

struct Solved {
  SolveResult result;
  double seconds = 0;
};

Solved Solve(const Instance& instance, const std::shared_ptr<const PatternTableSet>& tables,
             const std::shared_ptr<const DuplicateAutomaton>& automaton, int threads = 1) {
  const Problem problem = {instance.start, instance.goal};
  SolveOptions options;
  options.threads = threads;
  Solved solved;
  solved.seconds = SecondsOf([&] {
    const auto search = MakeTableIdaStarSearch(Relabel(problem), options, tables, automaton);
    // Slices of about ten milliseconds, as a server's worker would run.
    InThreads(threads, [&search] {
      while (search->Advance(100'000) != SearchState::kFinished) {
      }
    });
    solved.result = search->result();
  });
  return solved;
}

bool IsRight(const Solved& solved, const Instance& instance) {
  return solved.result.path.has_value() &&
         static_cast<int>(solved.result.path->size()) == instance.optimum &&
         ReplayPath(instance.start, instance.goal, *solved.result.path).valid();
}

// What a set of instances took.
struct Totals {
  int right = 0;
  int count = 0;
  double generated = 0;
  double expanded = 0;
  std::int64_t most_bytes = 0;  // Of a search, without its tables.
  std::vector<double> seconds;

  void Add(const Solved& solved, const Instance& instance) {
    ++count;
    right += IsRight(solved, instance) ? 1 : 0;
    generated += static_cast<double>(solved.result.counters.generated);
    expanded += static_cast<double>(solved.result.counters.expanded);
    most_bytes = std::max(most_bytes, solved.result.peak_memory_bytes);
    seconds.push_back(solved.seconds);
  }
  double sum() const {
    double total = 0;
    for (const double value : seconds) total += value;
    return total;
  }
  double max() const { return *std::max_element(seconds.begin(), seconds.end()); }
  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

struct Targets {
  double build_seconds;
  double megabytes;
  double mean_ms;
  double max_ms;
};

void AddMemory(FigureSheet& sheet, const std::string& name, std::int64_t bytes) {
  sheet.Add({name + ", peak memory",
             static_cast<double>(bytes) / 1e3,
             "kB",
             {},
             {},
             "of a search, without its tables"});
}

void AddKorf(FigureSheet& sheet, const std::string& name, const std::vector<Instance>& instances,
             const std::shared_ptr<const PatternTableSet>& tables,
             const std::shared_ptr<const DuplicateAutomaton>& automaton, const Targets& targets) {
  Totals totals;
  for (const Instance& instance : instances) {
    totals.Add(Solve(instance, tables, automaton), instance);
  }
  const double count = totals.count;
  sheet.Add({name + ", lengths right", static_cast<double>(totals.right), "boards", count,
             Better::kHigher, ""});
  sheet.Add({name + ", generated", totals.generated / count, "nodes/board", {}, {}, ""});
  sheet.Add({name + ", expanded", totals.expanded / count, "nodes/board", {}, {}, ""});
  sheet.Add({name + ", speed", totals.generated / totals.sum() / 1e6, "M generated/s", {}, {}, ""});
  sheet.Add({name + ", mean", totals.sum() / count * 1e3, "ms", targets.mean_ms, {}, ""});
  sheet.Add({name + ", median", totals.median() * 1e3, "ms", {}, {}, ""});
  sheet.Add({name + ", max",
             totals.max() * 1e3,
             "ms",
             targets.max_ms > 0 ? std::optional(targets.max_ms) : std::nullopt,
             {},
             ""});
  AddMemory(sheet, name, totals.most_bytes);
}

void AddBuild(FigureSheet& sheet, const std::string& name, const Partition& partition,
              const Targets& targets, std::shared_ptr<const PatternTableSet>& tables) {
  const auto plan = TableSetBuilder::Create(partition);
  const double one = SecondsOf([&] { Build(partition, 1); });
  const double two = SecondsOf([&] { tables = Build(partition, 2); });
  sheet.Add({name + ", build, 1 thread", one, "s", {}, {}, ""});
  sheet.Add({name + ", build, 2 threads", two, "s", targets.build_seconds, {}, ""});
  sheet.Add({name + ", build, speed-up", one / two, "x", {}, Better::kHigher, ""});
  sheet.Add({name + ", build, peak memory",
             static_cast<double>((*plan)->peak_bytes()) / 1e6,
             "MB",
             1000,
             {},
             "of the builder's own structures"});
  sheet.Add({name + ", tables",
             static_cast<double>(tables->bytes()) / 1e6,
             "MB",
             targets.megabytes,
             {},
             ""});
}

void AddFile(FigureSheet& sheet, const std::string& name, const Partition& partition,
             std::shared_ptr<const PatternTableSet>& tables) {
  const std::string directory =
      (std::filesystem::temp_directory_path() / absl::StrCat("taquin-bench-", getpid())).string();
  const double write = SecondsOf(
      [&] { WriteTableFile(PosixFileSystem(), directory, partition, *tables).IgnoreError(); });
  absl::StatusOr<std::shared_ptr<const PatternTableSet>> read;
  const double seconds =
      SecondsOf([&] { read = ReadTableFile(PosixFileSystem(), directory, partition); });
  std::filesystem::remove_all(directory);
  if (!read.ok()) {
    sheet.Add({name + ", file", 0, "files read", 1, Better::kHigher,
               std::string(read.status().message())});
    return;
  }
  tables = *std::move(read);
  sheet.Add({name + ", file, written and synced", write, "s", {}, {}, ""});
  sheet.Add({name + ", file, mapped and checked", seconds * 1e3, "ms", 50, {}, ""});
}

// Solves the instances one after another with threads that are there already,
// as a server's workers are. Returns the seconds inside the searches.
double SecondsOfAll(const std::vector<Instance>& instances, int threads,
                    const std::shared_ptr<const PatternTableSet>& tables,
                    const std::shared_ptr<const DuplicateAutomaton>& automaton, int& right) {
  std::vector<std::unique_ptr<Search>> searches;
  for (const Instance& instance : instances) {
    SolveOptions options;
    options.threads = threads;
    searches.push_back(MakeTableIdaStarSearch(Relabel(Problem{instance.start, instance.goal}),
                                              options, tables, automaton));
  }
  std::vector<double> seconds(searches.size());
  std::barrier together(threads);
  std::atomic<int> first = 0;
  InThreads(threads, [&] {
    const bool is_timekeeper = first.fetch_add(1) == 0;
    for (std::size_t i = 0; i < searches.size(); ++i) {
      together.arrive_and_wait();
      const double taken = SecondsOf([&] {
        while (searches[i]->Advance(100'000) != SearchState::kFinished) {
        }
        together.arrive_and_wait();
      });
      if (is_timekeeper) seconds[i] = taken;
    }
  });
  for (std::size_t i = 0; i < searches.size(); ++i) {
    right += IsRight({searches[i]->result(), seconds[i]}, instances[i]) ? 1 : 0;
  }
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

// Least of `rounds` runs with one thread and with two, taken in turn.
void AddThreads(FigureSheet& sheet, const std::string& name, const std::vector<Instance>& instances,
                const std::shared_ptr<const PatternTableSet>& tables,
                const std::shared_ptr<const DuplicateAutomaton>& automaton, int rounds) {
  double one = std::numeric_limits<double>::max();
  double two = one;
  int right = 0;
  for (int round = 0; round < rounds; ++round) {
    one = std::min(one, SecondsOfAll(instances, 1, tables, automaton, right));
    two = std::min(two, SecondsOfAll(instances, 2, tables, automaton, right));
  }
  sheet.Add({name + ", 1 and 2 threads, lengths right", static_cast<double>(right), "boards",
             static_cast<double>(instances.size()) * 2 * rounds, Better::kHigher, ""});
  sheet.Add({name + ", 2 threads, speed-up", one / two, "x", 1.8, Better::kHigher,
             absl::StrCat(one, " s and ", two, " s, least of ", rounds)});
}

// The hardest instances, by what one thread generates.
std::vector<Instance> Hardest(std::vector<Instance> instances, std::size_t count,
                              const std::shared_ptr<const PatternTableSet>& tables,
                              const std::shared_ptr<const DuplicateAutomaton>& automaton) {
  std::vector<std::pair<std::int64_t, Instance>> measured;
  for (Instance& instance : instances) {
    const std::int64_t generated = Solve(instance, tables, automaton).result.counters.generated;
    measured.emplace_back(generated, std::move(instance));
  }
  std::sort(measured.begin(), measured.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Instance> hardest;
  for (std::size_t i = 0; i < count; ++i) hardest.push_back(std::move(measured[i].second));
  return hardest;
}

}  // namespace

void AddFifteenPuzzleFigures(FigureSheet& sheet) {
  const Shape shape = {4, 4};
  std::shared_ptr<const DuplicateAutomaton> automaton;
  const double seconds =
      SecondsOf([&] { automaton = std::make_shared<const DuplicateAutomaton>(shape, 12); });
  sheet.Add({"4x4 duplicate automaton, made",
             seconds,
             "s",
             {},
             {},
             absl::StrCat(automaton->transitions().size(), " states")});
  const std::pair<TableTier, Targets> tiers[] = {
      {TableTier::kStartup, {0.5, 8, 8, 0}},
      {TableTier::kDefault, {2.5, 64, 2, 20}},
      {TableTier::kLarge, {20, 220, 0.9, 10}},
  };
  for (const auto& [tier, targets] : tiers) {
    const Partition partition = *ChoosePartition(shape, 0, tier);
    const std::string name = absl::StrCat("4x4 ", PartitionName(partition));
    std::shared_ptr<const PatternTableSet> tables;
    AddBuild(sheet, name, partition, targets, tables);
    AddKorf(sheet, name + ", Korf's 100", ReadKorf100(), tables, automaton, targets);
    if (tier == TableTier::kDefault) {
      AddThreads(sheet, name + ", 10 hardest", Hardest(ReadKorf100(), 10, tables, automaton),
                 tables, automaton, 7);
    }
    AddFile(sheet, name, partition, tables);
    AddKorf(sheet, name + ", Korf's 100 blank-last, mapped file", ReadKorf100BlankLast(), tables,
            automaton, targets);
    if (tier == TableTier::kLarge) {
      Totals totals;
      for (const Instance& instance : ReadFifteen80()) {
        totals.Add(Solve(instance, tables, automaton), instance);
      }
      sheet.Add({name + ", 80 moves, lengths right", static_cast<double>(totals.right), "boards",
                 static_cast<double>(totals.count), Better::kHigher, ""});
      sheet.Add({name + ", 80 moves, mean", totals.sum() / totals.count, "s", {}, {}, ""});
      sheet.Add({name + ", 80 moves, max", totals.max(), "s", 1, {}, ""});
      AddMemory(sheet, name + ", 80 moves", totals.most_bytes);
    }
  }
}

void AddTwentyFourPuzzleFigures(FigureSheet& sheet) {
  const Shape shape = {5, 5};
  const Partition partition = *ChoosePartition(shape, 0, TableTier::kDefault);
  const std::string name = absl::StrCat("5x5 ", PartitionName(partition));
  std::shared_ptr<const PatternTableSet> tables;
  AddBuild(sheet, name, partition, {5, 64, 0, 0}, tables);
  AddFile(sheet, name, partition, tables);
  std::shared_ptr<const DuplicateAutomaton> automaton;
  const double seconds =
      SecondsOf([&] { automaton = std::make_shared<const DuplicateAutomaton>(shape, 12); });
  sheet.Add({"5x5 duplicate automaton, made",
             seconds,
             "s",
             {},
             {},
             absl::StrCat(automaton->transitions().size(), " states")});
  // What clausecker's 24puzzle takes on a machine of the same kind.
  const std::pair<int, double> published[] = {{38, 9.2}, {40, 7.4}, {25, 51}, {44, 52}};
  std::vector<Instance> hard;
  for (const Instance& instance : ReadKorf24()) {
    for (const auto& [id, peer_seconds] : published) {
      if (instance.id != id) continue;
      const std::string row = absl::StrCat(name, ", #", id);
      const Solved solved = Solve(instance, tables, automaton);
      const double generated = static_cast<double>(solved.result.counters.generated);
      sheet.Add({row + ", length right", IsRight(solved, instance) ? 1.0 : 0.0, "boards", 1,
                 Better::kHigher, ""});
      sheet.Add({row + ", generated", generated / 1e6, "M nodes", {}, {}, ""});
      sheet.Add({row + ", expanded",
                 static_cast<double>(solved.result.counters.expanded) / 1e6,
                 "M nodes",
                 {},
                 {},
                 ""});
      sheet.Add({row + ", speed", generated / solved.seconds / 1e6, "M generated/s", 18,
                 Better::kHigher, ""});
      sheet.Add({row + ", 1 thread",
                 solved.seconds,
                 "s",
                 peer_seconds / 4,
                 {},
                 absl::StrCat(peer_seconds / solved.seconds, " times the peer's speed")});
      AddMemory(sheet, row, solved.result.peak_memory_bytes);
      if (id == 25 || id == 44) hard.push_back(instance);
    }
  }
  AddThreads(sheet, name + ", #25 and #44", hard, tables, automaton, 2);
}

}  // namespace taquin
