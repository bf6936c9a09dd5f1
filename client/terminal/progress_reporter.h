// Shows a search while it runs.

#ifndef TAQUIN_CLIENT_TERMINAL_PROGRESS_REPORTER_H_
#define TAQUIN_CLIENT_TERMINAL_PROGRESS_REPORTER_H_

#include <string>

#include "client/terminal/console.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// One search's progress, on the console's error stream: a line that rewrites
// itself on a terminal; otherwise, where progress is always wanted, a line (or
// a JSON object) an event. Not thread-safe.
class ProgressReporter {
 public:
  // `console` must outlive the reporter.
  ProgressReporter(Console& console, When when);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  // Says what is being waited for before the first event. Only on a terminal.
  void ShowPhase(const std::string& phase);

  void OnEvent(const v1::SolveResponse& event);

  // Takes the live line away. Further events bring it back.
  void Clear();

 private:
  enum class Mode { kNone, kLive, kLines, kJson };

  void ShowLive(const std::string& text);

  Console& console_;
  Mode mode_ = Mode::kNone;
  bool line_shown_ = false;
  int spinner_ = 0;
};

// A progress message in one line: bound, best path and gap, expansions and
// rate, memory, elapsed.
std::string DescribeProgress(const v1::Progress& progress);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_PROGRESS_REPORTER_H_
