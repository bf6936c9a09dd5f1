// Goal arrangements that have a name.

#ifndef TAQUIN_SOLVER_GOAL_LAYOUT_H_
#define TAQUIN_SOLVER_GOAL_LAYOUT_H_

#include <array>

#include "solver/board.h"

namespace taquin {

enum class GoalLayout {
  kBlankLast,   // 1 2 3 / 4 5 6 / 7 8 0
  kBlankFirst,  // 0 1 2 / 3 4 5 / 6 7 8
  kSpiral,      // 1 2 3 / 8 0 4 / 7 6 5: clockwise inwards, the blank last
};

inline constexpr std::array<GoalLayout, 3> kGoalLayouts = {
    GoalLayout::kBlankLast, GoalLayout::kBlankFirst, GoalLayout::kSpiral};

// The layout for a shape of 2 to kMaxCells cells and sides of 1 to kMaxSide.
Board MakeGoal(Shape shape, GoalLayout layout);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_GOAL_LAYOUT_H_
