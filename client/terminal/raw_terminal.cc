#include "client/terminal/raw_terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"

namespace taquin::client {
namespace {

// What a signal handler needs to give the terminal back.
volatile sig_atomic_t taken_descriptor = -1;
volatile sig_atomic_t full_screen = 0;
termios settings_before;

constexpr std::string_view kHideCursor = "\x1b[?25l";
constexpr std::string_view kShowCursor = "\x1b[?25h";
// No more clicks, and back from the screen that programs share with nobody.
constexpr std::string_view kLeaveFullScreen = "\x1b[?1000l\x1b[?1006l\x1b[?1049l";

// The bytes of one key come together; a pause after Escape means the key itself.
constexpr int kEscapeMilliseconds = 30;

struct Sequence {
  std::string_view bytes;
  Key::Kind kind;
};

constexpr std::array<Sequence, 18> kSequences = {{
    {"\x1b[A", Key::Kind::kUp},
    {"\x1b[B", Key::Kind::kDown},
    {"\x1b[C", Key::Kind::kRight},
    {"\x1b[D", Key::Kind::kLeft},
    {"\x1bOA", Key::Kind::kUp},
    {"\x1bOB", Key::Kind::kDown},
    {"\x1bOC", Key::Kind::kRight},
    {"\x1bOD", Key::Kind::kLeft},
    {"\x1b[H", Key::Kind::kHome},
    {"\x1b[F", Key::Kind::kEnd},
    {"\x1bOH", Key::Kind::kHome},
    {"\x1bOF", Key::Kind::kEnd},
    {"\x1b[1~", Key::Kind::kHome},
    {"\x1b[4~", Key::Kind::kEnd},
    {"\x1b[7~", Key::Kind::kHome},
    {"\x1b[8~", Key::Kind::kEnd},
    {"\x03", Key::Kind::kInterrupt},
    {"\x1a", Key::Kind::kSuspend},
}};

void WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

winsize SizeOf(int descriptor) {
  winsize size = {};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    size.ws_col = 80;
    size.ws_row = 24;
  }
  return size;
}

}  // namespace

ParsedKey ParseKey(std::string_view bytes) {
  for (const Sequence& sequence : kSequences) {
    if (bytes.starts_with(sequence.bytes)) return {{sequence.kind}, sequence.bytes.size()};
  }
  if (bytes[0] == '\x1b') {
    // A sequence that is not ours is swallowed whole: its letters are no keys.
    if (bytes.size() > 1 && bytes[1] == '[') {
      std::size_t end = 2;
      while (end < bytes.size() && (bytes[end] < '@' || bytes[end] > '~')) ++end;
      if (end < bytes.size()) return {{Key::Kind::kNone}, end + 1};
    }
    return {{Key::Kind::kEscape}, 1};
  }
  const char character = bytes[0] == '\r' ? '\n' : bytes[0];
  return {{Key::Kind::kCharacter, character}, 1};
}

absl::StatusOr<std::unique_ptr<RawTerminal>> RawTerminal::Take() {
  if (isatty(STDOUT_FILENO) == 0) {
    return absl::FailedPreconditionError("standard output is not a terminal");
  }
  std::unique_ptr<RawTerminal> terminal(new RawTerminal());
  terminal->descriptor_ = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal->descriptor_ < 0 || tcgetattr(terminal->descriptor_, &settings_before) != 0) {
    return absl::FailedPreconditionError("there is no terminal to read keys from");
  }
  terminal->Enter();
  return terminal;
}

void RawTerminal::Enter() {
  termios raw = settings_before;
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | ISIG | IEXTEN);
  raw.c_iflag &= ~static_cast<tcflag_t>(IXON);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  taken_descriptor = descriptor_;
  tcsetattr(descriptor_, TCSANOW, &raw);
  Write(kHideCursor);
}

RawTerminal::~RawTerminal() {
  GiveTerminalBack();
  if (descriptor_ >= 0) close(descriptor_);
}

Key RawTerminal::ReadKey(absl::Duration longest) {
  const auto wait = [this](int milliseconds) {
    pollfd keys = {descriptor_, POLLIN, 0};
    return poll(&keys, 1, milliseconds) > 0;
  };
  const auto read_some = [this] {
    std::array<char, 64> buffer;
    const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
    if (count > 0) pending_.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
  };
  if (pending_.empty()) {
    if (!wait(static_cast<int>(absl::ToInt64Milliseconds(longest)))) return {};
    if (!read_some()) return {Key::Kind::kClosed};
    if (pending_.empty()) return {};
  }
  if (pending_ == "\x1b" && wait(kEscapeMilliseconds)) read_some();
  const ParsedKey parsed = ParseKey(pending_);
  pending_.erase(0, parsed.length);
  return parsed.key;
}

void RawTerminal::Suspend() {
  GiveTerminalBack();
  kill(0, SIGTSTP);
  Enter();
}

void RawTerminal::Write(std::string_view text) const { WriteAll(STDOUT_FILENO, text); }

int RawTerminal::columns() const { return SizeOf(STDOUT_FILENO).ws_col; }

int RawTerminal::rows() const { return SizeOf(STDOUT_FILENO).ws_row; }

TerminalRemembered::TerminalRemembered() {
  if (tcgetattr(STDOUT_FILENO, &settings_before) != 0) return;
  full_screen = 1;
  taken_descriptor = STDOUT_FILENO;
}

TerminalRemembered::~TerminalRemembered() {
  taken_descriptor = -1;
  full_screen = 0;
}

void GiveTerminalBack() {
  const int descriptor = taken_descriptor;
  if (descriptor < 0) return;
  taken_descriptor = -1;
  if (full_screen != 0) WriteAll(descriptor, kLeaveFullScreen);
  tcsetattr(descriptor, TCSANOW, &settings_before);
  WriteAll(descriptor, kShowCursor);
}

}  // namespace taquin::client
