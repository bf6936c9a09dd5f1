// Files that an answer is written to.

#ifndef TAQUIN_CLIENT_OUTPUT_FILE_H_
#define TAQUIN_CLIENT_OUTPUT_FILE_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taquin::client {

// A file that will be written at the end of some work. That it can be is known
// before; until it is whole, a file of its name stays as it was. Not
// thread-safe.
class OutputFile {
 public:
  // Errors: INVALID_ARGUMENT if nothing can be written there.
  static absl::StatusOr<std::unique_ptr<OutputFile>> Open(const std::string& path);

  // Leaves no trace unless Write succeeded.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Puts `content` into the file; call it once. Errors: INTERNAL if the system
  // does not take it all.
  absl::Status Write(std::string_view content);

  const std::string& path() const { return path_; }

 private:
  OutputFile() = default;

  std::string path_;
  std::string temporary_path_;  // Empty: written in place, for what is no regular file.
  int descriptor_ = -1;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_OUTPUT_FILE_H_
