#include "solver/pattern_database/table_file.h"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/solver/pattern_database/built_tables.h"
#include "tests/solver/pattern_database/faulty_file_system.h"

namespace taquin {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> FilesIn(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    files.push_back(entry.path().filename().string());
  }
  return files;
}

class TableFileTest : public ::testing::Test {
 protected:
  TableFileTest()
      : partition_(*ChoosePartition({3, 4}, 0, TableTier::kStartup)),
        tables_(BuiltTables(partition_)),
        directory_((std::filesystem::path(::testing::TempDir()) /
                    absl::StrCat("taquin-tables-", getpid(), "-",
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name()))
                       .string()) {
    std::filesystem::remove_all(directory_);
  }
  ~TableFileTest() override { std::filesystem::remove_all(directory_); }

  std::string path() const {
    return (std::filesystem::path(directory_) / TableFileName(partition_)).string();
  }

  absl::Status Write() {
    return WriteTableFile(PosixFileSystem(), directory_, partition_, *tables_);
  }

  absl::StatusOr<std::shared_ptr<const PatternTableSet>> Read() {
    return ReadTableFile(PosixFileSystem(), directory_, partition_);
  }

  // The error of reading the file after `change` was made to its bytes.
  absl::Status ReadChanged(const std::function<void(std::string&)>& change) {
    EXPECT_TRUE(Write().ok());
    std::string bytes;
    {
      std::ifstream in(path(), std::ios::binary);
      bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    change(bytes);
    std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
    return Read().status();
  }

  const Partition partition_;
  const std::shared_ptr<const PatternTableSet> tables_;
  const std::string directory_;
};

TEST_F(TableFileTest, GivesBackWhatWasWritten) {
  ASSERT_TRUE(Write().ok());
  EXPECT_THAT(FilesIn(directory_), SizeIs(1));
  const auto read = Read();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ((*read)->name(), tables_->name());
  ASSERT_EQ((*read)->views()[0].size(), tables_->views()[0].size());
  for (std::size_t i = 0; i < tables_->views()[0].size(); ++i) {
    const PatternTable& before = *tables_->views()[0][i].table;
    const PatternTable& after = *(*read)->views()[0][i].table;
    EXPECT_EQ(after.pattern(), before.pattern());
    const std::uint64_t words = PatternTable::Words(before.index());
    EXPECT_TRUE(
        std::equal(before.words().get(), before.words().get() + words, after.words().get()));
  }
  // The tables outlive the file's name.
  std::filesystem::remove(path());
  std::vector<std::uint8_t> goal;
  for (std::uint8_t cell = 0; cell < 12; ++cell) goal.push_back(cell);
  EXPECT_EQ((*read)->Value(goal), 0);
}

TEST_F(TableFileTest, SharesOneTableBetweenGroups) {
  const Partition partition = *ChoosePartition({5, 5}, 0, TableTier::kStartup);
  const auto tables = BuiltTables(partition);
  ASSERT_TRUE(WriteTableFile(PosixFileSystem(), directory_, partition, *tables).ok());
  const auto read = ReadTableFile(PosixFileSystem(), directory_, partition);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ((*read)->bytes(), tables->bytes());
}

TEST_F(TableFileTest, SaysWhenThereIsNone) {
  EXPECT_EQ(Read().status().code(), absl::StatusCode::kNotFound);
}

TEST_F(TableFileTest, RefusesFilesThatAreNotWhole) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, std::size_t{4096},
                                 std::size_t{5000}, std::size_t{8192}}) {
    const absl::Status status = ReadChanged([&](std::string& bytes) { bytes.resize(size); });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()), HasSubstr("truncated")) << size;
  }
  const absl::Status status = ReadChanged([](std::string& bytes) { bytes.append(4096, 'x'); });
  EXPECT_THAT(std::string(status.message()), HasSubstr("longer"));
}

TEST_F(TableFileTest, RefusesAFlippedBitAnywhere) {
  const std::size_t size = [this] {
    EXPECT_TRUE(Write().ok());
    return static_cast<std::size_t>(std::filesystem::file_size(path()));
  }();
  const std::size_t table =
      static_cast<std::size_t>(PatternTable::Words(tables_->views()[0][0].table->index()) * 8);
  for (const std::size_t place :
       {std::size_t{3}, std::size_t{8}, std::size_t{12}, std::size_t{20}, std::size_t{60},
        std::size_t{2000}, std::size_t{4090}, std::size_t{4096}, std::size_t{4096} + table / 2,
        std::size_t{4096} + table - 1}) {
    ASSERT_LT(place, size);
    const absl::Status status = ReadChanged(
        [&](std::string& bytes) { bytes[place] = static_cast<char>(bytes[place] ^ 4); });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << place;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path()));
  }
}

TEST_F(TableFileTest, SaysWhatAnUnusableFileIs) {
  EXPECT_THAT(std::string(ReadChanged([](std::string& bytes) { bytes[0] = 'X'; }).message()),
              HasSubstr("not a file of pattern tables"));
  EXPECT_THAT(std::string(ReadChanged([](std::string& bytes) { bytes[8] = 3; }).message()),
              HasSubstr("version 3, newer"));
  EXPECT_THAT(std::string(ReadChanged([](std::string& bytes) { bytes[8] = 1; }).message()),
              HasSubstr("version 1, older"));
  EXPECT_THAT(std::string(ReadChanged([](std::string& bytes) { bytes[4096] ^= 1; }).message()),
              HasSubstr("tables are corrupt"));
  // Another partition's file under this name.
  const Partition other = {{3, 4}, 0, {partition_.patterns[1], partition_.patterns[0]}};
  if (other.patterns != partition_.patterns) {
    ASSERT_TRUE(WriteTableFile(PosixFileSystem(), directory_, other, *BuiltTables(other)).ok());
    std::filesystem::rename(std::filesystem::path(directory_) / TableFileName(other), path());
    EXPECT_THAT(std::string(Read().status().message()), HasSubstr("another partition"));
  }
}

TEST_F(TableFileTest, LeavesNothingBehindWhenWritingFails) {
  ASSERT_TRUE(Write().ok());
  for (const FaultyFileSystem::Fault fault :
       {FaultyFileSystem::Fault::kCreate, FaultyFileSystem::Fault::kAppend,
        FaultyFileSystem::Fault::kLaterAppend, FaultyFileSystem::Fault::kSync,
        FaultyFileSystem::Fault::kRename}) {
    FaultyFileSystem file_system(fault);
    const absl::Status status = WriteTableFile(file_system, directory_, partition_, *tables_);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_THAT(FilesIn(directory_), SizeIs(1));
    EXPECT_TRUE(Read().ok());
  }
}

TEST_F(TableFileTest, WritersAtTheSameTimeDoNotDisturbEachOther) {
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([this] { EXPECT_TRUE(Write().ok()); });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_THAT(FilesIn(directory_), SizeIs(1));
  EXPECT_TRUE(Read().ok());
}

}  // namespace
}  // namespace taquin
