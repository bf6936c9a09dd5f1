#include "solver/auto_choice.h"

#include <cstdint>

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

Algorithm WithPatience(Shape shape, double seconds, bool tables_are_ready) {
  SolveOptions options;
  options.wait_seconds = seconds;
  return Choose(shape, options, tables_are_ready).algorithm;
}

Algorithm WithExpansions(Shape shape, std::int64_t expansions, bool tables_are_ready) {
  SolveOptions options;
  options.limits.expansions = expansions;
  return Choose(shape, options, tables_are_ready).algorithm;
}

TEST(AutoChoiceTest, PicksAnytimeWhereThereIsNoTimeForAProof) {
  for (const Shape shape : {Shape{2, 5}, Shape{4, 4}, Shape{4, 5}}) {
    for (const bool tables_are_ready : {false, true}) {
      EXPECT_EQ(WithPatience(shape, 0, tables_are_ready), Algorithm::kAnytime);
      EXPECT_EQ(WithPatience(shape, 0.5, tables_are_ready), Algorithm::kAnytime);
      EXPECT_EQ(WithPatience(shape, 3600, tables_are_ready), Algorithm::kIdaStar);
      EXPECT_EQ(WithExpansions(shape, 0, tables_are_ready), Algorithm::kAnytime);
      EXPECT_EQ(WithExpansions(shape, 1'000'000, tables_are_ready), Algorithm::kAnytime);
      EXPECT_EQ(WithExpansions(shape, std::int64_t{1} << 40, tables_are_ready),
                Algorithm::kIdaStar);
    }
  }
  // Tables and smaller boards take less.
  EXPECT_EQ(WithPatience({4, 4}, 5, true), Algorithm::kIdaStar);
  EXPECT_EQ(WithPatience({4, 4}, 5, false), Algorithm::kAnytime);
  EXPECT_EQ(WithPatience({4, 5}, 5, true), Algorithm::kAnytime);
  EXPECT_EQ(WithPatience({4, 4}, 100, false), Algorithm::kIdaStar);
  EXPECT_EQ(WithPatience({4, 5}, 100, false), Algorithm::kAnytime);
}

TEST(AutoChoiceTest, PatienceMattersOnlyWhereThereIsAChoice) {
  EXPECT_EQ(WithPatience({3, 3}, 0, false), Algorithm::kAStar);
  EXPECT_EQ(WithPatience({5, 5}, 1e6, true), Algorithm::kAnytime);
  SolveOptions options;
  options.wait_seconds = 0;
  options.heuristic_weight = 2;
  EXPECT_EQ(Choose({4, 4}, options).algorithm, Algorithm::kAStar);
  options.heuristic_weight = 1;
  options.algorithm = Algorithm::kIdaStar;
  EXPECT_EQ(Choose({4, 4}, options).algorithm, Algorithm::kIdaStar);
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
