// Distances of a pattern by a plain search: the truth that tables are held to.

#ifndef TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_BLANK_AWARE_SEARCH_H_
#define TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_BLANK_AWARE_SEARCH_H_

#include <cstdint>
#include <map>
#include <vector>

#include "solver/board.h"
#include "solver/pattern_database/pattern_index.h"

namespace taquin {

// The cell of the blank, then the cells of the pattern's tiles by label.
using PatternPlaces = std::vector<int>;

// The least number of moves of pattern tiles from each reachable configuration
// of the pattern's tiles and the blank to the goal, where tiles are named by
// their goal cells.
std::map<PatternPlaces, int> PatternDistances(Shape shape, CellSet pattern, int goal_blank);

// The whole arrangements that show such a configuration: one, with the other
// tiles in any order.
std::vector<std::uint8_t> Arrange(Shape shape, CellSet pattern, int goal_blank,
                                  const PatternPlaces& places);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_BLANK_AWARE_SEARCH_H_
