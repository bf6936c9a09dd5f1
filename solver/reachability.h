// Whether a goal can be reached at all, decided without a search.
//
// Source: W. W. Johnson and W. E. Story, "Notes on the '15' puzzle" (1879):
// every move swaps the blank with a tile, so it flips the parity of the
// arrangement and the parity of the blank's distance together. On boards of at
// least 2 x 2 that is the only obstacle; on a single row or column tiles never
// pass each other, so their order decides.

#ifndef TAQUIN_SOLVER_REACHABILITY_H_
#define TAQUIN_SOLVER_REACHABILITY_H_

#include <string>

#include "solver/board.h"

namespace taquin {

enum class Reachability {
  kReachable,
  kParityDiffers,
  kOrderDiffers,  // One row or one column only.
};

// `start` and `goal` have the same shape. O(cells).
Reachability CheckReachability(const Board& start, const Board& goal);

// One sentence for people: the verdict and the reason for it.
std::string ExplainReachability(const Board& start, const Board& goal);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_REACHABILITY_H_
