#include "server/mailbox.h"

#include <thread>
#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin::server {
namespace {

ProgressReport Report(std::int64_t expanded) {
  ProgressReport report;
  report.progress.counters.expanded = expanded;
  return report;
}

Improvement PathOf(std::size_t length) {
  Improvement improvement;
  improvement.path = Path(length, Direction::kUp);
  return improvement;
}

// Everything that can be taken, as one word each.
std::vector<std::string> TakeAll(Mailbox& mailbox) {
  std::vector<std::string> taken;
  while (std::optional<Event> event = mailbox.Take()) {
    if (const auto* place = std::get_if<QueuePlace>(&*event)) {
      taken.push_back("queued" + std::to_string(place->position));
    } else if (const auto* report = std::get_if<ProgressReport>(&*event)) {
      taken.push_back("progress" + std::to_string(report->progress.counters.expanded));
    } else if (const auto* improvement = std::get_if<Improvement>(&*event)) {
      taken.push_back("path" + std::to_string(improvement->path.size()));
    } else {
      taken.push_back("end");
    }
  }
  return taken;
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(MailboxTest, GivesEventsInTheOrderOfTheContract) {
  Mailbox mailbox([] {});
  mailbox.Put(QueuePlace{3});
  mailbox.Put(PathOf(20));
  mailbox.Put(PathOf(18));
  mailbox.Put(Report(7));
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("queued3", "path20", "path18", "progress7"));
  mailbox.Put(PathOf(16));
  mailbox.Put(Completion());
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("path16", "end"));
}

TEST(MailboxTest, KeepsOnlyTheLatestProgress) {
  Mailbox mailbox([] {});
  for (int i = 0; i < 100; ++i) mailbox.Put(Report(i));
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("progress99"));
  EXPECT_EQ(mailbox.coalesced_count(), 99);
}

TEST(MailboxTest, NothingFollowsTheCompletion) {
  Mailbox mailbox([] {});
  mailbox.Put(Report(1));
  mailbox.Put(Completion());
  mailbox.Put(PathOf(2));
  mailbox.Put(Completion());
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("end"));
  mailbox.Put(Report(2));
  EXPECT_THAT(TakeAll(mailbox), IsEmpty());
}

TEST(MailboxTest, AQueuePlaceComesBeforeTheSearchsReportsOrNotAtAll) {
  Mailbox mailbox([] {});
  mailbox.Put(Report(1));
  mailbox.Put(QueuePlace{3});
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("progress1"));
}

TEST(MailboxTest, OfQueuePlacesTheSmallestIsKeptAndNoneComesTwice) {
  int woken = 0;
  Mailbox mailbox([&woken] { ++woken; });
  for (const int position : {5, 3, 4}) mailbox.Put(QueuePlace{position});
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("queued3"));
  for (const int position : {4, 3}) mailbox.Put(QueuePlace{position});
  EXPECT_EQ(woken, 0) << "nothing has arrived";
  EXPECT_THAT(TakeAll(mailbox), IsEmpty());
  mailbox.Put(QueuePlace{2});
  EXPECT_EQ(woken, 1);
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("queued2"));
}

TEST(MailboxTest, WakesOnceAfterAnEmptyTake) {
  int woken = 0;
  Mailbox mailbox([&woken] { ++woken; });
  mailbox.Put(Report(1));
  EXPECT_EQ(woken, 0) << "nobody waits yet";
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("progress1"));
  mailbox.Put(Report(2));
  mailbox.Put(Report(3));
  mailbox.Put(PathOf(4));
  EXPECT_EQ(woken, 1);
  EXPECT_THAT(TakeAll(mailbox), ElementsAre("path4", "progress3"));
  mailbox.Put(Completion());
  EXPECT_EQ(woken, 2);
}

TEST(MailboxTest, TheReaderMayTakeInsideTheWakeUp) {
  std::vector<std::string> taken;
  Mailbox* reader = nullptr;
  Mailbox mailbox([&] {
    for (const std::string& word : TakeAll(*reader)) taken.push_back(word);
  });
  reader = &mailbox;
  EXPECT_THAT(TakeAll(mailbox), IsEmpty());
  mailbox.Put(Report(1));
  mailbox.Put(Completion());
  EXPECT_THAT(taken, ElementsAre("progress1", "end"));
}

TEST(MailboxTest, AReaderThatFallsBehindCostsBoundedMemoryAndLosesNoBestPath) {
  Mailbox mailbox([] {});
  for (std::size_t length = 1000; length > 500; --length) mailbox.Put(PathOf(length));
  mailbox.Put(Completion());
  const std::vector<std::string> taken = TakeAll(mailbox);
  ASSERT_EQ(taken.size(), Mailbox::kMostWaitingPaths + 1);
  EXPECT_EQ(taken.front(), "path1000");
  EXPECT_EQ(taken[Mailbox::kMostWaitingPaths - 1], "path501");
  EXPECT_EQ(taken.back(), "end");
  EXPECT_EQ(mailbox.superseded_count(), 500 - static_cast<int>(Mailbox::kMostWaitingPaths));
}

TEST(MailboxTest, LongPathsAreBoundedByTheirMovesTogether) {
  constexpr std::size_t kThird = Mailbox::kMostWaitingMoves / 3;
  Mailbox mailbox([] {});
  for (std::size_t i = 0; i < 10; ++i) mailbox.Put(PathOf(kThird - i));
  EXPECT_THAT(TakeAll(mailbox),
              ElementsAre("path" + std::to_string(kThird), "path" + std::to_string(kThird - 1),
                          "path" + std::to_string(kThird - 9)));
  mailbox.Put(PathOf(2 * Mailbox::kMostWaitingMoves));
  EXPECT_EQ(TakeAll(mailbox).size(), 1u) << "one path is kept however long it is";
}

TEST(MailboxTest, CloseDropsEverythingAndTheWakeUp) {
  const auto owned = std::make_shared<int>(0);
  Mailbox mailbox([owned] { ++*owned; });
  EXPECT_THAT(TakeAll(mailbox), IsEmpty());
  mailbox.Put(PathOf(3));
  mailbox.Close();
  EXPECT_EQ(owned.use_count(), 1);
  mailbox.Put(Completion());
  EXPECT_THAT(TakeAll(mailbox), IsEmpty());
  EXPECT_EQ(*owned, 1);
}

TEST(MailboxTest, AWriterAndAReaderOnTwoThreadsLoseNothing) {
  constexpr int kPaths = 20000;
  std::atomic<int> wakes = 0;
  Mailbox mailbox([&wakes] {
    ++wakes;
    wakes.notify_one();
  });
  std::vector<std::size_t> lengths;
  std::thread reader([&] {
    while (true) {
      const int before = wakes;
      std::optional<Event> event = mailbox.Take();
      if (!event.has_value()) {
        wakes.wait(before);
        continue;
      }
      if (std::holds_alternative<Completion>(*event)) return;
      if (auto* path = std::get_if<Improvement>(&*event)) lengths.push_back(path->path.size());
    }
  });
  for (int i = kPaths; i > 0; --i) {
    mailbox.Put(Report(i));
    mailbox.Put(PathOf(static_cast<std::size_t>(i % 100 + 1)));
  }
  mailbox.Put(Completion());
  reader.join();
  EXPECT_EQ(static_cast<std::int64_t>(lengths.size()) + mailbox.superseded_count(), kPaths);
}

TEST(MailboxTest, TheCompletionAloneCanBeAskedForWithoutAWake) {
  int wakes = 0;
  Mailbox mailbox([&wakes] { ++wakes; });
  EXPECT_FALSE(mailbox.TakeCompletion().has_value());
  mailbox.Put(QueuePlace{3});
  mailbox.Put(Improvement{.path = Path(5, Direction::kUp), .lower_bound = 0, .elapsed = {}});
  EXPECT_FALSE(mailbox.TakeCompletion().has_value());
  Completion completion;
  completion.result.lower_bound = 7;
  mailbox.Put(completion);
  EXPECT_EQ(wakes, 0) << "nobody asked for it";
  const std::optional<Completion> taken = mailbox.TakeCompletion();
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->result.lower_bound, 7);
  EXPECT_FALSE(mailbox.TakeCompletion().has_value()) << "once";
  EXPECT_FALSE(mailbox.Take().has_value()) << "and what was before it is gone";
}

}  // namespace
}  // namespace taquin::server
