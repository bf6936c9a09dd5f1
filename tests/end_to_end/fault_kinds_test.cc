// The kinds of fault that programs of this kind were reported for, tried on the
// real client and server: unreachable goals, goals left unsaid, estimates that are
// too high, searches that are not optimal or never end, wrong neighbours, wrong
// generators, and what scripts trip over.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "solver/board.h"
#include "tests/end_to_end/installation.h"
#include "tests/support/boards.h"
#include "tests/support/exact_distances.h"
#include "tests/support/sample_size.h"

namespace taquin::end_to_end {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kKorfBoard[] = "1 15 10 13/0 11 4 7/12 6 5 3/14 8 9 2";

class FaultKindsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new RunningServer(); }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }

  static Finished Run(std::vector<std::string> arguments, const std::string& input = "") {
    ProcessOptions options;
    options.standard_input = input;
    return RunTaquin(server_->address(), std::move(arguments), options);
  }

  // A line of JSON for each answer.
  static std::vector<json> RunJson(std::vector<std::string> arguments,
                                   const std::string& input = "") {
    arguments.emplace_back("--json");
    const Finished run = Run(std::move(arguments), input);
    std::vector<json> answers;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      answers.push_back(json::parse(line, nullptr, false));
      EXPECT_TRUE(answers.back().is_object()) << line;
    }
    EXPECT_FALSE(answers.empty()) << run.err;
    return answers;
  }

  static RunningServer* server_;
};

RunningServer* FaultKindsTest::server_ = nullptr;

// A board a line, as the client reads a list of them.
std::string Lines(const std::vector<Board>& boards) {
  std::string text;
  for (const Board& board : boards) text += board.ToString() + "\n";
  return text;
}

Board Layout(Shape shape, const std::string& name) {
  const int cells = shape.rows * shape.columns;
  std::vector<std::int64_t> tiles;
  for (int i = 0; i < cells; ++i) tiles.push_back(name == "blank-first" ? i : (i + 1) % cells);
  return MakeBoard(shape, tiles);
}

// With two tiles that are not the blank exchanged: from a board that can reach a
// goal, one that cannot.
Board Exchanged(const Board& board) {
  std::vector<std::int64_t> tiles(board.tiles().begin(), board.tiles().end());
  const auto one = std::find(tiles.begin(), tiles.end(), 1);
  const auto two = std::find(tiles.begin(), tiles.end(), 2);
  std::swap(*one, *two);
  return MakeBoard(board.shape(), tiles);
}

// The board with rows and columns exchanged, its tiles named anew so that the
// transposed goal is again the one of that layout.
Board Transposed(const Board& board, const Board& goal) {
  const Shape shape{board.shape().columns, board.shape().rows};
  const auto turn = [&](const Board& original) {
    std::vector<std::int64_t> tiles;
    for (int row = 0; row < shape.rows; ++row) {
      for (int column = 0; column < shape.columns; ++column) {
        tiles.push_back(original.tile(column * original.shape().columns + row));
      }
    }
    return tiles;
  };
  std::vector<std::int64_t> names(static_cast<std::size_t>(board.cells()));
  const std::vector<std::int64_t> turned_goal = turn(goal);
  const Board plain = Layout(shape, "blank-last");
  for (int cell = 0; cell < board.cells(); ++cell) {
    names[static_cast<std::size_t>(turned_goal[static_cast<std::size_t>(cell)])] = plain.tile(cell);
  }
  std::vector<std::int64_t> tiles = turn(board);
  for (std::int64_t& tile : tiles) tile = names[static_cast<std::size_t>(tile)];
  return MakeBoard(shape, tiles);
}

// Whether the moves of a result lead from the start to the goal that it names.
void ExpectPathIsRight(Board board, const json& result) {
  ASSERT_TRUE(result.contains("moves")) << result;
  EXPECT_EQ(result["moves"].size(), result["length"]);
  static const std::map<std::string, Direction> kDirections = {
      {"DIRECTION_UP", Direction::kUp},
      {"DIRECTION_DOWN", Direction::kDown},
      {"DIRECTION_LEFT", Direction::kLeft},
      {"DIRECTION_RIGHT", Direction::kRight}};
  for (const auto& move : result["moves"]) {
    ASSERT_TRUE(board.Move(kDirections.at(move.get<std::string>())));
  }
  EXPECT_EQ(json(std::vector<int>(board.tiles().begin(), board.tiles().end())),
            result["goal"]["tiles"]);
}

TEST_F(FaultKindsTest, UnreachableGoalsAreAnsweredForTheGoalThatIsMeant) {
  Random random(1);
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{3, 4},
                            Shape{4, 3}, Shape{4, 4}, Shape{2, 8}, Shape{5, 5}}) {
    for (const char* layout : {"blank-last", "blank-first"}) {
      const Board goal = Layout(shape, layout);
      const Board reachable = RandomReachableBoard(goal, random);
      const Board unreachable = Exchanged(reachable);
      SCOPED_TRACE(unreachable.ToString() + " to " + layout);
      EXPECT_EQ(Run({"check", reachable.ToString(), "--goal", layout}).exit_code, 0);
      EXPECT_EQ(Run({"check", unreachable.ToString(), "--goal", layout}).exit_code, 1);

      // No search: there is nothing to expand, and nothing that looks like a path.
      const json result = RunJson({"solve", unreachable.ToString(), "--goal", layout}).front();
      EXPECT_EQ(result["outcome"], "OUTCOME_UNSOLVABLE");
      EXPECT_FALSE(result.contains("length")) << result;
      EXPECT_EQ(result["stats"]["expandedCount"], "0");
      const Finished text = Run({"solve", unreachable.ToString(), "--goal", layout});
      EXPECT_EQ(text.exit_code, 1);
      EXPECT_THAT(text.out, HasSubstr(std::string("unsolvable for the goal ") + layout));
      EXPECT_EQ(Run({"hint", unreachable.ToString(), "--goal", layout}).exit_code, 1);

      // Of the layouts, exactly those that are said to be reachable are.
      const json check = RunJson({"check", unreachable.ToString(), "--goal", layout}).front();
      std::set<std::string> reached = check["reachableLayouts"];
      for (const char* other : {"blank-last", "blank-first", "spiral"}) {
        std::string name = "GOAL_LAYOUT_" + std::string(other);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
        EXPECT_EQ(Run({"check", unreachable.ToString(), "--goal", other}).exit_code,
                  reached.contains(name) ? 0 : 1)
            << other;
      }
    }
  }
}

TEST_F(FaultKindsTest, OnASingleLineTheOrderDecides) {
  for (const char* side : {"--rows", "--columns"}) {
    for (const auto& [board, code] :
         {std::pair("1 2 0", 0), std::pair("1 0 2", 0), std::pair("0 1 2", 0),
          std::pair("2 1 0", 1), std::pair("2 0 1", 1), std::pair("2 3 1 0", 1),
          std::pair("3 1 2 0", 1), std::pair("1 0 2 3", 0)}) {
      EXPECT_EQ(Run({"check", board, side, "1"}).exit_code, code) << board;
      EXPECT_EQ(Run({"solve", board, side, "1"}).exit_code, code) << board;
    }
  }
  EXPECT_EQ(RunJson({"check", "2 3 1 0", "--rows", "1"}).front()["reachability"],
            "REACHABILITY_ORDER_DIFFERS");
}

TEST_F(FaultKindsTest, EveryAnswerNamesItsGoal) {
  const std::string board = "1 0 2/3 4 5/6 7 8";
  struct Goal {
    std::vector<std::string> options;
    std::string title;
    std::string line;
  };
  for (const Goal& goal :
       {Goal{{"--goal", "blank-first"}, "goal (blank-first)", "0 1 2/3 4 5/6 7 8"},
        Goal{{"--goal", "1 2 0/3 4 5/6 7 8"}, "goal", "1 2 0/3 4 5/6 7 8"},
        Goal{{"--goal", "1 2 5/3 4 8/6 7 0"}, "goal", "1 2 5/3 4 8/6 7 0"}}) {
    SCOPED_TRACE(goal.line);
    const auto with_goal = [&goal](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), goal.options.begin(), goal.options.end());
      return arguments;
    };
    std::string grid = goal.line;
    std::replace(grid.begin(), grid.end(), '0', '_');
    for (const auto& command :
         std::vector<std::vector<std::string>>{{"solve", board},
                                               {"check", board},
                                               {"hint", board},
                                               {"verify", board, "L"},
                                               {"compare", board, "--algorithms", "bfs"}}) {
      const Finished text = Run(with_goal(command));
      EXPECT_THAT(text.out, HasSubstr("    " + goal.title + "\n")) << text.err;
      EXPECT_THAT(text.out, HasSubstr("    " + grid.substr(0, 5) + "\n"));
      EXPECT_THAT(text.out, HasSubstr("    " + grid.substr(12) + "\n"));
      const json answer = RunJson(with_goal(command)).front();
      EXPECT_EQ(answer["goal"]["tiles"].size(), 9U);
      EXPECT_EQ(std::to_string(answer["goal"]["tiles"][5].get<int>()), goal.line.substr(10, 1));
    }
    EXPECT_THAT(Run(with_goal({"compare", board, "--algorithms", "bfs", "--markdown"})).out,
                HasSubstr(goal.title + ": `" + goal.line + "`\n"));
    EXPECT_THAT(Run(with_goal({"compare", board, "--algorithms", "bfs", "--csv"})).out,
                HasSubstr("," + goal.line + "\n"));
    EXPECT_THAT(Run(with_goal({"batch", board, "--csv"})).out, HasSubstr("," + goal.line + "\n"));
    EXPECT_EQ(RunJson(with_goal({"batch", board})).front()["goal"]["tiles"].size(), 9U);
    EXPECT_EQ(RunJson(with_goal({"generate", "--shape", "3x3"})).front()["goal"]["tiles"].size(),
              9U);
  }
}

TEST_F(FaultKindsTest, NoHeuristicIsEverTooHighOrJumps) {
  const std::vector<Board> goals = ThreeGoals();
  for (std::size_t g = 0; g < goals.size(); ++g) {
    const ExactDistances& exact = ExactDistancesToGoal(g);
    // Boards, each followed by its neighbours.
    std::vector<Board> boards;
    std::vector<bool> is_neighbour;
    Random random(g + 1);
    for (int i = 0; i < SampleSize(200, 20); ++i) {
      const Board board = RandomReachableBoard(goals[g], random);
      boards.push_back(board);
      is_neighbour.push_back(false);
      for (const Direction move : PossibleMoves(board)) {
        boards.push_back(board);
        boards.back().Move(move);
        is_neighbour.push_back(true);
      }
    }
    const std::vector<json> answers =
        RunJson({"check", "-", "--goal", goals[g].ToString()}, Lines(boards));
    ASSERT_EQ(answers.size(), boards.size());
    std::map<std::string, int> of_board;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const int distance = *exact.Distance(boards[i]);
      std::map<std::string, int> values;
      for (const json& value : answers[i]["heuristicValues"]) {
        values[value["heuristic"]] = value["value"];
      }
      EXPECT_GE(values.size(), 6U);
      EXPECT_LE(answers[i]["lowerBound"], distance);
      for (const auto& [heuristic, value] : values) {
        EXPECT_LE(value, distance) << heuristic << " of " << boards[i].ToString();
        if (is_neighbour[i]) {
          EXPECT_LE(std::abs(value - of_board.at(heuristic)), 1)
              << heuristic << " of a neighbour, " << boards[i].ToString();
        }
      }
      if (!is_neighbour[i]) of_board = values;
    }
  }
}

// A board of each of some distances from the first goal of ThreeGoals().
std::vector<Board> BoardsAtDistances(const std::vector<int>& distances) {
  std::vector<Board> boards;
  for (const int distance : distances) {
    const std::vector<Board> all = ExactDistancesToGoal(0).BoardsBetween(distance, distance);
    boards.push_back(all[all.size() / 2]);
  }
  return boards;
}

TEST_F(FaultKindsTest, WhatIsCalledOptimalIsAndNothingElseIs) {
  const std::string goal = ThreeGoals()[0].ToString();
  struct Contest {
    std::string algorithms;
    std::string heuristics;
    std::vector<int> distances;
  };
  const std::vector<int> all = {0, 1, 2, 3, 5, 8, 12, 16, 20, 24, 27, 30};
  const std::vector<int> near = {0, 1, 2, 3, 5, 8, 12};
  for (const Contest& contest :
       {Contest{"auto,astar,idastar,bidirectional,anytime,astar-idastar",
                "manhattan,linear-conflict,walking-distance,pattern-database", all},
        Contest{"bfs,astar,bidirectional", "zero,hamming,gaschnig", all},
        Contest{"iddfs,idastar", "zero,hamming,gaschnig", near}}) {
    const std::vector<Board> boards = BoardsAtDistances(contest.distances);
    const auto answers =
        RunJson({"compare", "-", "--goal", goal, "--algorithms", contest.algorithms, "--heuristics",
                 contest.heuristics, "--max-time", "1h"},
                Lines(boards));
    EXPECT_GE(answers.size(), 7 * boards.size() * (contest.algorithms.size() > 20 ? 2 : 1) / 2);
    for (const json& answer : answers) {
      SCOPED_TRACE(answer.dump());
      const auto number = std::stoul(answer["id"].get<std::string>()) - 1;
      EXPECT_EQ(answer["outcome"], "OUTCOME_OPTIMAL");
      EXPECT_EQ(answer["length"], contest.distances[number]);
      EXPECT_EQ(answer["lowerBound"], contest.distances[number]);
      ExpectPathIsRight(boards[number], answer);
      if (answer["algorithm"] == "ALGORITHM_A_STAR" || answer["algorithm"] == "ALGORITHM_BFS") {
        // No state is expanded twice where the estimates are consistent.
        EXPECT_EQ(answer["stats"]["reopenedCount"], "0");
        EXPECT_LE(std::stol(answer["stats"]["expandedCount"].get<std::string>()), 181'440);
      }
    }
  }
}

TEST_F(FaultKindsTest, SearchesThatPromiseLessKeepWhatTheyPromise) {
  const std::string goal = ThreeGoals()[0].ToString();
  const std::vector<int> distances = {0, 1, 5, 12, 20, 26, 30};
  const std::vector<Board> boards = BoardsAtDistances(distances);
  struct Search {
    std::vector<std::string> options;
    double factor;  // Of the shortest; 0: any.
  };
  for (const Search& search : {Search{{"--algorithm", "astar", "--weight", "1.5"}, 1.5},
                               Search{{"--algorithm", "astar", "--weight", "5"}, 5},
                               Search{{"--algorithm", "anytime", "--target-gap", "0.25"}, 4.0 / 3},
                               Search{{"--algorithm", "greedy"}, 0},
                               Search{{"--algorithm", "beam", "--beam-width", "100"}, 0},
                               Search{{"--algorithm", "dfs"}, 0}}) {
    std::vector<std::string> arguments = {"solve", "-", "--goal", goal};
    arguments.insert(arguments.end(), search.options.begin(), search.options.end());
    const auto answers = RunJson(arguments, Lines(boards));
    ASSERT_EQ(answers.size(), boards.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      SCOPED_TRACE(search.options[1] + " " + boards[i].ToString());
      const json& answer = answers[i];
      ExpectPathIsRight(boards[i], answer);
      EXPECT_GE(answer["length"], distances[i]);
      EXPECT_LE(answer["lowerBound"], distances[i]);
      if (search.factor > 0) {
        EXPECT_LE(answer["length"], search.factor * distances[i]);
      }
      if (answer["outcome"] == "OUTCOME_OPTIMAL") {
        EXPECT_EQ(answer["length"], distances[i]);
      } else {
        EXPECT_EQ(answer["outcome"], "OUTCOME_FEASIBLE");
      }
    }
  }
}

TEST_F(FaultKindsTest, DeepeningRaisesItsBoundAndStopsInsideAPass) {
  // Each pass is for one bound, of the parity of the solution, and none is repeated.
  int before = 0;
  for (const char* expansions : {"1000", "10k", "100k", "1M"}) {
    const json result = RunJson({"solve", kKorfBoard, "--algorithm", "idastar", "--heuristic",
                                 "manhattan", "--max-expanded", expansions})
                            .front();
    EXPECT_EQ(result["outcome"], "OUTCOME_NOT_FOUND");
    EXPECT_EQ(result["limit"], "LIMIT_EXPANSIONS");
    const int bound = result["lowerBound"];
    EXPECT_EQ(bound % 2, 59 % 2);
    EXPECT_GE(bound, before);
    EXPECT_LE(bound, 59);
    before = bound;
  }
  // The last pass of these would take ages.
  for (const char* algorithm : {"idastar", "iddfs"}) {
    const Finished run = Run({"solve", kKorfBoard, "--algorithm", algorithm, "--heuristic", "zero",
                              "--max-time", "300ms", "--json"});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(json::parse(run.out)["limit"], "LIMIT_TIME");
  }
}

TEST_F(FaultKindsTest, EveryLimitEndsEverySearchAndIsNamed) {
  const std::vector<std::string> algorithms = {"auto",   "bfs",     "dfs",          "iddfs",
                                               "greedy", "astar",   "idastar",      "bidirectional",
                                               "beam",   "anytime", "astar-idastar"};
  struct Limit {
    std::vector<std::string> options;
    std::string name;
    std::string words;
  };
  for (const Limit& limit : {Limit{{"--max-time", "1ms"}, "LIMIT_TIME", "time"},
                             Limit{{"--max-expanded", "3"}, "LIMIT_EXPANSIONS", "expansions"},
                             Limit{{"--max-length", "3"}, "LIMIT_LENGTH", "length"}}) {
    for (const std::string& algorithm : algorithms) {
      SCOPED_TRACE(algorithm + " " + limit.name);
      std::vector<std::string> arguments = {
          "solve",       "24 20 10 19 3/12 16 0 22 21/1 18 14 7 5/13 15 9 17 4/23 11 8 2 6",
          "--algorithm", algorithm,
          "--heuristic", "manhattan"};
      arguments.insert(arguments.end(), limit.options.begin(), limit.options.end());
      const Finished text = Run(arguments);
      EXPECT_THAT(text.out, HasSubstr("stopped by the limit on " + limit.words)) << text.err;
      const bool found = text.out.find("feasible: ") != std::string::npos;
      EXPECT_EQ(text.exit_code, found ? 0 : 3) << text.out;
      arguments.emplace_back("--json");
      const Finished run = Run(arguments);
      const json result = json::parse(run.out);
      EXPECT_EQ(result["limit"], limit.name);
      EXPECT_GE(result["lowerBound"], 1);
      EXPECT_EQ(run.exit_code, result.contains("length") ? 0 : 3);
    }
  }
}

TEST_F(FaultKindsTest, MemoryIsALimitToo) {
  constexpr int kBytes = 16'000'000;
  for (const char* algorithm : {"bfs", "dfs", "greedy", "astar", "bidirectional"}) {
    const json result = RunJson({"solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--algorithm",
                                 algorithm, "--heuristic", "hamming", "--max-memory", "16MB"})
                            .front();
    SCOPED_TRACE(result.dump());
    EXPECT_LE(std::stol(result["stats"]["peakMemoryBytes"].get<std::string>()), kBytes);
    if (!result.contains("length")) {
      EXPECT_EQ(result["limit"], "LIMIT_MEMORY");
    }
  }
  EXPECT_EQ(Run({"status"}).exit_code, 0);
}

TEST_F(FaultKindsTest, PathsOfTensOfThousandsOfMovesComeWhole) {
  const std::vector<Board> boards = BoardsAtDistances({30});
  const json result = RunJson({"solve", boards[0].ToString(), "--goal", ThreeGoals()[0].ToString(),
                               "--algorithm", "dfs"})
                          .front();
  EXPECT_GT(result["length"], 10'000);
  ExpectPathIsRight(boards[0], result);
  std::string path;
  for (const auto& move : result["moves"]) path += move.get<std::string>()[10];
  const Finished verified =
      Run({"verify", boards[0].ToString(), "-", "--goal", ThreeGoals()[0].ToString()}, path);
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("; the shortest has 30, "));
}

TEST_F(FaultKindsTest, ABoardAndItsTransposeAreEquallyFar) {
  Random random(3);
  for (const Shape shape : {Shape{2, 3}, Shape{2, 4}, Shape{2, 5}, Shape{3, 4}, Shape{1, 6}}) {
    const Board goal = Layout(shape, "blank-last");
    std::vector<Board> boards;
    std::vector<Board> transposed;
    for (int i = 0; i < 10; ++i) {
      boards.push_back(RandomWalk(goal, 3 + 4 * i, random));
      transposed.push_back(Transposed(boards.back(), goal));
    }
    // A single row does not say that it is one.
    const std::vector<std::string> solve = {"solve", "-"};
    const std::vector<std::string> solve_row = {"solve", "-", "--rows", "1"};
    const auto answers = RunJson(shape.rows == 1 ? solve_row : solve, Lines(boards));
    const auto turned = RunJson(solve, Lines(transposed));
    ASSERT_EQ(answers.size(), boards.size());
    ASSERT_EQ(turned.size(), boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i) {
      SCOPED_TRACE(boards[i].ToString());
      ExpectPathIsRight(boards[i], answers[i]);
      ExpectPathIsRight(transposed[i], turned[i]);
      EXPECT_EQ(answers[i]["length"], turned[i]["length"]);
    }
  }
  // Rows are not columns.
  EXPECT_EQ(RunJson({"solve", "1 2 3 4 0 5", "--rows", "2"}).front()["length"], 1);
  EXPECT_EQ(RunJson({"solve", "1 2 3 4 0 5", "--columns", "3"}).front()["length"], 1);
  EXPECT_EQ(RunJson({"solve", "1 2 3 4 0 5", "--rows", "3"}).front()["goal"]["columns"], 2);
}

TEST_F(FaultKindsTest, ABoardHasOneBlankAndItIsWhereTheMovesPutIt) {
  for (const char* board : {"1 2 3 4", "1 0 2 0", "1 x 2 0", "[[1,null],[0,2]]", "[[1,2],[3,4]]",
                            "_ 1/_ 2", "{\"rows\":2,\"columns\":2,\"tiles\":[1,2,0,0]}",
                            "{\"rows\":2,\"columns\":2,\"tiles\":[1,2,3,0],\"blank\":0}"}) {
    const Finished run = Run({"solve", board});
    EXPECT_EQ(run.exit_code, 2) << board;
    EXPECT_THAT(run.err, HasSubstr("blank")) << board;
  }
  const std::string moves = "ULDRRUULLDDRRULLDRRULUL";
  Board board = MakeBoard("1 2 3 / 4 5 6 / 7 8 0");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Direction move = moves[i] == 'U'   ? Direction::kUp
                           : moves[i] == 'D' ? Direction::kDown
                           : moves[i] == 'L' ? Direction::kLeft
                                             : Direction::kRight;
    const json answer =
        RunJson({"verify", "1 2 3/4 5 6/7 8 0", moves.substr(0, i + 1), "--moves-are", "blank"})
            .front();
    if (!board.Move(move)) {
      EXPECT_EQ(answer["fault"], "PATH_FAULT_LEAVES_BOARD");
      EXPECT_EQ(answer["faultIndex"], i);
      break;
    }
    EXPECT_EQ(answer["reached"]["tiles"],
              json(std::vector<int>(board.tiles().begin(), board.tiles().end())));
  }
}

TEST_F(FaultKindsTest, EveryGeneratedBoardHasEachTileOnceAndCanReachItsGoal) {
  for (const char* shape : {"1x5", "2x2", "2x3", "3x2", "3x3", "3x4", "4x4", "5x5", "7x4"}) {
    for (const std::vector<std::string>& difficulty :
         {std::vector<std::string>{"--uniform"}, {"--walk", "101"}, {"--length", "4"}}) {
      for (const char* goal : {"blank-last", "blank-first", "spiral"}) {
        std::vector<std::string> arguments = {"generate", "-n",     "20", "--shape",
                                              shape,      "--goal", goal, "-q"};
        arguments.insert(arguments.end(), difficulty.begin(), difficulty.end());
        SCOPED_TRACE(testing::PrintToString(arguments));
        const Finished drawn = Run(arguments);
        ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
        // The client finds repeated and missing tiles, the server the parity.
        std::vector<std::string> check = {"check", "-", "--goal", goal, "-q"};
        if (shape[0] == '1') check.insert(check.end(), {"--rows", "1"});
        const Finished checked = Run(check, drawn.out);
        EXPECT_EQ(checked.exit_code, 0) << checked.err;
        EXPECT_EQ(std::count(checked.out.begin(), checked.out.end(), '\n'), 20);
      }
    }
  }
}

TEST_F(FaultKindsTest, SolvedBoardsHaveNoMovesAndSayTheZero) {
  const std::string board = "1 2 3/4 5 6/7 8 0";
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"solve", board}, "already solved: 0 moves"},
      {{"solve", board, "--json"}, "\"length\":0"},
      {{"solve", board, "--json"}, "\"lowerBound\":0,"},
      {{"solve", board, "--json"}, "\"expandedCount\":\"0\""},
      {{"solve", board, "--format", "count"}, "0\n"},
      {{"batch", board}, "\"length\":0"},
      {{"batch", board, "--csv"}, "\n1,optimal,,0,0,"},
      {{"check", board}, "at least 0 moves are needed"},
      {{"check", board, "--json"}, "\"lowerBound\":0"},
      {{"verify", board, ""}, "valid: 0 moves; it is optimal"},
      {{"verify", board, "", "--json"}, "\"length\":0"},
      {{"hint", board}, "solved: nothing to do"},
      {{"hint", board, "--json"}, "\"length\":0"},
      {{"compare", board, "--algorithms", "astar", "--heuristics", "manhattan", "--csv"},
       "1,astar,manhattan,optimal,,0,0,0,0,"}};
  for (const auto& [arguments, text] : cases) {
    const Finished run = Run(arguments);
    EXPECT_EQ(run.exit_code, 0) << testing::PrintToString(arguments) << run.err;
    EXPECT_THAT(run.out, HasSubstr(text)) << testing::PrintToString(arguments);
  }
  EXPECT_EQ(Run({"solve", board, "--quiet"}).out, "\n");
}

}  // namespace
}  // namespace taquin::end_to_end
