#include "server/session_factory.h"

#include <chrono>
#include <optional>
#include <variant>

#include "gtest/gtest.h"
#include "server/solve_task.h"
#include "solver/board.h"
#include "solver/goal_layout.h"
#include "tests/server/fake_clock.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;

class SessionFactoryTest : public testing::Test {
 protected:
  // What kAuto picks for a 4 x 4 board without tables.
  Algorithm Picked(Duration server_cap, std::optional<Duration> asked,
                   std::optional<Duration> until_deadline) {
    ServerLimits limits;
    limits.max_time = server_cap;
    const SessionFactory factory(limits);
    const Board goal = MakeGoal({4, 4}, GoalLayout::kBlankLast);
    Board start = goal;
    for (const Direction direction : {Direction::kUp, Direction::kLeft, Direction::kUp}) {
      start.Move(direction);
    }
    SolveTask task{.id = "",
                   .problem = {start, goal},
                   .options = {},
                   .time = asked,
                   .progress_interval = 1s,
                   .make_search = nullptr};
    Call call{.caller = "", .quota = {}, .arrival = clock_.Now(), .deadline = std::nullopt};
    if (until_deadline.has_value()) call.deadline = clock_.Now() + *until_deadline;
    const auto session = *factory.Make(task, call, nullptr, [] {});
    session->Begin(clock_.Now());
    session->End(Limit::kTime, clock_.Now());
    return std::get<Completion>(*session->mailbox().Take()).result.algorithm;
  }

  FakeClock clock_;
};

// The earliest of the three bounds is what there is for a proof.
TEST_F(SessionFactoryTest, LetsAutoKnowHowLongTheCallerWaits) {
  EXPECT_EQ(Picked(1h, std::nullopt, std::nullopt), Algorithm::kIdaStar);
  EXPECT_EQ(Picked(1h, 30min, 40min), Algorithm::kIdaStar);
  EXPECT_EQ(Picked(500ms, std::nullopt, std::nullopt), Algorithm::kAnytime);
  EXPECT_EQ(Picked(1h, 500ms, std::nullopt), Algorithm::kAnytime);
  EXPECT_EQ(Picked(1h, std::nullopt, 500ms), Algorithm::kAnytime);
  EXPECT_EQ(Picked(1h, 30min, 500ms), Algorithm::kAnytime);
}

}  // namespace
}  // namespace taquin::server
