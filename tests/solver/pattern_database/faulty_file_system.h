// A file system on which one kind of call fails, as on a full disk.

#ifndef TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_FAULTY_FILE_SYSTEM_H_
#define TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_FAULTY_FILE_SYSTEM_H_

#include <memory>
#include <string>

#include "solver/pattern_database/file_system.h"

namespace taquin {

class FaultyFileSystem final : public FileSystem {
 public:
  enum class Fault { kCreate, kAppend, kLaterAppend, kSync, kRename };

  explicit FaultyFileSystem(Fault fault) : fault_(fault) {}

  absl::StatusOr<MappedFile> Map(const std::string& path) override;
  absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& path) override;
  absl::Status Rename(const std::string& from, const std::string& to) override;
  absl::Status Remove(const std::string& path) override;
  absl::Status CreateDirectory(const std::string& path) override;

 private:
  const Fault fault_;
};

}  // namespace taquin

#endif  // TAQUIN_TESTS_SOLVER_PATTERN_DATABASE_FAULTY_FILE_SYSTEM_H_
