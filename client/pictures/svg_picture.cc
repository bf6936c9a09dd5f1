#include "client/pictures/svg_picture.h"

#include <cstddef>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/notation/board_writer.h"
#include "client/notation/path_replay.h"

namespace taquin::client {
namespace {

// In the units of the drawing.
constexpr int kCell = 64;
constexpr int kMargin = 6;
constexpr int kBarHeight = 4;

constexpr double kSecondsBefore = 1.0;
constexpr double kSecondsPerMove = 0.4;
constexpr double kSecondsPerSlide = 0.2;
constexpr double kSecondsAfter = 3.0;

constexpr char kStyle[] =
    "<style>\n"
    ".ground{fill:#f7f7f5}.tile rect{fill:#e4e8ee}.tile text{fill:#1d2126}.bar{fill:#1f5fbf}\n"
    ".tile text{font-family:system-ui,'DejaVu "
    "Sans',sans-serif;font-weight:600;text-anchor:middle}\n"
    "@media (prefers-color-scheme:dark){.ground{fill:#1d2126}.tile rect{fill:#39424d}"
    ".tile text{fill:#f1f3f5}.bar{fill:#7fb0ff}}\n"
    "</style>\n";

// Where a tile is from when on.
struct Stay {
  double seconds;
  int cell;
};

// One value of an animation, and when it holds, as a fraction of the whole.
struct KeyFrames {
  std::string times;
  std::string values;

  void Add(double fraction, const std::string& value) {
    if (!times.empty()) {
      times += ';';
      values += ';';
    }
    absl::StrAppendFormat(&times, "%.9g", fraction);
    values += value;
  }
};

class Drawing {
 public:
  Drawing(const v1::Board& start, const v1::Board& goal, const Moves& moves)
      : start_(start), goal_(goal), moves_(moves) {
    total_seconds_ =
        kSecondsBefore + kSecondsPerMove * static_cast<double>(moves.size()) + kSecondsAfter;
  }

  std::string Draw() {
    FollowMoves();
    const int width = kCell * start_.columns() + 2 * kMargin;
    const int height = kCell * start_.rows() + 2 * kMargin + (moves_.empty() ? 0 : kBarHeight);
    std::string svg = absl::StrFormat(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
        "height=\"%d\" role=\"img\">\n<title>%s</title>\n<desc>From %s to %s</desc>\n",
        width, height, width, height, Title(), FormatBoardLine(start_), FormatBoardLine(goal_));
    svg += kStyle;
    absl::StrAppendFormat(&svg, "<rect class=\"ground\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n",
                          width, height);
    for (int cell = 0; cell < start_.tiles_size(); ++cell) {
      if (start_.tiles(cell) != 0) svg += DrawTile(start_.tiles(cell));
    }
    if (!moves_.empty()) svg += DrawBar(width - 2 * kMargin, height - kBarHeight - 2);
    return svg + "</svg>\n";
  }

 private:
  std::string Title() const {
    std::string title = absl::StrFormat("A %dx%d board", start_.rows(), start_.columns());
    if (!moves_.empty()) absl::StrAppendFormat(&title, " solved in %d moves", moves_.size());
    return title;
  }

  void FollowMoves() {
    stays_.resize(static_cast<std::size_t>(start_.tiles_size()));
    int blank = 0;
    for (int cell = 0; cell < start_.tiles_size(); ++cell) {
      StaysOf(start_.tiles(cell)).push_back({0, cell});
      if (start_.tiles(cell) == 0) blank = cell;
    }
    PathReplay replay(start_);
    double seconds = kSecondsBefore;
    for (const v1::Direction move : moves_) {
      const int tile = replay.Move(move).value_or(0);
      const int from = StaysOf(tile).back().cell;
      StaysOf(tile).push_back({seconds, blank});
      blank = from;
      seconds += kSecondsPerMove;
    }
  }

  std::vector<Stay>& StaysOf(int tile) { return stays_[static_cast<std::size_t>(tile)]; }

  std::string PlaceOf(int cell) const {
    return absl::StrFormat("%d %d", kMargin + kCell * (cell % start_.columns()),
                           kMargin + kCell * (cell / start_.columns()));
  }

  // The tile's colour says whether it is at its goal.
  std::string ColorOf(int tile, int cell) const { return IsHome(goal_, tile, cell) ? "0.35" : "0"; }

  std::string DrawTile(int tile) {
    const std::vector<Stay>& stays = StaysOf(tile);
    const std::string text = std::to_string(tile);
    const int font_size = text.size() <= 2 ? 28 : text.size() == 3 ? 22 : 17;
    std::string svg = absl::StrFormat("<g class=\"tile\" transform=\"translate(%s)\">",
                                      PlaceOf(stays.front().cell));
    KeyFrames places;
    KeyFrames colors;
    int before = stays.front().cell;
    for (const Stay& stay : stays) {
      if (stay.seconds > 0) {
        places.Add(stay.seconds / total_seconds_, PlaceOf(before));
      }
      const double arrival = stay.seconds > 0 ? stay.seconds + kSecondsPerSlide : 0;
      places.Add(arrival / total_seconds_, PlaceOf(stay.cell));
      colors.Add(arrival / total_seconds_, ColorOf(tile, stay.cell));
      before = stay.cell;
    }
    places.Add(1, PlaceOf(before));
    const bool moves = stays.size() > 1;
    if (moves) {
      absl::StrAppendFormat(&svg,
                            "<animateTransform attributeName=\"transform\" type=\"translate\" "
                            "dur=\"%gs\" repeatCount=\"indefinite\" keyTimes=\"%s\" "
                            "values=\"%s\"/>",
                            total_seconds_, places.times, places.values);
    }
    absl::StrAppendFormat(&svg, "<rect x=\"2\" y=\"2\" width=\"%d\" height=\"%d\" rx=\"8\"/>",
                          kCell - 4, kCell - 4);
    absl::StrAppendFormat(&svg,
                          "<rect x=\"2\" y=\"2\" width=\"%d\" height=\"%d\" rx=\"8\" "
                          "style=\"fill:#3fa060\" fill-opacity=\"%s\">",
                          kCell - 4, kCell - 4, ColorOf(tile, stays.front().cell));
    if (moves) {
      absl::StrAppendFormat(&svg,
                            "<animate attributeName=\"fill-opacity\" calcMode=\"discrete\" "
                            "dur=\"%gs\" repeatCount=\"indefinite\" keyTimes=\"%s\" "
                            "values=\"%s\"/>",
                            total_seconds_, colors.times, colors.values);
    }
    absl::StrAppendFormat(&svg, "</rect><text x=\"%d\" y=\"%g\" font-size=\"%d\">%s</text></g>\n",
                          kCell / 2, kCell / 2.0 + 0.36 * font_size, font_size, text);
    return svg;
  }

  // How much of the path has been played.
  std::string DrawBar(int width, int top) const {
    const double end = kSecondsBefore + kSecondsPerMove * static_cast<double>(moves_.size());
    return absl::StrFormat(
        "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"0\" height=\"%d\">"
        "<animate attributeName=\"width\" dur=\"%gs\" repeatCount=\"indefinite\" "
        "keyTimes=\"0;%.9g;%.9g;1\" values=\"0;0;%d;%d\"/></rect>\n",
        kMargin, top, kBarHeight - 1, total_seconds_, kSecondsBefore / total_seconds_,
        end / total_seconds_, width, width);
  }

  const v1::Board& start_;
  const v1::Board& goal_;
  const Moves& moves_;
  double total_seconds_ = 0;
  std::vector<std::vector<Stay>> stays_;  // By tile.
};

}  // namespace

std::string MakeSvgPicture(const v1::Board& start, const v1::Board& goal, const Moves& moves) {
  return Drawing(start, goal, moves).Draw();
}

}  // namespace taquin::client
