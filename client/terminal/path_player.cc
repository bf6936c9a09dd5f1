#include "client/terminal/path_player.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"

namespace taquin::client {
namespace {

// Moves a second.
constexpr std::array<int, 8> kSpeeds = {1, 2, 4, 8, 16, 32, 64, 128};
constexpr std::size_t kUsualSpeed = 2;
constexpr std::size_t kSpeedOfLongPaths = 4;
constexpr std::size_t kLongPath = 400;

// Between two looks at keys, the terminal's size, and signals.
constexpr absl::Duration kLookInterval = absl::Milliseconds(50);

constexpr std::string_view kKeys = "space pause  <- -> step  + - speed  q quit";

std::string LowerWord(v1::Direction direction) {
  std::string word;
  for (const char c : DirectionWord(direction)) word += static_cast<char>(c - 'A' + 'a');
  return word;
}

}  // namespace

PathPlayer::PathPlayer(const v1::Board& start, v1::Board goal, Moves moves)
    : replay_(start),
      goal_(std::move(goal)),
      moves_(std::move(moves)),
      speed_(moves_.size() > kLongPath ? kSpeedOfLongPaths : kUsualSpeed) {}

void PathPlayer::Press(const Key& key) {
  if (key.kind == Key::Kind::kNone) return;
  touched_ = true;
  const auto step_to = [this](std::size_t step) {
    playing_ = false;
    GoTo(step);
  };
  const auto back = [&] { step_to(step_ == 0 ? 0 : step_ - 1); };
  switch (key.kind) {
    case Key::Kind::kLeft:
      return back();
    case Key::Kind::kRight:
      return step_to(step_ + 1);
    case Key::Kind::kHome:
      return step_to(0);
    case Key::Kind::kEnd:
      return step_to(moves_.size());
    case Key::Kind::kUp:
      speed_ = std::min(speed_ + 1, kSpeeds.size() - 1);
      return;
    case Key::Kind::kDown:
      speed_ -= speed_ > 0 ? 1 : 0;
      return;
    case Key::Kind::kEscape:
    case Key::Kind::kClosed:
      quit_ = true;
      return;
    case Key::Kind::kCharacter:
      break;
    default:
      return;
  }
  switch (key.character) {
    case ' ':
      if (!playing_ && step_ == moves_.size()) GoTo(0);
      playing_ = !playing_;
      return;
    case 'h':
      return back();
    case 'l':
      return step_to(step_ + 1);
    case '0':
      return step_to(0);
    case '$':
      return step_to(moves_.size());
    case '+':
    case '=':
      speed_ = std::min(speed_ + 1, kSpeeds.size() - 1);
      return;
    case '-':
      speed_ -= speed_ > 0 ? 1 : 0;
      return;
    case 'q':
      quit_ = true;
      return;
    default:
      return;
  }
}

void PathPlayer::Advance() {
  if (!playing_) return;
  if (step_ < moves_.size()) GoTo(step_ + 1);
  // Whoever pressed a key may want to step back.
  if (step_ == moves_.size() && touched_) playing_ = false;
}

absl::Duration PathPlayer::interval() const { return absl::Seconds(1) / kSpeeds[speed_]; }

bool PathPlayer::finished() const { return quit_ || (step_ == moves_.size() && !touched_); }

void PathPlayer::GoTo(std::size_t step) {
  step = std::min(step, moves_.size());
  while (step_ < step) moved_tile_ = replay_.Move(moves_[step_++]).value_or(0);
  while (step_ > step) {
    replay_.Move(Opposite(moves_[--step_]));
    moved_tile_ = 0;
  }
  if (step_ > 0 && moved_tile_ == 0) {
    // The tile that the move before has brought here.
    const v1::Direction back = Opposite(moves_[step_ - 1]);
    moved_tile_ = replay_.Move(back).value_or(0);
    replay_.Move(moves_[step_ - 1]);
  }
}

std::vector<std::string> PathPlayer::BoardLines(const Console& console) const {
  const v1::Board& board = replay_.board();
  const std::size_t width = std::to_string(board.tiles_size() - 1).size();
  std::vector<std::string> lines;
  for (int cell = 0; cell < board.tiles_size(); ++cell) {
    if (cell % board.columns() == 0) lines.emplace_back();
    const int tile = board.tiles(cell);
    std::string text = tile == 0 ? std::string(1, '_') : std::to_string(tile);
    text.insert(0, width - text.size(), ' ');
    const bool moved = step_ > 0 && tile == moved_tile_;
    text = (moved ? "[" : " ") + text + (moved ? "]" : " ");
    if (tile == 0) {
      text = console.Paint(Style::kDim, text);
    } else if (moved) {
      text = console.Paint(Style::kBold, text);
    } else if (IsHome(goal_, tile, cell)) {
      text = console.Paint(Style::kGreen, text);
    }
    lines.back() += text;
  }
  return lines;
}

std::string PathPlayer::StateLine() const {
  std::string line = absl::StrFormat("%d/%d", step_, moves_.size());
  if (step_ > 0) {
    const v1::Direction blank = moves_[step_ - 1];
    line += absl::StrFormat("  tile %d %s (blank %s)", moved_tile_, LowerWord(Opposite(blank)),
                            LowerWord(blank));
  }
  line += absl::StrFormat("  %d/s", kSpeeds[speed_]);
  if (!playing_) line += step_ == moves_.size() ? "  end" : "  paused";
  return line;
}

std::vector<std::string> PathPlayer::Lines(const Console& console, int columns, int rows) const {
  const v1::Board& board = replay_.board();
  const int cell_width = static_cast<int>(std::to_string(board.tiles_size() - 1).size()) + 2;
  const int board_width = cell_width * board.columns();
  // A line stays free for the cursor, and a column so that nothing wraps.
  const int text_width = columns - 1;
  const auto fit = [text_width](std::string text) {
    return text.substr(0, static_cast<std::size_t>(std::max(text_width, 0)));
  };
  constexpr int kLinesBesideBoard = 3;
  if (board_width > text_width || board.rows() + kLinesBesideBoard + 1 > rows) {
    return {
        fit(absl::StrFormat("%s  (a terminal of %dx%d would show the board; q quits)", StateLine(),
                            board_width + 1, board.rows() + kLinesBesideBoard + 1))};
  }
  std::vector<std::string> lines = BoardLines(console);
  const int bar_width = std::clamp(text_width - 2, 1, 40);
  const auto filled = static_cast<std::size_t>(bar_width) * step_ / moves_.size();
  lines.push_back(fit(StateLine()));
  lines.push_back(fit("[" + std::string(filled, '=') +
                      std::string(static_cast<std::size_t>(bar_width) - filled, ' ') + "]"));
  lines.push_back(console.Paint(Style::kDim, fit(std::string(kKeys))));
  return lines;
}

PlayEnd PlayPath(PathPlayer player, RawTerminal& terminal, const Console& console,
                 const std::function<bool()>& interrupted) {
  std::size_t shown = 0;
  const auto show = [&] {
    const int rows = terminal.rows();
    std::string text;
    shown = std::min(shown, static_cast<std::size_t>(std::max(rows - 1, 0)));
    if (shown > 0) text += absl::StrFormat("\x1b[%dA", shown);
    text += "\r\x1b[J";
    const std::vector<std::string> lines = player.Lines(console, terminal.columns(), rows);
    for (const std::string& line : lines) text += line + "\r\n";
    shown = lines.size();
    terminal.Write(text);
  };
  absl::Time next = absl::Now() + player.interval();
  std::pair<int, int> size;
  bool changed = true;
  while (!player.finished()) {
    const std::pair<int, int> size_now = {terminal.columns(), terminal.rows()};
    if (changed || size_now != size) show();
    size = size_now;
    const absl::Duration until_next = std::max(next - absl::Now(), absl::ZeroDuration());
    const Key key =
        terminal.ReadKey(player.playing() ? std::min(until_next, kLookInterval) : kLookInterval);
    if (key.kind == Key::Kind::kInterrupt || interrupted()) return PlayEnd::kInterrupted;
    if (key.kind == Key::Kind::kSuspend) {
      terminal.Suspend();
      shown = 0;
      changed = true;
      continue;
    }
    const bool was_playing = player.playing();
    player.Press(key);
    changed = key.kind != Key::Kind::kNone;
    if (!was_playing && player.playing()) next = absl::Now() + player.interval();
    if (player.playing() && absl::Now() >= next) {
      player.Advance();
      next = absl::Now() + player.interval();
      changed = true;
    }
  }
  show();
  return PlayEnd::kEnded;
}

}  // namespace taquin::client
