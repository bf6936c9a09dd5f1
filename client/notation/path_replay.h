// Follows moves over a board, for the notations that name tiles or show
// boards. Whether a path is right is the server's to say.

#ifndef TAQUIN_CLIENT_NOTATION_PATH_REPLAY_H_
#define TAQUIN_CLIENT_NOTATION_PATH_REPLAY_H_

#include <optional>

#include "taquin/v1/board.pb.h"

namespace taquin::client {

// A board that moves are made on. Not safe for use from several threads.
class PathReplay {
 public:
  // `start` must hold rows * columns tiles and one 0.
  explicit PathReplay(v1::Board start);

  const v1::Board& board() const { return board_; }

  // Moves the blank and returns the number of the tile that it changed places
  // with; nothing, and no change, where it would leave the board. O(1).
  std::optional<int> Move(v1::Direction direction);

  // The direction in which the blank changes places with a tile; nothing if
  // the tile is not beside the blank. O(1).
  std::optional<v1::Direction> DirectionTo(int tile) const;

 private:
  // The cell beside the blank in a direction, or -1.
  int Neighbor(v1::Direction direction) const;

  v1::Board board_;
  int blank_ = 0;
};

// Whether a tile is at its place of `goal` in a cell; false for a goal that is
// not known, which has no tiles.
bool IsHome(const v1::Board& goal, int tile, int cell);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_PATH_REPLAY_H_
