#include "solver/heuristics/target_tables.h"

#include "solver/walking_distance_tables.h"

namespace taquin {

TargetTables FindTargetTables(Heuristic heuristic, Shape shape, int blank_cell,
                              const TableRegistry& tables) {
  TargetTables found;
  if (heuristic == Heuristic::kWalkingDistance) {
    found.rows = tables.walking_distance().Find(RowAxis(shape, blank_cell));
    found.columns = tables.walking_distance().Find(ColumnAxis(shape, blank_cell));
  }
  return found;
}

bool BuildTargetTables(Heuristic heuristic, Shape shape, int blank_cell, std::int64_t budget,
                       const TableRegistry& tables) {
  return heuristic != Heuristic::kWalkingDistance ||
         (tables.walking_distance().Build(RowAxis(shape, blank_cell), budget) &&
          tables.walking_distance().Build(ColumnAxis(shape, blank_cell), budget));
}

}  // namespace taquin
