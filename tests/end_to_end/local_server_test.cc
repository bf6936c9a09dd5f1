// --local: a server for one command, and what is left of it afterwards: nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/end_to_end/process.h"

namespace taquin::end_to_end {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr auto kLimit = std::chrono::seconds(120);

class LocalServerTest : public testing::Test {
 protected:
  LocalServerTest() {
    std::string path = (fs::temp_directory_path() / "taquin-local-XXXXXX").string();
    root_ = mkdtemp(path.data());
    fs::create_directory(temporary());
    // Who runs the tests may ignore them, and the client inherits that.
    for (const int signal : {SIGINT, SIGHUP}) std::signal(signal, SIG_DFL);
    options_.environment = {{"TMPDIR", temporary().string()}, {"STARTED", started().string()}};
  }
  ~LocalServerTest() override { fs::remove_all(root_); }

  fs::path temporary() const { return root_ / "temporary"; }
  fs::path started() const { return root_ / "started"; }

  // A client beside a program of that name that is no server: it notes its
  // process in started() and does what `script` says.
  std::string ClientBeside(const std::string& script) const {
    const fs::path client = root_ / "taquin";
    fs::copy_file(TAQUIN_TEST_TAQUIN, client, fs::copy_options::overwrite_existing);
    const fs::path server = root_ / "taquind";
    std::ofstream(server) << "#!/bin/sh\necho $$ > \"$STARTED.new\"\n"
                             "mv \"$STARTED.new\" \"$STARTED\"\n"
                          << script << "\n";
    fs::permissions(server, fs::perms::owner_all);
    return client;
  }

  template <typename Condition>
  static bool WaitUntil(const Condition& condition) {
    const auto deadline = std::chrono::steady_clock::now() + kLimit;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
  }

  bool NothingIsLeft() const {
    return WaitUntil([this] { return fs::is_empty(temporary()); });
  }

  fs::path root_;
  ProcessOptions options_;
};

TEST_F(LocalServerTest, SolvesAndLeavesNothing) {
  const Finished run = RunProgram(
      {TAQUIN_TEST_TAQUIN, "solve", "2 3 4 1 5 x 7 6 8", "--local", "--format", "count"}, options_);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "19\n");
  // Gone by the time that the client is.
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(LocalServerTest, HoweverTheClientEndsWhileItsServerStartsNothingIsLeft) {
  const std::string client = ClientBeside("exec sleep 1000");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    fs::remove(started());
    Process process({client, "solve", "1 2 3 0", "--local"}, options_);
    ASSERT_TRUE(WaitUntil([this] { return fs::exists(started()); }));
    pid_t server = 0;
    std::ifstream(started()) >> server;
    ASSERT_GT(server, 0);
    process.Signal(signal);
    EXPECT_EQ(process.Wait(), -signal);
    EXPECT_TRUE(NothingIsLeft()) << "signal " << signal;
    EXPECT_TRUE(WaitUntil([server] { return kill(server, 0) != 0; })) << "signal " << signal;
  }
}

TEST_F(LocalServerTest, HoweverTheClientEndsDuringASearchNothingIsLeft) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    Process process(
        {TAQUIN_TEST_TAQUIN, "solve", "1 15 10 13/0 11 4 7/12 6 5 3/14 8 9 2", "--algorithm",
         "idastar", "--heuristic", "zero", "--progress", "always", "--local"},
        options_);
    ASSERT_TRUE(process.WaitForOutput("expanded")) << process.err();
    EXPECT_FALSE(fs::is_empty(temporary()));
    process.Signal(signal);
    EXPECT_EQ(process.Wait(), signal == SIGINT || signal == SIGTERM ? 130 : -signal);
    EXPECT_TRUE(NothingIsLeft()) << "signal " << signal;
  }
}

TEST_F(LocalServerTest, AServerThatIgnoresBeingAskedToStopIsKilled) {
  const std::string client = ClientBeside("trap '' TERM; exec sleep 1000");
  Process process({client, "solve", "1 2 3 0", "--local"}, options_);
  ASSERT_TRUE(WaitUntil([this] { return fs::exists(started()); }));
  pid_t server = 0;
  std::ifstream(started()) >> server;
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait(), -SIGINT);
  EXPECT_TRUE(WaitUntil([server] { return kill(server, 0) != 0; }));
  EXPECT_TRUE(NothingIsLeft());
}

TEST_F(LocalServerTest, AServerThatDoesNotStartIsFourInItsOwnWords) {
  const std::string client = ClientBeside("echo no room for tables >&2; exit 3");
  const Finished run = RunProgram({client, "batch", "1 2 3 0", "--local"}, options_);
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("the server of --local did not start: no room for tables"));
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(LocalServerTest, WithoutAPlaceForItsSocketItIsFour) {
  options_.environment[0].second = (root_ / std::string(120, 'd')).string();
  fs::create_directory(options_.environment[0].second);
  const Finished run = RunProgram({TAQUIN_TEST_TAQUIN, "solve", "1 2 3 0", "--local"}, options_);
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("the server of --local did not start"));
  EXPECT_TRUE(fs::is_empty(options_.environment[0].second));
}

}  // namespace
}  // namespace taquin::end_to_end
