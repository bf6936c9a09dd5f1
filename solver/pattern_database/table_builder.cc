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
  const CellSet board = AllCells(cells);
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
  const auto sets = static_cast<std::int64_t>(index.sets() * sizeof(CellSet));
  const std::int64_t rows = static_cast<std::int64_t>(PatternTable::Words(index) * 8);
  // Each pair of neighbouring cells is an edge of the sets that hold one of them.
  const Shape shape = index.shape();
  const int pairs = shape.rows * (shape.columns - 1) + shape.columns * (shape.rows - 1);
  const std::int64_t others = PatternIndex::Sets({1, shape.cells() - 2}, index.tiles() - 1);
  const std::int64_t edges = 2 * pairs * others * static_cast<std::int64_t>(sizeof(Edge));
  return std::max(4 * plane + counts + edges, plane + rows) + sets + index.bytes();
}

TableBuilder::TableBuilder(std::shared_ptr<const PatternIndex> index, CellSet pattern,
                           int goal_blank)
    : index_(std::move(index)),
      pattern_(pattern),
      goal_blank_(goal_blank),
      sets_(SetsInOrder(index_->shape().cells(), index_->tiles())),
      block_words_(BlockWordCount(index_->permutations())),
      sets_per_step_(std::max(1u, kEntriesPerStep / index_->permutations())),
      chunks_((index_->sets() + sets_per_step_ - 1) / sets_per_step_) {}

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
  int layer = 0;
  {
    MutexLock lock(mutex_);
    phase = phase_;
    if (phase == Phase::kDone) return State::kDone;
    const bool layers = phase == Phase::kLayers;
    const std::uint32_t count = layers ? index_->sets() : index_->blocks();
    if (next_start_ >= count) return State::kWaiting;
    start = next_start_;
    next_start_ += layers ? sets_per_step_ : kBlocksPerTranspose;
    layer = layer_;
    ++in_flight_;
  }
  std::int64_t settled = 0;
  if (phase == Phase::kLayers) {
    settled = PullChunk(chunks_[start / sets_per_step_], start, layer);
  } else {
    TransposeBlocks(start);
  }
  MutexLock lock(mutex_);
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
  chunks_.clear();
  chunks_.shrink_to_fit();
  phase_ = Phase::kTranspose;
}

std::int64_t TableBuilder::PullChunk(Chunk& chunk, std::uint32_t first_set, int layer) {
  // Found in the first layer and kept.
  if (chunk.edge_ends.empty()) FindEdges(chunk, first_set);
  std::int64_t settled = 0;
  std::uint32_t first_edge = 0;
  for (std::size_t i = 0; i < chunk.edge_ends.size(); ++i) {
    const std::uint32_t end_edge = chunk.edge_ends[i];
    settled +=
        PullBlock(chunk.first_block + static_cast<std::uint32_t>(i),
                  absl::MakeSpan(chunk.edges).subspan(first_edge, end_edge - first_edge), layer);
    first_edge = end_edge;
  }
  return settled;
}

void TableBuilder::FindEdges(Chunk& chunk, std::uint32_t first_set) const {
  const Shape shape = index_->shape();
  const CellSet board = AllCells(shape.cells());
  const std::uint32_t end_set = std::min(index_->sets(), first_set + sets_per_step_);
  chunk.first_block = index_->FirstBlock(first_set);
  for (std::uint32_t number = first_set; number < end_set; ++number) {
    const CellSet set = sets_[number];
    for (CellSet rest = board & ~set; rest != 0;) {
      const CellSet region = RegionOf(shape, board & ~set, std::countr_zero(rest));
      rest &= ~region;
      for (CellSet free = region; free != 0; free &= free - 1) {
        const int blank = std::countr_zero(free);
        for (const Direction direction : kDirections) {
          const std::optional<int> cell = shape.Neighbor(blank, direction);
          if (!cell || (set & CellBit(*cell)) == 0) continue;
          // Before its move the tile on `cell` was where the blank is now.
          const CellSet before = set ^ CellBit(blank) ^ CellBit(*cell);
          chunk.edges.push_back(
              {index_->Block(before, *cell),
               static_cast<std::uint8_t>(std::popcount(before & CellsBefore(blank))),
               static_cast<std::uint8_t>(std::popcount(set & CellsBefore(*cell)))});
        }
      }
      chunk.edge_ends.push_back(static_cast<std::uint32_t>(chunk.edges.size()));
    }
  }
  chunk.edges.shrink_to_fit();
}

std::int64_t TableBuilder::PullBlock(std::uint32_t block, absl::Span<const Edge> edges, int layer) {
  std::uint64_t* const next = BlockWords(next_.words, block);
  // What the plane holds is the layer before the last.
  if (next_.counts[block] != 0) std::fill_n(next, block_words_, 0);
  next_.counts[block] = 0;
  const std::uint32_t unseen = index_->permutations() - seen_counts_[block];
  if (unseen == 0) return 0;

  std::uint64_t* const seen = BlockWords(seen_, block);
  // The blocks whose bits go through a map.
  struct Source {
    const std::uint64_t* last;
    const Edge* edge;
    const std::uint16_t* map;
  };
  std::array<Source, 4 * kMaxTableCells> sources;
  std::size_t source_count = 0;
  std::uint32_t scattered = 0;
  bool reached = false;
  for (const Edge& edge : edges) {
    if (last_.counts[edge.source] == 0) continue;
    reached = true;
    const std::uint64_t* const last = BlockWords(last_.words, edge.source);
    if (edge.from != edge.to) {
      scattered += last_.counts[edge.source];
      sources[source_count++] = {last, &edge, nullptr};
      continue;
    }
    for (std::uint64_t i = 0; i < block_words_; ++i) next[i] |= last[i];
  }
  if (!reached) return 0;
  // Bits are sent on where they are few, or fetched where few are missing.
  const bool send = scattered <= unseen;
  for (Source& source : absl::MakeSpan(sources.data(), source_count)) {
    const Edge& edge = *source.edge;
    source.map = send ? RankMap(edge.from, edge.to) : RankMap(edge.to, edge.from);
  }
  if (send) {
    for (const Source& source : absl::MakeSpan(sources.data(), source_count)) {
      for (std::uint64_t i = 0; i < block_words_; ++i) {
        for (std::uint64_t bits = source.last[i]; bits != 0; bits &= bits - 1) {
          const std::uint16_t rank =
              source.map[i * 64 + static_cast<unsigned>(std::countr_zero(bits))];
          next[rank >> 6] |= std::uint64_t{1} << (rank & 63);
        }
      }
    }
  } else if (source_count != 0) {
    const std::uint64_t tail = ~std::uint64_t{0} >> (block_words_ * 64 - index_->permutations());
    for (std::uint64_t i = 0; i < block_words_; ++i) {
      std::uint64_t bits = ~(seen[i] | next[i]);
      if (i + 1 == block_words_) bits &= tail;
      std::uint64_t fetched = 0;
      for (; bits != 0; bits &= bits - 1) {
        const std::uint64_t rank = i * 64 + static_cast<unsigned>(std::countr_zero(bits));
        std::uint64_t found = 0;
        for (const Source& source : absl::MakeSpan(sources.data(), source_count)) {
          const std::uint16_t from = source.map[rank];
          found |= source.last[from >> 6] >> (from & 63);
        }
        fetched |= (found & 1) << (rank & 63);
      }
      next[i] |= fetched;
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
    if (fresh != 0) found += static_cast<std::uint32_t>(std::popcount(fresh));
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
  MutexLock lock(mutex_);
  if (phase_ == Phase::kDone) return 1;
  const double total = static_cast<double>(index_->blocks()) * index_->permutations();
  return static_cast<double>(settled_ + layer_size_) / (total + 1);
}

int TableBuilder::depth() const {
  MutexLock lock(mutex_);
  return layer_ - 1;
}

PatternTable TableBuilder::Take() {
  return PatternTable(index_, pattern_, goal_blank_, std::move(rows_));
}

}  // namespace taquin
