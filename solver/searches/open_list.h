// The states that wait to be expanded: a bucket queue over (g, h).
//
// There are few pairs (g, h) and many states, and a state's priority depends
// on its pair alone. So each pair has a stack, and a heap orders the stacks
// that are not empty: pushing and popping a state are O(1) but for the moments
// when a stack fills or empties. Any priority will do, fractional ones too.

#ifndef TAQUIN_SOLVER_SEARCHES_OPEN_LIST_H_
#define TAQUIN_SOLVER_SEARCHES_OPEN_LIST_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "solver/searches/memory_meter.h"

namespace taquin {

// Thread-compatible.
template <class State>
class OpenList {
  struct Chunk;

 public:
  // `meter` outlives the list.
  explicit OpenList(MemoryMeter* meter) : meter_(meter) {}

  ~OpenList() {
    for (Bucket& bucket : buckets_) FreeChunks(bucket.top);
    FreeChunks(spare_);
    meter_->Release(counted_bytes_);
  }

  OpenList(const OpenList&) = delete;
  OpenList& operator=(const OpenList&) = delete;

  bool empty() const { return heap_.empty(); }
  std::int64_t size() const { return size_; }

  // Of the state that Pop() would give. The list is not empty.
  double top_priority() const { return heap_.front().priority; }
  int top_g() const { return buckets_[heap_.front().bucket].g; }
  int top_h() const { return buckets_[heap_.front().bucket].h; }
  const State& top() const {
    const Chunk& chunk = *buckets_[heap_.front().bucket].top;
    return chunk.states[chunk.count - 1];
  }

  // Takes a state of the lowest priority; on ties, of the lowest h; on ties of
  // those, the last one pushed. The list is not empty.
  State Pop() {
    Bucket& bucket = buckets_[heap_.front().bucket];
    const State state = bucket.top->states[--bucket.top->count];
    --size_;
    if (bucket.top->count == 0) {
      Chunk* emptied = bucket.top;
      bucket.top = emptied->below;
      emptied->below = spare_;
      spare_ = emptied;
      if (bucket.top == nullptr) {
        std::pop_heap(heap_.begin(), heap_.end(), Later());
        heap_.pop_back();
      }
    }
    return state;
  }

  // False, and nothing changes, when the memory limit forbids growing.
  // `priority_of` gives the priority of a pair (g, h), always the same.
  template <class PriorityOf>
  bool Push(const State& state, int g, int h, PriorityOf&& priority_of) {
    std::uint32_t index;
    if (!FindBucket(g, h, priority_of, &index)) return false;
    Bucket& bucket = buckets_[index];
    if (bucket.top == nullptr || bucket.top->count == kChunkStates) {
      Chunk* chunk = TakeChunk();
      if (chunk == nullptr) return false;
      chunk->below = bucket.top;
      const bool was_empty = bucket.top == nullptr;
      bucket.top = chunk;
      if (was_empty) {
        heap_.push_back({bucket.priority, h, index});
        std::push_heap(heap_.begin(), heap_.end(), Later());
      }
    }
    bucket.top->states[bucket.top->count++] = state;
    ++size_;
    return true;
  }

  // Goes through the states of a list that changes no more, again and again:
  // those of the lowest h first.
  class Reader {
   public:
    // `list` outlives the reader.
    explicit Reader(const OpenList& list) {
      for (const Bucket& bucket : list.buckets_) {
        if (bucket.top != nullptr) buckets_.push_back({bucket.g, bucket.h, bucket.top});
      }
      std::sort(buckets_.begin(), buckets_.end(),
                [](const Entry& a, const Entry& b) { return a.h != b.h ? a.h < b.h : a.g < b.g; });
    }

    void Rewind() {
      position_ = 0;
      chunk_ = nullptr;
    }

    // The next state with g + h of at most `most_f`, and that g; null when there is
    // none.
    const State* Next(int most_f, int* g) {
      while (position_ < buckets_.size()) {
        const Entry& entry = buckets_[position_];
        if (chunk_ == nullptr && entry.g + entry.h <= most_f) {
          chunk_ = entry.top;
          left_ = chunk_->count;
        }
        if (chunk_ != nullptr) {
          const State* state = &chunk_->states[--left_];
          *g = entry.g;
          if (left_ == 0) {
            chunk_ = chunk_->below;
            if (chunk_ == nullptr) {
              ++position_;
            } else {
              left_ = chunk_->count;
            }
          }
          return state;
        }
        ++position_;
      }
      return nullptr;
    }

    // The least g + h above `f`, or the largest int.
    int LeastAbove(int f) const {
      int least = std::numeric_limits<int>::max();
      for (const Entry& entry : buckets_) {
        if (entry.g + entry.h > f) least = std::min(least, entry.g + entry.h);
      }
      return least;
    }

   private:
    struct Entry {
      int g;
      int h;
      const Chunk* top;
    };

    std::vector<Entry> buckets_;  // Some hundreds, in the slack of kBucketBytes.
    std::size_t position_ = 0;
    const Chunk* chunk_ = nullptr;  // Null: the bucket is not begun.
    std::size_t left_ = 0;          // Of the chunk.
  };

 private:
  static constexpr std::size_t kChunkStates = std::max<std::size_t>(1008 / sizeof(State), 4);

  struct Chunk {
    Chunk* below = nullptr;
    std::size_t count = 0;
    std::array<State, kChunkStates> states;
  };

  struct Bucket {
    double priority;
    int g;
    int h;
    Chunk* top = nullptr;
  };

  struct HeapEntry {
    double priority;
    int h;
    std::uint32_t bucket;
  };

  struct Later {
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
      return a.priority != b.priority ? a.priority > b.priority : a.h > b.h;
    }
  };

  // Successive pushes go to few pairs; remembering where those are saves most
  // look-ups in the map.
  struct CachedBucket {
    int g = -1;
    int h = -1;
    std::uint32_t index = 0;
  };

  // What a bucket costs in all the places that know of it, with the slack that
  // growing vectors and the map leave.
  static constexpr std::size_t kBucketBytes =
      2 * (sizeof(Bucket) + sizeof(HeapEntry) + sizeof(std::uint64_t) + sizeof(std::uint32_t) + 1);

  bool Count(std::size_t bytes) {
    if (!meter_->Take(static_cast<std::int64_t>(bytes))) return false;
    counted_bytes_ += static_cast<std::int64_t>(bytes);
    return true;
  }

  template <class PriorityOf>
  bool FindBucket(int g, int h, PriorityOf&& priority_of, std::uint32_t* index) {
    CachedBucket& cached =
        cache_[(static_cast<std::size_t>(g) * 8 + static_cast<std::size_t>(h)) % cache_.size()];
    if (cached.g == g && cached.h == h) {
      *index = cached.index;
      return true;
    }
    const std::uint64_t key = static_cast<std::uint64_t>(g) << 32 | static_cast<std::uint64_t>(h);
    const auto found = index_of_pair_.find(key);
    if (found != index_of_pair_.end()) {
      *index = found->second;
    } else {
      if (!Count(kBucketBytes)) return false;
      *index = static_cast<std::uint32_t>(buckets_.size());
      buckets_.push_back({priority_of(g, h), g, h});
      index_of_pair_.emplace(key, *index);
    }
    cached = {g, h, *index};
    return true;
  }

  Chunk* TakeChunk() {
    if (spare_ != nullptr) {
      Chunk* chunk = spare_;
      spare_ = chunk->below;
      return chunk;
    }
    if (!Count(sizeof(Chunk))) return nullptr;
    return new Chunk;
  }

  static void FreeChunks(Chunk* chunk) {
    while (chunk != nullptr) {
      const std::unique_ptr<Chunk> freed(chunk);
      chunk = freed->below;
    }
  }

  MemoryMeter* meter_;
  std::int64_t counted_bytes_ = 0;
  std::int64_t size_ = 0;
  std::vector<Bucket> buckets_;
  std::vector<HeapEntry> heap_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> index_of_pair_;
  std::array<CachedBucket, 64> cache_;
  Chunk* spare_ = nullptr;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_OPEN_LIST_H_
