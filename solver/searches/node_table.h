// The states that a search has met: an extendible hash table.
//
// Source: R. Fagin, J. Nievergelt, N. Pippenger and H. R. Strong, "Extendible
// hashing" (1979). A directory, indexed by the hash's top bits, points to
// segments of a fixed size, each a small open-addressing table. A full segment
// is split in two; nothing else moves. So the table grows without the pause
// and the doubled memory of rehashing as a whole, and its limit is exact to
// one segment.

#ifndef TAQUIN_SOLVER_SEARCHES_NODE_TABLE_H_
#define TAQUIN_SOLVER_SEARCHES_NODE_TABLE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "solver/board.h"
#include "solver/searches/memory_meter.h"
#include "solver/word_array.h"

namespace taquin {

// What is known of a state, in one word.
class NodeInfo {
 public:
  static constexpr int kMaxDistance = (1 << 29) - 1;
  // No heuristic's value for 32 x 32 is above: its tiles are at most 62 cells
  // from home, and linear conflict adds at most two for each tile and axis.
  static constexpr int kMaxEstimate = (1 << 17) - 1;

  NodeInfo() = default;  // No state.

  // `note` is what the heuristic keeps beside h; see NoteOf().
  static NodeInfo Root(int h, int note) { return NodeInfo(kUsed | kRoot, 0, h, note); }
  static NodeInfo Child(int g, int h, int note, Direction direction) {
    return NodeInfo(kUsed | static_cast<std::uint64_t>(direction) << kDirectionShift, g, h, note);
  }

  bool used() const { return (bits_ & kUsed) != 0; }
  bool root() const { return (bits_ & kRoot) != 0; }
  bool closed() const { return (bits_ & kClosed) != 0; }
  // The blank's last move on the way here; not for the root.
  Direction direction() const { return static_cast<Direction>(bits_ >> kDirectionShift & 3); }
  int g() const { return static_cast<int>(bits_ >> kGShift & kMaxDistance); }
  int h() const { return static_cast<int>(bits_ >> kHShift & kMaxEstimate); }
  int note() const { return static_cast<int>(bits_ >> kNoteShift); }

  void Close() { bits_ |= kClosed; }

 private:
  static constexpr std::uint64_t kUsed = 1;
  static constexpr std::uint64_t kRoot = 2;
  static constexpr std::uint64_t kClosed = 4;
  static constexpr int kDirectionShift = 3;
  static constexpr int kGShift = 6;
  static constexpr int kHShift = 35;
  static constexpr int kNoteShift = 52;

  NodeInfo(std::uint64_t flags, int g, int h, int note)
      : bits_(flags | static_cast<std::uint64_t>(g) << kGShift |
              static_cast<std::uint64_t>(h) << kHShift |
              static_cast<std::uint64_t>(note) << kNoteShift) {}

  std::uint64_t bits_ = 0;
};

// Thread-compatible. Expected O(1) for each operation; a split is O(segment).
template <class State>
class NodeTable {
 public:
  static_assert(std::is_trivially_copyable_v<State>);

  struct Node {
    State state;
    NodeInfo info;
  };

  // What FindOrInsert() gives; null when the memory limit forbids growing.
  struct Slot {
    Node* node;
    bool inserted;
  };

  // `meter` outlives the table.
  explicit NodeTable(MemoryMeter* meter) : meter_(meter) {}
  ~NodeTable() { meter_->Release(counted_bytes_); }

  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;

  std::int64_t size() const { return size_; }

  // Asks the processor for the place where `hash` will be looked up.
  void Prefetch(std::uint64_t hash) const {
    if (directory_.empty()) return;
    const Segment& segment = *directory_[DirectoryIndex(hash)];
    __builtin_prefetch(&segment.nodes[FirstSlot(hash)]);
  }

  // Null if the state was never inserted. Valid until the next insertion.
  Node* Find(const State& state, std::uint64_t hash) {
    if (directory_.empty()) return nullptr;
    Node& node = Probe(*directory_[DirectoryIndex(hash)], state, hash);
    return node.info.used() ? &node : nullptr;
  }

  // A new node has an unused info, which the caller must set at once. Valid
  // until the next insertion. `hash_of` gives a state's hash, for splits.
  template <class HashOf>
  Slot FindOrInsert(const State& state, std::uint64_t hash, HashOf&& hash_of) {
    if (directory_.empty() && !AddFirstSegment()) return {nullptr, false};
    while (true) {
      Segment& segment = *directory_[DirectoryIndex(hash)];
      Node& node = Probe(segment, state, hash);
      if (node.info.used()) return {&node, false};
      if (segment.count < kMaxLoad) {
        ++segment.count;
        ++size_;
        node.state = state;
        return {&node, true};
      }
      if (!Split(DirectoryIndex(hash), hash_of)) return {nullptr, false};
    }
  }

 private:
  static constexpr std::size_t kSegmentBytes = 1 << 16;
  static constexpr std::size_t kSlots =
      std::bit_floor(std::max<std::size_t>(kSegmentBytes / sizeof(Node), 16));
  static constexpr std::uint32_t kMaxLoad = static_cast<std::uint32_t>(kSlots - kSlots / 8);
  static constexpr int kMaxDirectoryBits = 40;

  // Lies in zeroed memory, which makes every node unused.
  struct Segment {
    int bits;  // Top hash bits that all its nodes share.
    std::uint32_t count;
    std::array<Node, kSlots> nodes;
  };
  static_assert(alignof(Segment) <= alignof(std::uint64_t));

  // Small tables take one segment at a time. Larger ones take huge pages, for
  // their look-ups would wait for address translation more than for memory.
  static constexpr std::size_t kSmallTableSegments = 8;
  static constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;
  static constexpr std::size_t kSegmentsAHugePage = kHugePageBytes / sizeof(Segment);

  std::size_t DirectoryIndex(std::uint64_t hash) const {
    return directory_bits_ == 0 ? 0 : static_cast<std::size_t>(hash >> (64 - directory_bits_));
  }

  static std::size_t FirstSlot(std::uint64_t hash) { return hash & (kSlots - 1); }

  // The state's node, or the free one where it belongs.
  static Node& Probe(Segment& segment, const State& state, std::uint64_t hash) {
    std::size_t slot = FirstSlot(hash);
    while (segment.nodes[slot].info.used() && !(segment.nodes[slot].state == state)) {
      slot = (slot + 1) & (kSlots - 1);
    }
    return segment.nodes[slot];
  }

  bool Count(std::size_t bytes) {
    if (!meter_->Take(static_cast<std::int64_t>(bytes))) return false;
    counted_bytes_ += static_cast<std::int64_t>(bytes);
    return true;
  }

  bool AddFirstSegment() {
    if (!Count(sizeof(Segment*))) return false;
    Segment* segment = NewSegment();
    if (segment == nullptr) return false;
    directory_.push_back(segment);
    return true;
  }

  // Null when the memory limit, or the machine, gives no more.
  Segment* NewSegment() {
    if (spare_segments_ == 0) {
      const bool small = segment_count_ < kSmallTableSegments;
      const std::size_t bytes = small ? sizeof(Segment) : kHugePageBytes;
      if (!Count(bytes)) return nullptr;
      absl::StatusOr<WordArray> words = AllocateWords((bytes + 7) / 8);
      if (!words.ok()) return nullptr;
      memory_.push_back(*std::move(words));
      spare_segments_ = small ? 1 : kSegmentsAHugePage;
      next_segment_ = reinterpret_cast<Segment*>(memory_.back().get());
    }
    --spare_segments_;
    ++segment_count_;
    return next_segment_++;
  }

  // Moves the nodes whose next hash bit is one to a new segment.
  template <class HashOf>
  bool Split(std::size_t index, HashOf& hash_of) {
    Segment& old = *directory_[index];
    if (old.bits == directory_bits_ && !DoubleDirectory(&index)) return false;
    Segment* added = NewSegment();
    if (added == nullptr) return false;
    Segment& fresh = *added;

    const std::uint64_t bit = std::uint64_t{1} << (63 - old.bits);
    fresh.bits = ++old.bits;
    const std::vector<Node> nodes(old.nodes.begin(), old.nodes.end());
    for (Node& node : old.nodes) node.info = NodeInfo();
    old.count = 0;
    for (const Node& node : nodes) {
      if (!node.info.used()) continue;
      const std::uint64_t hash = hash_of(node.state);
      Segment& segment = (hash & bit) != 0 ? fresh : old;
      Probe(segment, node.state, hash) = node;
      ++segment.count;
    }

    // The directory entries of the old segment are a run; its upper half now
    // belongs to the new one.
    const std::size_t run = std::size_t{1} << (directory_bits_ - fresh.bits + 1);
    const std::size_t first = index & ~(run - 1);
    for (std::size_t i = first + run / 2; i < first + run; ++i) directory_[i] = &fresh;
    return true;
  }

  bool DoubleDirectory(std::size_t* index) {
    if (directory_bits_ == kMaxDirectoryBits) return false;
    if (!Count(directory_.size() * sizeof(Segment*))) return false;
    std::vector<Segment*> doubled;
    doubled.reserve(2 * directory_.size());
    for (Segment* segment : directory_) doubled.insert(doubled.end(), 2, segment);
    directory_ = std::move(doubled);
    ++directory_bits_;
    *index *= 2;
    return true;
  }

  MemoryMeter* meter_;
  std::int64_t counted_bytes_ = 0;
  std::int64_t size_ = 0;
  int directory_bits_ = 0;
  std::vector<Segment*> directory_;
  std::vector<WordArray> memory_;  // Where the segments are.
  Segment* next_segment_ = nullptr;
  std::size_t spare_segments_ = 0;  // From next_segment_ on.
  std::size_t segment_count_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_NODE_TABLE_H_
