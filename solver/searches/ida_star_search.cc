#include "solver/searches/ida_star_search.h"

#include <algorithm>
#include <cstdint>

#include "solver/heuristics/visit_heuristic.h"
#include "solver/move_table.h"
#include "solver/searches/depth_first_pass.h"
#include "solver/searches/sequential_search.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

template <class Space, class HeuristicFunction>
class IdaStarSearch final : public SequentialSearch {
 public:
  IdaStarSearch(const RelabelledBoard& board, const SolveOptions& options, Algorithm algorithm,
                Heuristic heuristic, int root_bound, const TargetTables& tables)
      : SequentialSearch(options, algorithm, heuristic, root_bound),
        space_(board.shape, board.blank_label),
        heuristic_(MakeHeuristic<HeuristicFunction>(heuristic, GoalTarget(board, tables))),
        moves_(board.shape),
        start_(space_.Pack(board.labels)),
        goal_(space_.Pack(GoalTarget(board).cell_of_label)),
        root_({start_, heuristic_.Root(space_, start_), board.blank, Pass::kNoMove, 0}),
        pass_(space_, heuristic_, moves_, goal_, meter()) {}

 private:
  using State = typename Space::State;
  using Pass = DepthFirstPass<Space, HeuristicFunction>;

  static constexpr int kNone = Pass::kNone;

  std::int64_t Work(std::int64_t budget) override {
    std::int64_t spent = 0;
    while (spent < budget && !finished()) {
      if (bound_ == kNone) RaiseBound();
      if (pass_.is_over()) {
        ++spent;
        if (!finished()) BeginPass();
        continue;
      }
      spent += Deepen(std::min(budget - spent, remaining_expansions()));
      // What the pass proved is known with its last expansion.
      if (pass_.is_over()) {
        RaiseBound();
        break;
      }
    }
    return spent;
  }

  void Describe(SearchProgress& progress) const override {
    progress.open_size = pass_.depth() + 1;
    progress.current_bound = bound_;
  }

  void RaiseBound() {
    if (start_ == goal_) {
      Improve({});
      return Finish();
    }
    bound_ = bound_ == kNone ? HeuristicFunction::H(root_.value) : pass_.next_bound();
    pass_.set_next_bound(kNone);
    // No bound left: every path within the length limit was tried.
    if (bound_ == kNone || bound_ > max_length()) {
      RaiseLowerBound(max_length() == kNone ? 0 : max_length() + 1);
      return Finish(Limit::kLength);
    }
    RaiseLowerBound(bound_);
  }

  void BeginPass() {
    if (!MayExpand()) return;
    if (!pass_.Begin(root_, bound_, counters())) Finish(Limit::kMemory);
  }

  // Returns what it spent, at least 1.
  std::int64_t Deepen(std::int64_t budget) {
    const std::int64_t before = counters().expanded;
    switch (pass_.Advance(budget, counters())) {
      case Pass::Outcome::kPaused:
        MayExpand();
        break;
      case Pass::Outcome::kFound:
        Improve(pass_.path());
        RaiseLowerBound(bound_);
        Finish();
        break;
      case Pass::Outcome::kOver:
        break;
    }
    return std::max<std::int64_t>(counters().expanded - before, 1);
  }

  const Space space_;
  const HeuristicFunction heuristic_;
  const MoveTable moves_;
  const State start_;
  const State goal_;

  const typename Pass::Root root_;
  int bound_ = kNone;  // Of this pass; kNone before the first.
  Pass pass_;
};

}  // namespace

std::unique_ptr<Search> MakeIdaStarSearch(const RelabelledBoard& board, const SolveOptions& options,
                                          Algorithm algorithm, Heuristic heuristic, int root_bound,
                                          const TargetTables& tables) {
  if (!UsesHeuristic(algorithm)) heuristic = Heuristic::kZero;
  return VisitSearchTypes(board.shape, heuristic, [&](auto types) -> std::unique_ptr<Search> {
    using Types = decltype(types);
    return std::make_unique<IdaStarSearch<typename Types::Space, typename Types::Function>>(
        board, options, algorithm, heuristic, root_bound, tables);
  });
}

}  // namespace taquin
