#include "solver/searches/bidirectional_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "solver/heuristics/visit_heuristic.h"
#include "solver/move_table.h"
#include "solver/searches/bound_counter.h"
#include "solver/searches/node_table.h"
#include "solver/searches/open_list.h"
#include "solver/searches/sequential_search.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

// No move is shorter than one, which sharpens the bounds on a meeting.
constexpr int kLeastMove = 1;

template <class Space, class HeuristicFunction>
class BidirectionalSearch final : public SequentialSearch {
 public:
  BidirectionalSearch(const RelabelledBoard& board, const SolveOptions& options,
                      Heuristic heuristic, int root_bound, const TargetTables& to_goal,
                      const TargetTables& to_start)
      : SequentialSearch(options, Algorithm::kBidirectional, heuristic, root_bound),
        space_(board.shape, board.blank_label),
        moves_(board.shape),
        forward_(space_.Pack(board.labels),
                 MakeHeuristic<HeuristicFunction>(heuristic, GoalTarget(board, to_goal)), &meter()),
        backward_(space_.Pack(GoalTarget(board).cell_of_label),
                  MakeHeuristic<HeuristicFunction>(heuristic, StartTarget(board, to_start)),
                  &meter()) {
    NameTable(to_goal.name);
  }

 private:
  using State = typename Space::State;
  using Value = typename HeuristicFunction::Value;
  using Node = typename NodeTable<State>::Node;

  static constexpr int kNone = std::numeric_limits<int>::max();

  // One direction of the search.
  struct Side {
    Side(const State& from, HeuristicFunction function, MemoryMeter* meter)
        : root(from), heuristic(std::move(function)), table(meter), open(meter) {}

    const State root;
    const HeuristicFunction heuristic;  // Estimates the distance to the other root.
    NodeTable<State> table;
    OpenList<State> open;
    BoundCounter open_f;
    BoundCounter open_g;
    std::int64_t closed_size = 0;
  };

  std::int64_t Work(std::int64_t budget) override {
    if (!begun_) {
      begun_ = true;
      Begin();
      return 1;
    }
    std::int64_t spent = 0;
    while (spent < budget && !finished()) {
      ++spent;
      if (forward_.open.empty() || backward_.open.empty()) {
        // Nothing within the limit, or nothing shorter than the meeting, is left.
        RaiseLowerBound(meeting_length_ != kNone ? meeting_length_ : max_length() + 1);
        Finish(meeting_length_ != kNone ? std::nullopt : std::optional(Limit::kLength));
        break;
      }
      RaiseLowerBound(std::min(LeastUndiscovered(), meeting_length_));
      if (finished()) break;
      const int known = meeting_length_;
      const bool forward = forward_.open.top_priority() <= backward_.open.top_priority();
      ExpandNext(forward ? forward_ : backward_, forward ? backward_ : forward_);
      if (meeting_length_ < known) {
        Improve(PathThroughMeeting());
        break;
      }
    }
    return spent;
  }

  void Describe(SearchProgress& progress) const override {
    progress.open_size = forward_.open.size() + backward_.open.size();
    progress.closed_size = forward_.closed_size + backward_.closed_size;
    if (!forward_.open.empty() && !backward_.open.empty()) {
      progress.current_bound =
          static_cast<int>(std::min(forward_.open.top_priority(), backward_.open.top_priority()));
    }
  }

  void Begin() {
    if (forward_.root == backward_.root) {
      Improve({});
      return Finish();
    }
    if (!Insert(forward_) || !Insert(backward_)) Finish(Limit::kMemory);
  }

  bool Insert(Side& side) {
    const Value root = side.heuristic.Root(space_, side.root);
    const int h = HeuristicFunction::H(root);
    const auto [node, inserted] =
        side.table.FindOrInsert(side.root, space_.Hash(side.root), HashOf());
    if (node == nullptr) return false;
    node->info = NodeInfo::Root(h, NoteOf<HeuristicFunction>(root));
    return PushOpen(side, side.root, 0, h);
  }

  bool PushOpen(Side& side, const State& state, int g, int h) {
    const bool pushed = side.open.Push(state, g, h, [](int state_g, int state_h) {
      return static_cast<double>(std::max(state_g + state_h, 2 * state_g + kLeastMove));
    });
    if (!pushed) return false;
    side.open_f.Add(g + h);
    side.open_g.Add(g);
    return true;
  }

  // No path that is not known yet is shorter.
  int LeastUndiscovered() {
    const double priority = std::min(forward_.open.top_priority(), backward_.open.top_priority());
    return std::max({static_cast<int>(priority), forward_.open_f.Least(), backward_.open_f.Least(),
                     forward_.open_g.Least() + backward_.open_g.Least() + kLeastMove});
  }

  void ExpandNext(Side& side, Side& other) {
    const int g = side.open.top_g();
    const int h = side.open.top_h();
    const State state = side.open.Pop();
    side.open_f.Remove(g + h);
    side.open_g.Remove(g);
    Node* node = side.table.Find(state, space_.Hash(state));
    // A shorter path was found since: the state is elsewhere in the list.
    if (node->info.closed() || node->info.g() != g) return;
    if (!MayExpand()) {
      PushOpen(side, state, g, h);  // It goes on waiting.
      return;
    }
    const NodeInfo info = node->info;
    node->info.Close();
    ++side.closed_size;
    ++counters().expanded;

    const int blank = space_.Blank(state);
    const Value value = RestoreValue(side.heuristic, space_, state, h, info.note());
    for (const BlankMove move : moves_.From(blank)) {
      if (!info.root() && move.direction == Opposite(info.direction())) continue;
      State successor = state;
      space_.Slide(successor, blank, move.cell);
      ++counters().generated;
      const Value successor_value = side.heuristic.Step(
          space_, successor, value, {space_.Label(state, move.cell), move.cell, blank});
      const NodeInfo successor_info =
          NodeInfo::Child(g + 1, HeuristicFunction::H(successor_value),
                          NoteOf<HeuristicFunction>(successor_value), move.direction);
      if (!Meet(side, other, successor, successor_info)) {
        return Finish(Limit::kMemory);
      }
    }
  }

  // Takes in a successor. False: out of memory.
  bool Meet(Side& side, Side& other, const State& state, NodeInfo info) {
    const int f = info.g() + info.h();
    if (f > max_length() || f >= meeting_length_) return true;
    const std::uint64_t hash = space_.Hash(state);
    const auto [node, inserted] = side.table.FindOrInsert(state, hash, HashOf());
    if (node == nullptr) return false;
    if (!inserted) {
      if (info.g() >= node->info.g()) return true;
      if (node->info.closed()) {
        ++counters().reopened;
        --side.closed_size;
      }
    }
    node->info = info;
    if (const Node* met = other.table.Find(state, hash); met != nullptr) {
      const int length = info.g() + met->info.g();
      if (length < meeting_length_ && length <= max_length()) {
        meeting_length_ = length;
        meeting_ = state;
      }
    }
    return PushOpen(side, state, info.g(), info.h());
  }

  // Both sides lead from the meeting to their roots.
  Path PathThroughMeeting() {
    Path path = PathToRoot(forward_);
    std::reverse(path.begin(), path.end());
    for (Direction& direction : path) direction = Opposite(direction);
    const Path rest = PathToRoot(backward_);
    path.insert(path.end(), rest.begin(), rest.end());
    return path;
  }

  Path PathToRoot(Side& side) {
    Path path;
    State state = meeting_;
    int blank = space_.Blank(state);
    while (true) {
      const NodeInfo info = side.table.Find(state, space_.Hash(state))->info;
      if (info.root()) return path;
      const Direction back = Opposite(info.direction());
      path.push_back(back);
      for (const BlankMove move : moves_.From(blank)) {
        if (move.direction != back) continue;
        space_.Slide(state, blank, move.cell);
        blank = move.cell;
        break;
      }
    }
  }

  auto HashOf() const {
    return [this](const State& state) { return space_.Hash(state); };
  }

  const Space space_;
  const MoveTable moves_;
  Side forward_;
  Side backward_;
  State meeting_ = {};
  int meeting_length_ = kNone;  // Of the shortest path through a meeting.
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<Search> MakeBidirectionalSearch(const RelabelledBoard& board,
                                                const SolveOptions& options, Heuristic heuristic,
                                                int root_bound, const TargetTables& to_goal,
                                                const TargetTables& to_start) {
  return VisitSearchTypes(board.shape, heuristic, [&](auto types) -> std::unique_ptr<Search> {
    using Types = decltype(types);
    return std::make_unique<BidirectionalSearch<typename Types::Space, typename Types::Function>>(
        board, options, heuristic, root_bound, to_goal, to_start);
  });
}

}  // namespace taquin
