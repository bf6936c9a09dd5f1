// The tables of a whole partition, ready for a search.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_TABLE_SET_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_TABLE_SET_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "solver/board.h"
#include "solver/pattern_database/pattern_table.h"
#include "solver/pattern_database/symmetry.h"

namespace taquin {

// Tables whose patterns part the tiles: a tile is in exactly one of them. The
// sum of their values is an admissible and consistent heuristic. A symmetry
// that keeps the goal's blank cell makes a second view: the board's image has
// the board's distance, so the greater of the two sums holds as well.
// Immutable and safe to share.
class PatternTableSet {
 public:
  // A table, and the symmetry that carries boards to the table's labels. It
  // may carry the goal's blank cell elsewhere than the table's, as long as it
  // arrives in the same region of the cells outside the table's pattern.
  struct Group {
    std::shared_ptr<const PatternTable> table;
    Symmetry symmetry;
  };
  using View = std::vector<Group>;

  // InvalidArgument where the groups do not part the tiles of the shape, or
  // carry the goal's blank to another region than the table's.
  static absl::StatusOr<std::shared_ptr<const PatternTableSet>> Create(Shape shape, int goal_blank,
                                                                       View groups);

  Shape shape() const { return shape_; }
  int goal_blank() const { return goal_blank_; }

  // Sizes of the patterns, as in "7-8".
  const std::string& name() const { return name_; }

  // One or two: the groups, and their image under a reflection.
  const std::vector<View>& views() const { return views_; }

  // The same tables with the first view alone, to measure what the other adds.
  std::shared_ptr<const PatternTableSet> WithoutReflection() const;

  // Of the tables, each counted once. The indexes are not counted.
  std::int64_t bytes() const;

  // The heuristic's value for an arrangement given as the label on each cell,
  // where labels are the tiles' goal cells: the sum of one view, and the
  // greatest sum. The goal is reachable from it.
  int Value(absl::Span<const std::uint8_t> labels) const;

 private:
  PatternTableSet(Shape shape, int goal_blank, View groups);

  Shape shape_;
  int goal_blank_;
  std::string name_;
  std::vector<View> views_;
};

// The value of one group's table for an arrangement; `goal_blank` is the
// blank's label in it.
int GroupValue(const PatternTableSet::Group& group, absl::Span<const std::uint8_t> labels,
               int goal_blank);

// Where the tiles of a group are, as its table sees them (see pattern_index.h).
struct GroupConfiguration {
  CellSet set;         // Their cells.
  std::uint32_t rank;  // Of their order.
  int h;               // GroupValue().
};

GroupConfiguration ConfigurationOf(const PatternTableSet::Group& group,
                                   absl::Span<const std::uint8_t> labels, int goal_blank);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_TABLE_SET_H_
