// Boards drawn as pixels.

#ifndef TAQUIN_CLIENT_PICTURES_BOARD_CANVAS_H_
#define TAQUIN_CLIENT_PICTURES_BOARD_CANVAS_H_

#include <cairo.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace taquin::client {

struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

// A part of the canvas, in pixels.
struct PixelArea {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

// A canvas of rows x columns cells on which tiles are drawn, to be read as
// indices into a palette. Not thread-safe.
class BoardCanvas {
 public:
  static constexpr std::size_t kPaletteSize = 64;

  BoardCanvas(int rows, int columns);

  int width() const { return width_; }
  int height() const { return height_; }

  // Whether everything so far could be drawn.
  bool ok() const;

  // The area of the cells between two, both included, whose corners these are.
  PixelArea AreaOf(int first_cell, int last_cell) const;

  // Empties an area.
  void Clear(const PixelArea& area);

  // Draws a tile between two cells: at `from` for share 0, at `to` for 1.
  // `is_home` chooses its colour.
  void DrawTile(int tile, bool is_home, int from, int to, double share);

  // The colours; every pixel is one of them, as near as makes no difference.
  static std::array<Color, kPaletteSize> Palette();

  // A row of an area, as indices into the palette.
  void ReadRow(const PixelArea& area, int row, std::vector<std::uint8_t>& indices);

 private:
  std::uint8_t IndexOf(std::uint32_t pixel);

  int columns_;
  int side_;  // Of a cell, in pixels.
  int digits_;
  int width_;
  int height_;
  std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_pixels_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PICTURES_BOARD_CANVAS_H_
