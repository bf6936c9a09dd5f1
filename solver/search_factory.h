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
// finds any, or where it asks for pattern databases and `tables` allows none.
// A search whose heuristic's tables are not there builds them first, with one
// thread; if they find no memory it ends with Limit::kMemory. Cheap: the search allocates as it
// advances. `tables` outlives the search.
absl::StatusOr<std::unique_ptr<Search>> CreateSearch(const Problem& problem,
                                                     const SolveOptions& options,
                                                     const TableRegistry& tables);

// Advances `search` until it is finished. For callers without a scheduler.
SolveResult RunToEnd(Search& search);

// The heuristic's value for the problem's start, in moves; none if the heuristic
// does not serve the shape. Small tables that it lacks are built, in some tens of
// milliseconds; where they are large there is no value until further calls or a
// search have built walking distance's, and until a search or those who call
// TableRegistry::Work() have built those of pattern databases, which the call
// asks for.
std::optional<int> EvaluateHeuristic(const Problem& problem, Heuristic heuristic,
                                     const TableRegistry& tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCH_FACTORY_H_
