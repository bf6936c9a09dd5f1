// What each heuristic leaves to IDA*: Korf's 100 instances of the 15-puzzle.
//
// usage: bench_korf [--json FILE]
//
// Nodes are exact. Seconds are the processor's, for all 100 on one thread;
// the weakest heuristic takes about ten minutes.

#include <ctime>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/pattern_database/table_set_builder.h"
#include "solver/relabelled_board.h"
#include "solver/search_factory.h"
#include "solver/searches/table_ida_star.h"
#include "tests/bench/figures.h"
#include "tests/support/instance_sets.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

using MakeSearch = std::function<std::unique_ptr<Search>(const Problem&)>;

void AddRow(FigureSheet& sheet, const std::string& name, const MakeSearch& make) {
  int right = 0;
  double generated = 0;
  const std::clock_t begin = std::clock();
  const std::vector<Instance> instances = ReadKorf100();
  for (const Instance& instance : instances) {
    const SolveResult result = RunToEnd(*make({instance.start, instance.goal}));
    generated += static_cast<double>(result.counters.generated);
    right += result.outcome == Outcome::kOptimal && result.lower_bound == instance.optimum ? 1 : 0;
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const auto count = static_cast<double>(instances.size());
  sheet.Add(
      {name + ", lengths right", static_cast<double>(right), "boards", count, Better::kHigher, ""});
  sheet.Add({name + ", generated", generated / count, "nodes/board", {}, {}, ""});
  sheet.Add({name + ", time",
             seconds / count * 1e3,
             "ms/board",
             {},
             {},
             absl::StrCat(generated / seconds / 1e6, " M generated/s")});
}

void AddTables(FigureSheet& sheet, TableTier tier,
               const std::shared_ptr<const DuplicateAutomaton>& automaton) {
  const Partition partition = *ChoosePartition({4, 4}, 0, tier);
  auto builder = TableSetBuilder::Create(partition);
  while ((*builder)->Step() != TableBuilder::State::kDone) {
  }
  const std::shared_ptr<const PatternTableSet> both = *(*builder)->Take();
  const std::string name = "pattern databases " + PartitionName(partition);
  for (const auto& [views, tables] :
       {std::pair(", one view", both->WithoutReflection()), std::pair(" and reflection", both)}) {
    AddRow(sheet, name + views, [&tables = tables, &automaton](const Problem& problem) {
      return MakeTableIdaStarSearch(Relabel(problem), {}, tables, automaton);
    });
  }
}

void AddAll(FigureSheet& sheet) {
  const auto automaton = std::make_shared<const DuplicateAutomaton>(Shape{4, 4}, 12);
  for (const TableTier tier : {TableTier::kLarge, TableTier::kDefault, TableTier::kStartup}) {
    AddTables(sheet, tier, automaton);
  }
  for (const Heuristic heuristic :
       {Heuristic::kWalkingDistance, Heuristic::kLinearConflict, Heuristic::kManhattan}) {
    AddRow(sheet, std::string(HeuristicName(heuristic)), [heuristic](const Problem& problem) {
      return StartSearch(problem, OptionsFor({Algorithm::kIdaStar, heuristic}));
    });
  }
}

}  // namespace
}  // namespace taquin

int main(int argc, char** argv) {
  const bool has_json = argc == 3 && std::string_view(argv[1]) == "--json";
  if (argc != 1 && !has_json) {
    std::cerr << "usage: bench_korf [--json FILE]\n";
    return 2;
  }
  taquin::FigureSheet sheet;
  taquin::AddAll(sheet);
  if (has_json && !sheet.WriteJson(argv[2])) {
    std::cerr << "bench_korf: cannot write " << argv[2] << "\n";
    return 2;
  }
  return 0;
}
