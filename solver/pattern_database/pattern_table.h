// One pattern's distances to the goal, one bit an entry.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_TABLE_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_TABLE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/types/span.h"
#include "solver/pattern_database/pattern_index.h"
#include "solver/word_array.h"

namespace taquin {

// A search that follows a table keeps h mod 4 of each pattern, the *phase*. A
// move of one of its tiles changes h by one, up or down, and the table's bit
// after the move is that of 2 in the new phase.
constexpr bool PhaseRises(unsigned before, unsigned bit) {
  return (bit ^ 1u ^ (before & 1u) ^ (before >> 1)) != 0;
}
constexpr std::uint8_t PhaseAfter(unsigned before, unsigned bit) {
  return static_cast<std::uint8_t>((bit << 1) | ((before & 1u) ^ 1u));
}

// The table of a pattern: for each configuration of its tiles and region of
// the blank (see pattern_index.h), whether h mod 4 is 2 or 3, where h is the
// least number of moves OF PATTERN TILES that reaches the goal. Sums over
// patterns that share no tile are admissible, as each move is counted once,
// and consistent, as each move changes one summand, by one (Korf and Felner,
// 2002, whose tables forget the blank).
//
// A row holds the blocks of one order of the tiles, so that the many moves
// that keep the order stay near in memory. Immutable and safe to share.
class PatternTable {
 public:
  // `words` holds Words(*index) words. The pattern has index->tiles() labels,
  // none of them `goal_blank`.
  PatternTable(std::shared_ptr<const PatternIndex> index, CellSet pattern, int goal_blank,
               ConstWordArray words)
      : index_(std::move(index)),
        pattern_(pattern),
        goal_blank_(goal_blank),
        row_bits_(RowBits(*index_)),
        words_(std::move(words)) {}

  // Bits from one row to the next: whole cache lines.
  static std::uint64_t RowBits(const PatternIndex& index) {
    return (std::uint64_t{index.blocks()} + 511) / 512 * 512;
  }
  static std::uint64_t Words(const PatternIndex& index) {
    return RowBits(index) / 64 * index.permutations();
  }

  const PatternIndex& index() const { return *index_; }
  const std::shared_ptr<const PatternIndex>& shared_index() const { return index_; }
  CellSet pattern() const { return pattern_; }
  int goal_blank() const { return goal_blank_; }
  std::uint64_t row_bits() const { return row_bits_; }
  const ConstWordArray& words() const { return words_; }
  std::int64_t bytes() const { return static_cast<std::int64_t>(Words(*index_) * 8); }

  bool Bit(std::uint32_t rank, std::uint32_t block) const {
    const std::uint64_t position = rank * row_bits_ + block;
    return ((words_.get()[position >> 6] >> (position & 63)) & 1) != 0;
  }

  // The distance h of an arrangement from which the goal can be reached, given
  // as the label on each cell. `blank_label` is the blank's: goal_blank(), or
  // another where the pattern cuts no tile's move off between the two. O(h *
  // cells) look-ups: for the root of a search, which then follows Bit().
  int Value(absl::Span<const std::uint8_t> labels, int blank_label) const;

 private:
  std::shared_ptr<const PatternIndex> index_;
  CellSet pattern_;
  int goal_blank_;
  std::uint64_t row_bits_;
  ConstWordArray words_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_PATTERN_TABLE_H_
