// A search that first builds the tables that it needs.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_BUILDING_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_BUILDING_SEARCH_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "solver/search.h"
#include "solver/solve_result.h"

namespace taquin {

// Calls `build` with the budget of each slice until it says that the tables are
// there; then makes the search with `make` and is that search from then on.
// Building expands no nodes and counts as none. `unstarted` is the result until
// then: what Stop() completes with its limit. Where `build` fails the search
// ends with Limit::kMemory, and why is the result's detail. For one thread, as
// is the search that `make` makes.
std::unique_ptr<Search> MakeTableBuildingSearch(
    std::function<absl::StatusOr<bool>(std::int64_t budget)> build, SolveResult unstarted,
    std::function<std::unique_ptr<Search>()> make);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_BUILDING_SEARCH_H_
