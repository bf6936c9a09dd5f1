#include <iostream>

#include "solver/goal_layout.h"
#include "solver/search_factory.h"

int main() {
  const taquin::Shape shape = {.rows = 3, .columns = 3};
  const taquin::Board start = *taquin::Board::Create(shape, {2, 3, 4, 1, 5, 0, 7, 6, 8});
  const taquin::TableRegistry tables;
  auto search =
      taquin::CreateSearch({start, MakeGoal(shape, taquin::GoalLayout::kBlankLast)}, {}, tables);
  if (!search.ok()) return 1;
  std::cout << taquin::RunToEnd(**search).path->size() << " moves\n";
}
