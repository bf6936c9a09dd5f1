#include "client/board_stream.h"

#include <utility>
#include <vector>

#include "client/commands/board_options.h"

namespace taquin::client {
namespace {

// As many lines as tell a list of boards from the rows of one.
constexpr int kLinesToJudgeBy = 16;

// A text whose boards take several lines is held whole.
constexpr std::size_t kMaxWholeText = 256U << 20;

bool IsBlank(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string::npos || line[first] == '#';
}

}  // namespace

BoardStream::BoardStream(std::istream& in, std::string name, const ReadOptions& options)
    : in_(in), name_(std::move(name)), options_(options) {}

std::optional<std::string> BoardStream::ReadLine() {
  std::string line;
  if (!std::getline(in_, line)) return std::nullopt;
  ++lines_read_;
  bytes_read_ += static_cast<std::int64_t>(line.size()) + 1;
  return line;
}

void BoardStream::Queue(std::string text, int first_line, std::int64_t begin_byte,
                        std::int64_t end_byte) {
  ReadOptions options = options_;
  options.first_line = first_line;
  ReadResult result = ReadBoards(std::move(text), options);
  if (!result.faults.empty()) {
    ready_.push_back({FaultStatus(name_, result.faults), begin_byte});
  }
  const auto count = static_cast<std::int64_t>(result.boards.size());
  std::int64_t number = 0;
  for (ReadBoard& board : result.boards) {
    ++number;
    ready_.push_back({std::move(board), begin_byte + (end_byte - begin_byte) * number / count});
  }
}

void BoardStream::Begin() {
  begun_ = true;
  struct Line {
    int number;
    std::string text;
    std::int64_t begin_byte;
    std::int64_t end_byte;
  };
  std::vector<Line> content;
  std::string text;
  while (static_cast<int>(content.size()) < kLinesToJudgeBy) {
    const std::int64_t begin_byte = bytes_read_;
    std::optional<std::string> line = ReadLine();
    if (!line) break;
    text += *line + "\n";
    if (IsBlank(*line)) continue;
    content.push_back({lines_read_, *std::move(line), begin_byte, bytes_read_});
  }
  std::size_t whole_boards = 0;
  for (const Line& line : content) {
    if (ReadBoards(line.text, options_).faults.empty()) ++whole_boards;
  }
  if (2 * whole_boards > content.size()) {
    for (Line& line : content) {
      Queue(std::move(line.text), line.number, line.begin_byte, line.end_byte);
    }
    return;
  }
  while (std::optional<std::string> line = ReadLine()) {
    if (text.size() + line->size() > kMaxWholeText) {
      ready_.push_back(
          {absl::InvalidArgumentError(
               name_ + " is larger than 256 MiB, and its boards take several lines each"),
           bytes_read_});
      return;
    }
    text += *line + "\n";
  }
  Queue(std::move(text), 1, 0, bytes_read_);
}

std::optional<absl::StatusOr<ReadBoard>> BoardStream::Next() {
  if (!begun_) Begin();
  while (ready_.empty()) {
    const std::int64_t begin_byte = bytes_read_;
    std::optional<std::string> line = ReadLine();
    if (!line) return std::nullopt;
    if (!IsBlank(*line)) Queue(*std::move(line), lines_read_, begin_byte, bytes_read_);
  }
  absl::StatusOr<ReadBoard> next = std::move(ready_.front().board);
  bytes_taken_ = ready_.front().end_byte;
  ready_.pop_front();
  return next;
}

}  // namespace taquin::client
