#include "client/table.h"

#include <gtest/gtest.h>

namespace taquin::client {
namespace {

Table MakeTable() {
  Table table({{"name"}, {"count", true}});
  table.AddRow({"astar", "7"});
  table.AddRow({"a, \"b\"", "1234567"});
  return table;
}

TEST(TableTest, AlignsText) {
  EXPECT_EQ(MakeTable().ToText(),
            "name      count\n"
            "astar         7\n"
            "a, \"b\"  1234567\n");
}

TEST(TableTest, WritesMarkdown) {
  EXPECT_EQ(MakeTable().ToMarkdown(),
            "| name | count |\n"
            "| --- | ---: |\n"
            "| astar | 7 |\n"
            "| a, \"b\" | 1234567 |\n");
}

TEST(TableTest, QuotesCsv) {
  EXPECT_EQ(MakeTable().ToCsv(), "name,count\nastar,7\n\"a, \"\"b\"\"\",1234567\n");
  EXPECT_EQ(CsvLine({"a\nb", "", "c"}), "\"a\nb\",,c");
}

}  // namespace
}  // namespace taquin::client
