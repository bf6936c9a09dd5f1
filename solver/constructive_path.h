// A path to any reachable goal without a search of the whole board: lines of
// the board are settled one after another, from the edges inwards to the
// goal's blank, and the last few cells by an exhaustive search.
//
// Source: the method of I. Parberry, "A real-time algorithm for the
// (n^2 - 1)-puzzle" (1995), bettered in that each tile takes the cheapest
// route there is with the settled cells left alone, the cheaper of a line's
// two ends is settled first, and the last two tiles of a line are brought home
// together by an exhaustive search of the cells about them.

#ifndef TAQUIN_SOLVER_CONSTRUCTIVE_PATH_H_
#define TAQUIN_SOLVER_CONSTRUCTIVE_PATH_H_

#include <cstdint>
#include <vector>

#include "solver/constructive_path_tile_placer.h"
#include "solver/path.h"
#include "solver/solve_options.h"

namespace taquin {

// The construction in steps, so that it can be interleaved with other work.
// Thread-compatible; memory O(cells + path length).
class ConstructivePath {
 public:
  // The goal must be reachable from the start.
  explicit ConstructivePath(const Problem& problem);

  // Places one more tile (two at the end of a line, all that are left at the
  // very end). False, and nothing happens, once the path is whole. O(cells).
  bool Step();

  // What Step() has built so far; from the start to the goal once it is whole.
  const Path& path() const { return placer_.path(); }
  Path TakePath() { return placer_.TakePath(); }

  // States looked at so far, as a measure of the work done.
  std::int64_t visited() const { return placer_.visited() + visited_; }

 private:
  // The cells that are not settled, but for the settled part of line_.
  struct Block {
    int top;
    int bottom;
    int left;
    int right;

    int rows() const { return bottom - top + 1; }
    int columns() const { return right - left + 1; }
  };

  std::vector<int> BlockCells() const;
  void ChooseLine();
  void PlaceEndTile();
  void PlaceLastPair();
  void BringPairHome();
  void PlaceSmallBlock();
  void WalkAlongLine();

  TilePlacer placer_;
  int goal_blank_;
  Block block_;
  // The line being settled: its open cells in order, and the direction from it
  // into the block.
  std::vector<int> line_;
  Direction inward_ = Direction::kDown;
  bool done_ = false;
  std::int64_t visited_ = 0;
};

// The whole path at once. The goal must be reachable from the start. On n x n
// boards about 2 * n^3 moves; time O(n^4).
Path ConstructPath(const Problem& problem);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_CONSTRUCTIVE_PATH_H_
