#include "tests/solver/pattern_database/built_tables.h"

#include <map>
#include <utility>
#include <vector>

#include "solver/pattern_database/symmetry.h"
#include "solver/pattern_database/table_set_builder.h"
#include "solver/relabelled_board.h"
#include "solver/searches/table_ida_star.h"

namespace taquin {

std::shared_ptr<const PatternTableSet> BuiltTables(const Partition& partition) {
  using Key = std::pair<std::pair<int, int>, std::vector<CellSet>>;
  static auto* const built = new std::map<Key, std::shared_ptr<const PatternTableSet>>;
  std::vector<CellSet> patterns = partition.patterns;
  patterns.push_back(CellBit(partition.goal_blank));
  auto& tables = (*built)[{{partition.shape.rows, partition.shape.columns}, patterns}];
  if (tables == nullptr) {
    auto builder = TableSetBuilder::Create(partition);
    while ((*builder)->Step() != TableBuilder::State::kDone) {
    }
    tables = *(*builder)->Take();
  }
  return tables;
}

std::shared_ptr<const PatternTableSet> BuiltTables(Shape shape, int goal_blank, TableTier tier) {
  return BuiltTables(*ChoosePartition(shape, goal_blank, tier));
}

std::shared_ptr<const DuplicateAutomaton> BuiltAutomaton(Shape shape) {
  static auto* const built =
      new std::map<std::pair<int, int>, std::shared_ptr<const DuplicateAutomaton>>;
  auto& automaton = (*built)[{shape.rows, shape.columns}];
  if (automaton == nullptr) {
    const int length = shape.cells() <= kMaxNarrowCells ? 12 : 10;
    automaton = std::make_shared<const DuplicateAutomaton>(shape, length);
  }
  return automaton;
}

std::unique_ptr<Search> MakeTableSearch(const Problem& problem, const SolveOptions& options,
                                        TableTier tier) {
  const RelabelledBoard board = Relabel(problem);
  const int goal_blank = ToLeastCell(board.shape, board.blank_label).cell(board.blank_label);
  return MakeTableIdaStarSearch(board, options, BuiltTables(board.shape, goal_blank, tier),
                                BuiltAutomaton(board.shape));
}

}  // namespace taquin
