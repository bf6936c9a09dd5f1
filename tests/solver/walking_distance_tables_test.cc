#include "solver/walking_distance_tables.h"

#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kAtOnce = 100'000'000;

std::vector<Shape> AllShapes() {
  std::vector<Shape> shapes;
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      if (rows * columns >= 2) shapes.push_back({rows, columns});
    }
  }
  return shapes;
}

// Every axis of every shape and goal that is served.
std::set<WalkingDistanceAxis> AllAxes() {
  std::set<WalkingDistanceAxis> axes;
  for (const Shape shape : AllShapes()) {
    if (!WalkingDistanceServes(shape)) continue;
    for (int cell = 0; cell < shape.cells(); ++cell) {
      for (const WalkingDistanceAxis& axis : {RowAxis(shape, cell), ColumnAxis(shape, cell)}) {
        if (WalkingDistanceServesAxis(axis.lines, axis.length)) axes.insert(axis);
      }
    }
  }
  return axes;
}

TEST(WalkingDistanceServesTest, TheAxesOfWhichTheTablesFit) {
  for (const Shape shape : AllShapes()) {
    const bool fits = shape.cells() <= kMaxWalkingDistanceCells &&
                      WalkingDistanceTable::Serves(RowAxis(shape, 0));
    EXPECT_EQ(WalkingDistanceServesAxis(shape.rows, shape.columns), fits) << ShapeName(shape);
  }
}

TEST(WalkingDistanceServesTest, TheShapesWithSuchAnAxis) {
  for (const Shape shape : {Shape{4, 4}, Shape{1, 32}, Shape{2, 32}, Shape{3, 21}, Shape{4, 5},
                            Shape{6, 4}, Shape{3, 5}}) {
    EXPECT_TRUE(WalkingDistanceServes(shape)) << ShapeName(shape);
    EXPECT_TRUE(WalkingDistanceServes({shape.columns, shape.rows})) << ShapeName(shape);
  }
  for (const Shape shape : {Shape{4, 7}, Shape{5, 5}, Shape{3, 22}, Shape{8, 8}}) {
    EXPECT_FALSE(WalkingDistanceServes(shape)) << ShapeName(shape);
  }
}

TEST(ExplainWalkingDistanceLimitTest, NamesWhatTheTablesWouldTake) {
  EXPECT_THAT(ExplainWalkingDistanceLimit({5, 5}), HasSubstr("5 x 5 would take about"));
  EXPECT_THAT(ExplainWalkingDistanceLimit({5, 5}), HasSubstr("GB"));
  EXPECT_THAT(ExplainWalkingDistanceLimit({32, 32}), HasSubstr("32 x 32 would take over 1000 TB"));
}

// An arrangement that is not counted would outgrow what is reserved; one that is
// counted and not met would make the refusals wrong.
TEST(WalkingDistanceTablesTest, EveryTableHoldsWhatIsCountedAndAllOfThemFit) {
  WalkingDistanceTables tables;
  for (const WalkingDistanceAxis& axis : AllAxes()) {
    ASSERT_TRUE(tables.Build(axis, kAtOnce));
    const std::int64_t size = tables.Find(axis)->size();
    EXPECT_EQ(size, CountWalkingDistanceArrangements(axis.lines, axis.length, kAtOnce))
        << axis.lines << " lines of " << axis.length;
    EXPECT_LE(size, WalkingDistanceTable::kMaxArrangements);
    const double estimate = EstimateWalkingDistanceBytes(axis.lines, axis.length);
    EXPECT_LT(static_cast<double>(tables.Find(axis)->memory_bytes()), 3 * estimate + 2000);
  }
  EXPECT_LT(tables.memory_bytes(), 400'000'000);
}

TEST(WalkingDistanceTablesTest, BuildsInSlicesOfAnySize) {
  const WalkingDistanceAxis axis = RowAxis({4, 4}, 6);
  WalkingDistanceTables whole;
  ASSERT_TRUE(whole.Build(axis, kAtOnce));
  WalkingDistanceTables sliced;
  EXPECT_FALSE(sliced.Build(axis, 0));
  std::int64_t calls = 0;
  while (!sliced.Build(axis, 100)) {
    EXPECT_EQ(sliced.Find(axis), nullptr);
    ++calls;
  }
  EXPECT_EQ(calls, whole.Find(axis)->size() / 100);
  ASSERT_EQ(sliced.Find(axis)->size(), whole.Find(axis)->size());
  for (WalkingDistanceTable::Index i = 0; i < sliced.Find(axis)->size(); ++i) {
    ASSERT_EQ(sliced.Find(axis)->Distance(i), whole.Find(axis)->Distance(i));
  }
  EXPECT_TRUE(sliced.Build(axis, 0)) << "it is there";
}

TEST(WalkingDistanceTablesTest, ThreadsThatNeedOneTableShareItsBuild) {
  WalkingDistanceTables tables;
  const WalkingDistanceAxis axis = RowAxis({4, 4}, 0);
  std::vector<std::shared_ptr<const WalkingDistanceTable>> got(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < got.size(); ++i) {
    threads.emplace_back([&, i] {
      while (!tables.Build(axis, 50)) std::this_thread::yield();
      got[i] = tables.Find(axis);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& table : got) EXPECT_EQ(table, got[0]);
  EXPECT_EQ(got[0]->size(), 24'964);
}

}  // namespace
}  // namespace taquin
