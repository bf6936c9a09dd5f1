// The page of `compare --html`: the searches as bars and as a table.

#ifndef TAQUIN_CLIENT_PAGES_COMPARE_PAGE_H_
#define TAQUIN_CLIENT_PAGES_COMPARE_PAGE_H_

#include <string>
#include <vector>

#include "client/comparison.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// `boards` are those that the searches name, in the order of their numbers.
std::string MakeComparePage(const std::vector<v1::Board>& boards,
                            const std::vector<ComparedSearch>& searches);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PAGES_COMPARE_PAGE_H_
