// The entry point of the library: a request in, a search out.

#ifndef TAQUIN_SOLVER_SEARCH_FACTORY_H_
#define TAQUIN_SOLVER_SEARCH_FACTORY_H_

#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "solver/search.h"
#include "solver/solve_options.h"
#include "solver/table_registry.h"

namespace taquin {

// Makes the search that the request asks for; kAuto is settled here. An
// unreachable goal makes a search that is finished at once as kUnsolvable.
// Fails with InvalidArgument, naming every fault, where ValidateRequest()
// finds any. Cheap: the search allocates as it advances. `tables` outlives the
// search.
absl::StatusOr<std::unique_ptr<Search>> CreateSearch(const Problem& problem,
                                                     const SolveOptions& options,
                                                     const TableRegistry& tables);

// Advances `search` until it is finished. For callers without a scheduler.
SolveResult RunToEnd(Search& search);

// The heuristic's value for the problem's start, in moves; none if the heuristic
// does not serve the shape. Walking distance builds small tables that it lacks,
// as for 4 x 4, in some ten milliseconds; where they are large, there is no
// value until a search has built them.
std::optional<int> EvaluateHeuristic(const Problem& problem, Heuristic heuristic,
                                     const TableRegistry& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCH_FACTORY_H_
