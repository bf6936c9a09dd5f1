// Which of a layer's successors a beam keeps.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_SELECTION_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_SELECTION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "solver/searches/beam_duplicates.h"

namespace taquin {

// Takes in the successors of one layer after another, as Clear() and Add() say,
// and then, by Begin() and Work(), settles on the best that were not met lately:
// a counting sort by rank, ties broken by the hash, and a pass in that order.
// Thread-compatible.
template <class Trace>
class BeamSelection {
 public:
  struct Candidate {
    std::uint64_t hash;
    std::uint32_t parent_move;  // Parent's index in the layer, move in the low two bits.
    std::uint32_t key;          // The rank; once counted, as Count() says.
    Trace trace;
  };

  // What Allocate() takes. No state but the first has a successor where it came
  // from, hence three a state.
  static std::int64_t Bytes(std::int64_t width) {
    return MostCandidates(width) *
               static_cast<std::int64_t>(sizeof(Candidate) + sizeof(std::uint32_t)) +
           BeamDuplicates::Bytes(width) +
           ((kMostRanks << kTieBits) + 1) * static_cast<std::int64_t>(sizeof(std::uint32_t));
  }

  // Once, before anything else: for layers of up to `width` states.
  void Allocate(std::int64_t width) {
    width_ = width;
    starts_.reserve((std::size_t{kMostRanks} << kTieBits) + 1);
    duplicates_.Allocate(width);
    candidates_.reserve(static_cast<std::size_t>(MostCandidates(width)));
    order_.reserve(static_cast<std::size_t>(MostCandidates(width)));
  }

  // States that count as met.
  void Remember(std::uint64_t hash) { duplicates_.Insert(hash); }
  void Forget() { duplicates_.Clear(); }

  // Before the successors of the next layer.
  void Clear() {
    candidates_.clear();
    least_rank_ = std::numeric_limits<int>::max();
    greatest_rank_ = 0;
  }

  void Add(std::uint64_t hash, std::uint32_t parent_move, int rank, const Trace& trace) {
    least_rank_ = std::min(least_rank_, rank);
    greatest_rank_ = std::max(greatest_rank_, rank);
    candidates_.push_back({hash, parent_move, static_cast<std::uint32_t>(rank), trace});
  }

  // Once all were added. False: there are none.
  bool Begin() {
    if (candidates_.empty()) return false;
    starts_.assign((static_cast<std::size_t>(RankIndex(greatest_rank_) + 1) << kTieBits) + 1, 0);
    order_.resize(candidates_.size());
    cursor_ = 0;
    kept_ = 0;
    phase_ = Phase::kCount;
    return true;
  }

  // Spends at most `budget` (at least 1), one for a few states; returns what was
  // spent, the same in all for slices of any size. Over when done().
  std::int64_t Work(std::int64_t budget) {
    switch (phase_) {
      case Phase::kCount:
        return Count(budget);
      case Phase::kOrder:
        return Order(budget);
      case Phase::kSelect:
        return Select(budget);
      case Phase::kDone:
        break;
    }
    return 0;
  }

  bool done() const { return phase_ == Phase::kDone; }

  // Once done: the candidates in the order in which they were added, with how
  // many of them were kept, which ones, the best rank among those, and which have
  // it.
  absl::Span<const Candidate> candidates() const { return candidates_; }
  std::int64_t kept() const { return kept_; }
  static bool IsKept(const Candidate& candidate) { return candidate.key != kDropped; }
  int best_rank() const { return least_rank_ + best_kept_; }
  bool HasBestRank(const Candidate& candidate) const {
    return static_cast<int>(candidate.key >> kTieBits) == best_kept_;
  }

  // Whether a layer ever had more than the width.
  bool lost_states() const { return lost_states_; }

  // Where to stop in `size` states from `cursor` on, with so much to spend, when
  // a few states cost one.
  static std::size_t End(std::size_t cursor, std::int64_t budget, std::size_t size) {
    const std::size_t left = size - cursor;
    return budget > static_cast<std::int64_t>(left / kStatesPerUnit)
               ? size
               : cursor + static_cast<std::size_t>(budget) * kStatesPerUnit;
  }
  // Rounded up, so that slices of any size spend the same in all.
  static std::int64_t Units(std::size_t states) {
    return static_cast<std::int64_t>((states + kStatesPerUnit - 1) / kStatesPerUnit);
  }

 private:
  enum class Phase { kCount, kOrder, kSelect, kDone };

  // Each rank is cut into so many by the hash, so that ties fall at random.
  static constexpr int kTieBits = 4;
  static constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();
  // Sorting or storing a state costs a fraction of an expansion.
  static constexpr std::size_t kStatesPerUnit = 8;
  static constexpr int kMostRanks = 4096;

  static std::int64_t MostCandidates(std::int64_t width) { return 3 * width + 1; }

  // Ranks beyond the first few thousand are all alike.
  int RankIndex(int rank) const { return std::min(rank - least_rank_, kMostRanks - 1); }

  // A counting sort by key: rank, then tie.
  std::int64_t Count(std::int64_t budget) {
    const std::size_t end = End(cursor_, budget, candidates_.size());
    const std::size_t begin = cursor_;
    for (; cursor_ < end; ++cursor_) {
      Candidate& candidate = candidates_[cursor_];
      const auto rank = static_cast<std::uint32_t>(RankIndex(static_cast<int>(candidate.key)));
      candidate.key =
          rank << kTieBits | static_cast<std::uint32_t>(candidate.hash >> (64 - kTieBits));
      ++starts_[candidate.key + 1];
    }
    const std::size_t counted = cursor_ - begin;
    if (cursor_ == candidates_.size()) {
      for (std::size_t key = 1; key < starts_.size(); ++key) starts_[key] += starts_[key - 1];
      cursor_ = 0;
      phase_ = Phase::kOrder;
    }
    return Units(counted);
  }

  std::int64_t Order(std::int64_t budget) {
    const std::size_t end = End(cursor_, budget, candidates_.size());
    const std::size_t begin = cursor_;
    for (; cursor_ < end; ++cursor_) {
      order_[starts_[candidates_[cursor_].key]++] = static_cast<std::uint32_t>(cursor_);
    }
    const std::size_t ordered = cursor_ - begin;
    if (cursor_ == candidates_.size()) {
      cursor_ = 0;
      phase_ = Phase::kSelect;
    }
    return Units(ordered);
  }

  // Goes through the candidates by rank and keeps the first `width` that are
  // new; the others are marked as dropped.
  std::int64_t Select(std::int64_t budget) {
    const std::size_t end = End(cursor_, budget, order_.size());
    const std::size_t begin = cursor_;
    constexpr std::size_t kAhead = 12;
    for (; cursor_ < end; ++cursor_) {
      if (cursor_ + 2 * kAhead < order_.size()) {
        __builtin_prefetch(&candidates_[order_[cursor_ + 2 * kAhead]]);
      }
      if (cursor_ + kAhead < order_.size()) {
        duplicates_.Prefetch(candidates_[order_[cursor_ + kAhead]].hash);
      }
      Candidate& candidate = candidates_[order_[cursor_]];
      lost_states_ |= kept_ == width_;
      if (kept_ < width_ && duplicates_.Insert(candidate.hash)) {
        if (kept_++ == 0) best_kept_ = static_cast<int>(candidate.key >> kTieBits);
      } else {
        candidate.key = kDropped;
      }
    }
    const std::size_t looked_at = cursor_ - begin;
    if (cursor_ == order_.size()) phase_ = Phase::kDone;
    return Units(looked_at);
  }

  std::int64_t width_ = 0;
  Phase phase_ = Phase::kDone;
  std::size_t cursor_ = 0;  // Within the phase.
  std::vector<Candidate> candidates_;
  int least_rank_ = 0;
  int greatest_rank_ = 0;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> order_;  // Candidates by rank.
  std::int64_t kept_ = 0;
  int best_kept_ = 0;  // The least rank kept, less least_rank_.
  bool lost_states_ = false;
  BeamDuplicates duplicates_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_SELECTION_H_
