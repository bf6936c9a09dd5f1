#include "client/terminal/progress_reporter.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "client/json.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

constexpr int kBarWidth = 8;
constexpr int kWideBarWidth = 20;
constexpr int kWideTerminal = 120;

// A log has room for everything.
constexpr std::size_t kLineWidth = 1000;

std::string DescribeImproved(const v1::Improved& improved) {
  return absl::StrFormat("%d moves found after %s (at least %d needed)", improved.length(),
                         FormatElapsed(FromProto(improved.elapsed())), improved.lower_bound());
}

std::string DescribeQueued(const v1::Queued& queued) {
  return absl::StrFormat("waiting for a worker, %d ahead", queued.position());
}

}  // namespace

ProgressReporter::ProgressReporter(Console& console, When when, ProgressBudget budget)
    : console_(console), budget_(budget) {
  if (when == When::kNever || console.quiet) {
    mode_ = Mode::kNone;
  } else if (when == When::kAlways) {
    mode_ = console.json ? Mode::kJson : console.err_is_terminal ? Mode::kLive : Mode::kLines;
  } else if (console.err_is_terminal && !console.json) {
    mode_ = Mode::kLive;
  }
}

ProgressReporter::~ProgressReporter() { Clear(); }

void ProgressReporter::ShowPhase(const std::string& phase) {
  if (mode_ == Mode::kLive) ShowLive(NextSpin(), phase);
}

void ProgressReporter::OnEvent(const v1::SolveResponse& event) {
  if (mode_ == Mode::kNone) return;
  if (mode_ == Mode::kJson) {
    console_.err() << ToJson(event) << std::endl;
    return;
  }
  const bool live = mode_ == Mode::kLive;
  if (event.has_progress()) {
    const v1::Progress& progress = event.progress();
    const double share = ShareUsed(progress, budget_);
    const std::string mark = share > 0 ? FormatBar(share, BarWidth()) : NextSpin();
    if (live) {
      ShowLive(mark, DescribeProgress(progress, budget_, LiveWidth() - mark.size() - 1));
    } else {
      console_.err() << DescribeProgress(progress, budget_, kLineWidth) << std::endl;
    }
  } else if (event.has_improved()) {
    Clear();
    const std::string text = DescribeImproved(event.improved());
    console_.err() << (live ? console_.PaintError(Style::kGreen, text) : text) << std::endl;
  } else if (event.has_queued()) {
    const std::string text = DescribeQueued(event.queued());
    if (live) {
      ShowLive(NextSpin(), text);
    } else {
      console_.err() << text << std::endl;
    }
  }
}

std::string ProgressReporter::NextSpin() {
  constexpr std::array<char, 4> kSpinner = {'|', '/', '-', '\\'};
  return std::string(1, kSpinner[static_cast<std::size_t>(spinner_++) % kSpinner.size()]);
}

std::size_t ProgressReporter::BarWidth() const {
  return console_.ErrorWidth() < kWideTerminal ? kBarWidth : kWideBarWidth;
}

std::size_t ProgressReporter::LiveWidth() const {
  // A line that wraps could not be rewritten.
  const int width =
      console_.ErrorWidth() - 1 - static_cast<int>(label_.empty() ? 0 : label_.size() + 2);
  return static_cast<std::size_t>(std::max(width, kWideBarWidth + 2));
}

void ProgressReporter::ShowLive(const std::string& mark, const std::string& text) {
  std::string line = mark + " " + label_ + (label_.empty() ? "" : "  ") + text;
  const auto width = static_cast<std::size_t>(std::max(console_.ErrorWidth() - 1, 1));
  if (line.size() > width) line.resize(width);
  if (line.size() > mark.size()) {
    line = console_.PaintError(Style::kBold, mark) + line.substr(mark.size());
  }
  console_.err() << "\r\x1b[K" << line << std::flush;
  line_shown_ = true;
}

void ProgressReporter::Clear() {
  if (!line_shown_) return;
  console_.err() << "\r\x1b[K" << std::flush;
  line_shown_ = false;
}

}  // namespace taquin::client
