// A path played on a terminal, in place.

#ifndef TAQUIN_CLIENT_TERMINAL_PATH_PLAYER_H_
#define TAQUIN_CLIENT_TERMINAL_PATH_PLAYER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/notation/moves.h"
#include "client/notation/path_replay.h"
#include "client/terminal/console.h"
#include "client/terminal/raw_terminal.h"

namespace taquin::client {

// What is shown, and how keys and time change it; knows no terminal. Not
// thread-safe.
class PathPlayer {
 public:
  // `moves` must be possible from `start`. Plays at once.
  PathPlayer(const v1::Board& start, v1::Board goal, Moves moves);

  // Space plays and pauses, the arrows or h and l step, + and - change the
  // speed, Home and End (or 0 and $) jump, q and Escape end it.
  void Press(const Key& key);

  // Lets the time of a move pass: the next move, if it plays.
  void Advance();

  // How long a move stays, at the speed of now.
  absl::Duration interval() const;

  std::size_t step() const { return step_; }
  bool playing() const { return playing_; }

  // Whether there is nothing more to show: ended by a key, or played to the
  // end by somebody who only looked on.
  bool finished() const;

  // The lines to show on a terminal of that size, each narrower than it. One
  // line that says so where it is too small.
  std::vector<std::string> Lines(const Console& console, int columns, int rows) const;

 private:
  void GoTo(std::size_t step);
  std::vector<std::string> BoardLines(const Console& console) const;
  std::string StateLine() const;

  PathReplay replay_;
  v1::Board goal_;
  Moves moves_;
  std::size_t step_ = 0;
  int moved_tile_ = 0;  // By the last move; 0: none.
  std::size_t speed_;
  bool playing_ = true;
  bool touched_ = false;
  bool quit_ = false;
};

enum class PlayEnd { kEnded, kInterrupted };

// Plays on the terminal until it is finished, Ctrl-C is pressed, or
// `interrupted` says so, which is asked several times a second. Leaves the last
// board there.
PlayEnd PlayPath(PathPlayer player, RawTerminal& terminal, const Console& console,
                 const std::function<bool()>& interrupted);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_PATH_PLAYER_H_
