// Boards from a text of any length, in memory that does not grow with it where
// each line is a board.

#ifndef TAQUIN_CLIENT_BOARD_STREAM_H_
#define TAQUIN_CLIENT_BOARD_STREAM_H_

#include <cstdint>
#include <deque>
#include <istream>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/notation/board_reader.h"

namespace taquin::client {

// Not thread-safe.
class BoardStream {
 public:
  // `in` must outlive the stream. `name` is what messages call the text.
  BoardStream(std::istream& in, std::string name, const ReadOptions& options);

  // The next board; or an INVALID_ARGUMENT that shows what is wrong with the
  // next line, or, where a board takes several lines, with the whole text.
  // Nothing at the end.
  std::optional<absl::StatusOr<ReadBoard>> Next();

  // Bytes of the text up to the board that was taken last; an estimate where the
  // boards take several lines each.
  std::int64_t bytes_taken() const { return bytes_taken_; }

 private:
  struct Ready {
    absl::StatusOr<ReadBoard> board;
    std::int64_t end_byte;
  };

  // Reads the first lines and tells by them whether each line is a board.
  void Begin();
  std::optional<std::string> ReadLine();
  // Of a text that lies between these bytes of the input.
  void Queue(std::string text, int first_line, std::int64_t begin_byte, std::int64_t end_byte);

  std::istream& in_;
  std::string name_;
  ReadOptions options_;
  bool begun_ = false;
  int lines_read_ = 0;
  std::int64_t bytes_read_ = 0;
  std::int64_t bytes_taken_ = 0;
  std::deque<Ready> ready_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_BOARD_STREAM_H_
