#include "client/pictures/gif_picture.h"

#include <gif_lib.h>

#include <array>
#include <cstdint>
#include <vector>

#include "client/notation/path_replay.h"
#include "client/pictures/board_canvas.h"

namespace taquin::client {
namespace {

// Hundredths of a second, the unit of the format.
constexpr int kDelayBefore = 100;
constexpr int kDelayOfSlide = 4;
constexpr int kDelayAfterSlide = 20;
constexpr int kDelayAfter = 300;

// Pictures of a slide. Long paths are shown move by move, to stay small.
constexpr int kFramesPerSlide = 4;
constexpr std::size_t kMostMovesToSlide = 300;

class GifWriter {
 public:
  explicit GifWriter(BoardCanvas& canvas) : canvas_(canvas) {}
  ~GifWriter() {
    if (gif_ != nullptr) EGifCloseFile(gif_, nullptr);
  }
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  bool Begin(bool repeats) {
    gif_ = EGifOpen(&content_, Append, nullptr);
    if (gif_ == nullptr) return false;
    EGifSetGifVersion(gif_, true);
    std::array<GifColorType, BoardCanvas::kPaletteSize> colors;
    const auto palette = BoardCanvas::Palette();
    for (std::size_t i = 0; i < colors.size(); ++i) {
      colors[i] = {palette[i].red, palette[i].green, palette[i].blue};
    }
    ColorMapObject* map = GifMakeMapObject(static_cast<int>(colors.size()), colors.data());
    if (map == nullptr) return false;
    const bool begun = EGifPutScreenDesc(gif_, canvas_.width(), canvas_.height(), map->BitsPerPixel,
                                         0, map) == GIF_OK;
    GifFreeMapObject(map);
    return begun && (!repeats || PutRepeat());
  }

  // Appends what an area of the canvas shows now, for so long.
  bool AddFrame(const PixelArea& area, int delay) {
    GraphicsControlBlock control = {};
    control.DisposalMode = DISPOSE_DO_NOT;
    control.DelayTime = delay;
    control.TransparentColor = NO_TRANSPARENT_COLOR;
    std::array<GifByteType, 4> block;
    EGifGCBToExtension(&control, block.data());
    if (EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, block.size(), block.data()) != GIF_OK ||
        EGifPutImageDesc(gif_, area.left, area.top, area.width, area.height, false, nullptr) !=
            GIF_OK) {
      return false;
    }
    for (int row = 0; row < area.height; ++row) {
      canvas_.ReadRow(area, row, indices_);
      if (EGifPutLine(gif_, indices_.data(), area.width) != GIF_OK) return false;
    }
    return true;
  }

  bool End() {
    const bool ended = EGifCloseFile(gif_, nullptr) == GIF_OK;
    gif_ = nullptr;
    return ended;
  }

  std::string Take() { return std::move(content_); }

 private:
  static int Append(GifFileType* gif, const GifByteType* bytes, int count) {
    static_cast<std::string*>(gif->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
  }

  // The extension by which all viewers play a file for ever.
  bool PutRepeat() {
    constexpr char kName[] = "NETSCAPE2.0";
    constexpr std::array<GifByteType, 3> kForEver = {1, 0, 0};
    return EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(gif_, sizeof(kName) - 1, kName) == GIF_OK &&
           EGifPutExtensionBlock(gif_, kForEver.size(), kForEver.data()) == GIF_OK &&
           EGifPutExtensionTrailer(gif_) == GIF_OK;
  }

  BoardCanvas& canvas_;
  GifFileType* gif_ = nullptr;
  std::string content_;
  std::vector<std::uint8_t> indices_;
};

int BlankOf(const v1::Board& board) {
  int cell = 0;
  while (board.tiles(cell) != 0) ++cell;
  return cell;
}

bool AddMove(GifWriter& gif, BoardCanvas& canvas, const v1::Board& goal, int tile, int from, int to,
             int frames, bool is_last) {
  const PixelArea area = canvas.AreaOf(from, to);
  for (int frame = 1; frame <= frames; ++frame) {
    const bool arrives = frame == frames;
    canvas.Clear(area);
    canvas.DrawTile(tile, IsHome(goal, tile, arrives ? to : from), from, to,
                    static_cast<double>(frame) / frames);
    const int delay = !arrives ? kDelayOfSlide : is_last ? kDelayAfter : kDelayAfterSlide;
    if (!gif.AddFrame(area, delay)) return false;
  }
  return true;
}

bool Draw(GifWriter& gif, BoardCanvas& canvas, const v1::Board& start, const v1::Board& goal,
          const Moves& moves) {
  if (!gif.Begin(!moves.empty())) return false;
  for (int cell = 0; cell < start.tiles_size(); ++cell) {
    const int tile = start.tiles(cell);
    if (tile != 0) canvas.DrawTile(tile, IsHome(goal, tile, cell), cell, cell, 0);
  }
  if (!gif.AddFrame({0, 0, canvas.width(), canvas.height()}, kDelayBefore)) return false;
  PathReplay replay(start);
  int blank = BlankOf(start);
  const int frames = moves.size() <= kMostMovesToSlide ? kFramesPerSlide : 1;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int tile = replay.Move(moves[i]).value_or(0);
    const int from = BlankOf(replay.board());
    if (!AddMove(gif, canvas, goal, tile, from, blank, frames, i + 1 == moves.size())) return false;
    blank = from;
  }
  return gif.End() && canvas.ok();
}

}  // namespace

absl::StatusOr<std::string> MakeGifPicture(const v1::Board& start, const v1::Board& goal,
                                           const Moves& moves) {
  BoardCanvas canvas(start.rows(), start.columns());
  GifWriter gif(canvas);
  if (!Draw(gif, canvas, start, goal, moves)) {
    return absl::InternalError("the GIF cannot be drawn");
  }
  return gif.Take();
}

}  // namespace taquin::client
