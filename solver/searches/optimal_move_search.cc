#include "solver/searches/optimal_move_search.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "solver/solve_result.h"

namespace taquin {
namespace {

class OptimalMoveSearch final : public Search {
 public:
  OptimalMoveSearch(const RelabelledBoard& board, const SolveOptions& options,
                    const OptimalMoveTables& tables)
      : max_length_(options.limits.length), tables_(tables) {
    result_.algorithm = Algorithm::kBfs;
    if (tables.Ready(board.shape, board.blank_label)) {
      Answer(board);
    } else {
      board_ = board;
    }
  }

  SearchState Advance(std::int64_t /*budget*/) override {
    if (!finished_) Answer(*board_);
    return SearchState::kFinished;
  }

  void Stop(Limit limit) override {
    if (finished_) return;
    finished_ = true;
    result_.limit = limit;
  }

  SearchProgress progress() const override {
    SearchProgress progress;
    progress.lower_bound = result_.lower_bound;
    progress.current_bound = result_.lower_bound;
    if (result_.path.has_value()) progress.best_length = static_cast<int>(result_.path->size());
    return progress;
  }

  const Path* best_path() const override {
    return result_.path.has_value() ? &*result_.path : nullptr;
  }

  SolveResult result() const override { return result_; }

 private:
  void Answer(const RelabelledBoard& board) {
    finished_ = true;
    result_.table = absl::StrCat("optimal-moves-", board.shape.rows, "x", board.shape.columns);
    Path path = tables_.OptimalPath(board);
    const int length = static_cast<int>(path.size());
    result_.lower_bound = length;
    if (max_length_.has_value() && length > *max_length_) {
      result_.limit = Limit::kLength;
      return;
    }
    result_.outcome = Outcome::kOptimal;
    result_.path = std::move(path);
  }

  const std::optional<int> max_length_;
  const OptimalMoveTables& tables_;
  std::optional<RelabelledBoard> board_;  // Until it is answered.
  SolveResult result_;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<Search> MakeOptimalMoveSearch(const RelabelledBoard& board,
                                              const SolveOptions& options,
                                              const OptimalMoveTables& tables) {
  return std::make_unique<OptimalMoveSearch>(board, options, tables);
}

}  // namespace taquin
