#include "solver/walking_distance_tables.h"

#include <utility>

namespace taquin {

std::shared_ptr<const WalkingDistanceTable> WalkingDistanceTables::Find(
    const WalkingDistanceAxis& axis) const {
  const absl::MutexLock lock(&mutex_);
  const auto found = tables_.find(axis);
  return found == tables_.end() ? nullptr : found->second;
}

void WalkingDistanceTables::Add(const WalkingDistanceAxis& axis,
                                std::shared_ptr<const WalkingDistanceTable> table) {
  const absl::MutexLock lock(&mutex_);
  tables_.try_emplace(axis, std::move(table));
}

std::int64_t WalkingDistanceTables::memory_bytes() const {
  const absl::MutexLock lock(&mutex_);
  std::int64_t bytes = 0;
  for (const auto& [axis, table] : tables_) bytes += table->memory_bytes();
  return bytes;
}

WalkingDistanceAxis RowAxis(Shape shape, int blank_cell) {
  return {shape.rows, shape.columns, blank_cell / shape.columns};
}

WalkingDistanceAxis ColumnAxis(Shape shape, int blank_cell) {
  return {shape.columns, shape.rows, blank_cell % shape.columns};
}

bool WalkingDistanceServes(Shape shape) {
  return shape.cells() <= kMaxWalkingDistanceCells &&
         WalkingDistanceTable::Serves(RowAxis(shape, 0)) &&
         WalkingDistanceTable::Serves(ColumnAxis(shape, 0));
}

}  // namespace taquin
