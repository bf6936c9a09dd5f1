// Builds a pattern's table by breadth-first search from the goal.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_BUILDER_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_BUILDER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "solver/mutex.h"
#include "solver/pattern_database/pattern_index.h"
#include "solver/pattern_database/pattern_table.h"
#include "solver/word_array.h"

namespace taquin {

// A build in small steps, for any number of threads of the caller's. Layer d
// of the search is the configurations at distance d. Four bit planes of a bit
// an entry hold what was seen, the last layer, the next layer, and the output;
// each is laid out block by block, so that the search of a layer can pull:
// a block's next layer comes from the last layers of the blocks that one
// tile's move joins it to. Where the move passes no tile of the pattern the
// order of the tiles stays and whole words are joined; elsewhere single bits
// go through a map of the ranks. A block belongs to one step in each layer,
// which is all that the steps have to agree on. At the end the output is
// transposed into the rows of PatternTable.
class TableBuilder {
 public:
  enum class State {
    kWorking,  // The step did some work.
    kWaiting,  // There is none until other threads' steps return.
    kDone,     // Take() gives the table.
  };

  // InvalidArgument where the pattern does not fit the index or holds the
  // blank's label; ResourceExhausted where there is no memory.
  static absl::StatusOr<std::unique_ptr<TableBuilder>> Create(
      std::shared_ptr<const PatternIndex> index, CellSet pattern, int goal_blank);

  // The most memory that a build takes, in bytes.
  static std::int64_t PeakBytes(const PatternIndex& index);

  // Does about a millisecond of the work. Thread-safe: more threads in Step()
  // at once make the build faster.
  State Step() ABSL_LOCKS_EXCLUDED(mutex_);

  // The part of the entries that are settled, from 0 to 1. Thread-safe.
  double progress() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The finished table, once. No other thread may be in a member function.
  PatternTable Take();

  // The greatest distance in the table; final once done. Thread-safe.
  int depth() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // The bits of one rank a block, with the number of bits set in each block.
  struct Plane {
    WordArray words;
    std::vector<std::uint32_t> counts;
  };
  // A move of a tile that joins a block to `source`; the order of the tiles
  // changes by moving the tile at position `from` to position `to`.
  struct Edge {
    std::uint32_t source;
    std::uint8_t from;
    std::uint8_t to;
  };
  // The blocks that one step takes on in each layer.
  struct Chunk {
    std::uint32_t first_block = 0;
    std::vector<std::uint32_t> edge_ends;  // Of each block, in `edges`.
    std::vector<Edge> edges;
  };
  enum class Phase { kLayers, kTranspose, kDone };

  TableBuilder(std::shared_ptr<const PatternIndex> index, CellSet pattern, int goal_blank);
  absl::Status Allocate();
  void MakeRankMaps();

  void EndPhase() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Each returns how many entries it settled.
  std::int64_t PullChunk(Chunk& chunk, std::uint32_t first_set, int layer);
  std::int64_t PullBlock(std::uint32_t block, absl::Span<const Edge> edges, int layer);
  void FindEdges(Chunk& chunk, std::uint32_t first_set) const;
  void TransposeBlocks(std::uint32_t first_block);

  std::uint64_t* BlockWords(const WordArray& plane, std::uint32_t block) const {
    return plane.get() + block * block_words_;
  }
  const std::uint16_t* RankMap(int from, int to) const;

  const std::shared_ptr<const PatternIndex> index_;
  const CellSet pattern_;
  const int goal_blank_;
  const std::vector<CellSet> sets_;
  const std::uint64_t block_words_;
  std::uint32_t sets_per_step_;
  // Ranks after moving the tile at one position to another, position by
  // position; empty where no move passes that many tiles.
  std::vector<std::vector<std::uint16_t>> rank_maps_;

  // Written by the step that owns a block; swapped between layers, when no
  // step is under way.
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> seen_counts_;
  WordArray seen_;
  WordArray output_;
  Plane last_;
  Plane next_;
  WordArray rows_;

  mutable Mutex mutex_;
  Phase phase_ ABSL_GUARDED_BY(mutex_) = Phase::kLayers;
  int layer_ ABSL_GUARDED_BY(mutex_) = 1;  // That is being filled.
  std::uint32_t next_start_ ABSL_GUARDED_BY(mutex_) = 0;
  std::int64_t in_flight_ ABSL_GUARDED_BY(mutex_) = 0;
  std::int64_t settled_ ABSL_GUARDED_BY(mutex_) = 1;
  std::int64_t layer_size_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_BUILDER_H_
