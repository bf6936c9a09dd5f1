// Any heuristic as a beam's evaluator.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_EVALUATOR_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_EVALUATOR_H_

#include <utility>

#include "solver/heuristics/heuristic.h"

namespace taquin {

// What a beam learns of a successor.
template <class Trace>
struct BeamEstimate {
  Trace trace;
  int rank;  // Lower is better; >= 0.
  int h;     // Admissible.
};

// Ranks by the heuristic itself: the states of a layer have one length.
template <class HeuristicFunction>
class HeuristicBeamEvaluator {
 public:
  using Value = typename HeuristicFunction::Value;
  using Pending = Value;
  using Trace = Value;

  static constexpr bool kStaged = false;

  explicit HeuristicBeamEvaluator(HeuristicFunction heuristic) : heuristic_(std::move(heuristic)) {}

  static int H(const Value& value) { return HeuristicFunction::H(value); }

  template <class Space>
  Value Root(const Space& space, const typename Space::State& state) const {
    return heuristic_.Root(space, state);
  }

  template <class Space>
  void Begin(const Space& space, const typename Space::State& after, const Value& value,
             TileMove move, Pending& pending) const {
    pending = heuristic_.Step(space, after, value, move);
  }

  void Fetch(Pending& /*pending*/) const {}

  BeamEstimate<Trace> Finish(const Value& /*parent*/, const Pending& pending) const {
    return {pending, H(pending), H(pending)};
  }

  template <class Space>
  Value Child(const Space& /*space*/, const typename Space::State& /*after*/,
              const Value& /*parent*/, TileMove /*move*/, const Trace& trace) const {
    return trace;
  }

 private:
  HeuristicFunction heuristic_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_EVALUATOR_H_
