#include "client/spelling.h"

#include <algorithm>
#include <cstddef>

namespace taquin::client {
namespace {

// The optimal string alignment distance.
std::size_t CountSlips(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> slips(from.size() + 1,
                                              std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) slips[i][0] = i;
  for (std::size_t j = 0; j <= to.size(); ++j) slips[0][j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t wrong = from[i - 1] == to[j - 1] ? 0 : 1;
      std::size_t least =
          std::min({slips[i - 1][j] + 1, slips[i][j - 1] + 1, slips[i - 1][j - 1] + wrong});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        least = std::min(least, slips[i - 2][j - 2] + 1);
      }
      slips[i][j] = least;
    }
  }
  return slips[from.size()][to.size()];
}

}  // namespace

std::string ClosestName(std::string_view word, const std::vector<std::string>& names) {
  std::string closest;
  std::size_t fewest = word.size() / 3 + 1;
  for (const std::string& name : names) {
    // Their lengths alone are that far apart; and words can be long.
    if (std::max(word.size(), name.size()) - std::min(word.size(), name.size()) >= fewest) continue;
    if (const std::size_t slips = CountSlips(word, name); slips < fewest) {
      fewest = slips;
      closest = name;
    }
  }
  return closest;
}

}  // namespace taquin::client
