#include "solver/pattern_database/table_set_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace taquin {
namespace {

// Boards of up to 16 cells have faster nodes, which see every group alike, and
// small tables.
constexpr int kMostCellsWithoutSharing = 16;

CellSet ImageOfSet(const Symmetry& symmetry, CellSet set) {
  CellSet image = 0;
  for (; set != 0; set &= set - 1) image |= CellBit(symmetry.cell(std::countr_zero(set)));
  return image;
}

}  // namespace

absl::StatusOr<std::unique_ptr<TableSetBuilder>> TableSetBuilder::Create(Partition partition) {
  std::unique_ptr<TableSetBuilder> builder(new TableSetBuilder(std::move(partition)));
  if (absl::Status status = builder->Plan(); !status.ok()) return status;
  return builder;
}

absl::Status TableSetBuilder::Plan() {
  const Shape shape = partition_.shape;
  const std::vector<Symmetry> symmetries = Symmetries(shape);
  for (const CellSet pattern : partition_.patterns) {
    bool shared = false;
    for (std::size_t table = 0; table < wanted_.size() && !shared; ++table) {
      if (shape.cells() <= kMostCellsWithoutSharing) break;
      const Wanted& wanted = wanted_[table];
      for (const Symmetry& symmetry : symmetries) {
        if (ImageOfSet(symmetry, pattern) != wanted.pattern) continue;
        const int blank = symmetry.cell(partition_.goal_blank);
        if (wanted.index->Block(wanted.pattern, blank) !=
            wanted.index->Block(wanted.pattern, partition_.goal_blank)) {
          continue;
        }
        shares_.push_back({table, symmetry});
        shared = true;
        break;
      }
    }
    if (shared) continue;
    const int tiles = std::popcount(pattern);
    std::shared_ptr<const PatternIndex> index;
    for (const Wanted& wanted : wanted_) {
      if (wanted.index->tiles() == tiles) index = wanted.index;
    }
    if (index == nullptr) {
      auto created = PatternIndex::Create(shape, tiles);
      if (!created.ok()) return created.status();
      index = *std::move(created);
    }
    shares_.push_back({wanted_.size(), symmetries[0]});
    wanted_.push_back({pattern, std::move(index)});
  }
  return absl::OkStatus();
}

std::shared_ptr<TableBuilder> TableSetBuilder::Current() {
  if (!status_.ok() || tables_.size() == wanted_.size()) return nullptr;
  if (builder_ == nullptr) {
    const Wanted& wanted = wanted_[tables_.size()];
    auto created = TableBuilder::Create(wanted.index, wanted.pattern, partition_.goal_blank);
    if (!created.ok()) {
      status_ = created.status();
      return nullptr;
    }
    builder_ = *std::move(created);
  }
  return builder_;
}

TableBuilder::State TableSetBuilder::Step() {
  std::shared_ptr<TableBuilder> builder;
  {
    const MutexLock lock(mutex_);
    builder = Current();
  }
  if (builder == nullptr) return TableBuilder::State::kDone;
  const TableBuilder::State state = builder->Step();
  if (state != TableBuilder::State::kDone) return state;
  const MutexLock lock(mutex_);
  // The first to see it done takes the table; the others' steps did nothing.
  if (builder_ == builder) {
    tables_.push_back(std::make_shared<const PatternTable>(builder->Take()));
    builder_ = nullptr;
  }
  return tables_.size() == wanted_.size() ? TableBuilder::State::kDone
                                          : TableBuilder::State::kWorking;
}

double TableSetBuilder::progress() const {
  const MutexLock lock(mutex_);
  double done = 0;
  double total = 0;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    const PatternIndex& index = *wanted_[i].index;
    const double entries = static_cast<double>(index.blocks()) * index.permutations();
    total += entries;
    if (i < tables_.size()) {
      done += entries;
    } else if (i == tables_.size() && builder_ != nullptr) {
      done += entries * builder_->progress();
    }
  }
  return done / total;
}

absl::StatusOr<std::shared_ptr<const PatternTableSet>> TableSetBuilder::Take() {
  const MutexLock lock(mutex_);
  if (!status_.ok()) return status_;
  PatternTableSet::View groups;
  for (const Share& share : shares_) groups.push_back({tables_[share.table], share.symmetry});
  return PatternTableSet::Create(partition_.shape, partition_.goal_blank, std::move(groups));
}

std::int64_t TableSetBuilder::table_bytes() const {
  std::int64_t bytes = 0;
  for (const Wanted& wanted : wanted_) {
    bytes += static_cast<std::int64_t>(PatternTable::Words(*wanted.index) * 8);
  }
  return bytes;
}

std::int64_t TableSetBuilder::peak_bytes() const {
  std::int64_t finished = 0;
  std::int64_t peak = 0;
  for (const Wanted& wanted : wanted_) {
    peak = std::max(peak, finished + TableBuilder::PeakBytes(*wanted.index));
    finished += static_cast<std::int64_t>(PatternTable::Words(*wanted.index) * 8);
  }
  return peak;
}

}  // namespace taquin
