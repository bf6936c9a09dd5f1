// The boards of a batch, from everything that the command line names, one at a
// time.

#ifndef TAQUIN_CLIENT_COMMANDS_BOARD_SOURCES_H_
#define TAQUIN_CLIENT_COMMANDS_BOARD_SOURCES_H_

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/board_stream.h"
#include "client/commands/board_options.h"

namespace taquin::client {

// Not thread-safe.
class BoardSources {
 public:
  // Errors: INVALID_ARGUMENT for an argument that cannot be opened; what is
  // wrong with boards comes later, from Next().
  static absl::StatusOr<std::unique_ptr<BoardSources>> Open(const BoardOptions& options);

  // As BoardStream::Next(), over all sources.
  std::optional<absl::StatusOr<ReadBoard>> Next();

  // How much of the input the boards so far were, 0 to 1; nothing if its size is not known.
  std::optional<double> ShareTaken() const;

 private:
  struct Source {
    std::string name;
    std::unique_ptr<std::istream> owned;  // Null for standard input.
    std::int64_t size = -1;               // In bytes; -1: not known.
  };

  std::vector<Source> sources_;
  ReadOptions options_;
  std::size_t current_ = 0;
  std::int64_t bytes_before_ = 0;
  std::optional<BoardStream> stream_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_BOARD_SOURCES_H_
