// Requests for random boards, from the wire and back.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/wire.h"
#include "solver/goal_layout.h"

namespace taquin::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::int64_t kFreshSeed = 77;

v1::GenerateRequest RequestOfShape(int rows, int columns) {
  v1::GenerateRequest request;
  request.set_rows(rows);
  request.set_columns(columns);
  return request;
}

void SetGoalBoard(v1::GenerateRequest& request, int rows, int columns,
                  const std::vector<int>& tiles) {
  v1::Board& board = *request.mutable_goal()->mutable_board();
  board.set_rows(rows);
  board.set_columns(columns);
  board.mutable_tiles()->Assign(tiles.begin(), tiles.end());
}

GenerateTask TaskOf(const v1::GenerateRequest& request) {
  std::vector<Fault> faults;
  std::optional<GenerateTask> task = GenerateTaskFromWire(request, kFreshSeed, faults);
  EXPECT_THAT(faults, IsEmpty());
  return *std::move(task);
}

std::vector<std::string> FaultyFields(const v1::GenerateRequest& request) {
  std::vector<Fault> faults;
  const bool accepted = GenerateTaskFromWire(request, kFreshSeed, faults).has_value();
  EXPECT_EQ(accepted, faults.empty());
  std::vector<std::string> fields;
  for (const Fault& fault : faults) {
    EXPECT_FALSE(fault.description.empty()) << fault.field;
    fields.push_back(fault.field);
  }
  return fields;
}

TEST(GenerateTaskFromWireTest, AMinimalRequestGetsTheDocumentedDefaults) {
  const GenerateTask task = TaskOf(RequestOfShape(3, 4));
  EXPECT_EQ(task.goal, MakeGoal({3, 4}, GoalLayout::kBlankLast));
  EXPECT_EQ(task.draw.seed, std::uint64_t{kFreshSeed});
  EXPECT_EQ(task.draw.first_index, 0);
  EXPECT_EQ(task.draw.count, 1);
  EXPECT_EQ(task.draw.walk_length, std::nullopt);
  EXPECT_EQ(task.draw.optimal_length, std::nullopt);
}

TEST(GenerateTaskFromWireTest, EveryFieldArrives) {
  v1::GenerateRequest request = RequestOfShape(5, 5);
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_SPIRAL);
  request.set_count(12);
  request.set_seed(-3);
  request.set_first_index(34);
  request.set_walk_length(0);
  GenerateTask task = TaskOf(request);
  EXPECT_EQ(task.goal, MakeGoal({5, 5}, GoalLayout::kSpiral));
  EXPECT_EQ(task.draw.count, 12);
  EXPECT_EQ(static_cast<std::int64_t>(task.draw.seed), -3);
  EXPECT_EQ(task.draw.first_index, 34);
  EXPECT_EQ(task.draw.walk_length, 0);
  request.set_optimal_length(40);
  task = TaskOf(request);
  EXPECT_EQ(task.draw.walk_length, std::nullopt);
  EXPECT_EQ(task.draw.optimal_length, 40);
}

TEST(GenerateTaskFromWireTest, ASeedOfZeroIsASeed) {
  v1::GenerateRequest request = RequestOfShape(3, 3);
  request.set_seed(0);
  EXPECT_EQ(TaskOf(request).draw.seed, 0u);
}

TEST(GenerateTaskFromWireTest, AGoalBoardSaysTheShape) {
  v1::GenerateRequest request;
  SetGoalBoard(request, 2, 3, {1, 2, 3, 0, 4, 5});
  EXPECT_EQ(TaskOf(request).goal.ToString(), "1 2 3 / 0 4 5");
  request.set_rows(2);
  EXPECT_EQ(TaskOf(request).goal.ToString(), "1 2 3 / 0 4 5");
  request.set_rows(3);
  request.set_columns(2);
  EXPECT_THAT(FaultyFields(request), ElementsAre("rows", "columns"));
}

TEST(GenerateTaskFromWireTest, EverythingThatIsWrongIsToldAtOnce) {
  v1::GenerateRequest request = RequestOfShape(33, -1);
  request.mutable_goal()->set_layout(static_cast<v1::GoalLayout>(9));
  request.set_count(-1);
  request.set_first_index(-1);
  request.set_walk_length(-1);
  EXPECT_THAT(FaultyFields(request), UnorderedElementsAre("rows", "columns", "goal.layout", "count",
                                                          "first_index", "walk_length"));
  request.set_optimal_length(-1);
  SetGoalBoard(request, 2, 2, {1, 1, 2, 0});
  EXPECT_THAT(FaultyFields(request),
              UnorderedElementsAre("rows", "columns", "goal.board.tiles", "goal.board.tiles",
                                   "count", "first_index", "optimal_length"));
}

TEST(GenerateTaskFromWireTest, FaultsOfShapes) {
  EXPECT_THAT(FaultyFields({}), ElementsAre("rows", "columns"));
  EXPECT_THAT(FaultyFields(RequestOfShape(1, 1)), ElementsAre("columns"));
  EXPECT_THAT(FaultyFields(RequestOfShape(3, 0)), ElementsAre("columns"));
  const int most = std::numeric_limits<int>::max();
  EXPECT_THAT(FaultyFields(RequestOfShape(most, most)), ElementsAre("rows", "columns"));
  EXPECT_THAT(FaultyFields(RequestOfShape(1, 2)), IsEmpty());
}

TEST(GenerateTaskFromWireTest, FaultsOfNumbers) {
  v1::GenerateRequest request = RequestOfShape(3, 3);
  request.set_count(10'001);
  request.set_optimal_length(32);
  EXPECT_THAT(FaultyFields(request), UnorderedElementsAre("count", "optimal_length"));
  request = RequestOfShape(32, 32);
  request.set_count(977);
  request.set_walk_length(1'000'001);
  EXPECT_THAT(FaultyFields(request), UnorderedElementsAre("count", "walk_length"));
}

TEST(GenerateToWireTest, EveryFieldIsSent) {
  v1::GenerateRequest request = RequestOfShape(2, 2);
  request.set_seed(-9);
  const Board board = *Board::Create({2, 2}, {0, 1, 3, 2});
  const v1::GenerateResponse wire = GenerateToWire(TaskOf(request), {board, board});
  ASSERT_EQ(wire.boards_size(), 2);
  EXPECT_THAT(wire.boards(1).tiles(), ElementsAre(0, 1, 3, 2));
  EXPECT_EQ(wire.boards(1).rows(), 2);
  EXPECT_THAT(wire.goal().tiles(), ElementsAre(1, 2, 3, 0));
  EXPECT_EQ(wire.seed(), -9);
}

TEST(CapabilitiesToWireTest, TellsTheBoundsOfGenerate) {
  const v1::ServerLimits limits = CapabilitiesToWire({}, {}, "1").limits();
  EXPECT_EQ(limits.max_generated_boards(), 10'000);
  EXPECT_EQ(limits.max_generated_cells(), 1'000'000);
  EXPECT_EQ(limits.max_generated_length(), 40);
}

}  // namespace
}  // namespace taquin::server
