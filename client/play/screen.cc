#include "client/play/screen.h"

// Its macros would rename functions of other headers.
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "client/notation/path_replay.h"

namespace taquin::client {
namespace {

constexpr int kTitleLines = 2;
constexpr int kMargin = 2;
constexpr int kControlC = 3;
constexpr int kControlZ = 26;

enum ColorPair : short { kPlainPair = 1, kHomePair = 2, kMarkedPair = 3 };

int Digits(const v1::Board& board) {
  return static_cast<int>(std::to_string(board.tiles_size() - 1).size());
}

void Print(int line, int column, const std::string& text, attr_t attributes = A_NORMAL) {
  attrset(static_cast<int>(attributes));
  mvaddnstr(line, column, text.c_str(), std::max(COLS - column, 0));
  attrset(A_NORMAL);
}

}  // namespace

absl::StatusOr<std::unique_ptr<PlayScreen>> PlayScreen::Open(bool with_color) {
  if (isatty(STDOUT_FILENO) == 0) {
    return absl::FailedPreconditionError("standard output is not a terminal");
  }
  std::unique_ptr<PlayScreen> screen(new PlayScreen());
  // The board may have come by standard input.
  screen->keys_.reset(std::fopen("/dev/tty", "re"));
  if (screen->keys_ == nullptr) {
    return absl::FailedPreconditionError("there is no terminal to read keys from");
  }
  std::setlocale(LC_CTYPE, "");
  SCREEN* const terminal = newterm(nullptr, stdout, screen->keys_.get());
  if (terminal == nullptr) {
    screen->keys_.reset();
    return absl::FailedPreconditionError("the terminal of TERM is not known here");
  }
  set_term(terminal);
  // Ctrl-C and Ctrl-Z as keys, so that the terminal is given back first.
  raw();
  noecho();
  keypad(stdscr, true);
  curs_set(0);
  // How long Escape waits for the rest of a key, in milliseconds.
  set_escdelay(30);
  mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, nullptr);
  mouseinterval(0);
  screen->has_color_ = with_color && has_colors();
  if (screen->has_color_) {
    start_color();
    // What is not a tile keeps the terminal's own colours.
    use_default_colors();
    init_pair(kPlainPair, COLOR_BLACK, COLOR_WHITE);
    init_pair(kHomePair, COLOR_BLACK, COLOR_GREEN);
    init_pair(kMarkedPair, COLOR_BLACK, COLOR_YELLOW);
  }
  return screen;
}

PlayScreen::~PlayScreen() {
  if (keys_ != nullptr) endwin();
}

void PlayScreen::DrawTile(int tile, bool is_home, bool is_marked, int top, int left,
                          CellSize size) const {
  attr_t look = A_REVERSE;
  if (has_color_) {
    look = static_cast<attr_t>(COLOR_PAIR(is_marked ? kMarkedPair
                                          : is_home ? kHomePair
                                                    : kPlainPair));
  } else if (is_home) {
    look |= A_BOLD;
  }
  const auto width = static_cast<std::size_t>(size.width - 1);
  const std::string number = std::to_string(tile);
  std::string text = std::string((width - number.size() + 1) / 2, ' ') + number;
  text.resize(width, ' ');
  if (is_marked) {
    // Seen without colour too.
    text.front() = '[';
    text.back() = ']';
  }
  const int lines = std::max(size.height - 1, 1);
  for (int line = 0; line < lines; ++line) {
    Print(top + line, left, line == lines / 2 ? text : std::string(width, ' '), look);
  }
}

void PlayScreen::Show(const PlayView& view) {
  erase();
  shown_ = view.board;
  const int rows = view.board.rows();
  const int columns = view.board.columns();
  const int lines_beside = kTitleLines + 2 + static_cast<int>(view.help.size());
  const auto fits = [&](CellSize size) {
    return rows * size.height + lines_beside <= LINES && columns * size.width + 2 * kMargin <= COLS;
  };
  const CellSize roomy = {Digits(view.board) + 5, 4};
  const CellSize plain = {Digits(view.board) + 4, 2};
  const CellSize tight = {Digits(view.board) + 3, 1};
  cell_ = fits(roomy) ? roomy : fits(plain) ? plain : tight;
  board_top_ = kTitleLines;
  board_left_ = kMargin;
  if (!fits(cell_)) {
    cell_ = {};
    Print(0, 0,
          absl::StrFormat("This board needs %dx%d characters;", columns * tight.width + 2 * kMargin,
                          rows + lines_beside));
    Print(1, 0, absl::StrFormat("the terminal has %dx%d.", COLS, LINES));
    Print(2, 0, "Enlarge it, or press q.");
    refresh();
    return;
  }
  Print(0, kMargin, view.title, A_BOLD);
  for (int cell = 0; cell < view.board.tiles_size(); ++cell) {
    const int tile = view.board.tiles(cell);
    if (tile == 0) continue;
    DrawTile(tile, IsHome(view.goal, tile, cell), tile == view.marked_tile,
             board_top_ + cell / columns * cell_.height, board_left_ + cell % columns * cell_.width,
             cell_);
  }
  int line = board_top_ + rows * cell_.height + (cell_.height == 1 ? 1 : 0);
  Print(line, kMargin, view.message, A_BOLD);
  ++line;
  for (const std::string& help : view.help) Print(line++, kMargin, help, A_DIM);
  refresh();
}

int PlayScreen::TileAt(int line, int column) const {
  if (cell_.width == 0 || line < board_top_ || column < board_left_) return 0;
  const int row = (line - board_top_) / cell_.height;
  const int place = (column - board_left_) / cell_.width;
  if (row >= shown_.rows() || place >= shown_.columns()) return 0;
  return shown_.tiles(row * shown_.columns() + place);
}

PlayInput PlayScreen::Read(absl::Duration longest) {
  using Kind = PlayInput::Kind;
  wtimeout(stdscr, static_cast<int>(absl::ToInt64Milliseconds(longest)));
  const int key = wgetch(stdscr);
  switch (key) {
    case ERR: {
      // No key within the time, or no terminal any more.
      pollfd keys = {fileno(keys_.get()), POLLIN, 0};
      const bool gone = poll(&keys, 1, 0) > 0 && (keys.revents & (POLLHUP | POLLERR)) != 0;
      return {gone ? Kind::kClosed : Kind::kNone};
    }
    case KEY_UP:
      return {Kind::kUp};
    case KEY_DOWN:
      return {Kind::kDown};
    case KEY_LEFT:
      return {Kind::kLeft};
    case KEY_RIGHT:
      return {Kind::kRight};
    case KEY_MOUSE: {
      MEVENT event = {};
      if (getmouse(&event) != OK) return {};
      const int tile = TileAt(event.y, event.x);
      if (tile == 0) return {};
      return {Kind::kTile, '\0', tile};
    }
    case kControlC:
      return {Kind::kInterrupt};
    case kControlZ:
      endwin();
      kill(0, SIGTSTP);
      refresh();
      return {};
    default:
      break;
  }
  if (key < 0 || key > 127) return {};  // A resize, or no key of ours.
  return {Kind::kCharacter, static_cast<char>(key)};
}

}  // namespace taquin::client
