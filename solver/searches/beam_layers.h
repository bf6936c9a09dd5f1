// The engine of every beam: one run from a board to a target, layer by layer.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_LAYERS_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_LAYERS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "solver/heuristics/heuristic.h"
#include "solver/heuristics/visit_heuristic.h"
#include "solver/move_table.h"
#include "solver/path.h"
#include "solver/searches/beam_run.h"
#include "solver/searches/beam_selection.h"
#include "solver/searches/memory_meter.h"
#include "solver/solve_result.h"
#include "solver/state_space.h"

namespace taquin {

// The next layer is the best of a layer's successors by the evaluator's rank,
// ties broken by a hash.
//
// `Evaluator` extends the interface of heuristic.h for work in batches:
//   Pending                              what is known before memory answers
//   Begin(space, after, value, move, pending)  fills it in; may prefetch
//   Fetch(pending)                       may prefetch what that pointed to
//   Trace                                what is kept of a successor, small
//   Finish(value, pending)               -> {Trace, rank, h}
//   Child(space, after, value, move, trace) -> the successor's Value
// and, where kStaged, changes its mind as the beam goes on: see
// LinesBeamEvaluator.
template <class Space, class Evaluator>
class BeamLayers final : public BeamRun {
 public:
  // `evaluator` aims at the board's goal.
  BeamLayers(const RelabelledBoard& board, Evaluator evaluator, const BeamSettings& settings,
             MemoryMeter& meter)
      : space_(board.shape, board.blank_label),
        moves_(board.shape),
        evaluator_(std::move(evaluator)),
        cells_(board.shape.cells()),
        blank_label_(board.blank_label),
        target_(space_.Pack(GoalTarget(board).cell_of_label)),
        settings_(settings),
        meter_(meter) {
    if (!Take(FixedBytes())) return;
    const SpaceState start = space_.Pack(board.labels);
    nodes_.reserve(static_cast<std::size_t>(settings_.width));
    next_nodes_.reserve(static_cast<std::size_t>(settings_.width));
    nodes_.push_back({start, evaluator_.Root(space_, start), Hash(start),
                      static_cast<std::uint16_t>(board.blank), kNoMove});
    if (start == target_) {
      state_ = State::kFound;
      return;
    }
    selection_.Allocate(settings_.width);
    selection_.Remember(nodes_.front().hash);
  }

  ~BeamLayers() override { meter_.Release(taken_); }

  State state() const override { return state_; }
  bool expands() const override { return phase_ == Phase::kExpand; }
  bool lost_states() const override { return Evaluator::kStaged || selection_.lost_states(); }
  int layer() const override { return layer_; }
  std::int64_t layer_size() const override { return static_cast<std::int64_t>(nodes_.size()); }

  Path PathToBest() const override { return PathTo(best_layer_, best_index_); }

  Path path() const override {
    if (layer_ == 0 && nodes_.front().state == target_) return {};
    Path path = PathTo(layer_, goal_parent_move_ >> 2);
    path.push_back(static_cast<Direction>(goal_parent_move_ & 3));
    return path;
  }

  std::int64_t Work(std::int64_t budget, SearchCounters& counters) override {
    std::int64_t spent = 0;
    const bool may_expand = expands();
    while (spent < budget && state_ == State::kRunning && (may_expand || !expands())) {
      switch (phase_) {
        case Phase::kExpand:
          spent += Expand(budget - spent, counters);
          break;
        case Phase::kSelect:
          spent += selection_.Work(budget - spent);
          if (selection_.done()) BeginStoring();
          break;
        case Phase::kStore:
          spent += Store(budget - spent);
          break;
        case Phase::kBeginStage:
          spent += BeginStage(budget - spent);
          break;
      }
    }
    return spent;
  }

 private:
  using SpaceState = typename Space::State;
  using Value = typename Evaluator::Value;

  using Selection = BeamSelection<typename Evaluator::Trace>;

  enum class Phase { kExpand, kSelect, kStore, kBeginStage };

  static constexpr std::uint8_t kNoMove = 4;
  // Parents whose successors are begun before any is finished.
  static constexpr int kBatch = 16;

  struct Node {
    SpaceState state;
    Value value;
    std::uint64_t hash;
    std::uint16_t blank;
    std::uint8_t move;  // Into this state.
  };

  struct Begun {
    typename Evaluator::Pending pending;
    std::uint64_t hash;
    std::uint32_t parent_move;
  };

  std::int64_t FixedBytes() const {
    return settings_.width * static_cast<std::int64_t>(2 * sizeof(Node)) +
           Selection::Bytes(settings_.width);
  }

  bool Take(std::int64_t bytes) {
    if (!meter_.Take(bytes)) {
      state_ = State::kOutOfMemory;
      return false;
    }
    taken_ += bytes;
    return true;
  }

  std::uint64_t PieceHash(int label, int cell) const {
    if constexpr (Evaluator::kStaged) {
      if (!evaluator_.Distinguishes(label) && label != blank_label_) return 0;
    }
    return MixBits(settings_.seed +
                   (static_cast<std::uint64_t>(label) << 10 | static_cast<std::uint64_t>(cell)) *
                       0x9E3779B97F4A7C15u);
  }

  // Zobrist's: the pieces' hashes, the blank's among them, added up.
  std::uint64_t Hash(const SpaceState& state) const {
    std::uint64_t hash = 0;
    for (int cell = 0; cell < cells_; ++cell) hash += PieceHash(space_.Label(state, cell), cell);
    return hash;
  }

  std::int64_t Expand(std::int64_t budget, SearchCounters& counters) {
    if (cursor_ == 0) selection_.Clear();
    const std::size_t end = std::min(nodes_.size(), cursor_ + static_cast<std::size_t>(budget));
    const std::size_t begin = cursor_;
    std::array<Begun, kBatch * 4> begun;
    while (cursor_ < end && state_ == State::kRunning) {
      std::size_t count = 0;
      const std::size_t batch_end = std::min(end, cursor_ + kBatch);
      for (std::size_t i = cursor_; i < batch_end; ++i) {
        Node& node = nodes_[i];
        for (const BlankMove move : moves_.From(node.blank)) {
          const auto direction = static_cast<std::uint8_t>(move.direction);
          if (direction == (node.move ^ 1)) continue;
          const int label = space_.Label(node.state, move.cell);
          space_.Slide(node.state, node.blank, move.cell);
          Begun& item = begun[count++];
          evaluator_.Begin(space_, node.state, node.value,
                           {label, move.cell, static_cast<int>(node.blank)}, item.pending);
          space_.Slide(node.state, move.cell, node.blank);
          item.hash = node.hash + PieceHash(label, node.blank) - PieceHash(label, move.cell);
          // Where all tiles count they say where the blank is.
          if constexpr (Evaluator::kStaged) {
            item.hash += PieceHash(blank_label_, move.cell) - PieceHash(blank_label_, node.blank);
          }
          item.parent_move = static_cast<std::uint32_t>(i) << 2 | direction;
        }
      }
      cursor_ = batch_end;
      for (std::size_t k = 0; k < count; ++k) evaluator_.Fetch(begun[k].pending);
      for (std::size_t k = 0; k < count; ++k) {
        ++counters.generated;
        Admit(begun[k]);
        if (state_ != State::kFound) continue;
        // What was begun beyond the goal does not count.
        cursor_ = (begun[k].parent_move >> 2) + 1;
        break;
      }
    }
    counters.expanded += static_cast<std::int64_t>(cursor_ - begin);
    const auto spent = static_cast<std::int64_t>(cursor_ - begin);
    if (state_ == State::kRunning && cursor_ == nodes_.size()) BeginSelection();
    return spent;
  }

  void Admit(const Begun& item) {
    Node& parent = nodes_[item.parent_move >> 2];
    const auto finished = evaluator_.Finish(parent.value, item.pending);
    if (layer_ + 1 + finished.h >= settings_.length_below) return;
    if (finished.h == 0 && IsTarget(parent, static_cast<Direction>(item.parent_move & 3))) {
      goal_parent_move_ = item.parent_move;
      state_ = State::kFound;
      return;
    }
    selection_.Add(item.hash, item.parent_move, finished.rank, finished.trace);
  }

  bool IsTarget(Node& parent, Direction direction) const {
    SpaceState state = parent.state;
    space_.Slide(state, parent.blank, moves_.Neighbor(parent.blank, direction));
    return state == target_;
  }

  void BeginSelection() {
    cursor_ = 0;
    if (selection_.Begin()) {
      phase_ = Phase::kSelect;
    } else {
      state_ = State::kExhausted;
    }
  }

  void BeginStoring() {
    cursor_ = 0;
    const std::int64_t kept = selection_.kept();
    if (kept == 0) {
      state_ = State::kExhausted;
      return;
    }
    // The history's own vector may grow to twice its size.
    if (!Take(kept * static_cast<std::int64_t>(sizeof(std::uint32_t)) +
              2 * static_cast<std::int64_t>(sizeof(history_[0])))) {
      return;
    }
    if (selection_.best_rank() < best_rank_) {
      best_rank_ = selection_.best_rank();
      best_layer_ = layer_ + 1;
      best_is_due_ = true;
    }
    history_.emplace_back();
    history_.back().reserve(static_cast<std::size_t>(kept));
    next_nodes_.clear();
    phase_ = Phase::kStore;
  }

  std::int64_t Store(std::int64_t budget) {
    const auto candidates = selection_.candidates();
    const std::size_t end = Selection::End(cursor_, budget, candidates.size());
    const std::size_t begin = cursor_;
    for (; cursor_ < end; ++cursor_) {
      const auto& candidate = candidates[cursor_];
      if (!Selection::IsKept(candidate)) continue;
      const Node& parent = nodes_[candidate.parent_move >> 2];
      const auto direction = static_cast<Direction>(candidate.parent_move & 3);
      const int cell = moves_.Neighbor(parent.blank, direction);
      next_nodes_.push_back(parent);
      Node& node = next_nodes_.back();
      const int label = space_.Label(node.state, cell);
      space_.Slide(node.state, parent.blank, cell);
      node.value = evaluator_.Child(space_, node.state, parent.value,
                                    {label, cell, static_cast<int>(parent.blank)}, candidate.trace);
      node.hash = candidate.hash;
      node.blank = static_cast<std::uint16_t>(cell);
      node.move = static_cast<std::uint8_t>(direction);
      history_.back().push_back(candidate.parent_move);
      if (best_is_due_ && selection_.HasBestRank(candidate)) {
        best_is_due_ = false;
        best_index_ = static_cast<std::uint32_t>(next_nodes_.size() - 1);
      }
      if constexpr (Evaluator::kStaged) stage_is_over_ |= evaluator_.StageIsOver(node.value);
    }
    const std::size_t stored = cursor_ - begin;
    if (cursor_ == candidates.size()) {
      std::swap(nodes_, next_nodes_);
      cursor_ = 0;
      ++layer_;
      phase_ = Phase::kExpand;
      if (stage_is_over_) {
        phase_ = Phase::kBeginStage;
      } else if (layer_ - best_layer_ > settings_.patience) {
        state_ = State::kStagnant;
      }
    }
    return Selection::Units(stored);
  }

  // Values the layer's states anew. The best rank is that of the new stage.
  std::int64_t BeginStage(std::int64_t budget) {
    if constexpr (Evaluator::kStaged) {
      if (cursor_ == 0) {
        evaluator_.BeginNextStage();
        stage_is_over_ = false;
        best_rank_ = std::numeric_limits<int>::max();
        selection_.Forget();
      }
      const std::size_t end = std::min(nodes_.size(), cursor_ + static_cast<std::size_t>(budget));
      const std::size_t begin = cursor_;
      for (; cursor_ < end; ++cursor_) {
        Node& node = nodes_[cursor_];
        node.value = evaluator_.Root(space_, node.state);
        node.hash = Hash(node.state);
        selection_.Remember(node.hash);
        stage_is_over_ |= evaluator_.StageIsOver(node.value);
        const int rank = evaluator_.Finish(node.value, node.value).rank;
        if (rank < best_rank_) {
          best_rank_ = rank;
          best_layer_ = layer_;
          best_index_ = static_cast<std::uint32_t>(cursor_);
        }
      }
      const std::size_t valued = cursor_ - begin;
      if (cursor_ == nodes_.size()) {
        cursor_ = 0;
        if (!stage_is_over_) phase_ = Phase::kExpand;
      }
      return static_cast<std::int64_t>(valued);
    } else {
      return budget;
    }
  }

  Path PathTo(int layer, std::uint32_t index) const {
    Path path;
    for (; layer > 0; --layer) {
      const std::uint32_t parent_move = history_[static_cast<std::size_t>(layer - 1)][index];
      path.push_back(static_cast<Direction>(parent_move & 3));
      index = parent_move >> 2;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  const Space space_;
  const MoveTable moves_;
  Evaluator evaluator_;
  const int cells_;
  const int blank_label_;
  const SpaceState target_;
  const BeamSettings settings_;
  MemoryMeter& meter_;
  std::int64_t taken_ = 0;

  State state_ = State::kRunning;
  Phase phase_ = Phase::kExpand;
  int layer_ = 0;
  std::size_t cursor_ = 0;  // Within the phase.
  std::vector<Node> nodes_;
  std::vector<Node> next_nodes_;
  Selection selection_;
  // By layer from the first on: each state's parent and move.
  std::vector<std::vector<std::uint32_t>> history_;
  std::uint32_t goal_parent_move_ = 0;

  // The lowest rank (of the stage) and a state that has it.
  int best_rank_ = std::numeric_limits<int>::max();
  int best_layer_ = 0;
  std::uint32_t best_index_ = 0;
  bool best_is_due_ = false;  // The state is yet to be stored.
  bool stage_is_over_ = false;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_LAYERS_H_
