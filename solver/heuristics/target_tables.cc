#include "solver/heuristics/target_tables.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "solver/walking_distance_tables.h"

namespace taquin {
namespace {

// TableRegistry::Await() works for about a millisecond.
constexpr std::int64_t kUnitsOfAStep = 1000;

}  // namespace

TargetTables FindTargetTables(Heuristic heuristic, Shape shape, int blank_cell,
                              const TableRegistry& tables) {
  TargetTables found;
  if (heuristic == Heuristic::kWalkingDistance) {
    found.rows = tables.walking_distance().Find(RowAxis(shape, blank_cell));
    found.columns = tables.walking_distance().Find(ColumnAxis(shape, blank_cell));
  }
  if (heuristic == Heuristic::kPatternDatabase) {
    if (auto ready = tables.Find(shape, blank_cell)) {
      found.name = absl::StrCat("pattern-database-", shape.rows, "x", shape.columns, "-",
                                ready->tables->name());
      found.patterns = std::move(ready->tables);
    }
  }
  return found;
}

absl::StatusOr<bool> BuildTargetTables(Heuristic heuristic, Shape shape, int blank_cell,
                                       std::int64_t budget, const TableRegistry& tables) {
  if (heuristic == Heuristic::kWalkingDistance) {
    return tables.walking_distance().Build(RowAxis(shape, blank_cell), budget) &&
           tables.walking_distance().Build(ColumnAxis(shape, blank_cell), budget);
  }
  if (heuristic != Heuristic::kPatternDatabase) return true;
  do {
    absl::StatusOr<bool> ready = tables.Await(shape, blank_cell, budget > 0);
    if (!ready.ok() || *ready) return ready;
    budget -= kUnitsOfAStep;
  } while (budget > 0);
  return false;
}

}  // namespace taquin
