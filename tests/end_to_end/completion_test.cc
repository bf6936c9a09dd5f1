// The scripts of completion, each run by its shell.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/process.h"

namespace taquin::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;
namespace fs = std::filesystem;

// A shell reads all its functions for the first time.
constexpr auto kLimit = std::chrono::seconds(600);

// A directory with a board, to complete the names of.
class CompletionTest : public testing::Test {
 protected:
  CompletionTest() {
    std::string path = (fs::temp_directory_path() / "taquin-completion-XXXXXX").string();
    root_ = mkdtemp(path.data());
    fs::create_directory(root_ / "my-boards");
    std::ofstream(root_ / "my-board.txt") << "1 2 3 0\n";
    options_.environment = {{"HOME", root_.string()},
                            {"TAQUIN", TAQUIN_TEST_TAQUIN},
                            {"LC_ALL", "C.UTF-8"},
                            {"TERM", "xterm"}};
  }
  ~CompletionTest() override { fs::remove_all(root_); }

  static std::vector<std::string> Lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  std::string Board() const { return (root_ / "my-board.txt").string(); }
  // What both names in the directory begin with.
  std::string Begin() const { return (root_ / "my-").string(); }

  fs::path root_;
  ProcessOptions options_;
};

class BashTest : public CompletionTest {
 protected:
  // What bash offers for the last of these words.
  std::vector<std::string> Complete(const std::string& words) const {
    const Finished run = RunProgram({"/bin/bash", "--norc", "-c",
                                     "source <(\"$TAQUIN\" completion bash)\n"
                                     "COMP_WORDS=(taquin " +
                                         words +
                                         "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                         "complete -p taquin >&2 && _taquin\n"
                                         "printf '%s\\n' \"${COMPREPLY[@]}\""},
                                    options_);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::vector<std::string> offered = Lines(run.out);
    if (offered == std::vector<std::string>{""}) offered.clear();
    return offered;
  }
};

TEST_F(BashTest, CompletesCommandsAndOptions) {
  EXPECT_THAT(Complete("so"), ElementsAre("solve"));
  EXPECT_THAT(Complete("''"), IsSupersetOf({"solve", "play", "manual", "--help"}));
  EXPECT_THAT(Complete("--ver"), ElementsAre("--version", "--verbose"));
  EXPECT_THAT(Complete("solve --heu"), ElementsAre("--heuristic"));
  EXPECT_THAT(Complete("solve --serv"), ElementsAre("--server"));
  EXPECT_THAT(Complete("--server host solve --gi"), ElementsAre("--gif"));
  EXPECT_THAT(Complete("solve --nothing-begins-so"), IsEmpty());
}

TEST_F(BashTest, CompletesValuesAndArguments) {
  EXPECT_THAT(Complete("solve --algorithm bi"), ElementsAre("bidirectional"));
  EXPECT_THAT(Complete("--json solve board --color a"), ElementsAre("auto", "always"));
  EXPECT_THAT(Complete("generate --notation s"), ElementsAre("slashes", "sized"));
  EXPECT_THAT(Complete("compare --algorithms bf"), ElementsAre("bfs"));
  EXPECT_THAT(Complete("compare --algorithms bfs,gr"), ElementsAre("bfs,greedy"));
  EXPECT_THAT(Complete("solve --goal sp"), ElementsAre("spiral"));
  EXPECT_THAT(Complete("completion z"), ElementsAre("zsh"));
  EXPECT_THAT(Complete("manual ver"), ElementsAre("verify"));
  EXPECT_THAT(Complete("solve --max-time ''"), IsEmpty());
  EXPECT_THAT(Complete("status ''"), IsEmpty());
}

TEST_F(BashTest, CompletesFiles) {
  EXPECT_THAT(Complete("solve " + Begin() + "board."), ElementsAre(Board()));
  EXPECT_THAT(Complete("verify board " + Begin() + "board."), ElementsAre(Board()));
  EXPECT_THAT(Complete("solve --goal " + Begin() + "board."), ElementsAre(Board()));
  EXPECT_THAT(Complete("solve --cacert " + Begin() + "board."), ElementsAre(Board()));
  EXPECT_THAT(Complete("manual --directory " + Begin()),
              ElementsAre((root_ / "my-boards").string()));
}

class FishTest : public CompletionTest {
 protected:
  // What fish offers for the last word of a line: "WORD\tDESCRIPTION".
  std::vector<std::string> Complete(const std::string& line) const {
    ProcessOptions options = options_;
    options.environment.emplace_back("LINE", line);
    const Finished run = RunProgram({"/usr/bin/fish", "--no-config", "-c",
                                     "$TAQUIN completion fish | source; complete -C $LINE"},
                                    options);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return Lines(run.out);
  }
};

TEST_F(FishTest, CompletesCommandsAndOptionsWithWhatTheyDo) {
  EXPECT_THAT(Complete("taquin so"),
              ElementsAre("solve\tFind a path, and prove it shortest if there is time"));
  EXPECT_THAT(Complete("taquin "),
              AllOf(Contains("play\tPlay a board on the terminal, with hints"),
                    Contains(StartsWith("manual\t")), Not(Contains("my-board.txt"))));
  EXPECT_THAT(Complete("taquin solve --heu"), ElementsAre(StartsWith("--heuristic\tWhat to be")));
  EXPECT_THAT(Complete("taquin solve --serv"), ElementsAre(StartsWith("--server\tThe server")));
  EXPECT_THAT(Complete("taquin --server host so"), ElementsAre(StartsWith("solve\t")));
  EXPECT_THAT(Complete("taquin batch -"), Contains(StartsWith("-c\tBoards that the server has")));
  EXPECT_THAT(Complete("taquin check --alg"), IsEmpty());
}

TEST_F(FishTest, CompletesValuesAndArguments) {
  EXPECT_THAT(Complete("taquin solve --algorithm bi"),
              ElementsAre(StartsWith("bidirectional\tHow to search")));
  EXPECT_THAT(Complete("taquin solve --algorithm=bi"),
              ElementsAre(StartsWith("--algorithm=bidirectional\t")));
  EXPECT_THAT(Complete("taquin --json solve board --color al"),
              ElementsAre(StartsWith("always\t")));
  EXPECT_THAT(Complete("taquin compare --algorithms bfs,gr"),
              ElementsAre(StartsWith("bfs,greedy")));
  EXPECT_THAT(Complete("taquin solve --goal sp"), ElementsAre(StartsWith("spiral\t")));
  EXPECT_THAT(Complete("taquin completion z"), ElementsAre("zsh"));
  EXPECT_THAT(Complete("taquin manual ver"), ElementsAre("verify"));
  EXPECT_THAT(Complete("taquin solve --max-time "), IsEmpty());
  EXPECT_THAT(Complete("taquin status "), IsEmpty());
}

TEST_F(FishTest, CompletesFiles) {
  EXPECT_THAT(Complete("taquin solve " + Begin() + "board."), ElementsAre(Board()));
  EXPECT_THAT(Complete("taquin verify board " + Begin() + "board."), ElementsAre(Board()));
  EXPECT_THAT(Complete("taquin solve --goal " + Begin() + "board."),
              ElementsAre(StartsWith(Board())));
  EXPECT_THAT(Complete("taquin solve --cacert " + Begin() + "board."),
              ElementsAre(StartsWith(Board())));
  EXPECT_THAT(Complete("taquin manual --directory " + Begin()),
              ElementsAre(StartsWith((root_ / "my-boards").string() + "/")));
}

// zsh completes only what is typed at its prompt.
class ZshTest : public CompletionTest {
 protected:
  // A shell in which `taquin` tells the words that it is given.
  ZshTest() {
    ProcessOptions options = options_;
    options.terminal_columns = 150;
    shell_ = std::make_unique<Process>(std::vector<std::string>{"/bin/zsh", "-f", "-i"}, options);
    // What is typed does not hold what is waited for.
    shell_->Type(
        "cd $HOME; autoload -Uz compinit && compinit -u -d $HOME/dump; unsetopt auto_menu; "
        "source <($TAQUIN completion zsh); "
        "taquin() { print -rn -- 'given:'; printf '<%s>' \"$@\"; print :done }; "
        "print rea''dy\n");
    EXPECT_TRUE(shell_->WaitForOutput("ready", kLimit)) << shell_->out();
  }

  // The words of a line once it was completed (by tabs) and entered.
  std::string Complete(const std::string& line) {
    const std::size_t before = shell_->out().size();
    shell_->Type(line + "\n");
    EXPECT_TRUE(shell_->WaitForOutputAfter(before, ":done")) << shell_->out();
    const std::string out = shell_->out().substr(before);
    const std::size_t begin = out.rfind("given:") + 6;
    return out.substr(begin, out.rfind(":done") - begin);
  }

  // What is listed below a line.
  std::string List(const std::string& line, const std::string& last) {
    const std::size_t before = shell_->out().size();
    shell_->Type(line + "\t");
    EXPECT_TRUE(shell_->WaitForOutputAfter(before, last)) << shell_->out().substr(before);
    const std::string out = shell_->out().substr(before);
    shell_->Type("\x15");  // Kills the line.
    return out;
  }

  std::unique_ptr<Process> shell_;
};

TEST_F(ZshTest, CompletesCommandsAndOptions) {
  EXPECT_EQ(Complete("taquin so\t"), "<solve>");
  EXPECT_EQ(Complete("taquin solve --heu\t"), "<solve><--heuristic>");
  EXPECT_EQ(Complete("taquin solve --serv\t"), "<solve><--server>");
  EXPECT_EQ(Complete("taquin --server host so\t"), "<--server><host><solve>");
  EXPECT_EQ(Complete("taquin solve --nothing-begins-so\t"), "<solve><--nothing-begins-so>");
}

TEST_F(ZshTest, TellsWhatCommandsAndOptionsDo) {
  EXPECT_THAT(List("taquin ", "Tell whether a path takes a board to its goal"),
              AllOf(HasSubstr("solve"), HasSubstr("-- Find a path, and prove it shortest")));
  EXPECT_THAT(List("taquin hint --max-", "Longest search, as in 10, 500ms, 2m"),
              HasSubstr("-- Most memory for the search"));
  EXPECT_THAT(List("taquin solve --s", "Also print the board after every move"),
              HasSubstr("-- The server: HOST[:PORT], [IPV6]:PORT or unix:PATH"));
}

TEST_F(ZshTest, CompletesValuesAndArguments) {
  EXPECT_EQ(Complete("taquin solve --algorithm bi\t"), "<solve><--algorithm><bidirectional>");
  EXPECT_EQ(Complete("taquin solve --algorithm=bi\t"), "<solve><--algorithm=bidirectional>");
  EXPECT_EQ(Complete("taquin --json solve board --color alw\t"),
            "<--json><solve><board><--color><always>");
  EXPECT_EQ(Complete("taquin compare --algorithms bfs,gr\t"),
            "<compare><--algorithms><bfs,greedy>");
  EXPECT_EQ(Complete("taquin solve --goal sp\t"), "<solve><--goal><spiral>");
  EXPECT_EQ(Complete("taquin completion z\t"), "<completion><zsh>");
  EXPECT_EQ(Complete("taquin manual ver\t"), "<manual><verify>");
  EXPECT_EQ(Complete("taquin batch -c 8 --as\t"), "<batch><-c><8><--as-ready>");
}

TEST_F(ZshTest, CompletesFiles) {
  EXPECT_EQ(Complete("taquin solve my-board.\t"), "<solve><my-board.txt>");
  EXPECT_EQ(Complete("taquin verify board my-board.\t"), "<verify><board><my-board.txt>");
  EXPECT_EQ(Complete("taquin solve --goal my-board.\t"), "<solve><--goal><my-board.txt>");
  EXPECT_EQ(Complete("taquin solve --cacert my-board.\t"), "<solve><--cacert><my-board.txt>");
  EXPECT_EQ(Complete("taquin manual --directory my-\t"), "<manual><--directory><my-boards>");
  EXPECT_EQ(Complete("taquin status my-board.\t"), "<status><my-board.>");
}

TEST_F(ZshTest, IsAFileOfADirectoryOfFunctionsToo) {
  fs::create_directory(root_ / "functions");
  const Finished script = RunProgram({TAQUIN_TEST_TAQUIN, "completion", "zsh"});
  std::ofstream(root_ / "functions" / "_taquin") << script.out;
  shell_->Type(
      "unfunction _taquin; fpath=($HOME/functions $fpath); compinit -u -d $HOME/other; "
      "print new''ly\n");
  EXPECT_TRUE(shell_->WaitForOutput("newly", kLimit)) << shell_->out();
  EXPECT_EQ(Complete("taquin so\t"), "<solve>");
  EXPECT_EQ(Complete("taquin solve --algorithm bi\t"), "<solve><--algorithm><bidirectional>");
}

}  // namespace
}  // namespace taquin::end_to_end
