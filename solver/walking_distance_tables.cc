#include "solver/walking_distance_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace taquin {
namespace {

WalkingDistanceAxis MakeAxis(int lines, int length, int goal_blank_line) {
  return {.lines = lines,
          .length = length,
          .goal_blank_line = std::min(goal_blank_line, lines - 1 - goal_blank_line)};
}

}  // namespace

std::shared_ptr<const WalkingDistanceTable> WalkingDistanceTables::Find(
    const WalkingDistanceAxis& axis) const {
  const MutexLock lock(mutex_);
  const auto found = entries_.find(axis);
  return found == entries_.end() ? nullptr : found->second.table;
}

bool WalkingDistanceTables::Build(const WalkingDistanceAxis& axis, std::int64_t budget) {
  if (!WalkingDistanceServesAxis(axis.lines, axis.length)) return true;
  Entry* entry = nullptr;
  {
    const MutexLock lock(mutex_);
    entry = &entries_[axis];
    if (entry->table != nullptr) return true;
    if (entry->busy || budget <= 0) return false;
    entry->busy = true;
  }
  // Only this thread touches the builder now.
  if (entry->builder == nullptr) entry->builder = std::make_unique<WalkingDistanceBuilder>(axis);
  const bool complete = entry->builder->Advance(budget);
  const MutexLock lock(mutex_);
  entry->busy = false;
  if (!complete) return false;
  entry->table = entry->builder->Take();
  entry->builder = nullptr;
  return true;
}

std::int64_t WalkingDistanceTables::memory_bytes() const {
  const MutexLock lock(mutex_);
  std::int64_t bytes = 0;
  for (const auto& [axis, entry] : entries_) {
    if (entry.table != nullptr) bytes += entry.table->memory_bytes();
  }
  return bytes;
}

WalkingDistanceAxis RowAxis(Shape shape, int blank_cell) {
  return MakeAxis(shape.rows, shape.columns, blank_cell / shape.columns);
}

WalkingDistanceAxis ColumnAxis(Shape shape, int blank_cell) {
  return MakeAxis(shape.columns, shape.rows, blank_cell % shape.columns);
}

// As WalkingDistanceTable::Serves() finds by counting.
bool WalkingDistanceServesAxis(int lines, int length) {
  if (lines * length > kMaxWalkingDistanceCells) return false;
  return lines <= 3 || length == 1 || (lines == 4 && length <= 6) || (lines == 5 && length <= 3) ||
         (lines == 6 && length <= 2);
}

bool WalkingDistanceServes(Shape shape) {
  return WalkingDistanceServesAxis(shape.rows, shape.columns) ||
         WalkingDistanceServesAxis(shape.columns, shape.rows);
}

std::string ExplainWalkingDistanceLimit(Shape shape) {
  const double bytes = EstimateWalkingDistanceBytes(shape.rows, shape.columns) +
                       EstimateWalkingDistanceBytes(shape.columns, shape.rows);
  std::string size = "over 1000 TB";
  if (bytes < 1e9) {
    size = absl::StrFormat("about %.0f MB", std::ceil(bytes / 1e6));
  } else if (bytes < 1e12) {
    size = absl::StrFormat("about %.0f GB", bytes / 1e9);
  } else if (bytes < 1e15) {
    size = absl::StrFormat("about %.0f TB", bytes / 1e12);
  }
  return absl::StrCat("walking-distance serves shapes of up to ", kMaxWalkingDistanceCells,
                      " cells with a side of up to 3, of 4 x 6 or of less; tables for ", shape.rows,
                      " x ", shape.columns, " would take ", size,
                      "; linear-conflict serves every shape");
}

}  // namespace taquin
