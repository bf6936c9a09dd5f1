#include "solver/board_generator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "solver/goal_layout.h"
#include "solver/reachability.h"
#include "solver/search_factory.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"

namespace taquin {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kPlenty = std::int64_t{1} << 60;

class BoardGeneratorTest : public testing::Test {
 protected:
  std::vector<Board> Draw(const Board& goal, const BoardDraw& draw,
                          std::int64_t budget = kPlenty) const {
    EXPECT_THAT(ValidateDraw(draw, goal), IsEmpty());
    BoardGenerator generator(goal, draw, tables_, lengths_);
    while (!generator.Advance(budget)) {
    }
    return generator.TakeBoards();
  }

  int ShortestLength(const Board& board, const Board& goal) const {
    const auto search = CreateSearch({board, goal}, SolveOptions(), tables_);
    const SolveResult result = RunToEnd(**search);
    EXPECT_EQ(result.outcome, Outcome::kOptimal);
    return static_cast<int>(result.path->size());
  }

  const TableRegistry tables_;
  const OptimalLengthTables lengths_{tables_.optimal_moves()};
};

std::vector<std::string> Texts(const std::vector<Board>& boards) {
  std::vector<std::string> texts;
  for (const Board& board : boards) texts.push_back(board.ToString());
  return texts;
}

// Pearson's statistic of as many draws from equally likely kinds, less its mean,
// in its standard deviations: far outside of -5 to 5 only if they are not.
double ChiSquareDeviation(const std::map<std::string, int>& counts, double kinds, double draws) {
  const double expected = draws / kinds;
  double sum = (kinds - static_cast<double>(counts.size())) * expected;  // Kinds never drawn.
  for (const auto& [kind, count] : counts) sum += std::pow(count - expected, 2) / expected;
  const double degrees = kinds - 1;
  return (sum - degrees) / std::sqrt(2 * degrees);
}

std::map<std::string, int> CountsOf(const std::vector<Board>& boards) {
  std::map<std::string, int> counts;
  for (const Board& board : boards) ++counts[board.ToString()];
  return counts;
}

// Goals of every kind of shape, the blank in a corner, on an edge and inside.
std::vector<Board> GoalsOfManyShapes() {
  std::vector<Board> goals = ThreeGoals();
  Random random(7);
  for (const Shape shape : {Shape{1, 2}, Shape{2, 1}, Shape{1, 9}, Shape{9, 1}, Shape{1, 32},
                            Shape{2, 2}, Shape{2, 3}, Shape{4, 2}, Shape{2, 7}, Shape{3, 4},
                            Shape{4, 4}, Shape{5, 5}, Shape{4, 6}, Shape{32, 32}}) {
    for (const GoalLayout layout : kGoalLayouts) goals.push_back(MakeGoal(shape, layout));
    goals.push_back(RandomArrangement(shape, random));
  }
  return goals;
}

TEST_F(BoardGeneratorTest, EveryBoardReachesTheGoalWhateverTheShapeGoalAndDifficulty) {
  for (const Board& goal : GoalsOfManyShapes()) {
    for (const BoardDraw& draw :
         {BoardDraw{.seed = 1, .count = 20}, BoardDraw{.seed = 2, .count = 20, .walk_length = 31},
          BoardDraw{
              .seed = 3, .count = 5, .optimal_length = std::min(10, MaxOptimalLength(goal))}}) {
      const std::vector<Board> boards = Draw(goal, draw);
      ASSERT_EQ(static_cast<int>(boards.size()), draw.count);
      for (const Board& board : boards) {
        EXPECT_EQ(CheckReachability(board, goal), Reachability::kReachable)
            << board.ToString() << " to " << goal.ToString();
      }
    }
  }
}

TEST_F(BoardGeneratorTest, ASeedNamesTheSameBoardsOnEveryMachine) {
  const Board goal = MakeGoal({3, 3}, GoalLayout::kBlankLast);
  EXPECT_THAT(Texts(Draw(goal, {.seed = 1, .count = 2})),
              ElementsAre("4 7 5 / 1 3 0 / 2 6 8", "6 2 8 / 0 5 7 / 1 4 3"));
  EXPECT_THAT(Texts(Draw(goal, {.seed = 1, .count = 1, .walk_length = 50})),
              ElementsAre("3 1 8 / 2 0 5 / 7 4 6"));
  EXPECT_THAT(Texts(Draw(goal, {.seed = 1, .count = 1, .optimal_length = 20})),
              ElementsAre("8 1 6 / 5 0 3 / 4 2 7"));
  EXPECT_THAT(Texts(Draw(MakeGoal({4, 4}, GoalLayout::kSpiral),
                         {.seed = 1, .count = 1, .optimal_length = 20})),
              ElementsAre("13 3 14 4 / 0 2 15 5 / 12 1 6 7 / 11 9 10 8"));
}

TEST_F(BoardGeneratorTest, SeedsAndDifficultiesDiffer) {
  const Board goal = MakeGoal({4, 4}, GoalLayout::kBlankLast);
  std::set<std::string> seen;
  for (const std::uint64_t seed : {0ull, 1ull, 2ull, ~0ull}) {
    seen.insert(Draw(goal, {.seed = seed})[0].ToString());
  }
  EXPECT_EQ(seen.size(), 4u);
}

TEST_F(BoardGeneratorTest, TheSequenceIsTheSameHoweverItIsCut) {
  for (const Shape shape : {Shape{3, 3}, Shape{4, 4}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kBlankFirst);
    for (BoardDraw draw : {BoardDraw{.seed = 5}, BoardDraw{.seed = 5, .walk_length = 40},
                           BoardDraw{.seed = 5, .optimal_length = 18}}) {
      draw.count = 10;
      const std::vector<Board> whole = Draw(goal, draw);
      EXPECT_EQ(Draw(goal, draw, 1), whole) << "in the smallest slices";
      std::vector<Board> parts;
      for (const auto& [first, count] : {std::pair(0, 3), std::pair(3, 1), std::pair(4, 6)}) {
        draw.first_index = first;
        draw.count = count;
        for (const Board& board : Draw(goal, draw)) parts.push_back(board);
      }
      EXPECT_EQ(parts, whole);
    }
  }
}

TEST_F(BoardGeneratorTest, UniformBoardsAreEquallyLikely) {
  // 2 x 3 has 360 boards from which a goal can be reached, 2 x 2 has 12.
  for (const auto& [goal, kinds] :
       {std::pair(MakeBoard("3 1 0 / 2 5 4"), 360), std::pair(MakeBoard("0 2 / 1 3"), 12)}) {
    const std::vector<Board> boards = Draw(goal, {.seed = 11, .count = 10'000});
    const auto counts = CountsOf(boards);
    EXPECT_EQ(static_cast<int>(counts.size()), kinds);
    EXPECT_LT(std::abs(ChiSquareDeviation(counts, kinds, 10'000)), 5);
  }
}

TEST_F(BoardGeneratorTest, UniformBlanksOfALineAreEquallyLikely) {
  const Board goal = MakeBoard("3 1 0 2 4");
  const auto counts = CountsOf(Draw(goal, {.seed = 12, .count = 10'000}));
  EXPECT_EQ(counts.size(), 5u);
  EXPECT_LT(std::abs(ChiSquareDeviation(counts, 5, 10'000)), 5);
}

TEST_F(BoardGeneratorTest, EveryCellGetsEveryTileAsOftenOnLargeBoards) {
  const Board goal = MakeGoal({5, 5}, GoalLayout::kBlankLast);
  std::map<std::string, int> counts;
  for (const Board& board : Draw(goal, {.seed = 13, .count = 10'000})) {
    ++counts[std::to_string(board.tile(7))];
  }
  EXPECT_EQ(counts.size(), 25u);
  EXPECT_LT(std::abs(ChiSquareDeviation(counts, 25, 10'000)), 5);
}

TEST_F(BoardGeneratorTest, AWalkOfNoMovesIsTheGoalAndOneMoveIsANeighbour) {
  const Board goal = MakeBoard("1 2 3 / 4 0 5 / 6 7 8");
  EXPECT_THAT(Draw(goal, {.seed = 1, .count = 5, .walk_length = 0}), Each(goal));
  const auto counts = CountsOf(Draw(goal, {.seed = 1, .count = 10'000, .walk_length = 1}));
  EXPECT_EQ(counts.size(), 4u);
  EXPECT_LT(std::abs(ChiSquareDeviation(counts, 4, 10'000)), 5);
}

TEST_F(BoardGeneratorTest, AWalkNeverTakesItsLastMoveBack) {
  // On 4 x 4 nothing but going back brings a walk of two moves home.
  const Board goal = MakeGoal({4, 4}, GoalLayout::kSpiral);
  for (const Board& board : Draw(goal, {.seed = 3, .count = 1000, .walk_length = 2})) {
    EXPECT_NE(board, goal);
  }
}

TEST_F(BoardGeneratorTest, AWalkTurnsAtTheEndOfALine) {
  // From the right end of 0 1 2: left, left, right, right.
  const Board goal = MakeBoard("1 2 0");
  EXPECT_THAT(Draw(goal, {.seed = 1, .count = 3, .walk_length = 2}), Each(MakeBoard("0 1 2")));
  EXPECT_THAT(Draw(goal, {.seed = 1, .count = 3, .walk_length = 4}), Each(goal));
}

TEST_F(BoardGeneratorTest, EveryLengthOf3x3IsExact) {
  for (std::size_t i = 0; i < ThreeGoals().size(); ++i) {
    const Board goal = ThreeGoals()[i];
    const ExactDistances& distances = ExactDistancesToGoal(i);
    ASSERT_EQ(MaxOptimalLength(goal), distances.max_distance());
    for (int length = 0; length <= distances.max_distance(); ++length) {
      for (const Board& board : Draw(goal, {.seed = 4, .count = 50, .optimal_length = length})) {
        ASSERT_EQ(distances.Distance(board), length) << board.ToString();
      }
      EXPECT_EQ(static_cast<std::int64_t>(lengths_.Count({3, 3}, goal.blank(), length)),
                distances.counts()[static_cast<std::size_t>(length)]);
    }
  }
}

TEST_F(BoardGeneratorTest, EveryLengthOfEverySmallShapeAndBlankCellIsExact) {
  Random random(1);
  for (int rows = 1; rows <= 8; ++rows) {
    for (int columns = 1; columns <= 8 / rows; ++columns) {
      const Shape shape{rows, columns};
      if (shape.cells() < 2) continue;
      for (int blank = 0; blank < shape.cells(); ++blank) {
        Board goal = RandomArrangement(shape, random);
        while (goal.blank() != blank) goal = RandomArrangement(shape, random);
        const ExactDistances distances(goal);
        ASSERT_EQ(MaxOptimalLength(goal), distances.max_distance()) << goal.ToString();
        for (int length = 0; length <= distances.max_distance(); ++length) {
          for (const Board& board : Draw(goal, {.seed = 6, .count = 3, .optimal_length = length})) {
            ASSERT_EQ(distances.Distance(board), length)
                << board.ToString() << " to " << goal.ToString();
          }
        }
      }
    }
  }
}

TEST_F(BoardGeneratorTest, BoardsOfALengthAreEquallyLikely) {
  const Board goal = MakeGoal({3, 3}, GoalLayout::kBlankLast);
  for (const auto& [length, kinds] : {std::pair(31, 2), std::pair(30, 221), std::pair(8, 116)}) {
    ASSERT_EQ(ExactDistancesToGoal(0).counts()[static_cast<std::size_t>(length)], kinds);
    const auto counts =
        CountsOf(Draw(goal, {.seed = 8, .count = 10'000, .optimal_length = length}));
    EXPECT_EQ(static_cast<int>(counts.size()), kinds);
    EXPECT_LT(std::abs(ChiSquareDeviation(counts, kinds, 10'000)), 5) << length;
  }
}

TEST_F(BoardGeneratorTest, LengthsOfLargerBoardsAreExact) {
  const Board snail = MakeGoal({4, 4}, GoalLayout::kSpiral);
  for (const int length : {0, 1, 2, 17, 28, kMaxSearchedLength}) {
    for (const Board& board : Draw(snail, {.seed = 9, .count = 3, .optimal_length = length})) {
      EXPECT_EQ(ShortestLength(board, snail), length) << board.ToString();
    }
  }
  for (const Shape shape : {Shape{2, 5}, Shape{3, 4}, Shape{5, 3}, Shape{2, 8}, Shape{5, 5}}) {
    const Board goal = MakeGoal(shape, GoalLayout::kBlankFirst);
    for (const Board& board : Draw(goal, {.seed = 10, .count = 2, .optimal_length = 24})) {
      EXPECT_EQ(ShortestLength(board, goal), 24) << board.ToString();
    }
  }
}

TEST_F(BoardGeneratorTest, LongLinesHaveTheirLengthsToo) {
  const Board goal = MakeGoal({1, 32}, GoalLayout::kBlankLast);
  EXPECT_EQ(MaxOptimalLength(goal), 31);
  for (const int length : {0, 1, 31}) {
    const Board board = Draw(goal, {.seed = 1, .optimal_length = length})[0];
    EXPECT_EQ(board.blank(), 31 - length);
  }
}

TEST_F(BoardGeneratorTest, ASliceIsBoundedByItsBudget) {
  const Board goal = MakeGoal({4, 4}, GoalLayout::kBlankLast);
  BoardGenerator generator(goal, {.seed = 1, .count = 1, .walk_length = 1'000'000}, tables_,
                           lengths_);
  EXPECT_FALSE(generator.Advance(999'999));
  EXPECT_THAT(generator.boards(), IsEmpty());
  EXPECT_TRUE(generator.Advance(100));
}

std::vector<std::string> FaultyFields(const BoardDraw& draw, const std::optional<Board>& goal) {
  std::vector<std::string> fields;
  for (const Fault& fault : ValidateDraw(draw, goal)) {
    EXPECT_FALSE(fault.description.empty());
    fields.push_back(fault.field);
  }
  return fields;
}

TEST(ValidateDrawTest, NamesEverythingThatIsWrong) {
  const Board goal = MakeGoal({3, 3}, GoalLayout::kBlankLast);
  EXPECT_THAT(FaultyFields({.first_index = -1, .count = 0, .walk_length = -1}, goal),
              ElementsAre("first_index", "count", "walk_length"));
  EXPECT_THAT(FaultyFields({.first_index = -1, .count = 10'001, .optimal_length = -1}, {}),
              ElementsAre("first_index", "count", "optimal_length"));
  EXPECT_THAT(FaultyFields({.walk_length = 1'000'001}, {}), ElementsAre("walk_length"));
  EXPECT_THAT(FaultyFields({.walk_length = 1'000'000}, goal), IsEmpty());
}

TEST(ValidateDrawTest, BoundsTheCellsOfAllBoards) {
  const Board large = MakeGoal({32, 32}, GoalLayout::kBlankLast);
  EXPECT_THAT(FaultyFields({.count = 976}, large), IsEmpty());
  EXPECT_THAT(ValidateDraw({.count = 977}, large),
              ElementsAre(Field(&Fault::description, HasSubstr("at most 976"))));
}

TEST(ValidateDrawTest, BoundsLengthsByTheGoal) {
  for (const auto& [goal, most] :
       {std::pair(MakeBoard("1 2 3 / 4 5 6 / 7 8 0"), 31),
        std::pair(MakeBoard("1 2 3 / 4 0 5 / 6 7 8"), 30), std::pair(MakeBoard("1 0 2"), 1),
        std::pair(MakeGoal({4, 4}, GoalLayout::kSpiral), 40)}) {
    EXPECT_THAT(FaultyFields({.optimal_length = most}, goal), IsEmpty());
    EXPECT_THAT(ValidateDraw({.optimal_length = most + 1}, goal),
                ElementsAre(Field(&Fault::description, HasSubstr(std::to_string(most)))));
  }
}

}  // namespace
}  // namespace taquin
