// A search whose answer is known before it begins.

#ifndef TAQUIN_SOLVER_SEARCHES_SETTLED_SEARCH_H_
#define TAQUIN_SOLVER_SEARCHES_SETTLED_SEARCH_H_

#include <cstdint>
#include <utility>

#include "solver/search.h"

namespace taquin {

// Finished from the start, with the result it is given.
class SettledSearch final : public Search {
 public:
  explicit SettledSearch(SolveResult result) : result_(std::move(result)) {}

  SearchState Advance(std::int64_t /*budget*/) override { return SearchState::kFinished; }
  void Stop(Limit /*limit*/) override {}
  SearchProgress progress() const override {
    SearchProgress progress;
    progress.lower_bound = result_.lower_bound;
    return progress;
  }
  const Path* best_path() const override { return result_.path ? &*result_.path : nullptr; }
  SolveResult result() const override { return result_; }

 private:
  const SolveResult result_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_SETTLED_SEARCH_H_
