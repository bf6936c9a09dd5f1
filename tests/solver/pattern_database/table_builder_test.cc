#include "solver/pattern_database/table_builder.h"

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/solver/pattern_database/blank_aware_search.h"

namespace taquin {
namespace {

using ::testing::HasSubstr;

CellSet Labels(const std::vector<int>& labels) {
  CellSet set = 0;
  for (const int label : labels) set |= CellBit(label);
  return set;
}

std::unique_ptr<TableBuilder> MakeBuilder(Shape shape, const std::vector<int>& labels,
                                          int goal_blank) {
  auto index = PatternIndex::Create(shape, static_cast<int>(labels.size()));
  auto builder = TableBuilder::Create(*index, Labels(labels), goal_blank);
  return *std::move(builder);
}

struct Case {
  Shape shape;
  std::vector<int> pattern;
  int goal_blank;
};

std::string CaseName(const ::testing::TestParamInfo<Case>& info) {
  std::string name = absl::StrCat(info.param.shape.rows, "x", info.param.shape.columns, "_");
  for (const int label : info.param.pattern) absl::StrAppend(&name, label, "_");
  return absl::StrCat(name, "blank_", info.param.goal_blank);
}

class TableBuilderTest : public ::testing::TestWithParam<Case> {};

TEST_P(TableBuilderTest, EveryEntryIsTheTrueDistance) {
  const auto& [shape, pattern, goal_blank] = GetParam();
  const CellSet labels = Labels(pattern);
  auto builder = MakeBuilder(shape, pattern, goal_blank);
  while (builder->Step() != TableBuilder::State::kDone) {
  }
  const PatternTable table = builder->Take();
  const PatternIndex& index = table.index();
  int depth = 0;
  for (const auto& [places, distance] : PatternDistances(shape, labels, goal_blank)) {
    const std::vector<std::uint8_t> arrangement = Arrange(shape, labels, goal_blank, places);
    CellSet set = 0;
    std::vector<std::uint8_t> order;
    for (int cell = 0; cell < shape.cells(); ++cell) {
      const int label = arrangement[static_cast<std::size_t>(cell)];
      if ((labels & CellBit(label)) == 0) continue;
      set |= CellBit(cell);
      order.push_back(static_cast<std::uint8_t>(std::popcount(labels & CellsBefore(label))));
    }
    ASSERT_EQ(table.Bit(PermutationRank(order), index.Block(set, places[0])), (distance & 2) != 0);
    ASSERT_EQ(table.Value(arrangement, goal_blank), distance);
    depth = std::max(depth, distance);
  }
  EXPECT_EQ(builder->depth(), depth);
}

INSTANTIATE_TEST_SUITE_P(
    Small, TableBuilderTest,
    ::testing::Values(Case{{3, 3}, {1, 2, 3, 4}, 0}, Case{{3, 3}, {5, 6, 7, 8}, 0},
                      Case{{3, 3}, {0, 1, 2, 3}, 4}, Case{{3, 3}, {0, 2, 3, 6, 8}, 7},
                      Case{{2, 4}, {1, 2, 3, 4, 5, 6, 7}, 0}, Case{{2, 4}, {0, 3, 5, 6}, 2},
                      Case{{2, 2}, {0, 1, 2}, 3}, Case{{3, 4}, {1, 4, 5, 8}, 0},
                      Case{{4, 3}, {0, 1, 3, 4}, 11}, Case{{4, 4}, {1, 4, 5}, 0},
                      Case{{4, 4}, {3}, 0}, Case{{3, 5}, {1, 5, 6}, 0}, Case{{5, 5}, {1, 5}, 0},
                      Case{{5, 5}, {7, 11}, 12}, Case{{2, 7}, {1, 2, 7}, 0},
                      Case{{6, 6}, {1, 6}, 0}, Case{{6, 6}, {21}, 35}, Case{{5, 7}, {2, 3}, 17},
                      Case{{8, 8}, {62}, 63}, Case{{3, 11}, {1, 11}, 0}, Case{{2, 17}, {18}, 0}),
    CaseName);

TEST(TableBuilderThreadsTest, ManyThreadsBuildTheSameTable) {
  const std::vector<int> pattern = {1, 4, 5, 8, 9};
  auto one = MakeBuilder({4, 4}, pattern, 0);
  while (one->Step() != TableBuilder::State::kDone) {
  }
  auto many = MakeBuilder({4, 4}, pattern, 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&many] {
      while (many->Step() != TableBuilder::State::kDone) {
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const PatternTable a = one->Take();
  const PatternTable b = many->Take();
  const std::uint64_t words = PatternTable::Words(a.index());
  EXPECT_TRUE(std::equal(a.words().get(), a.words().get() + words, b.words().get()));
}

TEST(TableBuilderProgressTest, RisesToOne) {
  auto builder = MakeBuilder({4, 4}, {1, 2, 3, 4, 5}, 0);
  double last = builder->progress();
  EXPECT_LT(last, 0.01);
  while (builder->Step() != TableBuilder::State::kDone) {
    ASSERT_GE(builder->progress(), last);
    last = builder->progress();
  }
  EXPECT_EQ(builder->progress(), 1);
}

TEST(TableBuilderErrorsTest, RefusesPatternsThatDoNotFit) {
  auto index = PatternIndex::Create({3, 3}, 3);
  ASSERT_TRUE(index.ok());
  for (const CellSet pattern : {Labels({1, 2}), Labels({0, 1, 2}), Labels({1, 2, 9})}) {
    const auto builder = TableBuilder::Create(*index, pattern, 0);
    EXPECT_EQ(builder.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(builder.status().message()), HasSubstr("3 of the labels 0 to 8"));
  }
}

}  // namespace
}  // namespace taquin
