#include "solver/searches/best_first_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/visit_heuristic.h"
#include "solver/move_table.h"
#include "solver/searches/bound_counter.h"
#include "solver/searches/node_table.h"
#include "solver/searches/open_list.h"
#include "solver/searches/sequential_search.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

template <class Space, class HeuristicFunction>
class BestFirstSearch final : public SequentialSearch {
 public:
  BestFirstSearch(const RelabelledBoard& board, const SolveOptions& options, Algorithm algorithm,
                  Heuristic heuristic, int root_bound, const TargetTables& tables)
      : SequentialSearch(options, algorithm, heuristic, root_bound),
        algorithm_(algorithm),
        weight_(algorithm == Algorithm::kAStar ? options.heuristic_weight : 1),
        space_(board.shape, board.blank_label),
        heuristic_(MakeHeuristic<HeuristicFunction>(heuristic, GoalTarget(board, tables))),
        moves_(board.shape),
        start_(space_.Pack(board.labels)),
        goal_(space_.Pack(GoalTarget(board).cell_of_label)),
        table_(&meter()),
        open_(&meter()) {
    NameTable(tables.name);
  }

 private:
  using State = typename Space::State;
  using Value = typename HeuristicFunction::Value;

  struct Successor {
    State state;
    std::uint64_t hash;
    Direction direction;
    Value value;
  };

  std::int64_t Work(std::int64_t budget) override {
    if (!begun_) {
      Begin();
      return 1;
    }
    std::int64_t spent = 0;
    while (spent < budget && !finished()) {
      ++spent;
      if (open_.empty()) {
        Exhausted();
        break;
      }
      if (GoalIsNext()) {
        AcceptGoal();
        break;
      }
      const bool had_path = goal_g_.has_value();
      const int previous_g = goal_g_.value_or(0);
      ExpandNext();
      if (goal_g_.has_value() && (!had_path || *goal_g_ < previous_g) && !finished()) {
        ReportGoal();
        break;
      }
    }
    if (!finished() && !open_.empty()) RaiseLowerBound(ProvedByOpenList());
    return spent;
  }

  void Describe(SearchProgress& progress) const override {
    progress.open_size = open_.size();
    progress.closed_size = closed_size_;
    if (!open_.empty()) progress.current_bound = open_.top_g() + open_.top_h();
  }

  // The coordinates of a state in the open list, from which its priority
  // follows.
  int KeyG(int g) const {
    return algorithm_ == Algorithm::kBfs || algorithm_ == Algorithm::kAStar ? g : 0;
  }
  int KeyH(int h) const {
    return algorithm_ == Algorithm::kGreedy || algorithm_ == Algorithm::kAStar ? h : 0;
  }

  bool PushOpen(const State& state, int g, int h) {
    const bool pushed = open_.Push(state, KeyG(g), KeyH(h), [this](int key_g, int key_h) {
      return static_cast<double>(key_g) + weight_ * static_cast<double>(key_h);
    });
    if (!pushed) return false;
    if (algorithm_ == Algorithm::kAStar) open_f_.Add(g + h);
    return true;
  }

  void Begin() {
    begun_ = true;
    if (start_ == goal_) {
      RaiseLowerBound(0);
      Improve({});
      Finish();
      return;
    }
    const Value root = heuristic_.Root(space_, start_);
    const int h = HeuristicFunction::H(root);
    const auto [node, inserted] = table_.FindOrInsert(start_, space_.Hash(start_), HashOf());
    if (node == nullptr) return Finish(Limit::kMemory);
    node->info = NodeInfo::Root(h, NoteOf<HeuristicFunction>(root));
    if (!PushOpen(start_, 0, h)) Finish(Limit::kMemory);
  }

  // Everything reachable within the length limit was expanded.
  void Exhausted() {
    const bool complete = algorithm_ == Algorithm::kBfs || algorithm_ == Algorithm::kAStar;
    if (goal_g_.has_value()) return AcceptGoal();
    if (complete) RaiseLowerBound(max_length() + 1);
    Finish(Limit::kLength);
  }

  // Whether the goal's turn has come; it comes first on equal priority.
  bool GoalIsNext() const {
    if (!goal_g_.has_value()) return false;
    return algorithm_ != Algorithm::kAStar || *goal_g_ <= open_.top_priority();
  }

  // A lower bound that holds while the open list is not empty. Breadth-first:
  // every state up to the layer at work was generated. A*: an optimal path
  // passes through an open state, or is the one known.
  int ProvedByOpenList() {
    if (algorithm_ == Algorithm::kBfs) return open_.top_g() + 1;
    if (algorithm_ != Algorithm::kAStar) return 0;
    return goal_g_.has_value() ? std::min(open_f_.Least(), *goal_g_) : open_f_.Least();
  }

  // Ends the search with the path to the goal.
  void AcceptGoal() {
    if (!best_length().has_value() || *goal_g_ < *best_length()) Improve(PathToGoal());
    if (algorithm_ == Algorithm::kBfs || (algorithm_ == Algorithm::kAStar && open_.empty())) {
      RaiseLowerBound(*goal_g_);
    } else if (algorithm_ == Algorithm::kAStar) {
      // Every open state's f = g + w * h is at least the goal's g, so every
      // path is at least g / max(w, 1) long. The tolerance keeps an exact
      // quotient from being rounded up by its own rounding error.
      const double quotient = static_cast<double>(*goal_g_) / std::max(weight_, 1.0);
      RaiseLowerBound(static_cast<int>(std::ceil(quotient - 1e-9)));
      RaiseLowerBound(ProvedByOpenList());
    }
    Finish();
  }

  // Tells of a path that may yet be bettered.
  void ReportGoal() {
    if (GoalIsNext() || open_.empty()) return AcceptGoal();
    Improve(PathToGoal());
  }

  void ExpandNext() {
    const int bucket_g = open_.top_g();
    const int bucket_h = open_.top_h();
    const State state = open_.Pop();
    if (!open_.empty()) PrefetchAround(open_.top());
    Node* node = table_.Find(state, space_.Hash(state));
    if (algorithm_ == Algorithm::kAStar) {
      open_f_.Remove(bucket_g + bucket_h);
      // A shorter path was found since: the state is elsewhere in the list.
      if (node->info.closed() || node->info.g() != bucket_g) return;
    }
    if (!MayExpand()) {
      PushOpen(state, node->info.g(), node->info.h());  // It goes on waiting.
      return;
    }
    const NodeInfo info = node->info;
    node->info.Close();
    ++closed_size_;
    ++counters().expanded;

    std::array<Successor, 4> successors;
    const absl::Span<const Successor> generated = Generate(state, info, successors);
    counters().generated += static_cast<std::int64_t>(generated.size());
    for (const Successor& successor : generated) {
      if (!Meet(successor, info.g() + 1)) return RunOutOfMemory(info);
      if (finished()) return;
    }
  }

  // A shortest path passes through the state at work or another open one.
  void RunOutOfMemory(NodeInfo at_work) {
    if (algorithm_ == Algorithm::kAStar) {
      const int f = at_work.g() + at_work.h();
      RaiseLowerBound(std::min(f, open_.empty() ? f : ProvedByOpenList()));
    }
    Finish(Limit::kMemory);
  }

  // Asks for the nodes of a state that is likely to be expanded soon and of its
  // successors: each would be a wait for memory of its own.
  void PrefetchAround(const State& state) const {
    table_.Prefetch(space_.Hash(state));
    const int blank = space_.Blank(state);
    for (const BlankMove move : moves_.From(blank)) {
      State successor = state;
      space_.Slide(successor, blank, move.cell);
      table_.Prefetch(space_.Hash(successor));
    }
  }

  absl::Span<const Successor> Generate(const State& state, NodeInfo info,
                                       std::array<Successor, 4>& successors) {
    const int blank = space_.Blank(state);
    const Value value = RestoreValue(heuristic_, space_, state, info.h(), info.note());
    std::size_t count = 0;
    for (const BlankMove move : moves_.From(blank)) {
      if (!info.root() && move.direction == Opposite(info.direction())) continue;
      Successor& successor = successors[count++];
      successor.state = state;
      space_.Slide(successor.state, blank, move.cell);
      successor.hash = space_.Hash(successor.state);
      successor.direction = move.direction;
      table_.Prefetch(successor.hash);
      successor.value = heuristic_.Step(space_, successor.state, value,
                                        {space_.Label(state, move.cell), move.cell, blank});
    }
    return {successors.data(), count};
  }

  // Takes in a successor reached in `g` moves. False: out of memory.
  bool Meet(const Successor& successor, int g) {
    const int h = HeuristicFunction::H(successor.value);
    if (g + h > max_length()) return true;
    if (goal_g_.has_value() && g + h >= *goal_g_) return true;
    const auto [node, inserted] = table_.FindOrInsert(successor.state, successor.hash, HashOf());
    if (node == nullptr) return false;
    if (!inserted) {
      if (algorithm_ != Algorithm::kAStar || g >= node->info.g()) return true;
      if (node->info.closed()) {
        ++counters().reopened;
        --closed_size_;
      }
    }
    node->info =
        NodeInfo::Child(g, h, NoteOf<HeuristicFunction>(successor.value), successor.direction);
    if (successor.state == goal_) {
      goal_g_ = g;
      if (algorithm_ != Algorithm::kAStar) AcceptGoal();
      return true;
    }
    return PushOpen(successor.state, g, h);
  }

  // Walks back from the goal by undoing each state's last move.
  Path PathToGoal() {
    Path path;
    State state = goal_;
    int blank = space_.Blank(state);
    while (true) {
      const NodeInfo info = table_.Find(state, space_.Hash(state))->info;
      if (info.root()) break;
      path.push_back(info.direction());
      for (const BlankMove move : moves_.From(blank)) {
        if (move.direction != Opposite(info.direction())) continue;
        space_.Slide(state, blank, move.cell);
        blank = move.cell;
        break;
      }
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  auto HashOf() const {
    return [this](const State& state) { return space_.Hash(state); };
  }

  using Node = typename NodeTable<State>::Node;

  const Algorithm algorithm_;
  const double weight_;
  const Space space_;
  const HeuristicFunction heuristic_;
  const MoveTable moves_;
  const State start_;
  const State goal_;

  NodeTable<State> table_;
  OpenList<State> open_;
  BoundCounter open_f_;  // For A*: g + h of every entry of the open list.
  std::int64_t closed_size_ = 0;
  std::optional<int> goal_g_;  // Of the shortest path to the goal so far.
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<Search> MakeBestFirstSearch(const RelabelledBoard& board,
                                            const SolveOptions& options, Algorithm algorithm,
                                            Heuristic heuristic, int root_bound,
                                            const TargetTables& tables) {
  if (!UsesHeuristic(algorithm)) heuristic = Heuristic::kZero;
  return VisitSearchTypes(board.shape, heuristic, [&](auto types) -> std::unique_ptr<Search> {
    using Types = decltype(types);
    return std::make_unique<BestFirstSearch<typename Types::Space, typename Types::Function>>(
        board, options, algorithm, heuristic, root_bound, tables);
  });
}

}  // namespace taquin
