#include "solver/pattern_database/pattern_table_set.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taquin {
namespace {

// The labels of the group's tiles on the set's own boards.
CellSet GroupLabels(const PatternTableSet::Group& group) {
  CellSet labels = 0;
  for (std::size_t label = 0; label < group.symmetry.cells.size(); ++label) {
    if ((group.table->pattern() & CellBit(group.symmetry.cells[label])) != 0) {
      labels |= CellBit(static_cast<int>(label));
    }
  }
  return labels;
}

std::set<CellSet> Patterns(const PatternTableSet::View& view) {
  std::set<CellSet> patterns;
  for (const auto& group : view) patterns.insert(GroupLabels(group));
  return patterns;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const PatternTableSet>> PatternTableSet::Create(Shape shape,
                                                                               int goal_blank,
                                                                               View groups) {
  CellSet covered = 0;
  for (const Group& group : groups) {
    const PatternTable& table = *group.table;
    const CellSet labels = GroupLabels(group);
    if (table.index().shape() != shape || (labels & covered) != 0) {
      return absl::InvalidArgumentError("the tables of a set have its shape and share no tile");
    }
    covered |= labels;
    const int image = group.symmetry.cell(goal_blank);
    if ((table.pattern() & CellBit(image)) != 0 ||
        table.index().Block(table.pattern(), image) !=
            table.index().Block(table.pattern(), table.goal_blank())) {
      return absl::InvalidArgumentError(absl::StrCat("a table for the blank's goal cell ",
                                                     table.goal_blank(), " does not serve cell ",
                                                     image, ": its pattern parts them"));
    }
  }
  const CellSet tiles = AllCells(shape.cells()) & ~CellBit(goal_blank);
  if (covered != tiles) {
    return absl::InvalidArgumentError(
        absl::StrCat("the tables of a set cover every tile: ", shape.cells() - 1, ", not ",
                     std::popcount(covered)));
  }
  return std::shared_ptr<const PatternTableSet>(
      new PatternTableSet(shape, goal_blank, std::move(groups)));
}

PatternTableSet::PatternTableSet(Shape shape, int goal_blank, View groups)
    : shape_(shape), goal_blank_(goal_blank) {
  for (const Group& group : groups) {
    absl::StrAppend(&name_, name_.empty() ? "" : "-", group.table->index().tiles());
  }
  views_.push_back(std::move(groups));
  const std::set<CellSet> patterns = Patterns(views_[0]);
  for (const Symmetry& reflection : Symmetries(shape)) {
    if (reflection.cell(goal_blank) != goal_blank) continue;
    View view = views_[0];
    for (Group& group : view) group.symmetry = Compose(reflection, group.symmetry);
    // A partition that the reflection keeps would be asked the same twice.
    if (Patterns(view) == patterns) continue;
    views_.push_back(std::move(view));
    break;
  }
}

std::shared_ptr<const PatternTableSet> PatternTableSet::WithoutReflection() const {
  std::shared_ptr<PatternTableSet> set(new PatternTableSet(*this));
  set->views_.resize(1);
  return set;
}

std::int64_t PatternTableSet::bytes() const {
  std::set<const PatternTable*> tables;
  std::int64_t total = 0;
  for (const Group& group : views_[0]) {
    if (tables.insert(group.table.get()).second) total += group.table->bytes();
  }
  return total;
}

int GroupValue(const PatternTableSet::Group& group, absl::Span<const std::uint8_t> labels,
               int goal_blank) {
  return group.table->Value(Image(group.symmetry, labels), group.symmetry.cell(goal_blank));
}

GroupConfiguration ConfigurationOf(const PatternTableSet::Group& group,
                                   absl::Span<const std::uint8_t> labels, int goal_blank) {
  const CellSet pattern = group.table->pattern();
  const std::vector<std::uint8_t> image = Image(group.symmetry, labels);
  std::vector<std::uint8_t> order;
  CellSet set = 0;
  for (std::size_t cell = 0; cell < image.size(); ++cell) {
    if ((pattern & CellBit(image[cell])) == 0) continue;
    set |= CellBit(static_cast<int>(cell));
    order.push_back(static_cast<std::uint8_t>(std::popcount(pattern & CellsBefore(image[cell]))));
  }
  return {set, PermutationRank(order), GroupValue(group, labels, goal_blank)};
}

int PatternTableSet::Value(absl::Span<const std::uint8_t> labels) const {
  int greatest = 0;
  for (const View& view : views_) {
    int sum = 0;
    for (const Group& group : view) sum += GroupValue(group, labels, goal_blank_);
    greatest = std::max(greatest, sum);
  }
  return greatest;
}

}  // namespace taquin
