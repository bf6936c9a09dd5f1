#include "client/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace taquin::client {
namespace {

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() : directory_(testing::TempDir() + "/output_file_test_XXXXXX") {
    EXPECT_NE(mkdtemp(directory_.data()), nullptr);
  }
  ~OutputFileTest() override { std::filesystem::remove_all(directory_); }

  static std::string Read(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      names.push_back(entry.path().filename());
    }
    return names;
  }

  std::string directory_;
};

TEST_F(OutputFileTest, AppearsOnceItIsWhole) {
  const std::string path = directory_ + "/page";
  const auto file = OutputFile::Open(path);
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_TRUE((*file)->Write("content").ok());
  EXPECT_EQ(Read(path), "content");
  EXPECT_THAT(Names(), testing::ElementsAre("page"));
}

TEST_F(OutputFileTest, LeavesNoTraceWithoutAWrite) {
  const std::string path = directory_ + "/page";
  std::ofstream(path) << "before";
  {
    ASSERT_TRUE(OutputFile::Open(path).ok());
  }
  EXPECT_EQ(Read(path), "before");
  EXPECT_THAT(Names(), testing::ElementsAre("page"));
}

TEST_F(OutputFileTest, KeepsTheModeOfWhatItReplacesAndFollowsLinks) {
  const std::string path = directory_ + "/page";
  const std::string link = directory_ + "/link";
  std::ofstream(path) << "before";
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  std::filesystem::create_symlink(path, link);
  const auto file = OutputFile::Open(link);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Write("after").ok());
  EXPECT_EQ(Read(path), "after");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms(0640));
}

TEST_F(OutputFileTest, ANewFileHasTheModeOfTheUser) {
  const mode_t before = umask(027);
  const std::string path = directory_ + "/page";
  const auto file = OutputFile::Open(path);
  ASSERT_TRUE(file.ok() && (*file)->Write("content").ok());
  umask(before);
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms(0640));
}

TEST_F(OutputFileTest, SaysAtOnceWhatCannotBeWritten) {
  for (const std::string& path : {directory_ + "/missing/page", directory_, std::string("")}) {
    const auto file = OutputFile::Open(path);
    EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument) << path;
    EXPECT_THAT(std::string(file.status().message()), testing::HasSubstr("cannot write " + path));
  }
}

TEST_F(OutputFileTest, SaysWhenTheSystemTakesNoMore) {
  const auto file = OutputFile::Open("/dev/full");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->Write("content").code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace taquin::client
