// What the pages hold; that they work is seen in a browser, by
// tests/end_to_end/pages_test.py.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "client/pages/compare_page.h"
#include "client/pages/page.h"
#include "client/pages/solve_page.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::Board MakeBoard(int rows, int columns, const std::vector<int>& tiles) {
  v1::Board board;
  board.set_rows(rows);
  board.set_columns(columns);
  for (const int tile : tiles) board.add_tiles(tile);
  return board;
}

// What stands in the page's script element for data, as a browser reads it.
std::string DataText(const std::string& page) {
  const std::string open = "<script id=\"data\" type=\"application/json\">";
  const std::size_t begin = page.find(open) + open.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

v1::SolveResult Solved() {
  v1::SolveResult result;
  result.set_outcome(v1::OUTCOME_OPTIMAL);
  result.set_length(2);
  result.add_moves(v1::DIRECTION_DOWN);
  result.add_moves(v1::DIRECTION_RIGHT);
  *result.mutable_goal() = MakeBoard(2, 2, {1, 2, 3, 0});
  return result;
}

TEST(PageTest, DataCannotEndItsScriptElement) {
  const std::string evil = R"({"a":"</script><script>alert(1)</script><!-- & \\u003c"})";
  const std::string page = FillPage("<style>{{style}}</style>[{{data}}]", evil);
  const std::string data = page.substr(page.find('[') + 1, page.rfind(']') - page.find('[') - 1);
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_EQ(nlohmann::json::parse(data), nlohmann::json::parse(evil));
}

TEST(PageTest, WhatTheDataHoldsIsNoPlaceForMore) {
  const std::string page = FillPage("{{style}}|{{data}}", R"("{{data}}{{style}}")");
  EXPECT_THAT(page, testing::EndsWith(R"(|"{{data}}{{style}}")"));
}

TEST(SolvePageTest, HoldsTheReplayAndTheSearch) {
  SearchHistory history;
  v1::SolveResponse event;
  event.mutable_improved()->set_length(4);
  event.mutable_improved()->set_lower_bound(1);
  history.OnEvent(event);
  v1::SolveResult result = Solved();
  result.set_lower_bound(2);
  result.mutable_stats()->set_expanded_count(7);
  ToProto(absl::Seconds(2), result.mutable_stats()->mutable_elapsed());
  history.OnResult(result);
  const std::string page =
      MakeSolvePage(MakeBoard(2, 2, {0, 2, 1, 3}), "blank-last", result, history);
  const auto data = nlohmann::json::parse(DataText(page));
  EXPECT_EQ(data["moves"], "DR");
  EXPECT_EQ(data["start"], nlohmann::json({0, 2, 1, 3}));
  EXPECT_EQ(data["goal"], nlohmann::json({1, 2, 3, 0}));
  EXPECT_EQ(data["outcome"], "optimal");
  EXPECT_EQ(data["expanded"], 7);
  ASSERT_EQ(data["history"].size(), 2U);
  EXPECT_EQ(data["history"][1],
            nlohmann::json({{"seconds", 2.0}, {"lowerBound", 2}, {"bestLength", 2}}));
}

TEST(SolvePageTest, AsksForNothingElse) {
  const std::string page = MakeSolvePage(MakeBoard(2, 2, {0, 2, 1, 3}), "", Solved(), {});
  for (const char* reference : {"src=", "href=", "url(", "@import", "http-equiv=\"refresh"}) {
    EXPECT_THAT(page, Not(HasSubstr(reference)));
  }
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(SolvePageTest, WordsOfTheServerAreData) {
  v1::SolveResult result = Solved();
  result.set_detail("</script><b>\xff");
  const std::string page = MakeSolvePage(MakeBoard(2, 2, {0, 2, 1, 3}), "", result, {});
  EXPECT_THAT(nlohmann::json::parse(DataText(page))["detail"].get<std::string>(),
              testing::StartsWith("</script><b>"));
}

TEST(ComparePageTest, HoldsEverySearch) {
  v1::SolveResult result = Solved();
  result.set_algorithm(v1::ALGORITHM_A_STAR);
  result.set_heuristic(v1::HEURISTIC_MANHATTAN);
  result.mutable_stats()->set_generated_count(6);
  const std::string page = MakeComparePage(
      {MakeBoard(2, 2, {0, 2, 1, 3})},
      {{1, "1", v1::ALGORITHM_A_STAR, v1::HEURISTIC_MANHATTAN, result},
       {1, "1", v1::ALGORITHM_BFS, v1::HEURISTIC_UNSPECIFIED, absl::InvalidArgumentError("no")}});
  const auto data = nlohmann::json::parse(DataText(page));
  EXPECT_EQ(data["boards"], nlohmann::json({"0 2/1 3"}));
  ASSERT_EQ(data["searches"].size(), 2U);
  EXPECT_EQ(data["searches"][0]["algorithm"], "astar");
  EXPECT_NEAR(data["searches"][0]["branching"].get<double>(), 2, 1e-6);
  EXPECT_EQ(data["searches"][1]["outcome"], "error: INVALID_ARGUMENT");
  EXPECT_TRUE(data["searches"][1]["expanded"].is_null());
}

}  // namespace
}  // namespace taquin::client
