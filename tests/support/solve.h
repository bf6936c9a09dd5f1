// One line from a problem to its result.

#ifndef TAQUIN_TESTS_SUPPORT_SOLVE_H_
#define TAQUIN_TESTS_SUPPORT_SOLVE_H_

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "solver/heuristics/heuristic.h"
#include "solver/search.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"
#include "solver/table_registry.h"

namespace taquin {

// An algorithm with the heuristic that it gets; none where it uses none.
struct Method {
  Algorithm algorithm = Algorithm::kAuto;
  std::optional<Heuristic> heuristic;
};

// "astar_linear_conflict": fit for a test's name.
std::string MethodName(const Method& method);

// Every pair whose search proves its paths optimal, kAuto left out.
std::vector<Method> OptimalMethods();

void PrintTo(const Method& method, std::ostream* out);

SolveOptions OptionsFor(const Method& method);

// The tables that the functions below use, one set for the whole program:
// pattern tables of the lowest tier.
const TableRegistry& SharedTables();

// The tables of a heuristic for targets with the blank on `blank_cell`, built if
// need be. The heuristic serves the shape.
TargetTables BuiltTables(Heuristic heuristic, Shape shape, int blank_cell);

// The heuristic's value for the problem's start. Builds the tables that it
// needs. Ends the program with a message if the heuristic does not serve the
// shape.
int HeuristicValue(const Problem& problem, Heuristic heuristic);

// A new search. Ends the program with a message if the request is refused.
std::unique_ptr<Search> StartSearch(const Problem& problem, const SolveOptions& options);

// The result of a search run to its end.
SolveResult Solve(const Problem& problem, const SolveOptions& options);
SolveResult Solve(const Problem& problem, const Method& method);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_SOLVE_H_
