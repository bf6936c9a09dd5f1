// The truth about small boards: the optimal length from every board to one
// goal, by a breadth-first search that shares no code with the solver.

#ifndef TAQUIN_TESTS_SUPPORT_EXACT_DISTANCES_H_
#define TAQUIN_TESTS_SUPPORT_EXACT_DISTANCES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "solver/board.h"

namespace taquin {

// Immutable, so safe to share between threads.
class ExactDistances {
 public:
  // Searches backwards from `goal`, of at most 10 cells: takes cells!
  // bytes, and about 20 ms for 3 x 3, a quarter of a second for 2 x 5.
  explicit ExactDistances(const Board& goal);

  // The fewest moves from `board` to the goal; none if it is unreachable.
  std::optional<int> Distance(const Board& board) const;

  // The number of boards at each distance, from 0 to the largest.
  const std::vector<std::int64_t>& counts() const { return counts_; }
  int max_distance() const { return static_cast<int>(counts_.size()) - 1; }
  std::int64_t reachable() const;

  // Calls `visit` with every reachable board and its distance, in a fixed
  // order that has nothing to do with distance.
  void ForEach(absl::FunctionRef<void(const Board&, int)> visit) const;

  // The boards at distances `first` to `last`, both included, in that order.
  std::vector<Board> BoardsBetween(int first, int last) const;

 private:
  Shape shape_;
  std::vector<std::int8_t> distances_;  // By rank; -1: unreachable.
  std::vector<std::int64_t> counts_;
};

// The distances for one of ThreeGoals(), computed once a program, when first asked for.
const ExactDistances& ExactDistancesToGoal(std::size_t index);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_EXACT_DISTANCES_H_
