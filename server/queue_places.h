// How far the waiting are from their turn, and who is to hear of it again.

#ifndef TAQUIN_SERVER_QUEUE_PLACES_H_
#define TAQUIN_SERVER_QUEUE_PLACES_H_

#include <cstdint>
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "server/clock.h"

namespace taquin::server {

// Places by arrival: how many came before and still wait. A place only ever gets
// smaller.
//
// Somebody who leaves moves everybody behind. Nobody is looked at for that:
// each who wants to hear of it is looked at when their own interval has passed,
// one at a time.
//
// Thread-compatible. Every operation is O(log n).
class QueuePlaces {
 public:
  // One who waits; owned by the user of the places.
  class Item {
   public:
    Item() = default;
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;

   private:
    friend class QueuePlaces;

    // The places' own view of the item.
    // NOLINTBEGIN(readability-identifier-naming)
    std::uint64_t number = 0;            // Counts arrivals.
    int told = 0;                        // The place last told.
    Duration interval{};                 // Between two looks.
    std::optional<TimePoint> next_look;  // Unset: it does not want to hear more.
    // NOLINTEND(readability-identifier-naming)
  };

  struct Change {
    Item* item;  // Never null.
    int place;
  };

  // Adds the item behind all others and returns its place. It will be looked at
  // each `interval`; unset: never.
  int Join(Item& item, std::optional<Duration> interval, TimePoint now);

  // Removes an item that is in.
  void Leave(Item& item);

  // Whether the one came before the other. Both are in.
  static bool IsBefore(const Item& a, const Item& b) { return a.number < b.number; }

  // Looks at the item that has been due for longest, if one is. Its place, if
  // that is not the one it was told last. A call looks at one item at most, so
  // that what it costs does not depend on how many wait.
  std::optional<Change> LookAtOne(TimePoint now);

  // Whether somebody wants to hear more.
  bool has_listeners() const { return !looks_.empty(); }

 private:
  // A search tree that counts what lies before a key.
  using Numbers =
      __gnu_pbds::tree<std::uint64_t, __gnu_pbds::null_type, std::less<>, __gnu_pbds::rb_tree_tag,
                       __gnu_pbds::tree_order_statistics_node_update>;

  int Place(const Item& item) const { return static_cast<int>(numbers_.order_of_key(item.number)); }

  std::uint64_t next_number_ = 0;
  Numbers numbers_;
  std::set<std::pair<TimePoint, Item*>> looks_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_QUEUE_PLACES_H_
