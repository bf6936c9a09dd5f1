#include "tests/solver/pattern_database/faulty_file_system.h"

#include <utility>

namespace taquin {
namespace {

absl::Status Full() { return absl::ResourceExhaustedError("no space left"); }

class FaultyFile final : public WritableFile {
 public:
  FaultyFile(std::unique_ptr<WritableFile> file, FaultyFileSystem::Fault fault)
      : file_(std::move(file)), fault_(fault) {}

  absl::Status Append(absl::Span<const std::byte> bytes) override {
    ++appends_;
    if (fault_ == FaultyFileSystem::Fault::kAppend) return Full();
    if (fault_ == FaultyFileSystem::Fault::kLaterAppend && appends_ > 2) return Full();
    return file_->Append(bytes);
  }

  absl::Status Sync() override {
    return fault_ == FaultyFileSystem::Fault::kSync ? Full() : file_->Sync();
  }

 private:
  const std::unique_ptr<WritableFile> file_;
  const FaultyFileSystem::Fault fault_;
  int appends_ = 0;
};

}  // namespace

absl::StatusOr<MappedFile> FaultyFileSystem::Map(const std::string& path) {
  return PosixFileSystem().Map(path);
}

absl::StatusOr<std::unique_ptr<WritableFile>> FaultyFileSystem::Create(const std::string& path) {
  if (fault_ == Fault::kCreate) return Full();
  auto file = PosixFileSystem().Create(path);
  if (!file.ok()) return file.status();
  return std::make_unique<FaultyFile>(*std::move(file), fault_);
}

absl::Status FaultyFileSystem::Rename(const std::string& from, const std::string& to) {
  return fault_ == Fault::kRename ? Full() : PosixFileSystem().Rename(from, to);
}

absl::Status FaultyFileSystem::Remove(const std::string& path) {
  return PosixFileSystem().Remove(path);
}

absl::Status FaultyFileSystem::CreateDirectory(const std::string& path) {
  return PosixFileSystem().CreateDirectory(path);
}

}  // namespace taquin
