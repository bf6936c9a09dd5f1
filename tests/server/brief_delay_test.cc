#include "server/brief_delay.h"

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

TEST(BriefDelayTest, RunsEachTaskOnceOnAThreadOfItsOwn) {
  BriefDelay delay;
  for (int i = 0; i < 100; ++i) {
    std::promise<std::thread::id> ran;
    delay.Run([&ran] { ran.set_value(std::this_thread::get_id()); });
    EXPECT_NE(ran.get_future().get(), std::this_thread::get_id());
  }
}

TEST(BriefDelayTest, ATaskMayGiveAnother) {
  BriefDelay delay;
  std::promise<void> ran;
  delay.Run([&] { delay.Run([&ran] { ran.set_value(); }); });
  ran.get_future().get();
}

TEST(BriefDelayTest, WhatIsLeftAtTheEndIsRunFromManyThreadsToo) {
  std::atomic<int> count = 0;
  {
    BriefDelay delay;
    std::vector<std::jthread> givers;
    for (int i = 0; i < 4; ++i) {
      givers.emplace_back([&] {
        for (int j = 0; j < 1000; ++j) delay.Run([&count] { ++count; });
      });
    }
  }
  EXPECT_EQ(count, 4000);
}

}  // namespace
}  // namespace taquin::server
