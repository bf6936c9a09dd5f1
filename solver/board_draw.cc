#include "solver/board_draw.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace taquin {

bool IsLine(Shape shape) { return shape.rows == 1 || shape.columns == 1; }

int MaxOptimalLength(const Board& goal) {
  const Shape shape = goal.shape();
  const int blank = goal.blank();
  if (IsLine(shape)) return std::max(blank, shape.cells() - 1 - blank);
  const bool in_corner =
      (blank % shape.columns == 0 || blank % shape.columns == shape.columns - 1) &&
      (blank / shape.columns == 0 || blank / shape.columns == shape.rows - 1);
  switch (shape.cells()) {
    case 4:
      return 6;
    case 6:
      return 21;
    case 8:
      return in_corner ? 36 : 35;
    case 9:
      return blank == 4 ? 30 : 31;
    default:
      return kMaxSearchedLength;
  }
}

std::vector<Fault> ValidateDraw(const BoardDraw& draw, const std::optional<Board>& goal) {
  std::vector<Fault> faults;
  if (draw.first_index < 0) {
    faults.push_back({"first_index", absl::StrCat("is ", draw.first_index, "; it is 0 or more")});
  }
  if (draw.count < 1 || draw.count > kMaxDrawnBoards) {
    faults.push_back({"count", absl::StrCat("is ", draw.count, "; 1 to ", kMaxDrawnBoards,
                                            " boards are drawn at "
                                            "once")});
  } else if (goal.has_value() && draw.count > kMaxDrawnCells / goal->cells()) {
    faults.push_back({"count", absl::StrCat("is ", draw.count, "; of boards of ", goal->cells(),
                                            " cells at most ", kMaxDrawnCells / goal->cells(),
                                            " are drawn at once")});
  }
  if (draw.walk_length.has_value() &&
      (*draw.walk_length < 0 || *draw.walk_length > kMaxWalkLength)) {
    faults.push_back({"walk_length", absl::StrCat("is ", *draw.walk_length, "; a walk has 0 to ",
                                                  kMaxWalkLength, " moves")});
  }
  if (!draw.optimal_length.has_value()) return faults;
  const int length = *draw.optimal_length;
  if (length < 0) {
    faults.push_back({"optimal_length", absl::StrCat("is ", length, "; it is 0 or more")});
  } else if (goal.has_value() && length > MaxOptimalLength(*goal)) {
    const bool is_exhaustive = IsLine(goal->shape()) || goal->cells() <= kMaxLayeredCells;
    faults.push_back(
        {"optimal_length",
         absl::StrCat("is ", length, "; ",
                      is_exhaustive ? "no board of this shape is farther from this goal than "
                                    : "on boards of this shape lengths are drawn up to ",
                      MaxOptimalLength(*goal), " moves",
                      is_exhaustive ? "" : "; walk_length has no such bound")});
  }
  return faults;
}

}  // namespace taquin
