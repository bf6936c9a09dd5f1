// The truth about boards too large to tabulate, while start and goal are near.

#ifndef TAQUIN_TESTS_SUPPORT_SHORTEST_LENGTH_H_
#define TAQUIN_TESTS_SUPPORT_SHORTEST_LENGTH_H_

#include "solver/board.h"

namespace taquin {

// The fewest moves from `start` to `goal`, which is reachable, by breadth-first
// search from both ends that shares no code with the solver. Fit for lengths
// up to about 30 on 4 x 4, 24 on larger shapes.
int ShortestLength(const Board& start, const Board& goal);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_SHORTEST_LENGTH_H_
