#include "client/terminal/progress_reporter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "absl/strings/str_format.h"
#include "client/json.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

std::string DescribeImproved(const v1::Improved& improved) {
  return absl::StrFormat("%d moves found after %s (at least %d needed)", improved.length(),
                         FormatElapsed(FromProto(improved.elapsed())), improved.lower_bound());
}

std::string DescribeQueued(const v1::Queued& queued) {
  return absl::StrFormat("waiting for a worker, %d ahead", queued.position());
}

std::string Describe(const v1::SolveResponse& event) {
  switch (event.event_case()) {
    case v1::SolveResponse::kQueued:
      return DescribeQueued(event.queued());
    case v1::SolveResponse::kProgress:
      return DescribeProgress(event.progress());
    case v1::SolveResponse::kImproved:
      return DescribeImproved(event.improved());
    default:
      return "";
  }
}

}  // namespace

std::string DescribeProgress(const v1::Progress& progress) {
  std::string text = FormatElapsed(FromProto(progress.elapsed()));
  text += absl::StrFormat("  bound %d", std::max(progress.current_bound(), progress.lower_bound()));
  if (progress.has_best_length()) {
    const int best = progress.best_length();
    text += absl::StrFormat("  best %d", best);
    if (best > 0) {
      text += absl::StrFormat(" (gap %.0f%%)", 100.0 * (best - progress.lower_bound()) / best);
    }
  }
  text += "  " + FormatCount(static_cast<double>(progress.expanded_count())) + " expanded";
  text += ", " + FormatCount(progress.expansions_per_second()) + "/s";
  text += "  " + FormatBytes(static_cast<double>(progress.memory_bytes()));
  return text;
}

ProgressReporter::ProgressReporter(Console& console, When when) : console_(console) {
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
  if (mode_ == Mode::kLive) ShowLive(phase);
}

void ProgressReporter::OnEvent(const v1::SolveResponse& event) {
  switch (mode_) {
    case Mode::kNone:
      return;
    case Mode::kJson:
      console_.err() << ToJson(event) << std::endl;
      return;
    case Mode::kLines:
      console_.err() << Describe(event) << std::endl;
      return;
    case Mode::kLive:
      if (event.has_improved()) {
        Clear();
        console_.err() << console_.PaintError(Style::kDim, Describe(event)) << std::endl;
      } else {
        ShowLive(Describe(event));
      }
  }
}

void ProgressReporter::ShowLive(const std::string& text) {
  constexpr std::array<char, 4> kSpinner = {'|', '/', '-', '\\'};
  std::string line;
  line += kSpinner[static_cast<std::size_t>(spinner_++) % kSpinner.size()];
  line += ' ';
  line += text;
  // A line that wraps could not be rewritten.
  const auto width = static_cast<std::size_t>(std::max(console_.ErrorWidth() - 1, 1));
  if (line.size() > width) line.resize(width);
  console_.err() << "\r\x1b[K" << line << std::flush;
  line_shown_ = true;
}

void ProgressReporter::Clear() {
  if (!line_shown_) return;
  console_.err() << "\r\x1b[K" << std::flush;
  line_shown_ = false;
}

}  // namespace taquin::client
