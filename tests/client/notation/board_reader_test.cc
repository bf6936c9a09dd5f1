#include "client/notation/board_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "client/notation/board_writer.h"

namespace taquin::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kFifteen = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2";
constexpr std::string_view kTwelve = "1 2 3 4/5 6 7 8/9 10 11 0";

struct NotationCase {
  std::string name;
  std::string text;
  std::vector<std::string> boards;  // As FormatBoardLine writes them.
  ReadOptions options = {};
};

std::ostream& operator<<(std::ostream& out, const NotationCase& c) { return out << c.name; }

class NotationTest : public testing::TestWithParam<NotationCase> {};

TEST_P(NotationTest, IsRead) {
  const ReadResult result = ReadBoards(GetParam().text, GetParam().options);
  EXPECT_EQ(DescribeFaults("text", result.faults), "");
  std::vector<std::string> boards;
  for (const ReadBoard& read : result.boards) boards.push_back(FormatBoardLine(read.board));
  EXPECT_EQ(boards, GetParam().boards);
}

ReadOptions Columns(int columns) {
  ReadOptions options;
  options.columns = columns;
  return options;
}

ReadOptions Rows(int rows) {
  ReadOptions options;
  options.rows = rows;
  return options;
}

ReadOptions InstanceLines() {
  ReadOptions options;
  options.instance_lines = true;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Notations, NotationTest,
    testing::ValuesIn(std::vector<NotationCase>{
        {"OneLine", "2 3 4 1 5 x 7 6 8", {"2 3 4/1 5 0/7 6 8"}},
        {"OneLineOfTwoByTwo", "3 1 2 0", {"3 1/2 0"}},
        {"OneBoardALine",
         "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 8 0\n8 7 6 5 4 3 2 1 0\n",
         {"2 3 4/1 5 0/7 6 8", "1 2 3/4 5 6/7 8 0", "8 7 6/5 4 3/2 1 0"}},
        {"OneBoardALineOfTwoSizes", "3 1 2 0\n1 2 3 4 5 6 7 8 0", {"3 1/2 0", "1 2 3/4 5 6/7 8 0"}},
        {"FourBoardsOfTwoByTwo",
         "1 2 3 0\n1 2 0 3\n0 2 1 3\n2 0 1 3",
         {"1 2/3 0", "1 2/0 3", "0 2/1 3", "2 0/1 3"}},
        {"SlashRowsALine", "1 2 3/4 5 0\n0 1 2/3 4 5\n", {"1 2 3/4 5 0", "0 1 2/3 4 5"}},
        {"SlashRows", std::string(kFifteen), {std::string(kFifteen)}},
        {"SlashRowsWithBlanks", " 1 2 / 3 _ ", {"1 2/3 0"}},
        {"SlashAtTheEnd", "1 2/3 0/", {"1 2/3 0"}},
        {"CompactSlashRows", "123/456/78x", {"1 2 3/4 5 6/7 8 0"}},
        {"Grid", "1 2 3\n4 5 6\n7 8 0\n", {"1 2 3/4 5 6/7 8 0"}},
        {"GridWithUnderscores", " 1  2\t3\n 4 __ 6\n 7  8 5\n", {"1 2 3/4 0 6/7 8 5"}},
        {"GridWithDot", "1 2\n. 3", {"1 2/0 3"}},
        {"GridOfTallRectangle", "3 4\n1 2\n0 5", {"3 4/1 2/0 5"}},
        {"GridOfOneColumn", "3\n1\n2\n0\n", {"3/1/2/0"}},
        {"GridWithZeroPadding", "01 02\n00 03", {"1 2/0 3"}},
        {"GridOfCharacters", "FE16\n9B4C\n0A73\nD852\n", {"15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"}},
        {"GridsApartByBlankLines",
         "1 2 3\n4 5 6\n7 8 0\n\n0 1 2\n3 4 5\n6 7 8\n",
         {"1 2 3/4 5 6/7 8 0", "0 1 2/3 4 5/6 7 8"}},
        {"SizeAndRows", "3\n1 2 3\n4 5 6\n7 8 0\n", {"1 2 3/4 5 6/7 8 0"}},
        {"RowsAndColumnsAndRows", "3 4\n1 2 3 4\n5 6 7 8\n9 10 11 0\n", {std::string(kTwelve)}},
        {"SizeOfTwo", "2\n1 2\n3 0", {"1 2/3 0"}},
        {"SizeTwoByTwo", "2 2\n1 2\n3 0", {"1 2/3 0"}},
        {"SizeAndOneLine", "3 4\n1 2 3 4 5 6 7 8 9 10 11 0\n", {std::string(kTwelve)}},
        {"SizesAndRowsTwice",
         "2\n1 2\n3 0\n3\n1 2 3\n4 5 6\n7 8 0\n",
         {"1 2/3 0", "1 2 3/4 5 6/7 8 0"}},
        {"Comments",
         "# made by hand\n3#note\n5 1 0 # note\n2 3 4\n# between\n6 7 8\n# end",
         {"5 1 0/2 3 4/6 7 8"}},
        {"NestedList", "[[1,2,3],[4,0,5]]", {"1 2 3/4 0 5"}},
        {"NestedListOverLines", "[\n [1, 2],\n [null, 3]\n]\n", {"1 2/0 3"}},
        {"NestedListOfStrings", R"([["1","2"],["","3"]])", {"1 2/0 3"}},
        {"NestedListWithX", R"([[1,2],["X",3]])", {"1 2/0 3"}},
        {"NestedListInSingleQuotes", "[['1','2'],[' ','3']]", {"1 2/0 3"}},
        {"FlatList", "[1,2,3,0]", {"1 2/3 0"}},
        {"ListOfNestedLists", "[[[1,2],[3,0]],[[0,1],[2,3]]]", {"1 2/3 0", "0 1/2 3"}},
        {"ListALine", "[1,2,3,0]\n[[0,1],[2,3]]\n", {"1 2/3 0", "0 1/2 3"}},
        {"Object", R"({"rows":2,"columns":3,"tiles":[1,2,3,4,0,5]})", {"1 2 3/4 0 5"}},
        {"ObjectOfStrings", R"({"tiles":[1,2,3,0],"columns":"2","rows":"2"})", {"1 2/3 0"}},
        {"Commas",
         "24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0",
         {"24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0"}},
        {"CommasAtTheEndsOfRows", "1, 2,\n3, 0,\n", {"1 2/3 0"}},
        {"Base36", "FE169B4C0A73D852", {"15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"}},
        {"Base36InLowerCase", "fe169b4c0a73d852", {"15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"}},
        {"Base36OfTwentyFive",
         "123456789ABCDEFGHIJKLMN0O",
         {"1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"}},
        {"Base36OfThirtySixHasTileX",
         "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0",
         {"1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/"
          "31 32 33 34 35 0"}},
        {"Base36ALine",
         "FE169B4C0A73D852\n123456780\n",
         {"15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2", "1 2 3/4 5 6/7 8 0"}},
        {"DigitsOnly", "123456780", {"1 2 3/4 5 6/7 8 0"}},
        {"DigitsWithX", "12X453786", {"1 2 0/4 5 3/7 8 6"}},
        {"QuotedSpace", "'1','2','3','4','5','6','7','8',' '", {"1 2 3/4 5 6/7 8 0"}},
        {"DoubleQuotedSpace", R"("1" "2" "3" " ")", {"1 2/3 0"}},
        {"WidthByFlag", "1 2 3 4 5 6 7 8 9 10 11 0", {std::string(kTwelve)}, Columns(4)},
        {"HeightByFlag", "1 2 3 4 5 6 7 8 9 10 11 0", {std::string(kTwelve)}, Rows(3)},
        {"OneRowByFlag", "1 2 0", {"1 2 0"}, Rows(1)},
        {"WidthByFlagALine",
         "1 2 3 4 5 0\n0 1 2 3 4 5",
         {"1 2 3/4 5 0", "0 1 2/3 4 5"},
         Columns(3)},
        {"WidthByFlagOfDigits", "123450", {"1 2 3/4 5 0"}, Columns(3)},
        {"WidthByFlagOfList", "[1,2,3,4,5,0]", {"1 2 3/4 5 0"}, Columns(3)},
        {"InstanceLines", "1 3 1 2 0\n2 0 1 2 3\n", {"3 1/2 0", "0 1/2 3"}, InstanceLines()},
        {"CarriageReturns", "1 2 3\r\n4 5 6\r\n7 8 0\r\n", {"1 2 3/4 5 6/7 8 0"}},
        {"CarriageReturnsAlone", "1 2\r3 0\r", {"1 2/3 0"}},
        {"ByteOrderMark",
         "\xEF\xBB\xBF"
         "1 2 3 0",
         {"1 2/3 0"}},
        {"BlankLinesWithin", "\n\n1 2 3\n\n4 5 6\n \n7 8 0\n\n", {"1 2 3/4 5 6/7 8 0"}},
        {"TrailingBlanks", "1 2  \n3 0\t \n", {"1 2/3 0"}},
        {"NoBreakSpaces",
         "1\xC2\xA0"
         "2\xC2\xA0"
         "3\xC2\xA0"
         "0",
         {"1 2/3 0"}},
    }),
    [](const auto& instance) { return instance.param.name; });

TEST(BoardReaderTest, NamesInstancesAndLines) {
  const ReadResult result = ReadBoards("# set\n17 1 2 3 0\n\n18 0 1 2 3\n", InstanceLines());
  ASSERT_THAT(result.boards, SizeIs(2));
  EXPECT_EQ(result.boards[0].id, "17");
  EXPECT_EQ(result.boards[0].line, 2);
  EXPECT_EQ(result.boards[1].id, "18");
  EXPECT_EQ(result.boards[1].line, 4);
}

TEST(BoardReaderTest, GivesNoBoardOfATextThatIsWrongElsewhere) {
  for (const char* text : {"{\"rows\": 2, \"columns\": 2\x87, \"tiles\": [1, 2, 3, 0]}",
                           "{\"row16s\": 2, \"columns\": 2, \"tiles\": [1, 2, 3, 0]}",
                           "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 7 0\n"}) {
    const ReadResult result = ReadBoards(text, {});
    EXPECT_FALSE(result.faults.empty()) << text;
    EXPECT_TRUE(result.boards.empty()) << text;
  }
}

TEST(BoardReaderTest, ALineWithoutCellsIsNoSize) {
  for (const char* text :
       {"/\n1 2\n3 0\n", "2\n1 2\n3 0\n/\n1 2\n3 0\n", "/\n/\n", ",\n,\n1 2 3 0\n"}) {
    const ReadResult result = ReadBoards(text, {});
    EXPECT_NE(result.boards.empty(), result.faults.empty()) << text;
  }
}

TEST(BoardReaderTest, CountsLinesFromWhereItIsTold) {
  ReadOptions options;
  options.first_line = 40;
  EXPECT_EQ(ReadBoards("1 2 2 0", options).faults.at(0).line, 40);
}

TEST(BoardReaderTest, ReadsAHundredThousandLines) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "2 3 4 1 5 x 7 6 8\n";
  const ReadResult result = ReadBoards(std::move(text));
  EXPECT_THAT(result.faults, IsEmpty());
  ASSERT_THAT(result.boards, SizeIs(100'000));
  EXPECT_EQ(result.boards.back().line, 100'000);
}

TEST(BoardReaderTest, ReadsTheLargestBoard) {
  std::string text;
  for (int i = 1023; i >= 0; --i) text += std::to_string(i) + (i % 32 == 0 ? "\n" : " ");
  const ReadResult result = ReadBoards(std::move(text));
  ASSERT_THAT(result.boards, SizeIs(1));
  EXPECT_EQ(result.boards[0].board.rows(), 32);
  EXPECT_EQ(result.boards[0].board.tiles_size(), 1024);
}

// What is wrong: "LINE:COLUMN: part of the message" for every fault, in order.
struct FaultCase {
  std::string name;
  std::string text;
  std::vector<std::string> faults;
  ReadOptions options = {};
};

std::ostream& operator<<(std::ostream& out, const FaultCase& c) { return out << c.name; }

class FaultTest : public testing::TestWithParam<FaultCase> {};

TEST_P(FaultTest, IsPointedAt) {
  const ReadResult result = ReadBoards(GetParam().text, GetParam().options);
  std::vector<std::string> faults;
  for (const Fault& fault : result.faults) {
    faults.push_back(std::to_string(fault.line) + ":" + std::to_string(fault.column) + ": " +
                     fault.message);
  }
  ASSERT_THAT(faults, SizeIs(GetParam().faults.size())) << testing::PrintToString(faults);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const std::string& expected = GetParam().faults[i];
    const std::size_t place = expected.find(": ") + 2;
    EXPECT_EQ(faults[i].substr(0, place), expected.substr(0, place)) << faults[i];
    EXPECT_THAT(faults[i], HasSubstr(expected.substr(place)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, FaultTest,
    testing::ValuesIn(std::vector<FaultCase>{
        {"Empty", "", {"1:1: the text is empty"}},
        {"OnlyBlanksAndComments", " \n# nothing\n", {"1:1: the text is empty"}},
        {"SizeAlone", "3\n", {"1:1: if 3 is a size, its rows are missing"}},
        {"SizeAloneUnderComment", "# a\n15", {"2:1: if 15 is a size"}},
        {"Repeated",
         "1 2 3 4 5 6 7 7 0",
         {"1:15: tile 7 is repeated: it is at 1:13 already", "1:18: missing: tile 8"}},
        {"RepeatedInGrid",
         "1 2 3\n4 3 6\n7 8 0",
         {"2:3: tile 3 is repeated: it is at 1:5 already", "3:6: missing: tile 5"}},
        {"TwoBlanks",
         "1 2\nx 0",
         {"2:3: the blank is repeated: it is at 2:1 already", "2:4: missing: tile 3"}},
        {"NoBlank",
         "1 2\n3 4",
         {"2:3: 4 is out of range: a 2x2 board has the tiles 1 to 3", "2:4: missing: the blank"}},
        {"SixteenOnFourByFour",
         "1 2 3 4/5 6 7 8/9 10 11 12/13 14 16 0",
         {"1:34: 16 is out of range: a 4x4 board has the tiles 1 to 15", "1:38: missing: tile 15"}},
        {"Negative", "1 2 -3 0", {"1:5: -3 is negative", "1:9: missing: tile 3"}},
        {"FullWidthDigits",
         "1 2 \xEF\xBC\x93 0",
         {"1:5: is written with full-width digits; write 3", "1:8: missing: tile 3"}},
        {"TooLongForTheType",
         "1 2 99999999999999999999 0",
         {"1:5: 99999999999999999999 is too long", "1:27: missing: tile 3"}},
        {"LargeButFits",
         "1 2 2147483647 0",
         {"1:5: 2147483647 is out of range", "1:17: missing: tile 3"}},
        {"Fraction", "1 2 2.5 0", {"1:5: '2.5' is neither", "1:10: missing: tile 3"}},
        {"LetterB",
         "1 2 3 4 b 6 7 8 5",
         {"1:9: in a base-36 string it is tile 11", "1:18: missing: the blank"}},
        {"TileBInDigits",
         "1234b6785",
         {"1:5: 11 is out of range: a 3x3 board", "1:10: missing: the blank"}},
        {"BadCharacterInString",
         "1234?6780",
         {"1:5: '?' is not a base-36 digit", "1:10: missing: tile 5"}},
        {"NotASquare", "1 2 3 4 5 0", {"1:1: 6 cells in one row: not a square"}},
        {"NotASquareAndRepeated",
         "1 2 2 4 5 0",
         {"1:1: 6 cells in one row", "1:5: tile 2 is repeated"}},
        {"DigitsNotASquare", "12345678", {"1:1: 8 cells in one row: not a square"}},
        {"ShortRow",
         "1 2 3\n4 5\n7 8 0",
         {"2:4: row 2 is short: 2 cells, but most rows have 3", "3:6: missing: tile 6"}},
        {"LongRow",
         "1 2 3\n4 5 6 6\n7 8 0",
         {"2:7: row 2 is long: 4 cells, but most rows have 3", "2:7: tile 6 is repeated"}},
        {"EmptySlashRow",
         "1 2 3//7 8 0",
         {"1:7: row 2 is short: 0 cells", "1:13: missing: tile 4, tile 5, tile 6"}},
        {"SizeWithTooFewRows",
         "3\n1 2 3\n4 5 6",
         {"3:6: 2 rows, but the size line says 3x3", "3:6: missing: the blank"}},
        {"SizeWithTooManyRows",
         "2\n1 2\n3 0\n4 5",
         {"4:1: 3 rows, but the size line says 2x2", "4:1: 4 is out of range",
          "4:3: 5 is out of range"}},
        {"SizeWithShortRow",
         "3 4\n1 2 3 4\n5 6 7\n9 10 11 0",
         {"3:6: row 2 is short: 3 cells, but the size line says 4", "4:10: missing: tile 8"}},
        {"SizeTurnedAround",
         "3 4\n1 2 3\n4 5 6\n7 8 9\n10 11 0",
         {"2:6: every row has 3 cells, but the size line says 4",
          "5:1: 4 rows, but the size line says 3x4"}},
        {"SizeTooLarge", "33\n1 2 3 0\n", {"1:1: a board of 33x33: it must have 1 to 32"}},
        {"SizeZero",
         "0 3\n1 2 3 4 0\n1",
         {"1:1: a board of 0x3: it must have 1 to 32", "3:1: tile 1 is repeated"}},
        {"TooManyForFlags",
         "1 2 3 0 4",
         {"1:9: 5 cells, but --rows and --columns says 2x2", "1:9: 4 is out of range"},
         [] {
           ReadOptions options;
           options.rows = 2;
           options.columns = 2;
           return options;
         }()},
        {"TooFewForFlag",
         "1 2 3 0 4",
         {"1:10: 5 cells, but --columns says 3x2", "1:10: missing: tile 5"},
         Columns(2)},
        {"NothingBetweenCommas",
         "1,2,,0",
         {"1:5: nothing stands before this comma", "1:7: missing: tile 3"}},
        {"OpenQuote", "1 2 3 '", {"1:7: this quote is not closed", "1:8: missing: the blank"}},
        {"SecondLineOfMany",
         "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 7 0\n1 2 3 4 5 6 7 8 0\n",
         {"2:15: tile 7 is repeated: it is at 2:13 already", "2:18: missing: tile 8"}},
        {"AfterByteOrderMark",
         "\xEF\xBB\xBF"
         "1 2 2 0",
         {"1:5: tile 2 is repeated: it is at 1:3 already", "1:8: missing: tile 3"}},
        {"AllAtOnce",
         "1 1 -2\nq 99 5\n7 8",
         {"1:3: tile 1 is repeated", "1:5: -2 is negative", "2:1: 'q' is neither",
          "2:3: 99 is out of range", "3:4: row 3 is short", "3:4: missing: the blank"}},
        {"BinaryNoise",
         std::string("\x01\x02\xFF\xFE 1 2 3", 10),
         {"1:1: is neither a number nor a blank", "1:11: missing: the blank"}},
        {"ListOfUnequalRows",
         "[[1,2,3],[4,0],[5,6,7]]",
         {"1:14: row 2 is short: 2 cells, but most rows have 3", "1:22: missing: tile 8"}},
        {"ListNotClosed", "[[1,2],[3,0]", {"1:13: the JSON ends in the middle"}},
        {"ListWithWord", "[[1,2],[blank,0]]", {"1:9: 'blank' is no JSON value"}},
        {"ListWithTrue", "[[1,2],[true,0]]", {"1:9: true is no cell", "1:15: missing: tile 3"}},
        {"ListEmpty", "[]", {"1:1: this list is empty"}},
        {"ListTooDeep", std::string(100, '['), {"1:33: nested too deep"}},
        {"ObjectOfUnknownField",
         R"({"rows":2,"columns":2,"cells":[1,2,3,0]})",
         {R"(1:1: a board needs "tiles")", "1:23: but no 'cells'"}},
        {"ObjectOfWrongCount",
         R"({"rows":2,"columns":3,"tiles":[1,2,3,0]})",
         {"1:39: 4 cells, but the object says 2x3, which has 6", "1:39: missing: tile 4, tile 5"}},
        {"ObjectWithoutColumns",
         R"({"rows":2,"tiles":[1,2,3,0]})",
         {"1:1: needs both rows and columns"}},
        {"ObjectOfHugeSize",
         R"({"rows":2000000000,"columns":2000000000,"tiles":[1,0]})",
         {"1:9: it must have 1 to 32"}},
        {"InstanceLineWithoutBoard",
         "7\n",
         {"1:1: the board is missing after the instance's name"},
         InstanceLines()},
        {"InstanceLineWithRepeat",
         "7 1 2 2 0",
         {"1:7: tile 2 is repeated: it is at 1:5 already", "1:10: missing: tile 3"},
         InstanceLines()},
    }),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace taquin::client
