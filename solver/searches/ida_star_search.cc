#include "solver/searches/ida_star_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/visit_heuristic.h"
#include "solver/move_table.h"
#include "solver/searches/sequential_search.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

template <class Space, class HeuristicFunction>
class IdaStarSearch final : public SequentialSearch {
 public:
  IdaStarSearch(const RelabelledBoard& board, const SolveOptions& options, Algorithm algorithm,
                Heuristic heuristic, int root_bound, const TargetTables& tables, int first_bound)
      : SequentialSearch(options, algorithm, heuristic, root_bound),
        space_(board.shape, board.blank_label),
        heuristic_(MakeHeuristic<HeuristicFunction>(heuristic, GoalTarget(board, tables))),
        moves_(board.shape),
        start_(space_.Pack(board.labels)),
        goal_(space_.Pack(GoalTarget(board).cell_of_label)),
        state_(start_),
        root_(
            {heuristic_.Root(space_, start_), static_cast<std::uint16_t>(board.blank), kNoMove, 0}),
        first_bound_(std::max(HeuristicFunction::H(root_.value), first_bound)) {}

 private:
  using State = typename Space::State;
  using Value = typename HeuristicFunction::Value;

  static constexpr std::uint8_t kNoMove = 4;
  static constexpr int kNone = std::numeric_limits<int>::max();

  // A state on the way from the start to the one at work. The states
  // themselves follow from the moves.
  struct Frame {
    Value value;
    std::uint16_t blank;
    std::uint8_t direction;  // The blank's move into this state; kNoMove: none.
    std::uint8_t next;       // Index of the next move to try.
  };

  std::int64_t Work(std::int64_t budget) override {
    std::int64_t spent = 0;
    while (spent < budget && !finished()) {
      if (bound_ == kNone) RaiseBound();
      if (depth_ < 0) {
        ++spent;
        if (!finished()) BeginPass();
        continue;
      }
      spent += Deepen(std::min(budget - spent, remaining_expansions()));
      // What the pass proved is known with its last expansion.
      if (depth_ < 0) {
        RaiseBound();
        break;
      }
    }
    return spent;
  }

  void Describe(SearchProgress& progress) const override {
    progress.open_size = depth_ + 1;
    progress.current_bound = bound_;
  }

  void RaiseBound() {
    if (state_ == goal_) {
      Improve({});
      return Finish();
    }
    bound_ = bound_ == kNone ? first_bound_ : next_bound_;
    next_bound_ = kNone;
    // No bound left: every path within the length limit was tried.
    if (bound_ == kNone || bound_ > max_length()) {
      RaiseLowerBound(max_length() == kNone ? 0 : max_length() + 1);
      return Finish(Limit::kLength);
    }
    RaiseLowerBound(bound_);
  }

  void BeginPass() {
    if (!MayExpand()) return;
    if (!Reserve(bound_)) return Finish(Limit::kMemory);
    frames_[0] = root_;
    depth_ = 0;
    ++counters().expanded;
  }

  // Room for a stack of `depth` moves.
  bool Reserve(int depth) {
    const std::size_t size = static_cast<std::size_t>(depth) + 1;
    if (size <= frames_.size()) return true;
    const auto bytes = static_cast<std::int64_t>((size - frames_.size()) * sizeof(Frame));
    if (!meter().Take(bytes)) return false;
    frames_.resize(size);
    return true;
  }

  // Goes on with the pass until it needs one expansion more than `budget`, the
  // pass ends, or the goal is found. Returns what it spent, at least 1.
  std::int64_t Deepen(std::int64_t budget) {
    std::int64_t expanded = 0;
    std::int64_t generated = 0;
    // Copies, so that the compiler may keep them in registers.
    State state = state_;
    const int bound = bound_;
    int next_bound = next_bound_;
    Frame* frame = &frames_[static_cast<std::size_t>(depth_)];
    int depth = depth_;
    bool found = false;
    bool paused = false;
    while (true) {
      const absl::Span<const BlankMove> moves = moves_.From(frame->blank);
      if (frame->next == moves.size()) {
        if (depth == 0) {
          depth = -1;
          break;
        }
        const int blank = frame->blank;
        --depth;
        --frame;
        space_.Slide(state, blank, frame->blank);
        continue;
      }
      const BlankMove move = moves[frame->next++];
      if (static_cast<std::uint8_t>(move.direction) == (frame->direction ^ 1)) continue;
      ++generated;
      const int blank = frame->blank;
      const int label = space_.Label(state, move.cell);
      space_.Slide(state, blank, move.cell);
      const Value value = heuristic_.Step(space_, state, frame->value, {label, move.cell, blank});
      const int f = depth + 1 + HeuristicFunction::H(value);
      if (f > bound) {
        next_bound = std::min(next_bound, f);
        space_.Slide(state, move.cell, blank);
        continue;
      }
      found = HeuristicFunction::H(value) == 0 && state == goal_;
      if (expanded == budget && !found) {
        // The same move comes again with the next budget.
        --frame->next;
        --generated;
        space_.Slide(state, move.cell, blank);
        paused = true;
        break;
      }
      ++depth;
      *++frame = {value, move.cell, static_cast<std::uint8_t>(move.direction), 0};
      if (found) break;
      ++expanded;
    }
    state_ = state;
    next_bound_ = next_bound;
    depth_ = depth;
    counters().expanded += expanded;
    counters().generated += generated;
    if (found) AcceptGoal();
    if (paused) MayExpand();
    return std::max<std::int64_t>(expanded, 1);
  }

  void AcceptGoal() {
    Path path;
    for (int depth = 1; depth <= depth_; ++depth) {
      path.push_back(static_cast<Direction>(frames_[static_cast<std::size_t>(depth)].direction));
    }
    Improve(std::move(path));
    RaiseLowerBound(bound_);
    Finish();
  }

  const Space space_;
  const HeuristicFunction heuristic_;
  const MoveTable moves_;
  const State start_;
  const State goal_;

  State state_;  // At the top of the stack.
  const Frame root_;
  const int first_bound_;
  int bound_ = kNone;       // Of this pass; kNone before the first.
  int next_bound_ = kNone;  // The least f cut off in this pass.
  int depth_ = -1;          // Of the state at work; -1 between passes.
  std::vector<Frame> frames_;
};

}  // namespace

std::unique_ptr<Search> MakeIdaStarSearch(const RelabelledBoard& board, const SolveOptions& options,
                                          Algorithm algorithm, Heuristic heuristic, int root_bound,
                                          const TargetTables& tables, int first_bound) {
  if (!UsesHeuristic(algorithm)) heuristic = Heuristic::kZero;
  return VisitSearchTypes(board.shape, heuristic, [&](auto types) -> std::unique_ptr<Search> {
    using Types = decltype(types);
    return std::make_unique<IdaStarSearch<typename Types::Space, typename Types::Function>>(
        board, options, algorithm, heuristic, root_bound, tables, first_bound);
  });
}

}  // namespace taquin
