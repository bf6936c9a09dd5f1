// Korf's random instances of the 24-puzzle, to the proof or to a limit of time.
//
// usage: bench_korf24 [--json FILE] [--seconds N]
//
// One thread, ten minutes an instance unless --seconds says otherwise; seconds
// are the processor's. The instances run from the one with the fewest nodes in
// the publication on, until one meets the limit: the publication gives the others
// more.

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/pattern_database/table_set_builder.h"
#include "solver/relabelled_board.h"
#include "solver/searches/table_ida_star.h"
#include "tests/bench/figures.h"
#include "tests/support/instance_sets.h"

namespace taquin {
namespace {

// Columns of korf24.txt.
constexpr std::size_t kIdColumn = 0;
constexpr std::size_t kNodesColumn = 28;

std::vector<Instance> ByPublishedNodes() {
  std::map<int, double> nodes;
  for (const std::vector<std::string>& row : ReadRows("korf24.txt")) {
    nodes[std::stoi(row.at(kIdColumn))] = std::stod(row.at(kNodesColumn));
  }
  std::vector<Instance> instances = ReadKorf24();
  std::sort(instances.begin(), instances.end(), [&nodes](const Instance& a, const Instance& b) {
    return nodes.at(a.id) < nodes.at(b.id);
  });
  return instances;
}

std::shared_ptr<const PatternTableSet> BuildTables() {
  auto builder = TableSetBuilder::Create(*ChoosePartition({5, 5}, 0, TableTier::kDefault));
  while ((*builder)->Step() != TableBuilder::State::kDone) {
  }
  return *(*builder)->Take();
}

void AddAll(FigureSheet& sheet, double most_seconds) {
  const std::shared_ptr<const PatternTableSet> tables = BuildTables();
  const auto automaton = std::make_shared<const DuplicateAutomaton>(Shape{5, 5}, 12);
  int proved = 0;
  int wrong = 0;
  bool met_limit = false;
  std::int64_t most_bytes = 0;
  for (const Instance& instance : ByPublishedNodes()) {
    if (met_limit) break;
    const auto search =
        MakeTableIdaStarSearch(Relabel({instance.start, instance.goal}), {}, tables, automaton);
    const std::clock_t begin = std::clock();
    const auto elapsed = [begin] {
      return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    };
    while (search->Advance(1'000'000) != SearchState::kFinished) {
      if (elapsed() > most_seconds) search->Stop(Limit::kTime);
    }
    const double seconds = elapsed();
    const SolveResult result = search->result();
    const bool finished = result.outcome == Outcome::kOptimal;
    const double generated = static_cast<double>(result.counters.generated);
    const std::string name = absl::StrCat("#", instance.id);
    const std::string note = finished ? absl::StrCat("proved at ", result.lower_bound, " moves")
                                      : absl::StrCat("met the limit; bound ", result.lower_bound,
                                                     " of ", instance.optimum, " moves");
    sheet.Add({name + ", generated", generated / 1e6, "M nodes", {}, {}, note});
    sheet.Add({name + ", time",
               seconds,
               "s",
               {},
               {},
               absl::StrCat(generated / seconds / 1e6, " M generated/s")});
    most_bytes = std::max(most_bytes, result.peak_memory_bytes);
    proved += finished ? 1 : 0;
    met_limit = !finished;
    wrong += result.lower_bound > instance.optimum ||
             (finished && result.lower_bound != instance.optimum);
  }
  sheet.Add({"peak memory",
             static_cast<double>(most_bytes) / 1e3,
             "kB",
             {},
             {},
             "of a search, without its tables"});
  sheet.Add({"proved", static_cast<double>(proved), "boards", {}, {}, ""});
  sheet.Add(
      {"lengths or bounds wrong", static_cast<double>(wrong), "boards", 0, Better::kLower, ""});
}

int UsageError() {
  std::cerr << "usage: bench_korf24 [--json FILE] [--seconds N]\n";
  return 2;
}

}  // namespace
}  // namespace taquin

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  std::string json;
  double seconds = 600;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    if (i + 1 == arguments.size()) return taquin::UsageError();
    if (arguments[i] == "--json") {
      json = arguments[i + 1];
    } else if (arguments[i] != "--seconds" || !absl::SimpleAtod(arguments[i + 1], &seconds) ||
               !(seconds > 0)) {
      return taquin::UsageError();
    }
  }
  taquin::FigureSheet sheet;
  taquin::AddAll(sheet, seconds);
  if (!json.empty() && !sheet.WriteJson(json)) {
    std::cerr << "bench_korf24: cannot write " << json << "\n";
    return 2;
  }
  return 0;
}
