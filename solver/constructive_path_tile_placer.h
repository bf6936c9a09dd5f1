// Moves one tile at a time across a board part of which is settled for good.

#ifndef TAQUIN_SOLVER_CONSTRUCTIVE_PATH_TILE_PLACER_H_
#define TAQUIN_SOLVER_CONSTRUCTIVE_PATH_TILE_PLACER_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "solver/board.h"
#include "solver/path.h"

namespace taquin {

// The steps that a constructive solver is made of. Tiles are named by their
// goal cells. Every route keeps the blank on open cells, so a settled tile
// never moves again. Thread-compatible.
class TilePlacer {
 public:
  // `start` and `goal` have the same shape, of at least two rows and columns.
  TilePlacer(const Board& start, const Board& goal);

  Shape shape() const { return shape_; }
  int blank() const { return blank_; }

  // The goal cell of the tile on `cell`; of the blank, the goal's blank cell.
  int tile(int cell) const { return tiles_[static_cast<std::size_t>(cell)]; }

  // The cell that holds `tile`.
  int CellOf(int tile) const { return cells_[static_cast<std::size_t>(tile)]; }

  bool IsOpen(int cell) const { return open_[static_cast<std::size_t>(cell)]; }
  void Settle(int cell);
  void Release(int cell);

  // The shortest walk of the blank that takes `tile` to `target` while it
  // touches open cells alone; none if there is no such walk. Shortest among
  // those that move the blank around the tile by the eight cells that
  // surround it. O(open cells * log).
  std::optional<Path> PlanRoute(int tile, int target);

  // The shortest walk of the blank to any of `targets` that leaves the tiles
  // on `avoided` in place; none if there is none. O(open cells).
  std::optional<Path> PlanWalk(absl::Span<const int> targets, absl::Span<const int> avoided);

  // The shortest walk of the blank that stays on `window` (at most
  // kMaxWindowCells open cells, the blank's among them) and takes each of
  // `tiles` (at most kMaxWindowTiles, all on the window) to its own goal cell.
  // None if there is none. O(window cells ^ (tiles + 1)).
  static constexpr int kMaxWindowCells = 12;
  static constexpr int kMaxWindowTiles = 2;
  std::optional<Path> PlanWindow(absl::Span<const int> window, absl::Span<const int> tiles);

  // Makes the moves, and adds them to path(); a move that undoes the one
  // before it removes that one instead.
  void Apply(absl::Span<const Direction> moves);

  const Path& path() const { return path_; }
  Path TakePath() { return std::move(path_); }

  // States looked at by the planning so far.
  std::int64_t visited() const { return visited_; }

 private:
  struct Queued {
    int estimate;
    int node;
  };

  // The neighbour of `cell` if it exists and is open, else -1.
  int OpenNeighbor(int cell, Direction direction) const {
    return open_neighbors_[static_cast<std::size_t>(cell) * 4 +
                           static_cast<std::size_t>(direction)];
  }

  // Breadth-first distances of the blank, the cells in `blocked` left alone,
  // until every cell of `wanted` that can be reached has been.
  void SpreadBlank(absl::Span<const int> blocked, absl::Span<const int> wanted);
  Path WalkTo(int cell) const;

  Shape shape_;
  std::vector<std::uint16_t> tiles_;  // By cell.
  std::vector<std::uint16_t> cells_;  // By tile.
  std::vector<char> open_;
  std::vector<std::int16_t> open_neighbors_;  // By cell and direction; -1: none.
  int blank_;
  Path path_;
  std::int64_t visited_ = 0;

  // Scratch space of the plans: by cell, and by cell and side of the tile.
  std::vector<int> walk_distance_;
  std::vector<Direction> walk_last_;
  std::vector<int> walk_queue_;
  std::vector<int> route_cost_;
  std::vector<int> route_parent_;
  std::vector<Queued> route_queue_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_CONSTRUCTIVE_PATH_TILE_PLACER_H_
