// One depth-first search within a bound on f, from one state.

#ifndef TAQUIN_SOLVER_SEARCHES_DEPTH_FIRST_PASS_H_
#define TAQUIN_SOLVER_SEARCHES_DEPTH_FIRST_PASS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "solver/move_table.h"
#include "solver/path.h"
#include "solver/searches/memory_meter.h"
#include "solver/solve_result.h"
#include "solver/state_space.h"

namespace taquin {

// Explores the tree of moves, without the move straight back, as far as
// f = g + h stays within the bound. Its memory is one stack, kept from one
// Begin() to the next. Thread-compatible.
template <class Space, class HeuristicFunction>
class DepthFirstPass {
 public:
  using State = typename Space::State;
  using Value = typename HeuristicFunction::Value;

  static constexpr std::uint8_t kNoMove = 4;
  static constexpr int kNone = std::numeric_limits<int>::max();

  // Where a pass begins. `direction` is the blank's move into the state, or
  // kNoMove; `g` the moves to it.
  struct Root {
    State state;
    Value value;
    int blank;
    std::uint8_t direction;
    int g;
  };

  enum class Outcome {
    kPaused,  // The budget is spent, and there is more to do.
    kOver,    // No path within the bound.
    kFound,   // path() leads to the goal.
  };

  // All outlive the pass. The stack's memory is the meter's.
  DepthFirstPass(const Space& space, const HeuristicFunction& heuristic, const MoveTable& moves,
                 const State& goal, MemoryMeter& meter)
      : space_(space), heuristic_(heuristic), moves_(moves), goal_(goal), meter_(meter) {}

  // Memory for a stack of `depth` moves.
  static std::int64_t Bytes(int depth) {
    return (static_cast<std::int64_t>(depth) + 1) * static_cast<std::int64_t>(sizeof(Frame));
  }

  // Expands the root, which is within `bound` and not the goal. False, and nothing
  // happens, when there is no memory for the stack.
  bool Begin(const Root& root, int bound, SearchCounters& counters) {
    if (!Reserve(bound - root.g)) return false;
    state_ = root.state;
    g_ = root.g;
    bound_ = bound;
    frames_[0] = {root.value, static_cast<std::uint16_t>(root.blank), root.direction, 0};
    depth_ = 0;
    ++counters.expanded;
    return true;
  }

  bool is_over() const { return depth_ < 0; }
  int depth() const { return depth_; }

  // The least f that was cut off since it was set to kNone.
  int next_bound() const { return next_bound_; }
  void set_next_bound(int bound) { next_bound_ = bound; }

  // Goes on until it needs one expansion more than `budget`, the pass is over, or
  // the goal is found. A pass is under way.
  Outcome Advance(std::int64_t budget, SearchCounters& counters) {
    std::int64_t expanded = 0;
    std::int64_t generated = 0;
    // Copies, so that the compiler may keep them in registers.
    State state = state_;
    const int bound = bound_ - g_;
    int next_bound = next_bound_ == kNone ? kNone : next_bound_ - g_;
    Frame* frame = &frames_[static_cast<std::size_t>(depth_)];
    int depth = depth_;
    Outcome outcome = Outcome::kOver;
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
      const bool found = HeuristicFunction::H(value) == 0 && state == goal_;
      if (expanded == budget && !found) {
        // The same move comes again with the next budget.
        --frame->next;
        --generated;
        space_.Slide(state, move.cell, blank);
        outcome = Outcome::kPaused;
        break;
      }
      ++depth;
      *++frame = {value, move.cell, static_cast<std::uint8_t>(move.direction), 0};
      if (found) {
        outcome = Outcome::kFound;
        break;
      }
      ++expanded;
    }
    state_ = state;
    next_bound_ = next_bound == kNone ? kNone : next_bound + g_;
    depth_ = depth;
    counters.expanded += expanded;
    counters.generated += generated;
    return outcome;
  }

  // From the root to the state at work.
  Path path() const {
    Path path;
    for (int depth = 1; depth <= depth_; ++depth) {
      path.push_back(static_cast<Direction>(frames_[static_cast<std::size_t>(depth)].direction));
    }
    return path;
  }

 private:
  // A state on the way from the root to the one at work. The states themselves
  // follow from the moves.
  struct Frame {
    Value value;
    std::uint16_t blank;
    std::uint8_t direction;  // The blank's move into this state; kNoMove: none.
    std::uint8_t next;       // Index of the next move to try.
  };

  // Room for a stack of `depth` moves.
  bool Reserve(int depth) {
    const std::size_t size = static_cast<std::size_t>(depth) + 1;
    if (size <= frames_.size()) return true;
    const auto bytes = static_cast<std::int64_t>((size - frames_.size()) * sizeof(Frame));
    if (!meter_.Take(bytes)) return false;
    frames_.resize(size);
    return true;
  }

  const Space& space_;
  const HeuristicFunction& heuristic_;
  const MoveTable& moves_;
  const State& goal_;
  MemoryMeter& meter_;

  State state_{};  // At the top of the stack.
  int g_ = 0;      // Of the root.
  int bound_ = 0;
  int next_bound_ = kNone;
  int depth_ = -1;  // Of the state at work, from the root; -1 when no pass is under way.
  std::vector<Frame> frames_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_DEPTH_FIRST_PASS_H_
