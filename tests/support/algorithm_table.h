// The table that textbooks print: every algorithm with every heuristic on the
// same boards. docs/algorithms.md shows it.

#ifndef TAQUIN_TESTS_SUPPORT_ALGORITHM_TABLE_H_
#define TAQUIN_TESTS_SUPPORT_ALGORITHM_TABLE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/solve_options.h"

namespace taquin {

struct TableBoard {
  std::string name;
  Problem problem;
};

// An easy one, a middling one and one at the largest length, 31 moves.
std::vector<TableBoard> TableBoards();

// What one search did on one board.
struct TableRow {
  std::string algorithm;
  std::string heuristic;      // Empty: the algorithm uses none.
  std::optional<int> length;  // Of the path, in moves; none: no path was found.
  std::int64_t expanded = 0;
  std::int64_t generated = 0;
  std::int64_t peak_nodes = 0;  // The most that were remembered at once.
  double milliseconds = 0;

  // All but the time, which no two runs share: the columns of the page.
  std::string Counts() const;
};

// Runs every algorithm with every heuristic. `milliseconds_of` runs its
// argument and says how long that took.
std::vector<TableRow> MeasureTable(
    const Problem& problem,
    const std::function<double(const std::function<void()>&)>& milliseconds_of);

// The rows as a Markdown table.
std::string ToMarkdown(const std::vector<TableRow>& rows);

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_ALGORITHM_TABLE_H_
