// Drawing random boards, in the form that the scheduler runs.

#ifndef TAQUIN_SERVER_BOARD_DRAWING_H_
#define TAQUIN_SERVER_BOARD_DRAWING_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "server/generate_task.h"
#include "server/solve_task.h"
#include "solver/board.h"
#include "solver/board_generator.h"
#include "solver/optimal_length_layers.h"
#include "solver/search.h"
#include "solver/table_registry.h"

namespace taquin::server {

// Draws boards as a search expands nodes: its result says nothing but whether a
// limit came first. Thread-compatible.
class BoardDrawing final : public Search {
 public:
  // `boards` gets the boards before the drawing says that it is finished. The
  // tables outlive this.
  BoardDrawing(const GenerateTask& task, const TableRegistry& tables,
               const OptimalLengthTables& lengths, std::shared_ptr<std::vector<Board>> boards);

  SearchState Advance(std::int64_t budget) override;
  void Stop(Limit limit) override;
  SearchProgress progress() const override;
  const Path* best_path() const override { return nullptr; }
  SolveResult result() const override;

 private:
  BoardGenerator generator_;
  const std::int64_t bytes_;  // Of all boards.
  std::shared_ptr<std::vector<Board>> boards_;
  std::int64_t work_ = 0;
  bool finished_ = false;
  std::optional<Limit> limit_;
};

// A task for the scheduler that draws into `boards`. The tables outlive it.
SolveTask DrawingTask(const GenerateTask& task, const TableRegistry& tables,
                      const OptimalLengthTables& lengths,
                      std::shared_ptr<std::vector<Board>> boards);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BOARD_DRAWING_H_
