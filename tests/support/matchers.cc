#include "tests/support/matchers.h"

#include <optional>

#include "solver/path.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

using testing::MatchResultListener;

// Whether the result holds a path that takes start to goal; says why not.
bool PathReplays(const SolveResult& result, const Problem& problem, MatchResultListener* listener) {
  if (!result.path.has_value()) {
    *listener << "which holds no path";
    return false;
  }
  const Replay replay = ReplayPath(problem.start, problem.goal, *result.path);
  if (replay.valid()) return true;
  *listener << "whose path fails at move " << *replay.fault_index << " on the board "
            << replay.reached.ToString() << ", from " << problem.start.ToString() << " to "
            << problem.goal.ToString();
  return false;
}

MATCHER_P2(IsOptimalMatcher, problem, length, "is a proved optimal path") {
  if (arg.outcome != Outcome::kOptimal || arg.limit.has_value()) {
    *result_listener << "which did not end as optimal";
    return false;
  }
  if (!PathReplays(arg, problem, result_listener)) return false;
  if (static_cast<int>(arg.path->size()) != length || arg.lower_bound != length) {
    *result_listener << "which should have " << length << " moves, from "
                     << problem.start.ToString() << " to " << problem.goal.ToString();
    return false;
  }
  return true;
}

MATCHER_P2(HasPathMatcher, problem, optimum, "holds a path and a lower bound that is one") {
  if (arg.outcome != Outcome::kOptimal && arg.outcome != Outcome::kFeasible) {
    *result_listener << "which ended without a path";
    return false;
  }
  if (!PathReplays(arg, problem, result_listener)) return false;
  const int length = static_cast<int>(arg.path->size());
  if (length < optimum || arg.lower_bound > optimum ||
      (arg.outcome == Outcome::kOptimal && length != optimum)) {
    *result_listener << "which contradicts the optimal length " << optimum << ", from "
                     << problem.start.ToString() << " to " << problem.goal.ToString();
    return false;
  }
  return true;
}

MATCHER(IsUnsolvableMatcher, "is proved unsolvable without work") {
  return arg.outcome == Outcome::kUnsolvable && !arg.limit.has_value() && !arg.path.has_value() &&
         arg.counters == SearchCounters{} && arg.lower_bound == 0;
}

MATCHER_P2(IsNotFoundMatcher, limit, optimum, "was ended by the limit without a path") {
  return arg.outcome == Outcome::kNotFound && arg.limit == limit && !arg.path.has_value() &&
         arg.lower_bound <= optimum;
}

}  // namespace

testing::Matcher<const SolveResult&> IsOptimal(const Problem& problem, int length) {
  return IsOptimalMatcher(problem, length);
}

testing::Matcher<const SolveResult&> HasPath(const Problem& problem, int optimum) {
  return HasPathMatcher(problem, optimum);
}

testing::Matcher<const SolveResult&> IsUnsolvable() { return IsUnsolvableMatcher(); }

testing::Matcher<const SolveResult&> IsNotFound(Limit limit, int optimum) {
  return IsNotFoundMatcher(limit, optimum);
}

void PrintTo(Outcome outcome, std::ostream* out) {
  switch (outcome) {
    case Outcome::kOptimal:
      *out << "optimal";
      return;
    case Outcome::kFeasible:
      *out << "feasible";
      return;
    case Outcome::kUnsolvable:
      *out << "unsolvable";
      return;
    case Outcome::kNotFound:
      *out << "not found";
      return;
  }
}

void PrintTo(Limit limit, std::ostream* out) {
  switch (limit) {
    case Limit::kTime:
      *out << "time";
      return;
    case Limit::kExpansions:
      *out << "expansions";
      return;
    case Limit::kMemory:
      *out << "memory";
      return;
    case Limit::kLength:
      *out << "length";
      return;
  }
}

void PrintTo(SearchState state, std::ostream* out) {
  switch (state) {
    case SearchState::kRunning:
      *out << "running";
      return;
    case SearchState::kImproved:
      *out << "improved";
      return;
    case SearchState::kFinished:
      *out << "finished";
      return;
  }
}

void PrintTo(Algorithm algorithm, std::ostream* out) { *out << AlgorithmName(algorithm); }

void PrintTo(Heuristic heuristic, std::ostream* out) { *out << HeuristicName(heuristic); }

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.field << ": " << fault.description;
}

void PrintTo(const SearchCounters& counters, std::ostream* out) {
  *out << counters.expanded << " expanded, " << counters.generated << " generated, "
       << counters.reopened << " reopened";
}

void PrintTo(const SolveResult& result, std::ostream* out) {
  PrintTo(result.outcome, out);
  if (result.limit.has_value()) {
    *out << " (limit: ";
    PrintTo(*result.limit, out);
    *out << ")";
  }
  if (result.path.has_value()) *out << ", " << result.path->size() << " moves";
  *out << ", lower bound " << result.lower_bound << ", by " << AlgorithmName(result.algorithm)
       << " with " << HeuristicName(result.heuristic) << ", ";
  PrintTo(result.counters, out);
}

}  // namespace taquin
