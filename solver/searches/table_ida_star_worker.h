// One worker of TableIdaStar: a depth-first stack, expanded in batches.

#ifndef TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_WORKER_H_
#define TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_WORKER_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/path.h"
#include "solver/pattern_database/duplicate_automaton.h"
#include "solver/solve_result.h"

namespace taquin {

// A look-up in a table of hundreds of megabytes waits for memory, so the
// worker takes a batch of nodes off its stack, works out where the bits of all
// their successors are, fetches them at once, and tests them when they have
// come. The tests do not branch: the survivors of one step are gathered for
// the next. A batch searches the last pass in a slightly different order than
// depth-first, which costs some nodes; larger batches cost more.
//
// Thread-compatible.
template <class Layout>
class TableIdaStarWorker {
 public:
  using Node = typename Layout::Node;

  static constexpr std::size_t kBatch = 24;
  // HasRoom() promises room for as many moves.
  static constexpr std::size_t kLongestPath = Layout::kLongestPath;

  // A subtree that is handed from one worker to another.
  struct Subtree {
    Node node;
    Path path;  // From the start to the node.
  };

  // Both outlive the worker.
  TableIdaStarWorker(const Layout& layout, const DuplicateAutomaton& automaton)
      : layout_(layout), transitions_(automaton.transitions().data()) {}

  // Whether a subtree is left to search.
  bool has_work() const { return size_ != 0 || batch_done_ != batch_size_; }

  // Nodes that wait on the stack.
  std::size_t stack_size() const { return size_; }

  // Whether the next call of Push() or Run() has room. What no node needs any
  // more is cleared away if it has not.
  bool HasRoom() {
    if (TrailGrowth() != 0) {
      ClearTrail();
      // Or clearing would take much of the time.
      is_crowded_ = 2 * (TrailEnd() + kLongestPath) > trail_.size();
    }
    return BytesToGrow() == 0;
  }

  // Bytes that Grow() would add. Where there is room they are 0.
  std::int64_t BytesToGrow() const {
    return static_cast<std::int64_t>(StackGrowth() * sizeof(Node) + TrailGrowth() * kBytesOfEntry);
  }
  void Grow() {
    stack_.resize(stack_.size() + StackGrowth());
    trail_.resize(trail_.size() + TrailGrowth());
    new_place_.resize(trail_.size());
    is_crowded_ = false;
  }

  // Takes on a subtree. There is room.
  void Push(const Subtree& subtree) {
    // Entries of the trail come in the order of the nodes that need them.
    std::uint32_t trail = kNoTrail;
    std::size_t end = TrailEnd();
    for (const Direction direction : subtree.path) {
      trail_[end] = trail;
      trail = Link(end++, direction);
    }
    stack_[size_] = subtree.node;
    stack_[size_++].trail = trail;
  }

  // Takes up to `count` subtrees off the bottom of the stack, where they are
  // the largest.
  std::vector<Subtree> GiveAway(std::size_t count) {
    count = std::min(count, size_);
    std::vector<Subtree> subtrees;
    for (std::size_t i = 0; i < count; ++i) {
      subtrees.push_back({stack_[i], PathOf(stack_[i].trail)});
    }
    std::copy(stack_.begin() + static_cast<std::ptrdiff_t>(count),
              stack_.begin() + static_cast<std::ptrdiff_t>(size_), stack_.begin());
    size_ -= count;
    return subtrees;
  }

  void Clear() {
    size_ = 0;
    batch_size_ = 0;
    batch_done_ = 0;
    pending_size_ = 0;
  }

  // Expands at most `budget` nodes of the next batch, at least one. There is work
  // and room; spends the budget. Returns true if a node was the goal.
  bool Run(std::int64_t& budget, SearchCounters& counters) {
    if (batch_done_ == batch_size_) TakeBatch();
    const std::size_t count = static_cast<std::size_t>(
        std::min<std::int64_t>(budget, static_cast<std::int64_t>(batch_size_ - batch_done_)));
    Generate(count);
    budget -= static_cast<std::int64_t>(count);
    counters.expanded += static_cast<std::int64_t>(count);
    if (batch_done_ != batch_size_) return false;
    counters.generated += static_cast<std::int64_t>(pending_size_);
    return TestBatch();
  }

  // After Run() returned true.
  Path PathToGoal() const { return PathOf(goal_trail_); }

 private:
  using Lookup = typename Layout::Lookup;

  static constexpr std::size_t kMostSuccessors = 4 * kBatch;
  static constexpr std::uint32_t kNoTrail = ~std::uint32_t{0};
  static constexpr std::uint32_t kUnused = ~std::uint32_t{0};
  static constexpr std::size_t kBytesOfEntry = 2 * sizeof(std::uint32_t);

  // A successor of a node of the batch.
  struct Pending {
    std::uint8_t parent;
    std::uint8_t direction;
    std::uint8_t view;   // That is asked first.
    std::uint8_t rises;  // How many views' bounds rise.
    std::uint16_t state;
    std::array<Lookup, Layout::kViews> lookups;  // In the order in which they are asked.
  };

  std::size_t StackGrowth() const {
    if (size_ + kMostSuccessors <= stack_.size()) return 0;
    return std::max(stack_.size(), 4 * kMostSuccessors);
  }
  std::size_t TrailGrowth() const {
    if (TrailEnd() + kLongestPath <= trail_.size() && !is_crowded_) return 0;
    return std::max(trail_.size(), 2 * kLongestPath);
  }

  static std::uint32_t Link(std::size_t entry, Direction direction) {
    return static_cast<std::uint32_t>(entry << 2) | static_cast<std::uint32_t>(direction);
  }

  // Keeps the entries that lead from the start to a node on the stack, in their
  // order. Nearly every batch has a child, which goes on top with an entry of its
  // own, so that the trail's end seldom falls back by itself.
  void ClearTrail() {
    const std::size_t end = TrailEnd();
    std::fill_n(new_place_.begin(), end, kUnused);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::uint32_t link = stack_[i].trail; link != kNoTrail; link = trail_[link >> 2]) {
        std::uint32_t& place = new_place_[link >> 2];
        if (place != kUnused) break;
        place = 0;
      }
    }
    const auto moved = [this](std::uint32_t link) {
      return link == kNoTrail ? link
                              : Link(new_place_[link >> 2], static_cast<Direction>(link & 3));
    };
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < end; ++i) {
      if (new_place_[i] == kUnused) continue;
      // An entry links to one before it, which has moved.
      trail_[kept] = moved(trail_[i]);
      new_place_[i] = kept++;
    }
    for (std::size_t i = 0; i < size_; ++i) stack_[i].trail = moved(stack_[i].trail);
  }

  // An entry of the trail is what a node on the way links to: the entry of its
  // own parent and the move that made it. Children are pushed in the order of
  // their parents, so no node on the stack links beyond the one on top.
  std::size_t TrailEnd() const {
    if (size_ == 0) return 0;
    const std::uint32_t trail = stack_[size_ - 1].trail;
    return trail == kNoTrail ? 0 : (trail >> 2) + 1;
  }

  Path PathOf(std::uint32_t trail) const {
    Path path;
    while (trail != kNoTrail) {
      path.push_back(static_cast<Direction>(trail & 3));
      trail = trail_[trail >> 2];
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  void TakeBatch() {
    trail_base_ = TrailEnd();
    batch_size_ = std::min(size_, kBatch);
    batch_done_ = 0;
    pending_size_ = 0;
    size_ -= batch_size_;
    for (std::size_t i = 0; i < batch_size_; ++i) {
      batch_[i] = stack_[size_ + i];
      trail_[trail_base_ + i] = batch_[i].trail;
    }
  }

  void Generate(std::size_t count) {
    std::size_t end = pending_size_;
    for (std::size_t i = batch_done_; i < batch_done_ + count; ++i) {
      const Node& node = batch_[i];
      const auto& next = transitions_[node.state];
      const auto view = static_cast<std::uint8_t>(Layout::TighterView(node));
      for (std::size_t direction = 0; direction < 4; ++direction) {
        Pending& pending = pending_[end];
        pending.parent = static_cast<std::uint8_t>(i);
        pending.direction = static_cast<std::uint8_t>(direction);
        pending.view = view;
        pending.rises = 0;
        pending.state = next[direction];
        end += next[direction] != DuplicateAutomaton::kPruned;
      }
    }
    batch_done_ += count;
    pending_size_ = end;
  }

  bool TestBatch() {
    std::array<std::uint8_t, kMostSuccessors> survivors;
    for (std::size_t i = 0; i < pending_size_; ++i) {
      survivors[i] = static_cast<std::uint8_t>(i);
    }
    std::size_t count = pending_size_;
    for (std::size_t turn = 0; turn < Layout::kViews; ++turn) {
      for (std::size_t i = 0; i < count; ++i) {
        Pending& pending = pending_[survivors[i]];
        layout_.Locate(batch_[pending.parent], pending.view ^ turn,
                       static_cast<Direction>(pending.direction), pending.lookups[turn]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        Pending& pending = pending_[survivors[i]];
        layout_.Fetch(pending.view ^ turn, pending.lookups[turn]);
      }
      std::size_t left = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t number = survivors[i];
        Pending& pending = pending_[number];
        const bool rises = Layout::Rises(pending.lookups[turn]);
        pending.rises = static_cast<std::uint8_t>(pending.rises + static_cast<int>(rises));
        survivors[left] = number;
        left += Layout::Survives(batch_[pending.parent], pending.view ^ turn, rises);
      }
      count = left;
    }
    OrderSiblings(survivors, count);
    for (std::size_t i = 0; i < count; ++i) {
      const Pending& pending = pending_[survivors[i]];
      const auto direction = static_cast<Direction>(pending.direction);
      Node& child = stack_[size_++];
      child = batch_[pending.parent];
      for (std::size_t turn = 0; turn < Layout::kViews; ++turn) {
        layout_.Apply(pending.view ^ turn, direction, pending.lookups[turn], child);
      }
      layout_.MoveBlank(direction, child);
      child.state = pending.state;
      child.trail = Link(trail_base_ + pending.parent, direction);
      if (layout_.IsGoal(child)) {
        goal_trail_ = child.trail;
        return true;
      }
    }
    return false;
  }

  // Of the first `count` survivors, puts those of one parent in the order in
  // which they go onto the stack. The last pass ends at the goal, so what comes
  // nearer to it by every view goes on top.
  void OrderSiblings(std::array<std::uint8_t, kMostSuccessors>& survivors,
                     std::size_t count) const {
    for (std::size_t i = 1; i < count; ++i) {
      const std::uint8_t number = survivors[i];
      const Pending& pending = pending_[number];
      std::size_t place = i;
      while (place > 0 && pending_[survivors[place - 1]].parent == pending.parent &&
             pending_[survivors[place - 1]].rises < pending.rises) {
        survivors[place] = survivors[place - 1];
        --place;
      }
      survivors[place] = number;
    }
  }

  const Layout& layout_;
  const std::array<DuplicateAutomaton::State, 4>* const transitions_;

  std::vector<Node> stack_;  // Its first size_ nodes.
  std::size_t size_ = 0;
  std::vector<std::uint32_t> trail_;      // Its first entries, up to TrailEnd().
  std::vector<std::uint32_t> new_place_;  // Of each entry, while the trail is cleared.
  bool is_crowded_ = false;               // Too little of the trail could be cleared.
  std::size_t trail_base_ = 0;            // The entry of the batch's first node.
  std::uint32_t goal_trail_ = kNoTrail;

  std::array<Node, kBatch> batch_;
  std::size_t batch_size_ = 0;
  std::size_t batch_done_ = 0;  // Nodes whose successors are in pending_.
  std::array<Pending, kMostSuccessors> pending_;
  std::size_t pending_size_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_TABLE_IDA_STAR_WORKER_H_
