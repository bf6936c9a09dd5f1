// A path at once, ever shorter ones, and a rising lower bound.

#ifndef TAQUIN_SOLVER_SEARCHES_ANYTIME_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_ANYTIME_SEARCH_H_

#include <cstdint>
#include <memory>

#include "solver/search.h"
#include "solver/searches/anytime_task.h"
#include "solver/solve_options.h"

namespace taquin {

// What an anytime search takes for itself where the options set no limit.
inline constexpr std::int64_t kAnytimeDefaultMemoryBytes = std::int64_t{1} << 30;

// Begins with the options' warm start and the constructive path, goes on with
// the steps of AnytimeSchedule, and gives a fixed part of the work to
// `bound_search`, whose lower bound it takes over: a search that proves
// optimality, made for the same problem with AnytimeBoundOptions(), whose
// memory is `bound_memory_bytes`. Ends when the bound meets the
// length, or the gap asked for; otherwise when it is stopped or reaches a limit. Where the bound
// search runs out of memory it is dropped, with its bound kept.
//
// `tables` gives the beams what they are ranked by, where it has some.
//
// Thread-safe: with options.threads as many steps are under way at once. With
// one thread it is deterministic. The goal is reachable; `root_bound` is a
// proved lower bound.
//
// A step that does not fit into the memory is left out, and narrower ones take
// its place; the search ends for want of memory when nothing at all fits.
//
// Very long paths are handed out when they have become shorter by a part of
// their length, not by each move, since each is copied to whoever listens.
std::unique_ptr<Search> MakeAnytimeSearch(const Problem& problem, const SolveOptions& options,
                                          std::unique_ptr<Search> bound_search,
                                          std::int64_t bound_memory_bytes, BeamTables tables,
                                          int root_bound);

// The options with which to make the bound search: one thread, a part of the
// memory, which is larger for a search with pattern tables, and no other limit.
SolveOptions AnytimeBoundOptions(const SolveOptions& options, bool with_tables);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_ANYTIME_SEARCH_H_
