// docs/algorithms.md shows the counts that the searches have today.

#include "tests/support/algorithm_table.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin {
namespace {

double RunUntimed(const std::function<void()>& work) {
  work();
  return 0;
}

TEST(AlgorithmTableTest, ThePageShowsTheCountsOfToday) {
  std::ifstream in(TAQUIN_ALGORITHMS_PAGE);
  const std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  ASSERT_THAT(page, testing::HasSubstr("<!-- tables: begin -->"));
  for (const TableBoard& board : TableBoards()) {
    const std::size_t heading = page.find("### " + board.name);
    ASSERT_NE(heading, std::string::npos) << board.name;
    const std::string section = page.substr(heading, page.find("\n### ", heading + 1) - heading);
    for (const TableRow& row : MeasureTable(board.problem, RunUntimed)) {
      EXPECT_THAT(section, testing::HasSubstr(row.Counts()))
          << "`./run bench algorithms -- --write docs/algorithms.md` brings the page up to date";
    }
  }
}

}  // namespace
}  // namespace taquin
