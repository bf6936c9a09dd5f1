// A stretch of a path as a problem of its own.

#ifndef TAQUIN_SOLVER_SEARCHES_PATH_WINDOW_H_
#define TAQUIN_SOLVER_SEARCHES_PATH_WINDOW_H_

#include "solver/path.h"
#include "solver/solve_options.h"

namespace taquin {

// From the state before move `first` of the path to the one `length` moves
// later, cut down to the rectangle that the blank visits in between and one
// cell around it: a path of the small problem replaces the stretch in the
// large one as it is. Tiles are numbered anew. O(path length + cells).
Problem PathWindow(const Board& start, const Path& path, int first, int length);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_PATH_WINDOW_H_
