// Names that a mistyped one was probably meant as.

#ifndef TAQUIN_CLIENT_SPELLING_H_
#define TAQUIN_CLIENT_SPELLING_H_

#include <string>
#include <string_view>
#include <vector>

namespace taquin::client {

// The name that takes the fewest slips of the keyboard to turn into `word`: a
// character too many, too few, wrong, or changed with its neighbour. The first of
// several; empty if none is within a third of the word's characters.
std::string ClosestName(std::string_view word, const std::vector<std::string>& names);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_SPELLING_H_
