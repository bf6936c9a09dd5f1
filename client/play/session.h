// One game from the first key to the last: what each key does, and what is
// shown of it.

#ifndef TAQUIN_CLIENT_PLAY_SESSION_H_
#define TAQUIN_CLIENT_PLAY_SESSION_H_

#include <optional>
#include <string>

#include "client/play/background_solve.h"
#include "client/play/game.h"
#include "client/play/screen.h"

namespace taquin::client {

// Whose way an arrow means.
enum class ArrowsMove { kTile, kBlank };

class PlaySession {
 public:
  // How the session stands after an input.
  enum class State { kPlaying, kLeft, kInterrupted, kNewBoardWanted };

  // `client` must outlive this object. `request` holds the options of the
  // searches for hints; its boards are set here.
  PlaySession(Game game, ArrowsMove arrows, bool can_make_new, v1::SolveRequest request,
              SolverClient& client);

  State Do(const PlayInput& input);

  // Takes up what a search has answered meanwhile.
  void Poll();

  PlayView View() const;

  // In a line, for when the screen is gone.
  std::string Summary() const;

 private:
  // What a search in the background was asked for.
  enum class Question { kHint, kShortest };

  void MoveBlank(v1::Direction direction);
  void MoveArrow(v1::Direction direction);
  void AskForHint();
  void AskForShortest();
  void Ask(Question question, const v1::Board& board);
  // After the board has changed.
  void Settle(std::string message);
  void TellHint();
  void TellShortest();
  std::string Congratulate() const;

  Game game_;
  ArrowsMove arrows_;
  bool can_make_new_;
  v1::SolveRequest request_;
  BackgroundSolve search_;
  Question question_ = Question::kHint;
  std::string message_;
  int marked_tile_ = 0;
  // How much of the hint is told: 1 how far, 2 also where.
  int hint_degree_ = 0;
  // A path from the board to the goal, while it is known.
  std::optional<Moves> plan_;
  bool plan_is_optimal_ = false;
  // Of the path from the start.
  std::optional<v1::SolveResult> shortest_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PLAY_SESSION_H_
