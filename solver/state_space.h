// Compact states for searches that are compiled for a size of board.
//
// A state is an arrangement of labels (see relabelled_board.h). The spaces
// below share one compile-time interface, so that a search is written once:
//
//   State                        trivially copyable, ==
//   Pack(labels)                 state from a label for each cell
//   Label(state, cell)           the label on a cell
//   Blank(state)                 the blank's cell
//   Slide(state, blank, from)    moves the tile on `from` into `blank`; its
//                                own inverse with the cells exchanged
//   Hash(state)                  64 well-mixed bits
//   kMaxCells, kPacked           the largest board; whether states are words
//
// A space is immutable, and so thread-safe.

#ifndef TAQUIN_SOLVER_STATE_SPACE_H_
#define TAQUIN_SOLVER_STATE_SPACE_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/types/span.h"
#include "solver/board.h"

namespace taquin {

// A bijective mixer: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
inline std::uint64_t MixBits(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

// Up to 16 cells in one word, four bits a cell.
class PackedSpace16 {
 public:
  static constexpr int kMaxCells = 16;
  static constexpr bool kPacked = true;
  using State = std::uint64_t;

  PackedSpace16(Shape /*shape*/, int blank_label)
      : blank_everywhere_(static_cast<State>(blank_label) * kOnes) {}

  State Pack(absl::Span<const std::uint16_t> labels) const {
    State state = 0;
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      state |= State{labels[cell]} << (4 * cell);
    }
    return state;
  }

  int Label(State state, int cell) const { return static_cast<int>(state >> (4 * cell)) & 15; }

  // The lowest zero nibble of the difference is exact, and cells that the
  // board lacks lie above all others.
  int Blank(State state) const {
    const State difference = state ^ blank_everywhere_;
    return std::countr_zero((difference - kOnes) & ~difference & (kOnes << 3)) / 4;
  }

  void Slide(State& state, int blank, int from) const {
    const State difference = ((state >> (4 * blank)) ^ (state >> (4 * from))) & 15;
    state ^= (difference << (4 * blank)) ^ (difference << (4 * from));
  }

  std::uint64_t Hash(State state) const { return MixBits(state); }

 private:
  static constexpr State kOnes = 0x1111111111111111u;

  State blank_everywhere_;
};

// Up to 25 cells in two words, five bits a cell.
class PackedSpace25 {
 public:
  static constexpr int kMaxCells = 25;
  static constexpr bool kPacked = true;

  // Cells 0 to 11 are in `low`, the others in `high` but for the highest bit
  // of cell 24, which is in the top bit of `low`.
  struct State {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  PackedSpace25(Shape /*shape*/, int blank_label)
      : blank_everywhere_(static_cast<std::uint64_t>(blank_label) * kOnes) {}

  State Pack(absl::Span<const std::uint16_t> labels) const {
    State state;
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      Toggle(state, static_cast<int>(cell), labels[cell]);
    }
    return state;
  }

  int Label(const State& state, int cell) const {
    if (cell < kCellsLow) return static_cast<int>(state.low >> (5 * cell)) & 31;
    const int label = static_cast<int>(state.high >> (5 * (cell - kCellsLow))) & 31;
    return cell == kLastCell ? label | static_cast<int>(state.low >> 63) << 4 : label;
  }

  // As in PackedSpace16; the last cell is what remains.
  int Blank(const State& state) const {
    if (const std::uint64_t low = ZeroFields((state.low & kFields) ^ blank_everywhere_); low != 0) {
      return std::countr_zero(low) / 5;
    }
    if (const std::uint64_t high = ZeroFields((state.high & kFields) ^ blank_everywhere_);
        high != 0) {
      return kCellsLow + std::countr_zero(high) / 5;
    }
    return kLastCell;
  }

  void Slide(State& state, int blank, int from) const {
    const int difference = Label(state, blank) ^ Label(state, from);
    Toggle(state, blank, difference);
    Toggle(state, from, difference);
  }

  std::uint64_t Hash(const State& state) const {
    return MixBits(MixBits(state.low) + state.high * 0x9E3779B97F4A7C15u);
  }

 private:
  static constexpr int kCellsLow = 12;
  static constexpr int kLastCell = 24;
  static constexpr std::uint64_t kOnes = 0x0084210842108421u;  // A one in each of 12 fields.
  static constexpr std::uint64_t kFields = kOnes * 31;

  // Marks the top bit of each five-bit field that is zero; only the lowest mark
  // is exact.
  static std::uint64_t ZeroFields(std::uint64_t fields) {
    return (fields - kOnes) & ~fields & (kOnes << 4);
  }

  static void Toggle(State& state, int cell, int bits) {
    const auto wide = static_cast<std::uint64_t>(bits);
    if (cell < kCellsLow) {
      state.low ^= wide << (5 * cell);
    } else {
      // The fifth bit of the last cell is shifted out of `high`.
      state.high ^= wide << (5 * (cell - kCellsLow));
      if (cell == kLastCell) state.low ^= (wide >> 4) << 63;
    }
  }

  std::uint64_t blank_everywhere_;
};

// Any board of up to `kCapacity` cells, one `Cell` each.
template <class Cell, std::size_t kCapacity>
class WideSpace {
 public:
  static constexpr int kMaxCells = static_cast<int>(kCapacity);
  static constexpr bool kPacked = false;

  struct State {
    std::array<Cell, kCapacity> labels = {};
    std::uint64_t blank = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  WideSpace(Shape shape, int blank_label)
      : words_((static_cast<std::size_t>(shape.cells()) * sizeof(Cell) + 7) / 8),
        blank_label_(blank_label) {}

  State Pack(absl::Span<const std::uint16_t> labels) const {
    State state;
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      state.labels[cell] = static_cast<Cell>(labels[cell]);
      if (labels[cell] == blank_label_) state.blank = cell;
    }
    return state;
  }

  int Label(const State& state, int cell) const {
    return state.labels[static_cast<std::size_t>(cell)];
  }

  int Blank(const State& state) const { return static_cast<int>(state.blank); }

  void Slide(State& state, int blank, int from) const {
    std::swap(state.labels[static_cast<std::size_t>(blank)],
              state.labels[static_cast<std::size_t>(from)]);
    state.blank = static_cast<std::uint64_t>(from);
  }

  std::uint64_t Hash(const State& state) const {
    std::uint64_t hash = 0;
    const char* bytes = reinterpret_cast<const char*>(state.labels.data());
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t bits;
      std::memcpy(&bits, bytes + 8 * word, 8);
      hash = (std::rotl(hash, 23) ^ bits) * 0x9E3779B97F4A7C15u;
    }
    return MixBits(hash);
  }

 private:
  std::size_t words_;
  int blank_label_;
};

using WideSpace32 = WideSpace<std::uint8_t, 32>;
using WideSpace64 = WideSpace<std::uint8_t, 64>;
using WideSpace256 = WideSpace<std::uint8_t, 256>;
using WideSpace1024 = WideSpace<std::uint16_t, 1024>;

// Names a space as a value, for VisitStateSpace().
template <class Space>
struct StateSpaceTag {
  using type = Space;
};

// Calls `visitor` with the tag of the smallest space that holds the shape.
template <class Visitor>
auto VisitStateSpace(Shape shape, Visitor&& visitor) {
  const int cells = shape.cells();
  if (cells <= PackedSpace16::kMaxCells) return visitor(StateSpaceTag<PackedSpace16>());
  if (cells <= PackedSpace25::kMaxCells) return visitor(StateSpaceTag<PackedSpace25>());
  if (cells <= WideSpace64::kMaxCells) return visitor(StateSpaceTag<WideSpace64>());
  if (cells <= WideSpace256::kMaxCells) return visitor(StateSpaceTag<WideSpace256>());
  return visitor(StateSpaceTag<WideSpace1024>());
}

}  // namespace taquin

#endif  // TAQUIN_SOLVER_STATE_SPACE_H_
