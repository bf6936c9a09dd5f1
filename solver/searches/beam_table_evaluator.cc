#include "solver/searches/beam_table_evaluator.h"

#include <utility>

#include "solver/pattern_database/symmetry.h"

namespace taquin {

TableBeamEvaluator::TableBeamEvaluator(const RelabelledBoard& board,
                                       std::shared_ptr<const PatternTableSet> tables,
                                       bool sum_of_views)
    : tables_(std::move(tables)),
      cells_(board.shape.cells()),
      blank_label_(board.blank_label),
      sum_of_views_(sum_of_views),
      views_(tables_->views().size()),
      slots_{},
      slots_of_group_{},
      rank_changes_{} {
  for (std::size_t view = 0; view < views_; ++view) {
    for (const PatternTableSet::Group& group : tables_->views()[view]) {
      const PatternTable& table = *group.table;
      Group& added = groups_.emplace_back();
      added.index = &table.index();
      added.words = table.words().get();
      added.row_bits = table.row_bits();
      const auto number = static_cast<std::uint8_t>(groups_.size() - 1);
      for (int cell = 0; cell < cells_; ++cell) {
        const int image = group.symmetry.cell(cell);
        added.image[Cell(cell)] = static_cast<std::uint8_t>(image);
        added.original[Cell(image)] = static_cast<std::uint8_t>(cell);
        if (cell == blank_label_ || (table.pattern() & CellBit(image)) == 0) continue;
        const auto position =
            static_cast<std::uint8_t>(std::popcount(table.pattern() & CellsBefore(image)));
        slots_[view * kMaxTableCells + Cell(cell)] = {number, position};
        slots_of_group_[number][Cell(cell)] = position;
      }
    }
  }
  for (int x = 0; x < kMaxPatternTiles; ++x) {
    for (int y = 0; y < kMaxPatternTiles; ++y) rank_changes_[Cell(x)][Cell(y)] = RankChange(x, y);
  }
}

TableBeamEvaluator::Value TableBeamEvaluator::RootOf(
    const std::vector<std::uint8_t>& labels) const {
  Value value{};
  std::size_t number = 0;
  for (std::size_t view = 0; view < views_; ++view) {
    int sum = 0;
    for (const PatternTableSet::Group& group : tables_->views()[view]) {
      const int h = GroupValue(group, labels, blank_label_);
      sum += h;
      const std::vector<std::uint8_t> image = Image(group.symmetry, labels);
      std::vector<std::uint8_t> order;
      CellSet cells = 0;
      const int blank_image = group.symmetry.cell(blank_label_);
      for (int cell = 0; cell < cells_; ++cell) {
        const int label = image[Cell(cell)];
        if (label == blank_image || (group.table->pattern() & CellBit(label)) == 0) continue;
        cells |= CellBit(cell);
        order.push_back(
            static_cast<std::uint8_t>(std::popcount(group.table->pattern() & CellsBefore(label))));
      }
      value.cells[number] = cells;
      value.ranks[number] = static_cast<std::uint16_t>(PermutationRank(order));
      value.group_h_mod_4[number] = static_cast<std::uint8_t>(h & 3);
      ++number;
    }
    value.h[view] = static_cast<std::int16_t>(sum);
  }
  return value;
}

}  // namespace taquin
