// The page of `solve --html`: it replays the path and plots the search.

#ifndef TAQUIN_CLIENT_PAGES_SOLVE_PAGE_H_
#define TAQUIN_CLIENT_PAGES_SOLVE_PAGE_H_

#include <string>

#include "client/search_history.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// `result` must be that of a search from `start`; `goal_name` is empty for a
// goal without a name. O(length of the path + samples).
std::string MakeSolvePage(const v1::Board& start, const std::string& goal_name,
                          const v1::SolveResult& result, const SearchHistory& history);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PAGES_SOLVE_PAGE_H_
