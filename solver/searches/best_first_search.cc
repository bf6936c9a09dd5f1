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
#include "solver/searches/depth_first_pass.h"
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
        algorithm_(algorithm == Algorithm::kAStarThenIdaStar ? Algorithm::kAStar : algorithm),
        hands_over_(algorithm == Algorithm::kAStarThenIdaStar),
        weight_(algorithm == Algorithm::kAStar ? options.heuristic_weight : 1),
        space_(board.shape, board.blank_label),
        heuristic_(MakeHeuristic<HeuristicFunction>(heuristic, GoalTarget(board, tables))),
        moves_(board.shape),
        start_(space_.Pack(board.labels)),
        goal_(space_.Pack(GoalTarget(board).cell_of_label)),
        table_(&meter()),
        open_(&meter()),
        pass_(space_, heuristic_, moves_, goal_, meter()) {
    NameTable(tables.name);
  }

 private:
  using State = typename Space::State;
  using Value = typename HeuristicFunction::Value;
  using Pass = DepthFirstPass<Space, HeuristicFunction>;

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
    if (frontier_.has_value()) return WorkOnPasses(budget);
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
      if (frontier_.has_value()) break;
    }
    if (!finished() && !frontier_.has_value() && !open_.empty()) {
      RaiseLowerBound(ProvedByOpenList());
    }
    return spent;
  }

  void Describe(SearchProgress& progress) const override {
    progress.open_size = open_.size();
    progress.closed_size = closed_size_;
    if (frontier_.has_value()) {
      progress.open_size += pass_.depth() + 1;
      progress.current_bound = bound_;
      return;
    }
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
    const NodeInfo info = NodeInfo::Root(h, NoteOf<HeuristicFunction>(root));
    if (hands_over_) {
      // The passes' stack, as deep as most boards need it.
      reserved_bytes_ = Pass::Bytes(2 * h + kSpareDepth);
      if (!meter().Take(reserved_bytes_)) return Finish(Limit::kMemory);
    }
    const auto [node, inserted] = table_.FindOrInsert(start_, space_.Hash(start_), HashOf());
    if (node == nullptr) return RunOutOfMemory(start_, info);
    node->info = info;
    if (!PushOpen(start_, 0, h)) RunOutOfMemory(start_, info);
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
      if (!Meet(successor, info.g() + 1)) return RunOutOfMemory(state, info);
      if (finished()) return;
    }
  }

  // `state` was to be expanded. A shortest path passes through it or another open one.
  void RunOutOfMemory(const State& state, NodeInfo info) {
    const int f = info.g() + info.h();
    if (algorithm_ == Algorithm::kAStar) {
      RaiseLowerBound(std::min(f, open_.empty() ? f : ProvedByOpenList()));
    }
    if (!hands_over_ || finished()) return Finish(Limit::kMemory);
    if (goal_g_.has_value() && (!best_length().has_value() || *goal_g_ < *best_length())) {
      Improve(PathToGoal());
    }
    interrupted_ = {state, info};
    frontier_.emplace(open_);
    bound_ = lower_bound();
    interrupted_is_due_ = true;
    meter().Release(reserved_bytes_);
  }

  // Passes from every open state, which A* knows by its shortest path: no two of
  // them search the same way there.
  std::int64_t WorkOnPasses(std::int64_t budget) {
    std::int64_t spent = 0;
    while (spent < budget && !finished()) {
      if (!pass_.is_over()) {
        spent += Deepen(std::min(budget - spent, remaining_expansions()));
        continue;
      }
      ++spent;
      if (!MayExpand()) break;
      int g = 0;
      if (interrupted_is_due_) {
        interrupted_is_due_ = false;
        if (interrupted_.f() <= bound_) BeginPass(interrupted_);
      } else if (const State* state = frontier_->Next(bound_, &g)) {
        // Entries are stale where a shorter path to the state was found.
        const NodeInfo info = table_.Find(*state, space_.Hash(*state))->info;
        if (!info.closed() && info.g() == g) BeginPass({*state, info});
      } else {
        RaiseBound();
        break;
      }
    }
    return spent;
  }

  struct OpenState {
    State state;
    NodeInfo info;

    int f() const { return info.g() + info.h(); }
  };

  void BeginPass(const OpenState& root) {
    const typename Pass::Root start = {
        root.state, RestoreValue(heuristic_, space_, root.state, root.info.h(), root.info.note()),
        space_.Blank(root.state),
        root.info.root() ? Pass::kNoMove : static_cast<std::uint8_t>(root.info.direction()),
        root.info.g()};
    pass_root_ = root.state;
    if (!pass_.Begin(start, bound_, counters())) Finish(Limit::kMemory);
  }

  // Returns what it spent, at least 1.
  std::int64_t Deepen(std::int64_t budget) {
    const std::int64_t before = counters().expanded;
    switch (pass_.Advance(budget, counters())) {
      case Pass::Outcome::kPaused:
        MayExpand();
        break;
      case Pass::Outcome::kFound: {
        Path path = PathTo(pass_root_);
        const Path rest = pass_.path();
        path.insert(path.end(), rest.begin(), rest.end());
        Improve(std::move(path));
        RaiseLowerBound(bound_);
        Finish();
        break;
      }
      case Pass::Outcome::kOver:
        break;
    }
    return std::max<std::int64_t>(counters().expanded - before, 1);
  }

  // No path of `bound_` moves or fewer is left, but the best one.
  void RaiseBound() {
    int next = std::min(pass_.next_bound(), frontier_->LeastAbove(bound_));
    if (interrupted_.f() > bound_) next = std::min(next, interrupted_.f());
    if (goal_g_.has_value()) next = std::min(next, *goal_g_);
    if (next > max_length() || next == Pass::kNone) {
      RaiseLowerBound(max_length() == Pass::kNone ? 0 : max_length() + 1);
      return Finish(Limit::kLength);
    }
    bound_ = next;
    RaiseLowerBound(bound_);
    pass_.set_next_bound(Pass::kNone);
    frontier_->Rewind();
    interrupted_is_due_ = true;
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

  Path PathToGoal() { return PathTo(goal_); }

  // Walks back to the start by undoing each state's last move.
  Path PathTo(State state) {
    Path path;
    int blank = space_.Blank(state);
    while (!(state == start_)) {
      const NodeInfo info = table_.Find(state, space_.Hash(state))->info;
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

  // Of the passes' stack, beyond twice the start's estimate.
  static constexpr int kSpareDepth = 64;

  const Algorithm algorithm_;
  const bool hands_over_;
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

  // Once A* has handed over to depth-first passes.
  std::int64_t reserved_bytes_ = 0;  // For their stack, until then.
  std::optional<typename OpenList<State>::Reader> frontier_;
  OpenState interrupted_{};  // Was closed when the memory ran out, and is open yet.
  bool interrupted_is_due_ = false;
  Pass pass_;
  State pass_root_{};
  int bound_ = 0;  // Of the pass.
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
