// The precomputed tables that searches share.

#ifndef TAQUIN_SOLVER_TABLE_REGISTRY_H_
#define TAQUIN_SOLVER_TABLE_REGISTRY_H_

#include "solver/optimal_move_table.h"

namespace taquin {

// One for the whole process, or for a test. Thread-safe.
class TableRegistry {
 public:
  TableRegistry() = default;

  TableRegistry(const TableRegistry&) = delete;
  TableRegistry& operator=(const TableRegistry&) = delete;

  // Exact answers for boards of up to 9 cells.
  const OptimalMoveTables& optimal_moves() const { return optimal_moves_; }

 private:
  OptimalMoveTables optimal_moves_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_TABLE_REGISTRY_H_
