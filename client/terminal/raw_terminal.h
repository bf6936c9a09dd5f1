// The terminal, key by key.

#ifndef TAQUIN_CLIENT_TERMINAL_RAW_TERMINAL_H_
#define TAQUIN_CLIENT_TERMINAL_RAW_TERMINAL_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace taquin::client {

struct Key {
  enum class Kind {
    kNone,
    kCharacter,  // Space and Enter ('\n') too.
    kLeft,
    kRight,
    kUp,
    kDown,
    kHome,
    kEnd,
    kEscape,
    kInterrupt,  // Ctrl-C.
    kSuspend,    // Ctrl-Z.
    kClosed,     // There will be no more keys.
  };
  Kind kind = Kind::kNone;
  char character = '\0';
};

// The key at the start of what a terminal sent, and how many bytes it took.
// `bytes` must not be empty. Nothing is known of half a sequence: it is read as
// Escape.
struct ParsedKey {
  Key key;
  std::size_t length = 1;
};
ParsedKey ParseKey(std::string_view bytes);

// While it lives, the process's terminal sends every key at once, echoes none,
// makes no signals of them, and hides its cursor. At most one may live at a
// time. Not thread-safe.
class RawTerminal {
 public:
  // Takes the controlling terminal, whatever standard input is. Errors:
  // FAILED_PRECONDITION if standard output is no terminal or there is none to
  // read keys from.
  static absl::StatusOr<std::unique_ptr<RawTerminal>> Take();

  // Gives it back as it was.
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  // The next key; kNone if none is pressed within the time.
  Key ReadKey(absl::Duration longest);

  // Gives the terminal back, stops the process as Ctrl-Z does elsewhere, and
  // takes the terminal again once it is continued.
  void Suspend();

  void Write(std::string_view text) const;

  // As of now; 80 x 24 where the system does not say.
  int columns() const;
  int rows() const;

 private:
  RawTerminal() = default;
  void Enter();

  int descriptor_ = -1;
  std::string pending_;
};

// Remembers how standard output's terminal is, for as long as another library
// has it. Not together with a RawTerminal.
class TerminalRemembered {
 public:
  TerminalRemembered();
  ~TerminalRemembered();
  TerminalRemembered(const TerminalRemembered&) = delete;
  TerminalRemembered& operator=(const TerminalRemembered&) = delete;
};

// Gives a terminal that one of the above stands for back as it was; does
// nothing if there is none. Async-signal-safe: for what ends the process without
// destructors.
void GiveTerminalBack();

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_RAW_TERMINAL_H_
