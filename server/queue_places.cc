#include "server/queue_places.h"

namespace taquin::server {

int QueuePlaces::Join(Item& item, std::optional<Duration> interval, TimePoint now) {
  item.number = next_number_++;
  numbers_.insert(item.number);
  item.told = Place(item);
  if (interval.has_value()) {
    item.interval = *interval;
    item.next_look = now + *interval;
    looks_.emplace(*item.next_look, &item);
  }
  return item.told;
}

void QueuePlaces::Leave(Item& item) {
  numbers_.erase(item.number);
  if (item.next_look.has_value()) looks_.erase({*item.next_look, &item});
  item.next_look.reset();
}

std::optional<QueuePlaces::Change> QueuePlaces::LookAtOne(TimePoint now) {
  if (looks_.empty() || looks_.begin()->first > now) return std::nullopt;
  Item& item = *looks_.begin()->second;
  looks_.erase(looks_.begin());
  item.next_look = now + item.interval;
  looks_.emplace(*item.next_look, &item);
  const int place = Place(item);
  if (place == item.told) return std::nullopt;
  item.told = place;
  return Change{.item = &item, .place = place};
}

}  // namespace taquin::server
