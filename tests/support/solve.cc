#include "tests/support/solve.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "solver/heuristics/target_tables.h"
#include "solver/relabelled_board.h"
#include "solver/search_factory.h"

namespace taquin {

std::string MethodName(const Method& method) {
  std::string name(AlgorithmName(method.algorithm));
  if (method.heuristic.has_value()) name += "_" + std::string(HeuristicName(*method.heuristic));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Method> OptimalMethods() {
  std::vector<Method> methods;
  for (const Algorithm algorithm : kAlgorithms) {
    if (algorithm == Algorithm::kAuto || !ProvesOptimality(algorithm)) continue;
    // Its proof is that of IDA*, at a fifth of the speed.
    if (algorithm == Algorithm::kAnytime) continue;
    if (!UsesHeuristic(algorithm)) {
      methods.push_back({algorithm, std::nullopt});
      continue;
    }
    for (const Heuristic heuristic : kHeuristics) methods.push_back({algorithm, heuristic});
  }
  return methods;
}

void PrintTo(const Method& method, std::ostream* out) { *out << MethodName(method); }

SolveOptions OptionsFor(const Method& method) {
  SolveOptions options;
  options.algorithm = method.algorithm;
  options.heuristic = method.heuristic;
  return options;
}

const TableRegistry& SharedTables() {
  static const TableRegistry tables([] {
    TableRegistryOptions options;
    options.largest_tier = TableTier::kStartup;
    return options;
  }());
  return tables;
}

TargetTables BuiltTables(Heuristic heuristic, Shape shape, int blank_cell) {
  while (true) {
    const absl::StatusOr<bool> ready =
        BuildTargetTables(heuristic, shape, blank_cell, 1'000'000, SharedTables());
    if (!ready.ok()) {
      std::cerr << ready.status() << "\n";
      std::abort();
    }
    if (*ready) return FindTargetTables(heuristic, shape, blank_cell, SharedTables());
  }
}

int HeuristicValue(const Problem& problem, Heuristic heuristic) {
  const RelabelledBoard board = Relabel(problem);
  if (HeuristicServes(heuristic, board.shape)) {
    BuiltTables(heuristic, board.shape, board.blank_label);
    const std::optional<int> value = EvaluateHeuristic(problem, heuristic, SharedTables());
    if (value.has_value()) return *value;
  }
  std::cerr << HeuristicName(heuristic) << " has no value for " << problem.start.ToString() << "\n";
  std::abort();
}

std::unique_ptr<Search> StartSearch(const Problem& problem, const SolveOptions& options) {
  absl::StatusOr<std::unique_ptr<Search>> search = CreateSearch(problem, options, SharedTables());
  if (!search.ok()) {
    std::cerr << search.status() << "\n";
    std::abort();
  }
  return *std::move(search);
}

SolveResult Solve(const Problem& problem, const SolveOptions& options) {
  return RunToEnd(*StartSearch(problem, options));
}

SolveResult Solve(const Problem& problem, const Method& method) {
  return Solve(problem, OptionsFor(method));
}

}  // namespace taquin
