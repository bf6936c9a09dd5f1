// One search's progress as a line.

#ifndef TAQUIN_CLIENT_TERMINAL_PROGRESS_LINE_H_
#define TAQUIN_CLIENT_TERMINAL_PROGRESS_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// What a search may take; zero where it has no bound. Only a bound tells how
// long it will last at most; how hard the board is, nobody knows.
struct ProgressBudget {
  absl::Duration time;
  std::int64_t expansions = 0;
};

// The part of the budget that is used, 0 to 1; 0 without a budget.
double ShareUsed(const v1::Progress& progress, const ProgressBudget& budget);

// The longest that it can still take; infinite without a budget.
absl::Duration LongestLeft(const v1::Progress& progress, const ProgressBudget& budget);

// Elapsed, phase, bound, best path and gap, expansions and their rate, memory,
// and, where there is room, the sizes of the open and closed lists: as many of
// them as fit into `width` characters, the less important left out whole.
std::string DescribeProgress(const v1::Progress& progress, const ProgressBudget& budget,
                             std::size_t width);

// "[=====     ]" of `width` characters.
std::string FormatBar(double share, std::size_t width);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_PROGRESS_LINE_H_
