#include "client/notation/path_replay.h"

#include <utility>

namespace taquin::client {

PathReplay::PathReplay(v1::Board start) : board_(std::move(start)) {
  while (board_.tiles(blank_) != 0) ++blank_;
}

int PathReplay::Neighbor(v1::Direction direction) const {
  const int columns = board_.columns();
  switch (direction) {
    case v1::DIRECTION_UP:
      return blank_ - columns;
    case v1::DIRECTION_DOWN:
      return blank_ + columns < board_.tiles_size() ? blank_ + columns : -1;
    case v1::DIRECTION_LEFT:
      return blank_ % columns > 0 ? blank_ - 1 : -1;
    case v1::DIRECTION_RIGHT:
      return blank_ % columns < columns - 1 ? blank_ + 1 : -1;
    default:
      return -1;
  }
}

std::optional<int> PathReplay::Move(v1::Direction direction) {
  const int cell = Neighbor(direction);
  if (cell < 0) return std::nullopt;
  const int tile = board_.tiles(cell);
  board_.set_tiles(blank_, tile);
  board_.set_tiles(cell, 0);
  blank_ = cell;
  return tile;
}

std::optional<v1::Direction> PathReplay::DirectionTo(int tile) const {
  for (const v1::Direction direction :
       {v1::DIRECTION_UP, v1::DIRECTION_DOWN, v1::DIRECTION_LEFT, v1::DIRECTION_RIGHT}) {
    const int cell = Neighbor(direction);
    if (cell >= 0 && board_.tiles(cell) == tile) return direction;
  }
  return std::nullopt;
}

bool IsHome(const v1::Board& goal, int tile, int cell) {
  return cell < goal.tiles_size() && goal.tiles(cell) == tile;
}

}  // namespace taquin::client
