// Readers of the files in tests/data. Each ends the program with a message on
// a file that it cannot read, so that a test never runs on nothing.

#ifndef TAQUIN_TESTS_SUPPORT_INSTANCE_SETS_H_
#define TAQUIN_TESTS_SUPPORT_INSTANCE_SETS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solver/board.h"

namespace taquin {

enum class Verdict { kSolvable, kUnsolvable, kInvalid };

// A row of boards.tsv. The tiles of an invalid one make no board.
struct BoardCase {
  std::string id;
  Shape shape;
  std::vector<std::int64_t> tiles;
  std::vector<std::int64_t> goal_tiles;
  Verdict verdict = Verdict::kSolvable;
  std::optional<int> optimum;  // In moves; set exactly for solvable boards.
};

std::vector<BoardCase> ReadBoardCases();

// A board with its known optimal length to the goal of its set.
struct Instance {
  int id = 0;
  Board start;
  Board goal;
  int optimum = 0;    // In moves.
  int manhattan = 0;  // Of the start; 0 where the file does not say.
};

std::vector<Instance> ReadKorf100();           // 4 x 4, goal blank-first.
std::vector<Instance> ReadKorf100BlankLast();  // 4 x 4, goal blank-last.
std::vector<Instance> ReadKorf24();            // 5 x 5, goal blank-first.
std::vector<Instance> ReadFifteen80();         // 4 x 4, goal blank-last.

// The number of boards at each distance from a goal, from 0 on.
using DepthCounts = std::vector<std::int64_t>;

DepthCounts ReadEightDepths();    // 3 x 3, goal's blank in a corner.
DepthCounts ReadFifteenDepths();  // 4 x 4, goal's blank in a corner.

// The largest optimal length on a shape, for a goal with its blank in a corner.
struct Radius {
  Shape shape;
  int moves = 0;
};

std::vector<Radius> ReadRadii();

// The rows of a file of tests/data: its lines cut at blanks or, where
// `separator` is a tab, at tabs; comments (from '#') and empty lines left out.
std::vector<std::vector<std::string>> ReadRows(const std::string& file, char separator = ' ');

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_INSTANCE_SETS_H_
