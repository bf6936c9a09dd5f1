// The states that a beam met lately.

#ifndef TAQUIN_SOLVER_SEARCHES_BEAM_DUPLICATES_H_
#define TAQUIN_SOLVER_SEARCHES_BEAM_DUPLICATES_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace taquin {

// A set of 64-bit hashes of fixed size: new ones displace old ones of the same
// cache line, in turn. Thread-compatible.
class BeamDuplicates {
 public:
  static std::int64_t Bytes(std::int64_t width) {
    return static_cast<std::int64_t>(Lines(width) * sizeof(Line));
  }

  // The one allocation, of Bytes(width).
  void Allocate(std::int64_t width) { lines_.resize(Lines(width)); }
  void Clear() { std::fill(lines_.begin(), lines_.end(), Line()); }

  void Prefetch(std::uint64_t hash) const { __builtin_prefetch(&lines_[Index(hash)], 1); }

  // False if the hash is there already. O(1).
  bool Insert(std::uint64_t hash) {
    Line& line = lines_[Index(hash)];
    // 0 marks an empty slot.
    const std::uint64_t mark = hash | 1;
    for (const std::uint64_t slot : line.slots) {
      if (slot == mark) return false;
    }
    line.slots[turn_++ % kSlots] = mark;
    return true;
  }

 private:
  static constexpr std::size_t kSlots = 8;
  static constexpr std::int64_t kSlotsPerState = 6;

  struct alignas(64) Line {
    std::uint64_t slots[kSlots] = {};
  };

  static std::size_t Lines(std::int64_t width) {
    return std::bit_ceil(static_cast<std::size_t>(width * kSlotsPerState) / kSlots + 1);
  }
  std::size_t Index(std::uint64_t hash) const { return (hash >> 8) & (lines_.size() - 1); }

  std::vector<Line> lines_;
  std::size_t turn_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_BEAM_DUPLICATES_H_
