#include "solver/pattern_database/table_builder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taquin {
namespace {

// About how many entries a step looks at in one layer.
constexpr std::uint32_t kEntriesPerStep = 1u << 18;
// Blocks that are transposed together: their bits fill a cache line of a row.
constexpr std::uint32_t kBlocksPerTranspose = 512;

std::uint64_t BlockWordCount(std::uint32_t permutations) { return (permutations + 63) / 64; }

// Transposes a matrix of 64 x 64 bits (Warren, Hacker's Delight, 7-3).
void Transpose(std::array<std::uint64_t, 64>& rows) {
  std::uint64_t mask = 0xffffffff;
  for (std::size_t width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (std::size_t row = 0; row < 64; row = (row + width + 1) & ~width) {
      const std::uint64_t swapped = ((rows[row] >> width) ^ rows[row + width]) & mask;
      rows[row] ^= swapped << width;
      rows[row + width] ^= swapped;
    }
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<TableBuilder>> TableBuilder::Create(
    std::shared_ptr<const PatternIndex> index, CellSet pattern, int goal_blank) {
  const int cells = index->shape().cells();
  const CellSet board = ~CellSet{0} >> (kMaxTableCells - cells);
  if (goal_blank < 0 || goal_blank >= cells || std::popcount(pattern) != index->tiles() ||
      (pattern & ~board) != 0 || (pattern & CellBit(goal_blank)) != 0) {
    return absl::InvalidArgumentError(absl::StrCat("a pattern for this index is ", index->tiles(),
                                                   " of the labels 0 to ", cells - 1,
                                                   " without the blank's, ", goal_blank));
  }
  std::unique_ptr<TableBuilder> builder(new TableBuilder(std::move(index), pattern, goal_blank));
  if (absl::Status status = builder->Allocate(); !status.ok()) return status;
  builder->MakeRankMaps();
  return builder;
}

std::int64_t TableBuilder::PeakBytes(const PatternIndex& index) {
  const std::int64_t plane =
      static_cast<std::int64_t>(index.blocks() * BlockWordCount(index.permutations()) * 8);
  const std::int64_t counts = static_cast<std::int64_t>(index.blocks()) * 3 * 4;
  const std::int64_t sets = static_cast<std::int64_t>(index.sets()) * 4;
  const std::int64_t rows = static_cast<std::int64_t>(PatternTable::Words(index) * 8);
  return std::max(4 * plane + counts, plane + rows) + sets + index.bytes();
}

TableBuilder::TableBuilder(std::shared_ptr<const PatternIndex> index, CellSet pattern,
                           int goal_blank)
    : index_(std::move(index)),
      pattern_(pattern),
      goal_blank_(goal_blank),
      sets_(SetsInOrder(index_->shape().cells(), index_->tiles())),
      block_words_(BlockWordCount(index_->permutations())),
      sets_per_step_(std::max(1u, kEntriesPerStep / index_->permutations())) {}

absl::Status TableBuilder::Allocate() {
  const std::uint64_t count = index_->blocks() * block_words_;
  for (WordArray* plane : {&seen_, &output_, &last_.words, &next_.words}) {
    absl::StatusOr<WordArray> words = AllocateWords(count);
    if (!words.ok()) return words.status();
    *plane = *std::move(words);
  }
  absl::StatusOr<WordArray> rows = AllocateWords(PatternTable::Words(*index_));
  if (!rows.ok()) return rows.status();
  rows_ = *std::move(rows);
  for (auto* counts : {&seen_counts_, &last_.counts, &next_.counts}) {
    counts->assign(index_->blocks(), 0);
  }
  // Layer 0 is the goal: the tiles in the order of their labels.
  const std::uint32_t goal = index_->Block(pattern_, goal_blank_);
  *BlockWords(seen_, goal) = 1;
  *BlockWords(last_.words, goal) = 1;
  seen_counts_[goal] = 1;
  last_.counts[goal] = 1;
  return absl::OkStatus();
}

void TableBuilder::MakeRankMaps() {
  const int tiles = index_->tiles();
  rank_maps_.resize(static_cast<std::size_t>(tiles * tiles));
  const int furthest = index_->shape().columns - 1;  // Tiles that a move can pass.
  for (std::uint32_t rank = 0; rank < index_->permutations(); ++rank) {
    const std::vector<std::uint8_t> order = PermutationOfRank(tiles, rank);
    for (int from = 0; from < tiles; ++from) {
      std::int64_t moved = rank;
      const int last = std::min(tiles - 1, from + furthest);
      for (int to = from + 1; to <= last; ++to) {
        moved +=
            RankChange(order[static_cast<std::size_t>(from)], order[static_cast<std::size_t>(to)]);
        auto& forth = rank_maps_[static_cast<std::size_t>(from * tiles + to)];
        auto& back = rank_maps_[static_cast<std::size_t>(to * tiles + from)];
        forth.resize(index_->permutations());
        back.resize(index_->permutations());
        forth[rank] = static_cast<std::uint16_t>(moved);
        back[static_cast<std::size_t>(moved)] = static_cast<std::uint16_t>(rank);
      }
    }
  }
}

const std::uint16_t* TableBuilder::RankMap(int from, int to) const {
  return rank_maps_[static_cast<std::size_t>(from * index_->tiles() + to)].data();
}

TableBuilder::State TableBuilder::Step() {
  Phase phase;
  std::uint32_t start = 0;
  std::uint32_t end = 0;
  int layer = 0;
  {
    absl::MutexLock lock(&mutex_);
    phase = phase_;
    if (phase == Phase::kDone) return State::kDone;
    const bool layers = phase == Phase::kLayers;
    const std::uint32_t count = layers ? index_->sets() : index_->blocks();
    if (next_start_ >= count) return State::kWaiting;
    start = next_start_;
    end = std::min(count, start + (layers ? sets_per_step_ : kBlocksPerTranspose));
    next_start_ = end;
    layer = layer_;
    ++in_flight_;
  }
  std::int64_t settled = 0;
  if (phase == Phase::kLayers) {
    settled = PullSets(start, end, layer);
  } else {
    TransposeBlocks(start);
  }
  absl::MutexLock lock(&mutex_);
  layer_size_ += settled;
  --in_flight_;
  const std::uint32_t count = phase == Phase::kLayers ? index_->sets() : index_->blocks();
  if (in_flight_ == 0 && next_start_ >= count) EndPhase();
  return phase_ == Phase::kDone ? State::kDone : State::kWorking;
}

void TableBuilder::EndPhase() {
  next_start_ = 0;
  if (phase_ == Phase::kTranspose) {
    output_.reset();
    phase_ = Phase::kDone;
    return;
  }
  settled_ += layer_size_;
  if (layer_size_ != 0) {
    std::swap(last_, next_);
    layer_size_ = 0;
    ++layer_;
    return;
  }
  // What the search alone needed makes room for the rows, of which no page was
  // touched so far.
  seen_.reset();
  last_ = Plane();
  next_ = Plane();
  phase_ = Phase::kTranspose;
}

std::int64_t TableBuilder::PullSets(std::uint32_t first_set, std::uint32_t end_set, int layer) {
  const Shape shape = index_->shape();
  const CellSet board = ~CellSet{0} >> (kMaxTableCells - shape.cells());
  std::vector<Edge> edges;
  std::int64_t settled = 0;
  for (std::uint32_t number = first_set; number < end_set; ++number) {
    const CellSet set = sets_[number];
    std::uint32_t block = index_->entries()[number].first_block;
    for (CellSet rest = board & ~set; rest != 0; ++block) {
      const CellSet region = RegionOf(shape, board & ~set, std::countr_zero(rest));
      rest &= ~region;
      edges.clear();
      if (seen_counts_[block] != index_->permutations()) {
        for (CellSet free = region; free != 0; free &= free - 1) {
          const int blank = std::countr_zero(free);
          for (const Direction direction : kDirections) {
            const std::optional<int> cell = shape.Neighbor(blank, direction);
            if (!cell || (set & CellBit(*cell)) == 0) continue;
            // Before its move the tile on `cell` was where the blank is now.
            const CellSet before = set ^ CellBit(blank) ^ CellBit(*cell);
            const std::uint32_t source = index_->Block(before, *cell);
            if (last_.counts[source] == 0) continue;
            edges.push_back({source, std::popcount(before & CellsBefore(blank)),
                             std::popcount(set & CellsBefore(*cell))});
          }
        }
      }
      settled += PullBlock(block, edges, layer);
    }
  }
  return settled;
}

std::int64_t TableBuilder::PullBlock(std::uint32_t block, const std::vector<Edge>& edges,
                                     int layer) {
  std::uint64_t* const next = BlockWords(next_.words, block);
  // What the plane holds is the layer before the last.
  if (next_.counts[block] != 0) std::fill_n(next, block_words_, 0);
  next_.counts[block] = 0;
  if (edges.empty()) return 0;

  std::uint64_t* const seen = BlockWords(seen_, block);
  std::uint32_t scattered = 0;
  for (const Edge& edge : edges) {
    if (edge.from != edge.to) {
      scattered += last_.counts[edge.source];
      continue;
    }
    const std::uint64_t* const last = BlockWords(last_.words, edge.source);
    for (std::uint64_t i = 0; i < block_words_; ++i) next[i] |= last[i];
  }
  const std::uint32_t unseen = index_->permutations() - seen_counts_[block];
  if (scattered <= unseen) {
    for (const Edge& edge : edges) {
      if (edge.from == edge.to) continue;
      const std::uint64_t* const last = BlockWords(last_.words, edge.source);
      const std::uint16_t* const map = RankMap(edge.from, edge.to);
      for (std::uint64_t i = 0; i < block_words_; ++i) {
        for (std::uint64_t bits = last[i]; bits != 0; bits &= bits - 1) {
          const std::uint16_t rank = map[i * 64 + static_cast<unsigned>(std::countr_zero(bits))];
          next[rank >> 6] |= std::uint64_t{1} << (rank & 63);
        }
      }
    }
  } else {
    const std::uint64_t tail = ~std::uint64_t{0} >> (block_words_ * 64 - index_->permutations());
    for (std::uint64_t i = 0; i < block_words_; ++i) {
      std::uint64_t bits = ~(seen[i] | next[i]);
      if (i + 1 == block_words_) bits &= tail;
      for (; bits != 0; bits &= bits - 1) {
        const std::uint64_t rank = i * 64 + static_cast<unsigned>(std::countr_zero(bits));
        for (const Edge& edge : edges) {
          if (edge.from == edge.to) continue;
          const std::uint16_t source = RankMap(edge.to, edge.from)[rank];
          if ((BlockWords(last_.words, edge.source)[source >> 6] >> (source & 63)) & 1) {
            next[i] |= bits & (~bits + 1);
            break;
          }
        }
      }
    }
  }

  // The table's bit of a distance is its second lowest.
  const std::uint64_t output_mask = (layer & 2) != 0 ? ~std::uint64_t{0} : 0;
  std::uint64_t* const output = BlockWords(output_, block);
  std::uint32_t found = 0;
  for (std::uint64_t i = 0; i < block_words_; ++i) {
    const std::uint64_t fresh = next[i] & ~seen[i];
    next[i] = fresh;
    seen[i] |= fresh;
    output[i] |= fresh & output_mask;
    found += static_cast<std::uint32_t>(std::popcount(fresh));
  }
  next_.counts[block] = found;
  seen_counts_[block] += found;
  return found;
}

void TableBuilder::TransposeBlocks(std::uint32_t first_block) {
  constexpr std::size_t kMatrices = kBlocksPerTranspose / 64;
  std::array<std::array<std::uint64_t, 64>, kMatrices> matrices;
  const std::uint64_t row_words = PatternTable::RowBits(*index_) / 64;
  for (std::uint64_t word = 0; word < block_words_; ++word) {
    for (std::size_t i = 0; i < kBlocksPerTranspose; ++i) {
      const std::uint32_t block = first_block + static_cast<std::uint32_t>(i);
      matrices[i / 64][i % 64] =
          block < index_->blocks() ? BlockWords(output_, block)[word] : std::uint64_t{0};
    }
    for (auto& matrix : matrices) Transpose(matrix);
    const std::uint64_t ranks = std::min<std::uint64_t>(64, index_->permutations() - word * 64);
    for (std::size_t i = 0; i < ranks; ++i) {
      std::uint64_t* const row = rows_.get() + (word * 64 + i) * row_words + first_block / 64;
      for (std::size_t j = 0; j < kMatrices; ++j) row[j] = matrices[j][i];
    }
  }
}

double TableBuilder::progress() const {
  absl::MutexLock lock(&mutex_);
  if (phase_ == Phase::kDone) return 1;
  const double total = static_cast<double>(index_->blocks()) * index_->permutations();
  return static_cast<double>(settled_ + layer_size_) / (total + 1);
}

int TableBuilder::depth() const {
  absl::MutexLock lock(&mutex_);
  return layer_ - 1;
}

PatternTable TableBuilder::Take() {
  return PatternTable(index_, pattern_, goal_blank_, std::move(rows_));
}

}  // namespace taquin
