// Tables for tests, built when first asked for.

#ifndef TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_BUILT_TABLES_H_
#define TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_BUILT_TABLES_H_

#include <memory>

#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/search.h"
#include "solver/solve_options.h"

namespace taquin {

// Built once a program. The partition is one that has tables.
std::shared_ptr<const PatternTableSet> BuiltTables(const Partition& partition);
std::shared_ptr<const PatternTableSet> BuiltTables(Shape shape, int goal_blank, TableTier tier);

// As long as a registry makes it.
std::shared_ptr<const DuplicateAutomaton> BuiltAutomaton(Shape shape);

// The search with the tables of `tier` for the goal's class. The goal is
// reachable.
std::unique_ptr<Search> MakeTableSearch(const Problem& problem, const SolveOptions& options,
                                        TableTier tier = TableTier::kStartup);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_BUILT_TABLES_H_
