// Other programs, run as a person or a script would.

#ifndef TAQUIN_TESTS_END_TO_END_PROCESS_H_
#define TAQUIN_TESTS_END_TO_END_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace taquin::end_to_end {

// What a program is started with beside its arguments.
struct ProcessOptions {
  std::string standard_input;
  // Set over the environment of the tests.
  std::vector<std::pair<std::string, std::string>> environment;
  // Give the program a pseudo-terminal of this many columns in place of pipes;
  // 0: pipes. All its output then arrives as standard output.
  int terminal_columns = 0;
  // A file to write standard output to instead; empty: none.
  std::string output_file;
};

// A running program. Kills it when destroyed, if it still runs. Reading
// happens in the functions that wait, so nothing here needs a thread.
class Process {
 public:
  // `arguments` starts with the program's path.
  explicit Process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Reads until `text` has appeared on either stream, or the program has ended,
  // or the time is over; says whether it has appeared.
  bool WaitForOutput(const std::string& text,
                     std::chrono::seconds limit = std::chrono::seconds(60));

  // The same for what standard output has from a place on.
  bool WaitForOutputAfter(std::size_t begin, const std::string& text,
                          std::chrono::seconds limit = std::chrono::seconds(60));

  // The same for a pattern, on standard output.
  bool WaitForMatch(const std::string& pattern,
                    std::chrono::seconds limit = std::chrono::seconds(60));

  // Reads until the program ends and returns its exit code; minus the signal
  // if one ended it, and -1000 if it had to be killed after the limit.
  int Wait(std::chrono::seconds limit = std::chrono::seconds(120));

  void Signal(int signal) const;

  // Types into its terminal.
  void Type(const std::string& keys) const;

  // Threads that it has now; 0 once it has ended.
  int ThreadCount() const;

  // Its resident memory now; 0 once it has ended.
  std::int64_t ResidentBytes() const;

  const std::string& out() const { return out_; }
  const std::string& err() const { return err_; }

 private:
  // Reads what there is, waiting at most a moment. False once both streams are
  // at their end.
  bool ReadSome();

  pid_t pid_ = -1;
  int out_descriptor_ = -1;
  int err_descriptor_ = -1;
  bool ended_ = false;
  int exit_code_ = 0;
  std::string out_;
  std::string err_;
};

// A program from start to end.
struct Finished {
  int exit_code = 0;
  std::string out;
  std::string err;
};

Finished RunProgram(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

}  // namespace taquin::end_to_end

#endif  // TAQUIN_TESTS_END_TO_END_PROCESS_H_
