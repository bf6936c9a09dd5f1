#include "client/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace taquin::client {
namespace {

std::string CannotWrite(const std::string& path, int error) {
  return "cannot write " + path + ": " + std::strerror(error);
}

// What a new file may be read and written by.
mode_t NewFileMode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Open(const std::string& path) {
  if (path.empty()) return absl::InvalidArgumentError(CannotWrite(path, ENOENT));
  std::unique_ptr<OutputFile> file(new OutputFile());
  file->path_ = path;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    file->descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    // Through a symbolic link, it is the file behind it that is replaced.
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
    file->path_ = error || target.empty() ? path : target.string();
    file->temporary_path_ = file->path_ + ".XXXXXX";
    if (std::filesystem::exists(status) && access(path.c_str(), W_OK) != 0) {
      const int reason = errno;
      file->temporary_path_.clear();
      return absl::InvalidArgumentError(CannotWrite(path, reason));
    }
    file->descriptor_ = mkostemp(file->temporary_path_.data(), O_CLOEXEC);
  }
  if (file->descriptor_ < 0) {
    const int reason = errno;
    file->temporary_path_.clear();
    return absl::InvalidArgumentError(CannotWrite(path, reason));
  }
  return file;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_path_.empty()) unlink(temporary_path_.c_str());
}

absl::Status OutputFile::Write(std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor_, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return absl::InternalError(CannotWrite(path_, errno));
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (temporary_path_.empty()) return absl::OkStatus();
  struct stat before = {};
  const mode_t mode = stat(path_.c_str(), &before) == 0 ? before.st_mode & 07777 : NewFileMode();
  if (fchmod(descriptor_, mode) != 0 || std::rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    return absl::InternalError(CannotWrite(path_, errno));
  }
  temporary_path_.clear();
  return absl::OkStatus();
}

}  // namespace taquin::client
