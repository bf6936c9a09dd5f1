// A search that first builds the tables that it needs.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_BUILDING_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_BUILDING_SEARCH_H_

#include <functional>
#include <memory>
#include <vector>

#include "solver/search.h"
#include "solver/walking_distance_table.h"
#include "solver/walking_distance_tables.h"

namespace taquin {

// Builds the tables of `axes` in slices, an arrangement for each unit of the
// budget, and hands them to `tables`; then makes the search with `make` and is
// that search from then on. `unstarted` is the result until then: what Stop()
// completes with its limit. `tables` outlives the search.
std::unique_ptr<Search> MakeTableBuildingSearch(std::vector<WalkingDistanceAxis> axes,
                                                WalkingDistanceTables& tables,
                                                SolveResult unstarted,
                                                std::function<std::unique_ptr<Search>()> make);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_BUILDING_SEARCH_H_
