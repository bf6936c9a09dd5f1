// The least of a changing multiset of small numbers.

#ifndef TAQUIN_SOLVER_SEARCHES_BOUND_COUNTER_H_
#define TAQUIN_SOLVER_SEARCHES_BOUND_COUNTER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace taquin {

// Counts how many open states have each value, as in f or g, so that a lower
// bound over all of them is at hand. Takes eight bytes for each number up to
// the largest: thousands at most. Thread-compatible.
class BoundCounter {
 public:
  // `value` >= 0. Amortised O(1).
  void Add(int value) {
    const auto index = static_cast<std::size_t>(value);
    if (index >= counts_.size()) counts_.resize(index + 1);
    ++counts_[index];
    if (index < least_) least_ = index;
  }

  // A value that was added.
  void Remove(int value) { --counts_[static_cast<std::size_t>(value)]; }

  // The least value, or one past the largest ever added when none is left.
  // Amortised O(1) while values rise.
  int Least() {
    while (least_ < counts_.size() && counts_[least_] == 0) ++least_;
    return static_cast<int>(least_);
  }

 private:
  std::vector<std::int64_t> counts_;
  std::size_t least_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BOUND_COUNTER_H_
