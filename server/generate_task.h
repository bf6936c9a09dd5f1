// A generate request, understood and found in order.

#ifndef TAQUIN_SERVER_GENERATE_TASK_H_
#define TAQUIN_SERVER_GENERATE_TASK_H_

#include "solver/board.h"
#include "solver/board_draw.h"

namespace taquin::server {

struct GenerateTask {
  Board goal;
  BoardDraw draw;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_GENERATE_TASK_H_
