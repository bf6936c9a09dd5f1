// Batches of the real client with real servers: long ones, and those that are
// broken off.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/installation.h"
#include "tests/support/sample_size.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;

class BatchTest : public testing::Test {
 protected:
  BatchTest() {
    directory_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("batch_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(directory_);
  }
  ~BatchTest() override { std::filesystem::remove_all(directory_); }

  std::string Path(const std::string& name) const { return (directory_ / name).string(); }

  // A file of so many boards, a line each.
  std::string WriteBoards(int count) const {
    std::ofstream out(Path("boards"));
    for (int i = 0; i < count; ++i) {
      out << (i % 2 == 0 ? "2 3 4 1 5 x 7 6 8\n" : "8 6 7 2 5 4 3 x 1\n");
    }
    return Path("boards");
  }

  static std::string Read(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  // The ids of the answers, each of which has to be a whole line.
  static std::vector<std::string> Ids(const std::string& answers) {
    std::vector<std::string> ids;
    std::istringstream lines(answers);
    for (std::string line; std::getline(lines, line);) {
      const auto json = nlohmann::json::parse(line, nullptr, false);
      EXPECT_TRUE(json.is_object()) << line;
      EXPECT_EQ(json["outcome"], "OUTCOME_OPTIMAL");
      ids.push_back(json["id"]);
    }
    return ids;
  }

  static std::vector<std::string> Numbers(std::size_t count) {
    std::vector<std::string> numbers;
    for (std::size_t i = 1; i <= count; ++i) numbers.push_back(std::to_string(i));
    return numbers;
  }

  // Waits until the process has written so many lines to a file.
  static bool WaitForLines(Process& process, const std::string& path, std::ptrdiff_t count) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < deadline) {
      const std::string text = Read(path);
      if (std::count(text.begin(), text.end(), '\n') >= count) return true;
      process.WaitForOutput("never", std::chrono::seconds(0));
    }
    return false;
  }

  std::filesystem::path directory_;
};

TEST_F(BatchTest, AHundredThousandBoardsTakeNoMoreMemoryThanTheFirstOnes) {
  constexpr int kBoards = 100'000;
  const RunningServer server;
  const std::string boards = WriteBoards(kBoards);
  const std::string answers = Path("answers");
  std::ofstream(answers).close();
  ProcessOptions options;
  options.output_file = answers;
  Process process(TaquinCommand(server.address(), {"batch", boards, "--csv", "-c", "64"}), options);
  std::int64_t early = 0;
  std::int64_t most = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!process.WaitForOutput("boards in", std::chrono::seconds(0)) &&
         std::chrono::steady_clock::now() < deadline) {
    // A line has some 80 bytes.
    const bool is_early = std::filesystem::file_size(answers) < std::uintmax_t{80} * kBoards / 10;
    most = std::max(most, process.ResidentBytes());
    if (is_early) early = most;
  }
  EXPECT_EQ(process.Wait(), 0) << process.err();
  const std::string text = Read(answers);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kBoards + 1);
  ASSERT_GT(early, 0);
  // The address sanitizer keeps freed memory for a while, to see whether it is used.
  EXPECT_LT(most, early + (std::int64_t{kSanitizedBuild ? 128 : 24} << 20));
  EXPECT_LT(most, std::int64_t{kSanitizedBuild ? 512 : 128} << 20);
}

TEST_F(BatchTest, ADeadServerLosesNothingAndTheSameCommandGoesOn) {
  const std::string boards = WriteBoards(300);
  const std::string answers = Path("answers");
  const std::vector<std::string> command = {"batch", boards,        "--resume",
                                            answers, "--algorithm", "bfs"};
  {
    RunningServer server;
    Process process(TaquinCommand(server.address(), command));
    ASSERT_TRUE(WaitForLines(process, answers, 20));
    server.process().Signal(SIGKILL);
    EXPECT_EQ(process.Wait(), 4);
    EXPECT_THAT(process.err(), HasSubstr("cannot reach the server at " + server.address()));
    EXPECT_THAT(process.err(), HasSubstr("the same command goes on from here"));
  }
  const std::vector<std::string> before = Ids(Read(answers));
  EXPECT_GE(before.size(), 20u);
  EXPECT_LT(before.size(), 300u);
  EXPECT_EQ(before, Numbers(before.size()));

  const RunningServer server;
  const Finished resumed = RunTaquin(server.address(), command);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(Ids(Read(answers)), Numbers(300));
}

TEST_F(BatchTest, ADeadServerLeavesWholeLinesAndSaysHowToGoOn) {
  RunningServer server;
  Process process(
      TaquinCommand(server.address(), {"batch", WriteBoards(300), "--algorithm", "bfs"}));
  ASSERT_TRUE(process.WaitForOutput("\"id\":\"20\""));
  server.process().Signal(SIGKILL);
  EXPECT_EQ(process.Wait(), 4);
  const std::vector<std::string> ids = Ids(process.out());
  EXPECT_EQ(ids, Numbers(ids.size()));
  EXPECT_THAT(process.err(), HasSubstr("with them in FILE, --resume FILE goes on"));
}

TEST_F(BatchTest, AnInterruptLeavesWholeLinesAndTheSameCommandGoesOn) {
  const RunningServer server;
  const std::string answers = Path("answers");
  const std::vector<std::string> command = {"batch", WriteBoards(300), "--resume",
                                            answers, "--algorithm",    "bfs"};
  Process process(TaquinCommand(server.address(), command));
  ASSERT_TRUE(WaitForLines(process, answers, 20));
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait(), 130);
  const std::vector<std::string> before = Ids(Read(answers));
  EXPECT_EQ(before, Numbers(before.size()));
  EXPECT_EQ(RunTaquin(server.address(), command).exit_code, 0);
  EXPECT_EQ(Ids(Read(answers)), Numbers(300));
}

TEST_F(BatchTest, ATerminalShowsABarAndWhatIsLeft) {
  const RunningServer server;
  ProcessOptions options;
  options.terminal_columns = 100;
  Process process(TaquinCommand(server.address(), {"batch", WriteBoards(3000), "--algorithm", "bfs",
                                                   "--resume", Path("answers")}),
                  options);
  EXPECT_TRUE(process.WaitForMatch("\\[=* *\\] [0-9,]+ boards, .*/s, .* to go"));
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait(), 130);
}

}  // namespace
}  // namespace taquin::end_to_end
