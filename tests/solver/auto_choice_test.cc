#include "solver/auto_choice.h"

#include "gtest/gtest.h"
#include "solver/board.h"
#include "solver/solve_options.h"

namespace taquin {
namespace {

Choice ChooseAuto(Shape shape) { return Choose(shape, {}); }

TEST(AutoChoiceTest, PicksByTheShape) {
  EXPECT_EQ(ChooseAuto({3, 3}).algorithm, Algorithm::kAStar);
  EXPECT_EQ(ChooseAuto({4, 4}).algorithm, Algorithm::kIdaStar);
  EXPECT_EQ(ChooseAuto({4, 5}).algorithm, Algorithm::kIdaStar);
  EXPECT_EQ(ChooseAuto({5, 5}).algorithm, Algorithm::kAnytime);
  EXPECT_EQ(ChooseAuto({1, 32}).algorithm, Algorithm::kAnytime);
}

TEST(AutoChoiceTest, TakesWalkingDistanceForIdaStarWhereBothAxesHaveTables) {
  for (const Shape shape : {Shape{4, 4}, Shape{3, 4}, Shape{5, 3}, Shape{2, 6}}) {
    EXPECT_EQ(ChooseAuto(shape).heuristic, Heuristic::kWalkingDistance) << shape.rows;
    SolveOptions options;
    options.algorithm = Algorithm::kIdaStar;
    EXPECT_EQ(Choose(shape, options).heuristic, Heuristic::kWalkingDistance) << shape.rows;
    options.algorithm = Algorithm::kAStar;
    EXPECT_EQ(Choose(shape, options).heuristic, Heuristic::kLinearConflict) << shape.rows;
  }
  for (const Shape shape : {Shape{2, 7}, Shape{3, 3}, Shape{4, 5}, Shape{5, 5}}) {
    EXPECT_EQ(ChooseAuto(shape).heuristic, Heuristic::kLinearConflict) << shape.rows;
  }
}

TEST(AutoChoiceTest, KeepsWhatIsNamed) {
  SolveOptions options;
  options.heuristic = Heuristic::kManhattan;
  EXPECT_EQ(Choose({4, 4}, options).heuristic, Heuristic::kManhattan);
  options.algorithm = Algorithm::kBfs;
  EXPECT_EQ(Choose({4, 4}, options).algorithm, Algorithm::kBfs);
  EXPECT_EQ(Choose({4, 4}, options).heuristic, Heuristic::kZero) << "it uses none";
  options.algorithm = Algorithm::kAuto;
  options.heuristic_weight = 2;
  EXPECT_EQ(Choose({5, 5}, options).algorithm, Algorithm::kAStar);
}

}  // namespace
}  // namespace taquin
