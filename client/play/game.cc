#include "client/play/game.h"

#include <algorithm>
#include <utility>

namespace taquin::client {

Game::Game(const v1::Board& start, v1::Board goal)
    : start_(start), goal_(std::move(goal)), replay_(start) {}

bool Game::solved() const {
  return std::equal(board().tiles().begin(), board().tiles().end(), goal_.tiles().begin(),
                    goal_.tiles().end());
}

bool Game::Move(v1::Direction direction) {
  if (!replay_.Move(direction)) return false;
  if (made_ == moves_.size() || moves_[made_] != direction) {
    moves_.resize(made_);
    moves_.push_back(direction);
  }
  ++made_;
  return true;
}

bool Game::Undo() {
  if (made_ == 0) return false;
  replay_.Move(Opposite(moves_[--made_]));
  return true;
}

bool Game::Redo() {
  if (made_ == moves_.size()) return false;
  replay_.Move(moves_[made_++]);
  return true;
}

void Game::Restart() {
  while (Undo()) {
  }
}

}  // namespace taquin::client
