#include "solver/pattern_database/symmetry.h"

#include <optional>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin {
namespace {

using ::testing::ElementsAre;

class SymmetryTest : public ::testing::TestWithParam<Shape> {};

TEST_P(SymmetryTest, KeepsAdjacencyAndDirections) {
  const Shape shape = GetParam();
  for (const Symmetry& symmetry : Symmetries(shape)) {
    const Symmetry inverse = Inverse(symmetry);
    for (int cell = 0; cell < shape.cells(); ++cell) {
      EXPECT_EQ(inverse.cell(symmetry.cell(cell)), cell);
      for (const Direction direction : kDirections) {
        EXPECT_EQ(inverse.direction(symmetry.direction(direction)), direction);
        const std::optional<int> neighbor = shape.Neighbor(cell, direction);
        const std::optional<int> image =
            shape.Neighbor(symmetry.cell(cell), symmetry.direction(direction));
        ASSERT_EQ(neighbor.has_value(), image.has_value());
        if (neighbor) {
          EXPECT_EQ(symmetry.cell(*neighbor), *image);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SymmetryTest,
                         ::testing::Values(Shape{2, 2}, Shape{4, 4}, Shape{3, 5}, Shape{5, 2},
                                           Shape{5, 5}));

TEST(SymmetriesTest, CountsThem) {
  EXPECT_EQ(Symmetries({4, 4}).size(), 8u);
  EXPECT_EQ(Symmetries({3, 5}).size(), 4u);
  EXPECT_EQ(Symmetries({1, 5}).size(), 2u);
  for (int cell = 0; cell < 16; ++cell) EXPECT_EQ(Symmetries({4, 4})[0].cell(cell), cell);
}

TEST(ToLeastCellTest, FindsTheClassesOfTheFifteenPuzzle) {
  std::vector<int> classes;
  for (int cell = 0; cell < 16; ++cell) {
    classes.push_back(ToLeastCell({4, 4}, cell).cell(cell));
  }
  EXPECT_THAT(classes, ElementsAre(0, 1, 1, 0, 1, 5, 5, 1, 1, 5, 5, 1, 0, 1, 1, 0));
}

TEST(ImageTest, CarriesTheGoalToTheGoal) {
  const std::vector<std::uint8_t> goal = {0, 1, 2, 3, 4, 5};
  for (const Symmetry& symmetry : Symmetries({2, 3})) EXPECT_EQ(Image(symmetry, goal), goal);
}

}  // namespace
}  // namespace taquin
