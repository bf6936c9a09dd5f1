// A board that somebody plays on.

#ifndef TAQUIN_CLIENT_PLAY_GAME_H_
#define TAQUIN_CLIENT_PLAY_GAME_H_

#include <cstddef>

#include "client/notation/moves.h"
#include "client/notation/path_replay.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// The moves made so far, which can be taken back and made again. Not
// thread-safe.
class Game {
 public:
  // Both must hold rows * columns tiles and one 0.
  Game(const v1::Board& start, v1::Board goal);

  const v1::Board& start() const { return start_; }
  const v1::Board& goal() const { return goal_; }
  const v1::Board& board() const { return replay_.board(); }

  // Moves that lead to the board, those taken back not counted.
  std::size_t move_count() const { return made_; }

  bool solved() const;

  // Moves the blank. False, and no change, where it would leave the board.
  // What had been taken back is forgotten, unless this is what was.
  bool Move(v1::Direction direction);

  // The direction of the blank that moves a tile; nothing for a tile that is
  // not beside it.
  std::optional<v1::Direction> DirectionTo(int tile) const { return replay_.DirectionTo(tile); }

  // False if there is nothing to take back, or to make again.
  bool Undo();
  bool Redo();

  // Takes everything back; Redo makes it again.
  void Restart();

 private:
  v1::Board start_;
  v1::Board goal_;
  PathReplay replay_;
  Moves moves_;  // Those made, then those taken back.
  std::size_t made_ = 0;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PLAY_GAME_H_
