#include "server/board_drawing.h"

#include <utility>

#include "solver/solve_options.h"
#include "solver/solve_result.h"

namespace taquin::server {
namespace {

// What a board takes beside its tiles.
constexpr std::int64_t kBytesABoard = sizeof(Board) + 16;

}  // namespace

BoardDrawing::BoardDrawing(const GenerateTask& task, const TableRegistry& tables,
                           const OptimalLengthTables& lengths,
                           std::shared_ptr<std::vector<Board>> boards)
    : generator_(task.goal, task.draw, tables, lengths),
      bytes_(task.draw.count * (kBytesABoard + 2 * std::int64_t{task.goal.cells()})),
      boards_(std::move(boards)) {}

SearchState BoardDrawing::Advance(std::int64_t budget) {
  if (finished_) return SearchState::kFinished;
  work_ += budget;
  if (!generator_.Advance(budget)) return SearchState::kRunning;
  *boards_ = generator_.TakeBoards();
  finished_ = true;
  return SearchState::kFinished;
}

void BoardDrawing::Stop(Limit limit) {
  if (std::exchange(finished_, true)) return;
  limit_ = limit;
}

SearchProgress BoardDrawing::progress() const {
  SearchProgress progress;
  progress.counters.expanded = work_;
  progress.memory_bytes = bytes_;
  progress.peak_memory_bytes = bytes_;
  return progress;
}

SolveResult BoardDrawing::result() const {
  SolveResult result;
  result.limit = limit_;
  result.counters.expanded = work_;
  result.peak_memory_bytes = bytes_;
  return result;
}

SolveTask DrawingTask(const GenerateTask& task, const TableRegistry& tables,
                      const OptimalLengthTables& lengths,
                      std::shared_ptr<std::vector<Board>> boards) {
  return SolveTask{.id = {},
                   .problem = {.start = task.goal, .goal = task.goal},
                   .options = {},
                   .time = std::nullopt,
                   .progress_interval = {},
                   .make_search = [task, &tables, &lengths, boards = std::move(boards)] {
                     return std::make_unique<BoardDrawing>(task, tables, lengths, boards);
                   }};
}

}  // namespace taquin::server
