#include "solver/pattern_database/duplicate_automaton.h"

#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin {
namespace {

using State = DuplicateAutomaton::State;

// Boards of at most 16 cells, four bits a cell.
struct Position {
  std::uint64_t tiles;
  int blank;
};

Position StartAt(Shape shape, int blank) {
  Position position = {0, blank};
  for (int cell = 0; cell < shape.cells(); ++cell) {
    position.tiles |= static_cast<std::uint64_t>(cell) << (4 * cell);
  }
  return position;
}

std::optional<Position> Move(Shape shape, const Position& from, Direction direction) {
  const std::optional<int> blank = shape.Neighbor(from.blank, direction);
  if (!blank) return std::nullopt;
  const std::uint64_t both =
      ((from.tiles >> (4 * *blank)) ^ (from.tiles >> (4 * from.blank))) & std::uint64_t{15};
  return Position{from.tiles ^ (both << (4 * *blank)) ^ (both << (4 * from.blank)), *blank};
}

// How many boards there are at each distance from `start`, up to `depth`.
std::vector<std::int64_t> CountBoards(Shape shape, const Position& start, int depth) {
  absl::flat_hash_set<std::uint64_t> seen = {start.tiles};
  std::vector<Position> layer = {start};
  std::vector<std::int64_t> counts = {1};
  while (static_cast<int>(counts.size()) <= depth && !layer.empty()) {
    std::vector<Position> next_layer;
    for (const Position& from : layer) {
      for (const Direction direction : kDirections) {
        const std::optional<Position> to = Move(shape, from, direction);
        if (to && seen.insert(to->tiles).second) next_layer.push_back(*to);
      }
    }
    counts.push_back(static_cast<std::int64_t>(next_layer.size()));
    layer = std::move(next_layer);
  }
  return counts;
}

struct Case {
  Shape shape;
  int length;
};

class DuplicateAutomatonTest : public ::testing::TestWithParam<Case> {};

// Every board is reached, in its least number of moves, by moves that the
// automaton allows; from each blank cell, as the tiles' names do not matter.
TEST_P(DuplicateAutomatonTest, LosesNoShortestPath) {
  const auto& [shape, length] = GetParam();
  const DuplicateAutomaton automaton(shape, length);
  for (int blank = 0; blank < shape.cells(); ++blank) {
    const Position start = StartAt(shape, blank);
    const std::vector<std::int64_t> counts = CountBoards(shape, start, 1000);
    absl::flat_hash_set<std::uint64_t> seen = {start.tiles};
    // States by board.
    using Layer = absl::flat_hash_map<std::uint64_t, std::pair<Position, std::set<State>>>;
    Layer layer = {{start.tiles, {start, {automaton.start(blank)}}}};
    for (const std::int64_t count : counts) {
      ASSERT_EQ(static_cast<std::int64_t>(layer.size()), count);
      Layer next_layer;
      for (const auto& [tiles, entry] : layer) {
        for (const Direction direction : kDirections) {
          for (const State state : entry.second) {
            const State next = automaton.Next(state, direction);
            if (next == DuplicateAutomaton::kPruned) continue;
            const std::optional<Position> to = Move(shape, entry.first, direction);
            ASSERT_TRUE(to.has_value());
            if (seen.contains(to->tiles)) continue;
            auto& [position, states] = next_layer[to->tiles];
            position = *to;
            states.insert(next);
          }
        }
      }
      for (const auto& [tiles, entry] : next_layer) seen.insert(tiles);
      layer = std::move(next_layer);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Exhaustive, DuplicateAutomatonTest,
                         ::testing::Values(Case{{2, 2}, 14}, Case{{2, 3}, 6}, Case{{2, 4}, 4},
                                           Case{{2, 4}, 12}, Case{{3, 3}, 12}),
                         [](const ::testing::TestParamInfo<Case>& test) {
                           return absl::StrCat(test.param.shape.rows, "x", test.param.shape.columns,
                                               "_", test.param.length);
                         });

// How many strings of each length up to `length` the automaton leaves.
std::vector<std::int64_t> CountStrings(const DuplicateAutomaton& automaton, int blank, int length) {
  std::vector<std::int64_t> counts;
  std::map<State, std::int64_t> strings = {{automaton.start(blank), 1}};
  while (static_cast<int>(counts.size()) <= length) {
    counts.push_back(0);
    std::map<State, std::int64_t> longer;
    for (const auto& [state, number] : strings) {
      counts.back() += number;
      for (const Direction direction : kDirections) {
        const State next = automaton.Next(state, direction);
        if (next != DuplicateAutomaton::kPruned) longer[next] += number;
      }
    }
    strings = std::move(longer);
  }
  return counts;
}

// As many strings as boards are left, up to the automaton's length.
TEST(DuplicateAutomatonCountTest, LeavesOneStringForEachBoard) {
  constexpr int kLength = 10;
  for (const Shape shape : {Shape{3, 3}, Shape{4, 4}, Shape{3, 5}, Shape{1, 6}}) {
    const DuplicateAutomaton automaton(shape, kLength);
    for (int blank = 0; blank < shape.cells(); ++blank) {
      std::vector<std::int64_t> boards = CountBoards(shape, StartAt(shape, blank), kLength);
      boards.resize(kLength + 1, 0);  // None beyond the end of a line.
      ASSERT_EQ(CountStrings(automaton, blank, kLength), boards);
    }
  }
}

TEST(DuplicateAutomatonCountTest, LeavesOneStringForEachLargeBoard) {
  constexpr int kLength = 10;
  for (const Shape shape : {Shape{6, 6}, Shape{8, 8}, Shape{3, 11}, Shape{2, 32}}) {
    const DuplicateAutomaton automaton(shape, kLength);
    ASSERT_EQ(automaton.length(), kLength);
    for (const int blank : {0, shape.columns + 1, shape.cells() - 1}) {
      std::vector<std::int64_t> boards;
      std::vector<int> start(static_cast<std::size_t>(shape.cells()));
      std::iota(start.begin(), start.end(), 0);
      std::set<std::vector<int>> seen = {start};
      std::vector<std::pair<std::vector<int>, int>> layer = {{start, blank}};
      while (static_cast<int>(boards.size()) <= kLength) {
        boards.push_back(static_cast<std::int64_t>(layer.size()));
        std::vector<std::pair<std::vector<int>, int>> next_layer;
        for (const auto& [tiles, from] : layer) {
          for (const Direction direction : kDirections) {
            const std::optional<int> to = shape.Neighbor(from, direction);
            if (!to.has_value()) continue;
            std::vector<int> moved = tiles;
            std::swap(moved[static_cast<std::size_t>(from)], moved[static_cast<std::size_t>(*to)]);
            if (seen.insert(moved).second) next_layer.emplace_back(std::move(moved), *to);
          }
        }
        layer = std::move(next_layer);
      }
      ASSERT_EQ(CountStrings(automaton, blank, kLength), boards);
    }
  }
}

TEST(DuplicateAutomatonSizeTest, IsSmall) {
  const DuplicateAutomaton undoing({4, 4}, 2);
  // A state for each cell and last move into it, one for each start, kPruned.
  EXPECT_EQ(undoing.transitions().size(), 48u + 16u + 1u);
  const DuplicateAutomaton automaton({4, 4}, 12);
  EXPECT_EQ(automaton.length(), 12);
  EXPECT_LT(automaton.transitions().size(), 14000u);
}

TEST(DuplicateAutomatonSizeTest, TakesShorterStringsRatherThanTooManyStates) {
  const DuplicateAutomaton automaton({4, 4}, 16);
  EXPECT_LT(automaton.length(), 16);
  EXPECT_LT(automaton.transitions().size(), 65536u);
}

}  // namespace
}  // namespace taquin
