#include "solver/pattern_database/file_system.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taquin {
namespace {

constexpr std::uintptr_t kHugePageBytes = std::uintptr_t{2} << 20;

absl::Status Error(int error, const char* what, const std::string& path) {
  const std::string message =
      absl::StrCat("cannot ", what, " ", path, ": ", std::generic_category().message(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(message);
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message);
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
      return absl::ResourceExhaustedError(message);
    case EEXIST:
      return absl::AlreadyExistsError(message);
    default:
      return absl::UnavailableError(message);
  }
}

// A file descriptor that is closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }

  int value() const { return value_; }
  bool ok() const { return value_ >= 0; }

 private:
  int value_;
};

class PosixWritableFile final : public WritableFile {
 public:
  PosixWritableFile(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  absl::Status Append(absl::Span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      constexpr std::size_t kMost = std::size_t{1} << 24;
      const ssize_t written =
          write(descriptor_.value(), bytes.data(), std::min(bytes.size(), kMost));
      if (written < 0) {
        if (errno == EINTR) continue;
        return Error(errno, "write", path_);
      }
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return absl::OkStatus();
  }

  absl::Status Sync() override {
    return fsync(descriptor_.value()) == 0 ? absl::OkStatus() : Error(errno, "sync", path_);
  }

 private:
  const Descriptor descriptor_;
  const std::string path_;
};

// Maps the file at an address that is a multiple of the huge page's size, so
// that the file's huge pages can be mapped whole. MAP_FAILED on an error.
void* MapAligned(int descriptor, std::size_t size) {
  void* const room =
      mmap(nullptr, size + kHugePageBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return room;
  const auto address = reinterpret_cast<std::uintptr_t>(room);
  const std::uintptr_t aligned = (address + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
  char* const start = static_cast<char*>(room) + (aligned - address);
  void* const mapped = mmap(start, size, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, 0);
  // Gives back the room before and after it.
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t rounded = (size + page - 1) / page * page;
  const std::size_t after = kHugePageBytes - (aligned - address);
  if (aligned != address) munmap(room, aligned - address);
  if (mapped == MAP_FAILED) {
    munmap(start, rounded + after);
  } else {
    munmap(start + rounded, after);
  }
  return mapped;
}

class Posix final : public FileSystem {
 public:
  absl::StatusOr<MappedFile> Map(const std::string& path) override {
    const Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!descriptor.ok()) return Error(errno, "open", path);
    struct stat status;
    if (fstat(descriptor.value(), &status) != 0) return Error(errno, "examine", path);
    if (!S_ISREG(status.st_mode)) {
      return absl::InvalidArgumentError(absl::StrCat(path, " is not a file"));
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return MappedFile();
    void* const start = MapAligned(descriptor.value(), size);
    if (start == MAP_FAILED) return Error(errno, "map", path);
#ifdef MADV_HUGEPAGE
    // Only advice: without it the file is read in small pages.
    madvise(start, size, MADV_HUGEPAGE);
#endif
#ifdef MADV_POPULATE_READ
    madvise(start, size, MADV_POPULATE_READ);
#endif
    return MappedFile{
        std::shared_ptr<const std::byte>(static_cast<const std::byte*>(start),
                                         [start, size](const std::byte*) { munmap(start, size); }),
        size};
  }

  absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& path) override {
    Descriptor descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!descriptor.ok()) return Error(errno, "create", path);
    return std::make_unique<PosixWritableFile>(std::move(descriptor), path);
  }

  absl::Status Rename(const std::string& from, const std::string& to) override {
    if (rename(from.c_str(), to.c_str()) != 0) return Error(errno, "rename to", to);
    // The directory holds the name, so it is what has to reach the disk.
    const std::string parent = std::filesystem::path(to).parent_path().string();
    const Descriptor directory(
        open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory.ok() || fsync(directory.value()) != 0) return Error(errno, "sync", parent);
    return absl::OkStatus();
  }

  absl::Status Remove(const std::string& path) override {
    return unlink(path.c_str()) == 0 ? absl::OkStatus() : Error(errno, "remove", path);
  }

  absl::Status CreateDirectory(const std::string& path) override {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) return Error(error.value(), "create the directory", path);
    return absl::OkStatus();
  }
};

}  // namespace

FileSystem& PosixFileSystem() {
  static auto* const file_system = new Posix;
  return *file_system;
}

}  // namespace taquin
