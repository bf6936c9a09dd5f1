// The screen of a game, by ncurses.

#ifndef TAQUIN_CLIENT_PLAY_SCREEN_H_
#define TAQUIN_CLIENT_PLAY_SCREEN_H_

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// What somebody did.
struct PlayInput {
  enum class Kind {
    kNone,
    kUp,
    kDown,
    kLeft,
    kRight,
    kTile,       // Clicked on `tile`.
    kCharacter,  // `character`.
    kInterrupt,  // Ctrl-C.
    kClosed,     // The terminal is gone.
  };
  Kind kind = Kind::kNone;
  char character = '\0';
  int tile = 0;
};

// What to show.
struct PlayView {
  std::string title;
  v1::Board board;
  v1::Board goal;
  int marked_tile = 0;  // 0: none.
  std::string message;
  std::vector<std::string> help;
};

// The whole terminal, for as long as this object lives. At most one may. Not
// thread-safe.
class PlayScreen {
 public:
  // Errors: FAILED_PRECONDITION if standard output is no terminal, there is
  // none to read keys from, or it cannot place its cursor.
  static absl::StatusOr<std::unique_ptr<PlayScreen>> Open(bool with_color);

  // Gives the terminal back as it was.
  ~PlayScreen();
  PlayScreen(const PlayScreen&) = delete;
  PlayScreen& operator=(const PlayScreen&) = delete;

  // Draws all of it; where the terminal is too small, what size it needs. A
  // resize is seen at the next call.
  void Show(const PlayView& view);

  // What is done next; kNone if nothing is within the time.
  PlayInput Read(absl::Duration longest);

 private:
  // How a cell is drawn, in characters, the gaps to the next included.
  struct CellSize {
    int width = 0;
    int height = 0;
  };

  PlayScreen() = default;
  void DrawTile(int tile, bool is_home, bool is_marked, int top, int left, CellSize size) const;
  int TileAt(int line, int column) const;

  struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, FileCloser> keys_;
  bool has_color_ = false;
  // Of what was drawn last, for clicks.
  v1::Board shown_;
  CellSize cell_;
  int board_top_ = 0;
  int board_left_ = 0;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PLAY_SCREEN_H_
