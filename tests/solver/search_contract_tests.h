// What every search keeps to, whatever its algorithm: one suite of tests.
//
// A test program adds search_contract_tests.cc to its sources and instantiates
// SearchContractTest with the cases it wants judged:
//
//   INSTANTIATE_TEST_SUITE_P(Beam, SearchContractTest, testing::ValuesIn(cases), CaseName);

#ifndef TAQUIN_TESTS_SOLVER_SEARCH_CONTRACT_TESTS_H_
#define TAQUIN_TESTS_SOLVER_SEARCH_CONTRACT_TESTS_H_

#include <memory>
#include <ostream>
#include <string>

#include "gtest/gtest.h"
#include "solver/search.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin {

// One search on one problem, without limits but for one on memory that the
// search does with.
struct SearchContractCase {
  std::string name;  // Of letters, digits and underscores.
  SolveOptions options;
  Problem problem;                // The goal is at least four moves away.
  int optimum = 0;                // In moves.
  bool tables_are_ready = false;  // Pattern tables for the goal; nothing names them.
};

class SearchContractTest : public testing::TestWithParam<SearchContractCase> {
 protected:
  const Problem& problem() const { return GetParam().problem; }
  const SolveOptions& options() const { return GetParam().options; }
  int optimum() const { return GetParam().optimum; }

  // Whether the search proves its path optimal if nothing stops it.
  bool proves_optimality() const;

  // Whether the search may put a closed state back.
  bool may_reopen() const;

  // Builds the tables that the case wants to be ready.
  void SetUp() override;

  // Whether the search makes do with less memory before it gives up.
  bool adapts_to_memory() const {
    return options().algorithm == Algorithm::kAnytime ||
           options().algorithm == Algorithm::kAStarThenIdaStar;
  }

  // A new search for the case's problem.
  std::unique_ptr<Search> Create() const;

  // The result of a search that runs to its end undisturbed.
  SolveResult Run(const SolveOptions& options) const;
  SolveResult Run() const { return Run(options()); }

  // The case's options, with what kAuto picked without limits named: under some
  // limits it would pick another.
  SolveOptions OptionsUnderLimits(const SolveResult& unlimited) const;

  // A failure unless `result` is what the search should give undisturbed.
  void ExpectSolved(const SolveResult& result) const;
};

std::string CaseName(const testing::TestParamInfo<SearchContractCase>& info);

void PrintTo(const SearchContractCase& contract_case, std::ostream* out);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SOLVER_SEARCH_CONTRACT_TESTS_H_
