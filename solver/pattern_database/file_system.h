// What table files ask of the operating system, so that tests can make it fail.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_FILE_SYSTEM_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_FILE_SYSTEM_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace taquin {

// A file's contents in memory, read-only. They go with the last copy of `data`.
struct MappedFile {
  std::shared_ptr<const std::byte> data;
  std::size_t size = 0;
};

// A new file that is being written. Destroying it closes it.
class WritableFile {
 public:
  virtual ~WritableFile() = default;

  virtual absl::Status Append(absl::Span<const std::byte> bytes) = 0;

  // Returns when the contents are on the disk.
  virtual absl::Status Sync() = 0;

 protected:
  WritableFile() = default;
};

// Errors name the path and the system's reason: NotFound, PermissionDenied,
// ResourceExhausted (no space left), or Unavailable. Implementations are
// thread-safe.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Maps a file for reading, in huge pages where the system has them for files.
  virtual absl::StatusOr<MappedFile> Map(const std::string& path) = 0;

  // Fails where the file exists.
  virtual absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& path) = 0;

  // Replaces `to` at once, and sees to it that the change lasts.
  virtual absl::Status Rename(const std::string& from, const std::string& to) = 0;

  virtual absl::Status Remove(const std::string& path) = 0;

  // With the directories above it; fine where it exists.
  virtual absl::Status CreateDirectory(const std::string& path) = 0;

 protected:
  FileSystem() = default;
};

// The operating system's. Lives as long as the program.
FileSystem& PosixFileSystem();

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_FILE_SYSTEM_H_
