#include "tests/support/instance_sets.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "solver/goal_layout.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

[[noreturn]] void Fail(const std::string& file, const std::string& what) {
  std::cerr << TAQUIN_TEST_DATA_DIR "/" << file << ": " << what << "\n";
  std::abort();
}

std::int64_t ToNumber(const std::string& file, const std::string& text) {
  std::int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) Fail(file, absl::StrCat("'", text, "' is not a number"));
  return number;
}

std::vector<std::int64_t> ToTiles(const std::string& file, const std::string& text) {
  std::vector<std::int64_t> tiles;
  for (const std::string& number :
       std::vector<std::string>(absl::StrSplit(text, ' ', absl::SkipEmpty()))) {
    tiles.push_back(ToNumber(file, number));
  }
  return tiles;
}

// Rows of [id,] tiles [, optimum [, manhattan ...]].
std::vector<Instance> ReadInstances(const std::string& file, Shape shape, GoalLayout layout,
                                    bool with_id, std::optional<int> optimum_of_all,
                                    bool with_manhattan) {
  std::vector<Instance> instances;
  const auto cells = static_cast<std::size_t>(shape.cells());
  for (const std::vector<std::string>& row : ReadRows(file)) {
    std::vector<std::int64_t> numbers;
    for (const std::string& text : row) numbers.push_back(ToNumber(file, text));
    const std::size_t first = with_id ? 1 : 0;
    const std::size_t after = first + cells;
    if (numbers.size() < after + (optimum_of_all ? 0 : 1) + (with_manhattan ? 1 : 0)) {
      Fail(file, absl::StrCat("row ", instances.size() + 1, " is too short"));
    }
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(first);
    instances.push_back(
        {.id = static_cast<int>(with_id ? numbers[0]
                                        : static_cast<std::int64_t>(instances.size()) + 1),
         .start = MakeBoard(shape, {begin, begin + shape.cells()}),
         .goal = MakeGoal(shape, layout),
         .optimum = optimum_of_all ? *optimum_of_all : static_cast<int>(numbers[after]),
         .manhattan = with_manhattan ? static_cast<int>(numbers[after + 1]) : 0});
  }
  return instances;
}

DepthCounts ReadDepthCounts(const std::string& file) {
  DepthCounts counts;
  for (const std::vector<std::string>& row : ReadRows(file)) {
    if (row.size() != 2 || ToNumber(file, row[0]) != static_cast<std::int64_t>(counts.size())) {
      Fail(file, absl::StrCat("expected depth ", counts.size(), " and a count"));
    }
    counts.push_back(ToNumber(file, row[1]));
  }
  return counts;
}

}  // namespace

std::vector<std::vector<std::string>> ReadRows(const std::string& file, char separator) {
  std::ifstream in(std::string(TAQUIN_TEST_DATA_DIR "/") + file);
  if (!in) Fail(file, "cannot be opened");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    const std::string text = line.substr(0, line.find('#'));
    std::vector<std::string> row;
    if (separator == '\t') {
      row = absl::StrSplit(text, '\t');
      if (row.size() == 1 && row[0].empty()) continue;
    } else {
      row = absl::StrSplit(text, separator, absl::SkipEmpty());
      if (row.empty()) continue;
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) Fail(file, "holds no rows");
  return rows;
}

std::vector<BoardCase> ReadBoardCases() {
  const std::string file = "boards.tsv";
  std::vector<BoardCase> cases;
  for (const std::vector<std::string>& row : ReadRows(file, '\t')) {
    if (row.size() < 5) Fail(file, absl::StrCat("row ", cases.size() + 1, " is too short"));
    BoardCase board_case;
    board_case.id = row[0];
    const std::vector<std::string> sides = absl::StrSplit(row[1], 'x');
    board_case.shape = {.rows = static_cast<int>(ToNumber(file, sides.at(0))),
                        .columns = static_cast<int>(ToNumber(file, sides.at(1)))};
    board_case.tiles = ToTiles(file, row[2]);
    board_case.goal_tiles = ToTiles(file, row[3]);
    if (row[4] == "solvable") {
      board_case.verdict = Verdict::kSolvable;
      board_case.optimum = static_cast<int>(ToNumber(file, row.at(5)));
    } else if (row[4] == "unsolvable") {
      board_case.verdict = Verdict::kUnsolvable;
    } else if (row[4] == "invalid") {
      board_case.verdict = Verdict::kInvalid;
    } else {
      Fail(file, absl::StrCat("no such verdict: ", row[4]));
    }
    cases.push_back(std::move(board_case));
  }
  return cases;
}

std::vector<Instance> ReadKorf100() {
  return ReadInstances("korf100.txt", {4, 4}, GoalLayout::kBlankFirst, true, std::nullopt, true);
}

std::vector<Instance> ReadKorf100BlankLast() {
  return ReadInstances("korf100_blanklast.txt", {4, 4}, GoalLayout::kBlankLast, true, std::nullopt,
                       false);
}

std::vector<Instance> ReadKorf24() {
  return ReadInstances("korf24.txt", {5, 5}, GoalLayout::kBlankFirst, true, std::nullopt, true);
}

std::vector<Instance> ReadFifteen80() {
  return ReadInstances("fifteen_80.txt", {4, 4}, GoalLayout::kBlankLast, false, 80, false);
}

DepthCounts ReadEightDepths() { return ReadDepthCounts("eight_depths.txt"); }

DepthCounts ReadFifteenDepths() { return ReadDepthCounts("fifteen_depths.txt"); }

std::vector<Radius> ReadRadii() {
  const std::string file = "radii.txt";
  std::vector<Radius> radii;
  for (const std::vector<std::string>& row : ReadRows(file)) {
    if (row.size() < 3) Fail(file, absl::StrCat("row ", radii.size() + 1, " is too short"));
    radii.push_back({.shape = {.rows = static_cast<int>(ToNumber(file, row[1])),
                               .columns = static_cast<int>(ToNumber(file, row[0]))},
                     .moves = static_cast<int>(ToNumber(file, row[2]))});
  }
  return radii;
}

}  // namespace taquin
