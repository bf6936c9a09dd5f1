// Where output goes, and what may be sent there.

#ifndef TAQUIN_CLIENT_TERMINAL_CONSOLE_H_
#define TAQUIN_CLIENT_TERMINAL_CONSOLE_H_

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace taquin::client {

enum class When { kAuto, kAlways, kNever };

enum class Style { kBold, kDim, kGreen, kYellow, kRed };

// Results go to out(), progress and errors to err(). Not thread-safe.
class Console {
 public:
  // Both streams must outlive the console. A stream is taken for a terminal
  // only if told so.
  Console(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

  // The process's own streams, with what the system says of them.
  static Console OfProcess();

  std::ostream& out() { return out_; }
  std::ostream& err() { return err_; }

  // `text` with colour for out() or err(), or as it is where there is none.
  std::string Paint(Style style, std::string_view text) const;
  std::string PaintError(Style style, std::string_view text) const;

  // Prints an error: a line of JSON if JSON was asked for, else text.
  void PrintError(const absl::Status& status);

  // Columns of the terminal behind err(), as of now.
  int ErrorWidth() const;

  // Columns of the terminal behind out(), as of now; nothing if there is none.
  std::optional<std::size_t> OutputWidth() const;

  // Plain `text` for out(): broken to the width of its terminal, or as it is.
  std::string Fit(std::string_view text) const;

  // Whether out() may be coloured.
  bool color() const { return color_out_; }

  // Settles colour: `when`, then the NO_COLOR convention, then the terminals.
  void SetColor(When when);

  bool json = false;
  bool quiet = false;
  bool verbose = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;

 private:
  std::ostream& out_;
  std::ostream& err_;
  bool color_out_ = false;
  bool color_err_ = false;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_CONSOLE_H_
