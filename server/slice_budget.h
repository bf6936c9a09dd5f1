// How many expansions make a slice of the wanted length.

#ifndef TAQUIN_SERVER_SLICE_BUDGET_H_
#define TAQUIN_SERVER_SLICE_BUDGET_H_

#include <cstdint>

#include "server/clock.h"

namespace taquin::server {

// Learns from the slices of one search: searches differ a thousandfold in what
// an expansion costs. Thread-compatible.
class SliceBudget {
 public:
  static constexpr std::int64_t kFirst = 256;
  static constexpr std::int64_t kLeast = 1;
  static constexpr std::int64_t kMost = std::int64_t{1} << 24;

  explicit SliceBudget(Duration target) : target_(target) {}

  // Expansions for the next slice.
  std::int64_t expansions() const { return expansions_; }

  // A slice of `expansions` took `elapsed`. Moves the budget towards the
  // target, by a factor of four at most, so that one slice that the operating
  // system interrupted does not count for much.
  void Measured(std::int64_t expansions, Duration elapsed);

 private:
  const Duration target_;
  std::int64_t expansions_ = kFirst;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SLICE_BUDGET_H_
