#include "client/terminal/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "client/json.h"
#include "client/rpc_error.h"
#include "client/terminal/wrapped_text.h"

namespace taquin::client {
namespace {

std::string_view CodeOf(Style style) {
  switch (style) {
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kRed:
      return "\x1b[31m";
  }
  return "";
}

std::optional<unsigned short> WidthOf(int terminal) {
  winsize size = {};
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

std::string PaintIf(bool color, Style style, std::string_view text) {
  if (!color) return std::string(text);
  return std::string(CodeOf(style)).append(text).append("\x1b[0m");
}

}  // namespace

Console Console::OfProcess() {
  Console console(std::cout, std::cerr);
  console.out_is_terminal = isatty(STDOUT_FILENO) != 0;
  console.err_is_terminal = isatty(STDERR_FILENO) != 0;
  return console;
}

std::string Console::Paint(Style style, std::string_view text) const {
  return PaintIf(color_out_, style, text);
}

std::string Console::PaintError(Style style, std::string_view text) const {
  return PaintIf(color_err_, style, text);
}

void Console::SetColor(When when) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool unwanted = (no_color != nullptr && *no_color != '\0') ||
                        (term != nullptr && std::string_view(term) == "dumb");
  color_out_ = when == When::kAlways || (when == When::kAuto && !unwanted && out_is_terminal);
  color_err_ = when == When::kAlways || (when == When::kAuto && !unwanted && err_is_terminal);
}

int Console::ErrorWidth() const {
  constexpr int kUsualWidth = 80;
  return err_is_terminal ? WidthOf(STDERR_FILENO).value_or(kUsualWidth) : kUsualWidth;
}

std::optional<std::size_t> Console::OutputWidth() const {
  return out_is_terminal ? WidthOf(STDOUT_FILENO) : std::nullopt;
}

std::string Console::Fit(std::string_view text) const {
  const auto width = OutputWidth();
  return width ? WrapText(text, *width) : std::string(text);
}

void Console::PrintError(const absl::Status& status) {
  out_.flush();
  if (json) {
    err_ << ErrorToJson(status) << std::endl;
    return;
  }
  err_ << PaintError(Style::kRed, "taquin: ");
  std::string message(status.message());
  while (!message.empty() && message.back() == '\n') message.pop_back();
  err_ << message << "\n";
  const ErrorDetails details = DetailsOf(status);
  for (const Violation& violation : details.violations) {
    // The message has the text's own faults in full already.
    if (message.find(violation.description) != std::string::npos) continue;
    err_ << "  " << violation.field << ": " << violation.description << "\n";
  }
  if (details.retry_delay) {
    err_ << "  try again in " << absl::FormatDuration(*details.retry_delay) << "\n";
  }
  err_.flush();
}

}  // namespace taquin::client
