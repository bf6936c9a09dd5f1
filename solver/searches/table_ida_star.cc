#include "solver/searches/table_ida_star.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/symmetry.h"
#include "solver/searches/table_ida_star_bytes.h"
#include "solver/searches/table_ida_star_packed.h"
#include "solver/searches/table_ida_star_search.h"

namespace taquin {
namespace {

// Null where the layout does not serve the tables.
template <class Layout>
std::unique_ptr<Search> Make(TableIdaStarProblem& problem, const SolveOptions& options,
                             const std::shared_ptr<const PatternTableSet>& tables,
                             const std::vector<std::uint8_t>& labels) {
  if (!Layout::Fits(*tables)) return nullptr;
  return std::make_unique<TableIdaStarSearch<Layout>>(
      std::move(problem), options, std::make_unique<const Layout>(tables, labels));
}

}  // namespace

std::unique_ptr<Search> MakeTableIdaStarSearch(const RelabelledBoard& board,
                                               const SolveOptions& options,
                                               std::shared_ptr<const PatternTableSet> tables,
                                               std::shared_ptr<const DuplicateAutomaton> automaton,
                                               int first_bound) {
  const Symmetry symmetry = ToLeastCell(board.shape, board.blank_label);
  const std::vector<std::uint8_t> labels =
      Image(symmetry, std::vector<std::uint8_t>(board.labels.begin(), board.labels.end()));
  TableIdaStarProblem problem;
  problem.automaton = std::move(automaton);
  problem.first_bound = first_bound;
  problem.blank = symmetry.cell(board.blank);
  problem.original_directions = Inverse(symmetry).directions;
  problem.table_name = absl::StrCat("pattern-database-", board.shape.rows, "x", board.shape.columns,
                                    "-", tables->name());
  for (const auto make :
       {Make<PackedLayout<2, 2>>, Make<PackedLayout<3, 2>>, Make<PackedLayout<2, 1>>,
        Make<PackedLayout<3, 1>>, Make<ByteLayout<5, 5, 4, 2>>, Make<ByteLayout<5, 5, 4, 1>>,
        Make<ByteLayout<0, 0, 8, 2, kMaxNarrowCells>>,
        Make<ByteLayout<0, 0, 8, 1, kMaxNarrowCells>>,
        Make<ByteLayout<0, 0, kMaxPatterns, 2, kMaxTableCells>>,
        Make<ByteLayout<0, 0, kMaxPatterns, 1, kMaxTableCells>>}) {
    if (std::unique_ptr<Search> search = make(problem, options, tables, labels)) return search;
  }
  return nullptr;
}

}  // namespace taquin
