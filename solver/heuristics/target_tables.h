// From a heuristic and a target to the tables that it looks things up in.

#ifndef TAQUIN_SOLVER_HEURISTICS_TARGET_TABLES_H_
#define TAQUIN_SOLVER_HEURISTICS_TARGET_TABLES_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "solver/board.h"
#include "solver/heuristics/heuristic.h"
#include "solver/solve_options.h"
#include "solver/table_registry.h"

namespace taquin {

// The tables of a heuristic for targets that have the blank on `blank_cell`, as
// far as they are there. The heuristic serves the shape.
TargetTables FindTargetTables(Heuristic heuristic, Shape shape, int blank_cell,
                              const TableRegistry& tables);

// Spends `budget`, about a microsecond a unit, on building those that are not
// there; true once all of them are, as they are at once for heuristics that
// need none. With a budget of 0 it only tells. Fails where pattern databases
// are switched off or find no memory.
absl::StatusOr<bool> BuildTargetTables(Heuristic heuristic, Shape shape, int blank_cell,
                                       std::int64_t budget, const TableRegistry& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_HEURISTICS_TARGET_TABLES_H_
