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

TEST(TableTest, WhatIsTooWideGoesOnBelowWithItsKeys) {
  Table table({{"key"}, {"first"}, {"second", true}, {"third", true}});
  table.AddRow({"a", "1", "2", "3"});
  EXPECT_EQ(table.ToText(25), table.ToText());
  EXPECT_EQ(table.ToText(24),
            "key  first  second\n"
            "a    1           2\n"
            "\n"
            "key  third\n"
            "a        3\n");
  EXPECT_EQ(table.ToText(24, 2),
            "key  first  second\n"
            "a    1           2\n"
            "\n"
            "key  first  third\n"
            "a    1          3\n");
  // However narrow, every column is there once, with its keys.
  EXPECT_EQ(table.ToText(1),
            "key  first\na    1\n\n"
            "key  second\na         2\n\n"
            "key  third\na        3\n");
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
