#include "tests/bench/instruction_figures.h"

#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/table_set_builder.h"
#include "solver/relabelled_board.h"
#include "solver/search_factory.h"
#include "solver/searches/table_ida_star.h"
#include "tests/support/instance_sets.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

using Make = std::function<std::unique_ptr<Search>(const Problem&)>;

Make WithManhattan(Algorithm algorithm) {
  return [algorithm](const Problem& problem) {
    return StartSearch(problem, OptionsFor({algorithm, Heuristic::kManhattan}));
  };
}

Make WithTables() {
  auto builder = TableSetBuilder::Create(*ChoosePartition({4, 4}, 0, TableTier::kStartup));
  while ((*builder)->Step() != TableBuilder::State::kDone) {
  }
  return [tables = std::shared_ptr(*(*builder)->Take()),
          automaton =
              std::make_shared<const DuplicateAutomaton>(Shape{4, 4}, 12)](const Problem& problem) {
    return MakeTableIdaStarSearch(Relabel(problem), {}, tables, automaton);
  };
}

struct Work {
  const char* name;
  const char* figure;
  int longest;  // The boards of Korf's 100 that take up to so many moves.
  std::function<Make()> make;
};

const std::array<Work, 3>& Works() {
  static const auto& works = *new std::array<Work, 3>{
      Work{"astar", "4x4, astar manhattan", 42, [] { return WithManhattan(Algorithm::kAStar); }},
      Work{"idastar", "4x4, idastar manhattan", 44,
           [] { return WithManhattan(Algorithm::kIdaStar); }},
      Work{"tables", "4x4 6-6-3", 50, WithTables}};
  return works;
}

struct Count {
  double instructions = 0;
  double nodes = 0;
};

std::optional<Count> RunUnderValgrind(const std::string& program, const std::string& work,
                                      int times) {
  const std::string quoted = absl::StrCat("'", absl::StrReplaceAll(program, {{"'", "'\\''"}}), "'");
  const std::string command =
      absl::StrCat("valgrind --tool=callgrind --callgrind-out-file=/dev/null ", quoted,
                   " --generate ", work, " ", times, " 2>&1");
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string output;
  std::array<char, 4096> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), size);
  }
  if (pclose(pipe) != 0) return std::nullopt;
  Count count;
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(" : ", 1));
    if (absl::EndsWith(parts.first, "Collected") &&
        !absl::SimpleAtod(parts.second, &count.instructions)) {
      return std::nullopt;
    }
    if (parts.first == "nodes" && !absl::SimpleAtod(parts.second, &count.nodes)) {
      return std::nullopt;
    }
  }
  if (count.instructions == 0 || count.nodes == 0) return std::nullopt;
  return count;
}

}  // namespace

std::optional<std::int64_t> GenerateNodes(const std::string& work, int times) {
  for (const Work& candidate : Works()) {
    if (work != candidate.name) continue;
    const Make make = candidate.make();
    std::int64_t generated = 0;
    for (int time = 0; time < times; ++time) {
      for (const Instance& instance : ReadKorf100()) {
        if (instance.optimum > candidate.longest) continue;
        generated += RunToEnd(*make({instance.start, instance.goal})).counters.generated;
      }
    }
    return generated;
  }
  return std::nullopt;
}

void AddInstructionFigures(FigureSheet& sheet, const std::string& program) {
  for (const Work& work : Works()) {
    const std::optional<Count> once = RunUnderValgrind(program, work.name, 1);
    const std::optional<Count> twice = RunUnderValgrind(program, work.name, 2);
    const std::string name = absl::StrCat(work.figure, ", instructions");
    if (!once.has_value() || !twice.has_value()) {
      sheet.Add({name, 0, "a generated node", {}, {}, "not counted: valgrind did not run"});
      continue;
    }
    sheet.Add({name,
               (twice->instructions - once->instructions) / (twice->nodes - once->nodes),
               "a generated node",
               {},
               {},
               absl::StrCat("callgrind, ", (twice->nodes - once->nodes) / 1e6, " M nodes")});
  }
}

}  // namespace taquin
