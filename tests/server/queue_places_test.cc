#include "server/queue_places.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kStart{1h};

TEST(QueuePlacesTest, EachJoinsBehindTheOthers) {
  QueuePlaces places;
  std::deque<QueuePlaces::Item> items(3);
  int place = 0;
  for (QueuePlaces::Item& item : items) EXPECT_EQ(places.Join(item, 10ms, kStart), place++);
  EXPECT_EQ(places.LookAtOne(kStart + 1h), std::nullopt) << "nobody has moved";
}

TEST(QueuePlacesTest, WhoeverLeavesMovesThoseBehind) {
  QueuePlaces places;
  std::deque<QueuePlaces::Item> items(3);
  for (QueuePlaces::Item& item : items) places.Join(item, 10ms, kStart);
  places.Leave(items[1]);
  std::vector<QueuePlaces::Change> changes;
  for (int i = 0; i < 3; ++i) {
    if (const auto change = places.LookAtOne(kStart + 10ms)) changes.push_back(*change);
  }
  ASSERT_EQ(changes.size(), 1U) << "the first has nobody ahead as before";
  EXPECT_EQ(changes[0].item, &items[2]);
  EXPECT_EQ(changes[0].place, 1);
}

TEST(QueuePlacesTest, AnItemIsLookedAtOnceAnInterval) {
  QueuePlaces places;
  std::deque<QueuePlaces::Item> items(5);
  for (std::size_t i = 0; i + 1 < items.size(); ++i) places.Join(items[i], std::nullopt, kStart);
  EXPECT_FALSE(places.has_listeners());
  places.Join(items[4], 10ms, kStart);
  EXPECT_TRUE(places.has_listeners());
  places.Leave(items[0]);
  EXPECT_EQ(places.LookAtOne(kStart + 9ms), std::nullopt);
  places.Leave(items[1]);
  const auto both = places.LookAtOne(kStart + 10ms);
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->place, 2);
  places.Leave(items[2]);
  EXPECT_EQ(places.LookAtOne(kStart + 19ms), std::nullopt);
  EXPECT_EQ(places.LookAtOne(kStart + 25ms)->place, 1);
  EXPECT_EQ(places.LookAtOne(kStart + 34ms), std::nullopt) << "intervals begin at a look";
}

TEST(QueuePlacesTest, WhoeverIsDueForLongestIsLookedAtFirst) {
  QueuePlaces places;
  QueuePlaces::Item ahead;
  std::deque<QueuePlaces::Item> items(4);
  places.Join(ahead, std::nullopt, kStart);
  const Duration intervals[] = {40ms, 10ms, 30ms, 20ms};
  for (std::size_t i = 0; i < items.size(); ++i) places.Join(items[i], intervals[i], kStart);
  places.Leave(ahead);
  for (const std::size_t next : {1U, 3U, 2U, 0U}) {
    const auto change = places.LookAtOne(kStart + 40ms);
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(change->item, &items[next]);
  }
}

TEST(QueuePlacesTest, PlacesAreThoseOfAListWhateverComesAndGoes) {
  std::mt19937 random(7);
  QueuePlaces places;
  std::vector<std::unique_ptr<QueuePlaces::Item>> list;
  std::map<const QueuePlaces::Item*, int> told;
  const auto place_in_list = [&list](const QueuePlaces::Item* item) {
    return static_cast<int>(
        std::ranges::find(list, item, &std::unique_ptr<QueuePlaces::Item>::get) - list.begin());
  };
  TimePoint now = kStart;
  int changes = 0;
  for (int step = 0; step < 20'000; ++step) {
    now += 1ms;
    if (list.size() < 5 || random() % 2 == 0) {
      list.push_back(std::make_unique<QueuePlaces::Item>());
      QueuePlaces::Item& item = *list.back();
      told[&item] = places.Join(item, std::chrono::milliseconds(random() % 50), now);
      ASSERT_EQ(told[&item], static_cast<int>(list.size()) - 1);
    } else {
      const auto leaver = list.begin() + static_cast<std::ptrdiff_t>(random() % list.size());
      places.Leave(**leaver);
      told.erase(leaver->get());
      list.erase(leaver);
    }
    if (const auto change = places.LookAtOne(now)) {
      ++changes;
      ASSERT_EQ(change->place, place_in_list(change->item));
      ASSERT_LT(change->place, told.at(change->item));
      told[change->item] = change->place;
    }
  }
  EXPECT_GT(changes, 1000);
}

}  // namespace
}  // namespace taquin::server
