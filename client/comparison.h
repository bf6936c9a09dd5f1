// Searches beside each other, as a table and as lines of JSON.

#ifndef TAQUIN_CLIENT_COMPARISON_H_
#define TAQUIN_CLIENT_COMPARISON_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/table.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// The factor b for which 1 + b + b^2 + ... + b^length is generated_count + 1:
// how many ways a search followed at each move. 0 where it says nothing: no
// path, no moves, or fewer nodes than moves.
double EffectiveBranchingFactor(std::int64_t generated_count, int length);

// One search of a comparison.
struct ComparedSearch {
  std::size_t board = 1;  // Its number, from 1.
  std::string id;         // What JSON calls the board.
  v1::Algorithm algorithm = v1::ALGORITHM_UNSPECIFIED;
  v1::Heuristic heuristic = v1::HEURISTIC_UNSPECIFIED;
  // Or why there was none.
  absl::StatusOr<v1::SolveResult> result;
};

// What a search came to, as the tables and the page name it: its outcome, or
// "error: CODE".
std::string OutcomeOf(const ComparedSearch& search);

// The effective branching factor; nothing where it says nothing.
std::optional<double> BranchingOf(const ComparedSearch& search);

// A row a search, ending with the goal in a line if asked for.
Table TableOf(const std::vector<ComparedSearch>& searches, bool with_goal);

// A row for each algorithm and heuristic: of how many boards it found a path,
// proved it shortest, and what that took together.
Table SummaryOf(const std::vector<ComparedSearch>& searches);

// The SolveResult, with the board's id; for an error {"id":...,"algorithm":...,
// "heuristic":...,"error":{...}}. No newline.
std::string LineOf(const ComparedSearch& search);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMPARISON_H_
