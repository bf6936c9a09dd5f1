#include "solver/heuristics/pattern_database.h"

namespace taquin {

PatternDatabaseHeuristic::PatternDatabaseHeuristic(const HeuristicTarget& target)
    : cells_(target.shape.cells()),
      home_of_label_(target.cell_of_label.begin(), target.cell_of_label.end()),
      to_tables_(
          ToLeastCell(target.shape, home_of_label_[static_cast<std::size_t>(target.blank_label)])),
      tables_(target.tables.patterns) {
  for (const PatternTableSet::View& groups : tables_->views()) {
    View view{};
    for (const PatternTableSet::Group& group : groups) {
      view.groups.push_back(MakeGroup(group, target));
      const Group& made = view.groups.back();
      for (std::size_t label = 0; label < home_of_label_.size(); ++label) {
        if (made.tile_of_label[label] == kNoTile) continue;
        view.group_of_label[label] = static_cast<std::uint8_t>(view.groups.size() - 1);
      }
    }
    views_.push_back(std::move(view));
  }
}

PatternDatabaseHeuristic::Group PatternDatabaseHeuristic::MakeGroup(
    const PatternTableSet::Group& group, const HeuristicTarget& target) const {
  const Symmetry symmetry = Compose(to_tables_, group.symmetry);
  const CellSet pattern = group.table->pattern();
  Group made{};
  made.table = group.table.get();
  for (int cell = 0; cell < cells_; ++cell) {
    const int row = cell / target.shape.columns;
    const int column = cell % target.shape.columns;
    if ((row + column) % 2 == 0) made.white |= CellBit(cell);
    const auto image = static_cast<std::uint8_t>(symmetry.cell(cell));
    made.image[static_cast<std::size_t>(cell)] = image;
    made.cell_at[image] = static_cast<std::uint8_t>(cell);
  }
  made.odd_home = std::popcount(pattern & made.white) % 2 != 0;
  for (std::size_t label = 0; label < home_of_label_.size(); ++label) {
    const int name = symmetry.cell(home_of_label_[label]);
    made.tile_of_label[label] =
        (pattern & CellBit(name)) != 0
            ? static_cast<std::uint8_t>(std::popcount(pattern & CellsBefore(name)))
            : kNoTile;
  }
  return made;
}

PatternDatabaseHeuristic::Value PatternDatabaseHeuristic::RootOf(
    absl::Span<const std::uint8_t> labels) const {
  std::vector<std::uint8_t> homes;
  for (const std::uint8_t label : labels) homes.push_back(home_of_label_[label]);
  const std::vector<std::uint8_t> image = Image(to_tables_, homes);
  Value value{};
  for (std::size_t view = 0; view < views_.size(); ++view) {
    int sum = 0;
    for (const PatternTableSet::Group& group : tables_->views()[view]) {
      sum += GroupValue(group, image, tables_->goal_blank());
    }
    value.sums[view] = static_cast<std::int16_t>(sum);
  }
  if (views_.size() == 1) value.sums[1] = value.sums[0];
  return value;
}

}  // namespace taquin
