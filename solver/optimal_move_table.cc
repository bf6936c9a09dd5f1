#include "solver/optimal_move_table.h"

#include <bit>
#include <cstddef>
#include <cstdlib>

namespace taquin {
namespace {

// Portable builds have no instruction for it.
constexpr auto kBitCounts = [] {
  std::array<std::uint8_t, 1 << OptimalMoveTable::kMaxCells> counts = {};
  for (std::size_t bits = 1; bits < counts.size(); ++bits) {
    counts[bits] = static_cast<std::uint8_t>(counts[bits / 2] + bits % 2);
  }
  return counts;
}();

// An arrangement given as the label on each cell, in the image of a symmetry.
struct ImageLabels {
  ImageLabels(const Symmetry& symmetry, const RelabelledBoard& board) : count(board.labels.size()) {
    for (std::size_t cell = 0; cell < count; ++cell) {
      labels[symmetry.cells[cell]] = symmetry.cells[board.labels[cell]];
    }
  }

  absl::Span<const std::uint16_t> span() const { return {labels.data(), count}; }

  std::array<std::uint16_t, OptimalMoveTable::kMaxCells> labels = {};
  std::size_t count;
};

}  // namespace

OptimalMoveTable::OptimalMoveTable(Shape shape, int goal_blank)
    : cells_(shape.cells()), goal_blank_(goal_blank), moves_(shape), weights_{}, ranks_(1) {
  // The tiles in reading order, the blank left out, are ranked by how many
  // smaller labels stand later (D. H. Lehmer, 1960). Parity settles the order
  // of the last two, so the place before them has the weight 1.
  const int tiles = cells_ - 1;
  for (int place = tiles - 3; place >= 0; --place) {
    weights_[static_cast<std::size_t>(place)] = ranks_;
    ranks_ *= static_cast<std::uint32_t>(tiles - place);
  }
  sets_.assign((size() + 1) / 2, 0);
  Fill();
}

void OptimalMoveTable::Fill() {
  constexpr std::uint8_t kUnseen = 0xFF;
  std::vector<std::uint8_t> distances(size(), kUnseen);
  std::vector<Arrangement> queue;
  queue.reserve(size());
  std::array<std::uint16_t, kMaxCells> identity;
  for (std::size_t cell = 0; cell < identity.size(); ++cell) {
    identity[cell] = static_cast<std::uint16_t>(cell);
  }
  queue.push_back(Pack({identity.data(), static_cast<std::size_t>(cells_)}));
  distances[Index(queue.front())] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Arrangement arrangement = queue[next];
    const int distance = distances[Index(arrangement)];
    for (const BlankMove& move : moves_.From(arrangement.blank)) {
      const Arrangement neighbor = Moved(arrangement, move);
      const std::uint32_t index = Index(neighbor);
      if (distances[index] == kUnseen) {
        distances[index] = static_cast<std::uint8_t>(distance + 1);
        queue.push_back(neighbor);
      }
      if (distances[index] == distance + 1) Add(index, Opposite(move.direction));
    }
  }
}

Path OptimalMoveTable::OptimalPath(absl::Span<const std::uint16_t> labels) const {
  Path path;
  // Room for the longest of most shapes: one allocation.
  path.reserve(36);
  Arrangement arrangement = Pack(labels);
  std::uint32_t index = Index(arrangement);
  while (true) {
    const DirectionSet set = Get(index);
    if (set == 0) return path;
    const auto direction = static_cast<Direction>(std::countr_zero(set));
    path.push_back(direction);
    for (const BlankMove& move : moves_.From(arrangement.blank)) {
      if (move.direction != direction) continue;
      const int cells_on = move.cell - arrangement.blank;
      arrangement = Moved(arrangement, move);
      // To the next cell the blank passes no tile: their order stays, and their rank.
      index = std::abs(cells_on) == 1 ? index + static_cast<std::uint32_t>(cells_on) * ranks_
                                      : Index(arrangement);
      break;
    }
  }
}

DirectionSet OptimalMoveTable::OptimalMoves(absl::Span<const std::uint16_t> labels) const {
  return Get(Index(Pack(labels)));
}

OptimalMoveTable::Arrangement OptimalMoveTable::Pack(absl::Span<const std::uint16_t> labels) const {
  Arrangement arrangement{0, 0};
  for (std::size_t cell = 0; cell < labels.size(); ++cell) {
    arrangement.labels |= std::uint64_t{labels[cell]} << (4 * cell);
    if (labels[cell] == goal_blank_) arrangement.blank = static_cast<int>(cell);
  }
  return arrangement;
}

OptimalMoveTable::Arrangement OptimalMoveTable::Moved(Arrangement arrangement,
                                                      const BlankMove& move) {
  const std::uint64_t labels = arrangement.labels;
  const int blank = 4 * arrangement.blank;
  const int cell = 4 * move.cell;
  const std::uint64_t difference = ((labels >> blank) ^ (labels >> cell)) & 15;
  return {labels ^ (difference << blank) ^ (difference << cell), move.cell};
}

std::uint32_t OptimalMoveTable::Index(Arrangement arrangement) const {
  // The tiles alone, those after the blank moved up by one place.
  const std::uint64_t before = (std::uint64_t{1} << (4 * arrangement.blank)) - 1;
  std::uint64_t tiles = (arrangement.labels & before) | ((arrangement.labels >> 4) & ~before);
  std::uint32_t seen = 1u << goal_blank_;
  std::uint32_t rank = 0;
  for (int place = 0; place < cells_ - 3; ++place, tiles >>= 4) {
    const std::uint32_t label = tiles & 15;
    const std::uint32_t bit = 1u << label;
    rank += (label - kBitCounts[seen & (bit - 1)]) * weights_[static_cast<std::size_t>(place)];
    seen |= bit;
  }
  return static_cast<std::uint32_t>(arrangement.blank) * ranks_ + rank;
}

std::uint32_t OptimalMoveTable::size() const { return static_cast<std::uint32_t>(cells_) * ranks_; }

DirectionSet OptimalMoveTable::Get(std::uint32_t index) const {
  return sets_[index / 2] >> (index % 2 * 4) & 15;
}

void OptimalMoveTable::Add(std::uint32_t index, Direction direction) {
  const auto bit = 1u << static_cast<unsigned>(direction);
  sets_[index / 2] = static_cast<std::uint8_t>(sets_[index / 2] | bit << (index % 2 * 4));
}

OptimalMoveTables::OptimalMoveTables() {
  for (int rows = 1; rows <= OptimalMoveTable::kMaxCells; ++rows) {
    for (int columns = 1; rows * columns <= OptimalMoveTable::kMaxCells; ++columns) {
      const Shape shape{rows, columns};
      std::vector<Goal>& goals = goals_[static_cast<std::size_t>(rows * 10 + columns)];
      for (int blank = 0; blank < shape.cells(); ++blank) {
        Goal goal{.to_table = ToLeastCell(shape, blank),
                  .from_table = {},
                  .table_blank = 0,
                  .entry = nullptr};
        goal.from_table = Inverse(goal.to_table);
        goal.table_blank = goal.to_table.cell(blank);
        if (goal.table_blank == blank) {
          entries_.push_back(std::make_unique<Entry>());
          goal.entry = entries_.back().get();
        } else {
          goal.entry = goals[static_cast<std::size_t>(goal.table_blank)].entry;
        }
        goals.push_back(std::move(goal));
      }
    }
  }
}

OptimalMoveTables::~OptimalMoveTables() = default;

bool OptimalMoveTables::Ready(Shape shape, int goal_blank) const {
  return GoalOf(shape, goal_blank).entry->table.load(std::memory_order_acquire) != nullptr;
}

Path OptimalMoveTables::OptimalPath(const RelabelledBoard& board) const {
  const Goal& goal = GoalOf(board.shape, board.blank_label);
  const ImageLabels image(goal.to_table, board);
  Path path = TableOf(board.shape, goal).OptimalPath(image.span());
  for (Direction& direction : path) direction = goal.from_table.direction(direction);
  return path;
}

DirectionSet OptimalMoveTables::OptimalMoves(const RelabelledBoard& board) const {
  const Goal& goal = GoalOf(board.shape, board.blank_label);
  const ImageLabels image(goal.to_table, board);
  const DirectionSet in_image = TableOf(board.shape, goal).OptimalMoves(image.span());
  unsigned set = 0;
  for (const Direction direction : kDirections) {
    if ((in_image >> static_cast<unsigned>(direction) & 1) == 0) continue;
    set |= 1u << static_cast<unsigned>(goal.from_table.direction(direction));
  }
  return static_cast<DirectionSet>(set);
}

std::int64_t OptimalMoveTables::memory_bytes() const {
  std::int64_t bytes = 0;
  for (const auto& entry : entries_) {
    const OptimalMoveTable* table = entry->table.load(std::memory_order_acquire);
    if (table != nullptr) bytes += table->memory_bytes();
  }
  return bytes;
}

const OptimalMoveTables::Goal& OptimalMoveTables::GoalOf(Shape shape, int goal_blank) const {
  return goals_[static_cast<std::size_t>(shape.rows * 10 + shape.columns)]
               [static_cast<std::size_t>(goal_blank)];
}

const OptimalMoveTable& OptimalMoveTables::TableOf(Shape shape, const Goal& goal) const {
  Entry& entry = *goal.entry;
  if (const OptimalMoveTable* table = entry.table.load(std::memory_order_acquire)) return *table;
  const MutexLock lock(build_mutex_);
  if (entry.owned == nullptr) {
    entry.owned = std::make_unique<const OptimalMoveTable>(shape, goal.table_blank);
    entry.table.store(entry.owned.get(), std::memory_order_release);
  }
  return *entry.owned;
}

}  // namespace taquin
