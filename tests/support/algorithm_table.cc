#include "tests/support/algorithm_table.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "solver/goal_layout.h"
#include "tests/support/boards.h"
#include "tests/support/solve.h"

namespace taquin {
namespace {

// Short enough that the most nodes in memory are seen to a few hundred.
constexpr std::int64_t kSlice = 128;

// Too little for A* on the harder boards.
constexpr std::int64_t kLittleMemoryBytes = 256 << 10;

std::vector<SolveOptions> TableSearches() {
  std::vector<SolveOptions> searches;
  for (const Algorithm algorithm : kAlgorithms) {
    // No textbook prints the anytime search, whose parts are in the table.
    if (algorithm == Algorithm::kAuto || algorithm == Algorithm::kAnytime) continue;
    if (!UsesHeuristic(algorithm)) {
      searches.push_back(OptionsFor({algorithm, std::nullopt}));
      continue;
    }
    for (const Heuristic heuristic : kHeuristics) {
      searches.push_back(OptionsFor({algorithm, heuristic}));
      if (algorithm == Algorithm::kAStarThenIdaStar) {
        searches.back().limits.memory_bytes = kLittleMemoryBytes;
      }
    }
  }
  SolveOptions weighted = OptionsFor({Algorithm::kAStar, Heuristic::kManhattan});
  weighted.heuristic_weight = 2;
  searches.push_back(weighted);
  return searches;
}

}  // namespace

std::string TableRow::Counts() const {
  return absl::StrCat("| ", algorithm, " | ", heuristic, " | ",
                      length.has_value() ? absl::StrCat(*length) : "none", " | ", expanded, " | ",
                      generated, " | ", peak_nodes, " |");
}

std::vector<TableBoard> TableBoards() {
  const Board goal = MakeGoal({.rows = 3, .columns = 3}, GoalLayout::kBlankLast);
  return {{"Easy", {MakeBoard("1 3 5 / 4 2 6 / 0 7 8"), goal}},
          {"Middling", {MakeBoard("7 2 4 / 5 0 6 / 8 3 1"), goal}},
          {"Hardest", {MakeBoard("8 6 7 / 2 5 4 / 3 0 1"), goal}}};
}

std::vector<TableRow> MeasureTable(
    const Problem& problem,
    const std::function<double(const std::function<void()>&)>& milliseconds_of) {
  std::vector<TableRow> rows;
  for (const SolveOptions& options : TableSearches()) {
    TableRow row;
    row.algorithm = AlgorithmName(options.algorithm);
    if (options.heuristic.has_value()) row.heuristic = HeuristicName(*options.heuristic);
    if (options.heuristic_weight != 1) {
      absl::StrAppend(&row.algorithm, ", weight ", options.heuristic_weight);
    }
    if (options.limits.memory_bytes.has_value()) {
      absl::StrAppend(&row.algorithm, ", ", *options.limits.memory_bytes >> 10, " KiB");
    }
    const std::unique_ptr<Search> search = StartSearch(problem, options);
    row.milliseconds = milliseconds_of([&] {
      for (SearchState state = SearchState::kRunning; state != SearchState::kFinished;) {
        state = search->Advance(kSlice);
        const SearchProgress progress = search->progress();
        row.peak_nodes = std::max(row.peak_nodes, progress.open_size + progress.closed_size);
      }
    });
    const SolveResult result = search->result();
    if (result.path.has_value()) row.length = static_cast<int>(result.path->size());
    row.expanded = result.counters.expanded;
    row.generated = result.counters.generated;
    rows.push_back(row);
  }
  return rows;
}

std::string ToMarkdown(const std::vector<TableRow>& rows) {
  std::string text =
      "| algorithm | heuristic | length | expanded | generated | peak nodes | ms |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const TableRow& row : rows) {
    absl::StrAppend(&text, row.Counts(), absl::StrFormat(" %.2f |\n", row.milliseconds));
  }
  return text;
}

}  // namespace taquin
