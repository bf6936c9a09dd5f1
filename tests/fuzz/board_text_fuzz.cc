// Boards in any text: read or found wrong, and what is read is a board that
// reads the same when written.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/notation/board_reader.h"
#include "client/notation/board_writer.h"
#include "client/notation/fault.h"
#include "solver/board.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {

std::vector<std::string> Seeds() {
  return {"2 3 4 1 5 x 7 6 8",
          "10 7 6 11/1 3 12 5/4 13 14 2/9 0 15 8",
          "1 2 3\n4 5 6\n7 8 _\n",
          "3\n1 2 3\n4 5 6\n7 8 0\n",
          "3 4\r\n1 2 3 4\r\n5 6 7 8\r\n9 10 11 0\r\n",
          "# made by hand\n5 1 0 # note\n4 8 7\n2 6 3#end\n",
          "[[1,2,3],[4,null,5]]",
          R"({"rows": 2, "columns": 2, "tiles": [1, 2, 3, 0]})",
          "24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0",
          "FE169B4C0A73D852",
          "12X453786",
          "'1','2','3','4','5','6','7','8',' '",
          "\xEF\xBB\xBF"
          "1 2 3 4 5 6 7 8 0"};
}

std::vector<std::string> Pieces() {
  return {"0",
          "1",
          "x",
          "X",
          "_",
          ".",
          "__",
          " ",
          "\t",
          "\n",
          "\r\n",
          "/",
          ",",
          ";",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "'",
          "#",
          ":",
          "null",
          "rows",
          "-1",
          "16",
          "1024",
          "1e3",
          "09",
          "tiles",
          "columns",
          "\\u0000",
          "\xC2\xA0",
          "\xEF\xBC\x91",
          "99999999999999999999",
          "[[[[[[[[",
          "id"};
}

}  // namespace taquin::fuzz

namespace {

void RequireBoards(const std::string& text, const taquin::client::ReadOptions& options) {
  using taquin::fuzz::Require;
  const taquin::client::ReadResult result = taquin::client::ReadBoards(text, options);
  Require(result.boards.empty() != result.faults.empty(), "either boards or faults");
  const std::string description = taquin::client::DescribeFaults("input", result.faults);
  Require(description.empty() == result.faults.empty(), "faults can be described");
  for (const taquin::client::ReadBoard& read : result.boards) {
    const taquin::v1::Board& board = read.board;
    const std::vector<std::int64_t> tiles(board.tiles().begin(), board.tiles().end());
    Require(taquin::Board::Create({board.rows(), board.columns()}, tiles).ok(),
            "what is read is a board");
    const taquin::client::ReadResult again = taquin::client::ReadBoards(
        taquin::client::FormatBoardLine(board), {.rows = board.rows(), .columns = board.columns()});
    Require(again.faults.empty() && again.boards.size() == 1 &&
                again.boards[0].board.SerializeAsString() == board.SerializeAsString(),
            "a board reads the same when written");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  taquin::client::ReadOptions options;
  RequireBoards(text, options);
  options.rows = 3;
  RequireBoards(text, options);
  options.rows.reset();
  options.columns = 4;
  options.instance_lines = true;
  RequireBoards(text, options);
  return 0;
}
