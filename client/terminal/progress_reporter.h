// Shows a search while it runs.

#ifndef TAQUIN_CLIENT_TERMINAL_PROGRESS_REPORTER_H_
#define TAQUIN_CLIENT_TERMINAL_PROGRESS_REPORTER_H_

#include <string>

#include "client/terminal/console.h"
#include "client/terminal/progress_line.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// One search's progress, on the console's error stream: a line that rewrites
// itself on a terminal; otherwise, where progress is always wanted, a line (or
// a JSON object) an event. Not thread-safe.
class ProgressReporter {
 public:
  // `console` must outlive the reporter. With a budget, a bar shows how much of
  // it is used; without one, nothing but that the search goes on.
  ProgressReporter(Console& console, When when, ProgressBudget budget = {});
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  // Says what is being waited for before the first event. Only on a terminal.
  void ShowPhase(const std::string& phase);

  // Goes before all that the live line shows: which search of several it is.
  void SetLabel(const std::string& label) { label_ = label; }

  void OnEvent(const v1::SolveResponse& event);

  // Takes the live line away. Further events bring it back.
  void Clear();

 private:
  enum class Mode { kNone, kLive, kLines, kJson };

  void ShowLive(const std::string& mark, const std::string& text);
  std::string NextSpin();
  std::size_t BarWidth() const;
  std::size_t LiveWidth() const;

  Console& console_;
  ProgressBudget budget_;
  std::string label_;
  Mode mode_ = Mode::kNone;
  bool line_shown_ = false;
  int spinner_ = 0;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_PROGRESS_REPORTER_H_
