// Who gets the next slice: the least served.

#ifndef TAQUIN_SERVER_FAIR_QUEUE_H_
#define TAQUIN_SERVER_FAIR_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "server/clock.h"

namespace taquin::server {

// Start-time fair queueing in two levels: callers share the workers evenly,
// and each caller's searches share what the caller gets. A caller or a search
// that joins is placed `head_start` before the least served of those that are
// there: whatever needs no more than that runs at once, and whatever needs more
// then takes even turns with the rest.
//
// Source: P. Goyal, H. M. Vin and H. Cheng, "Start-time fair queueing" (1996).
//
// Thread-compatible. Every operation is O(log n).
class FairQueue {
 private:
  struct Caller;

 public:
  // A search in the queue; owned by the user of the queue.
  class Item {
   public:
    Item() = default;
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;

    bool in_queue() const { return caller != nullptr; }

   private:
    friend class FairQueue;

    // The queue's own view of the item.
    // NOLINTBEGIN(readability-identifier-naming)
    Caller* caller = nullptr;  // Null: not in the queue.
    Duration served{};         // Virtual time.
    std::uint64_t order = 0;   // Breaks ties: the one that came first.
    int free_slots = 0;        // Slices that may still be taken at once.
    // NOLINTEND(readability-identifier-naming)
  };

  // Callers without a search that are remembered for what they have used; that
  // many more may be until the next sweep.
  static constexpr std::size_t kMostDormantCallers = 1024;

  explicit FairQueue(Duration head_start) : head_start_(head_start) {}

  // Adds an item that may have `slots` slices taken at once; `served` is what
  // it has used already.
  void Join(Item& item, const std::string& caller, int slots, Duration served);

  // Removes an item, whose slices may still be out. No-op if it is not in.
  void Leave(Item& item);

  // Takes a slice of the least served search of the least served caller, and
  // charges both with `estimate`. Null if there is nothing to do.
  Item* Take(Duration estimate);

  // Gives a slice back. `correction` is what it took beyond the estimate, and
  // may be negative. An item that has left meanwhile is not touched.
  void GiveBack(Item& item, Duration correction);

  // Callers with a search, or without one but remembered.
  std::size_t remembered_callers() const { return callers_.size(); }

 private:
  struct LessServed {
    template <class T>
    bool operator()(const T* a, const T* b) const {
      return a->served != b->served ? a->served < b->served : a->order < b->order;
    }
  };

  struct Caller {
    Duration served{};
    std::uint64_t order = 0;
    Duration searches_now{};  // Virtual time among its searches.
    std::size_t items = 0;
    std::set<Item*, LessServed> ready;
  };

  void Charge(Item& item, Duration served);
  void ForgetCallers();

  const Duration head_start_;
  std::uint64_t next_order_ = 0;
  Duration callers_now_{};  // Virtual time among the callers.
  std::map<std::string, Caller> callers_;
  std::size_t sweep_at_ = kMostDormantCallers;
  std::set<Caller*, LessServed> ready_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_FAIR_QUEUE_H_
