// Ranks the states of a beam so that it settles a large board line by line.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_LINES_EVALUATOR_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_LINES_EVALUATOR_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "solver/heuristics/heuristic.h"
#include "solver/heuristics/manhattan.h"
#include "solver/searches/beam_evaluator.h"

namespace taquin {

// The stage in which the tile that belongs on each cell comes home: lines are
// settled one after another from the edges inwards to the goal's blank, the
// longer side's first, until a block of at most 4 x 4 is left for the last
// stage. The blank's own cell is of the last stage.
std::vector<int> LineStages(Shape shape, int goal_blank);

// On a large board a heuristic's sum is no guide by itself: a few tiles out of
// place in settled surroundings take many moves that raise it, while countless
// states differ only in how the other tiles lie. So the Manhattan distance of the
// tiles of the lines being settled is added to the heuristic, and states that
// agree on them and on the blank count as one, of which the first and so the
// best is kept. When a state of the layer has the lines settled, the next line
// joins them.
template <class HeuristicFunction>
class LinesBeamEvaluator {
 public:
  struct Value {
    typename HeuristicFunction::Value heuristic;
    int settling;  // Manhattan of the tiles of the stages so far.
  };
  using Pending = Value;
  using Trace = Value;

  static constexpr bool kStaged = true;

  LinesBeamEvaluator(HeuristicFunction heuristic, const HeuristicTarget& target)
      : heuristic_(std::move(heuristic)),
        manhattan_(target),
        blank_label_(target.blank_label),
        cells_(target.shape.cells()) {
    const std::vector<int> stages = LineStages(
        target.shape, target.cell_of_label[static_cast<std::size_t>(target.blank_label)]);
    stage_of_label_.resize(stages.size());
    for (std::size_t label = 0; label < stages.size(); ++label) {
      stage_of_label_[label] = stages[target.cell_of_label[label]];
    }
    last_stage_ = stage_of_label_[static_cast<std::size_t>(blank_label_)];
  }

  // Whether the next stage is due once a state has this value.
  bool StageIsOver(const Value& value) const { return stage_ < last_stage_ && value.settling == 0; }
  void BeginNextStage() { ++stage_; }
  int stage() const { return stage_; }

  // Whether states that differ in where this tile is differ at all.
  bool Distinguishes(int label) const { return stage_ == last_stage_ || IsSettling(label); }

  static int H(const Value& value) { return HeuristicFunction::H(value.heuristic); }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    Value value{heuristic_.Root(space, state), 0};
    for (int cell = 0; cell < cells_; ++cell) {
      const int label = space.Label(state, cell);
      if (label != blank_label_ && IsSettling(label)) {
        value.settling += manhattan_.Distance(label, cell);
      }
    }
    return value;
  }

  template <class Space>
  void Begin(const Space& space, const typename Space::State& after, const Value& value,
             TileMove move, Pending& pending) const {
    const int change = manhattan_.Change(move);
    pending = {heuristic_.Step(space, after, value.heuristic, move),
               value.settling + (IsSettling(move.label) ? change : 0)};
  }

  void Fetch(Pending& /*pending*/) const {}

  BeamEstimate<Trace> Finish(const Value& /*parent*/, const Pending& pending) const {
    const int h = H(pending);
    // All tiles are settling in the last stage, where Manhattan adds nothing to a
    // heuristic that is above it.
    const int emphasis = stage_ == last_stage_ ? std::max(h, pending.settling) : pending.settling;
    return {pending, h + emphasis, h};
  }

  template <class Space>
  Value Child(const Space& /*space*/, const typename Space::State& /*after*/,
              const Value& /*parent*/, TileMove /*move*/, const Trace& trace) const {
    return trace;
  }

 private:
  bool IsSettling(int label) const {
    return stage_of_label_[static_cast<std::size_t>(label)] <= stage_;
  }

  HeuristicFunction heuristic_;
  ManhattanHeuristic manhattan_;
  int blank_label_;
  int cells_;
  std::vector<int> stage_of_label_;
  int stage_ = 0;
  int last_stage_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_LINES_EVALUATOR_H_
