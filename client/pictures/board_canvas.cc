#include "client/pictures/board_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>

namespace taquin::client {
namespace {

// The longer side of a picture, about, and what a cell may measure.
constexpr int kLongSide = 480;
constexpr int kLeastCell = 22;
constexpr int kMostCell = 80;

constexpr int kMargin = 4;

constexpr Color kGround = {0xf7, 0xf7, 0xf5};
constexpr Color kTile = {0xdf, 0xe4, 0xeb};
constexpr Color kHome = {0xb9, 0xdd, 0xc2};
constexpr Color kText = {0x1d, 0x21, 0x26};

// Edges are soft: each pair of colours that meet needs the shades between.
constexpr std::size_t kShades = 16;
static_assert(BoardCanvas::kPaletteSize == 4 * kShades);

std::uint8_t Mix(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + share * (to - from)));
}

void SetColor(cairo_t* context, const Color& color) {
  cairo_set_source_rgb(context, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
}

void TraceRoundedSquare(cairo_t* context, double left, double top, double side, double radius) {
  constexpr double kQuarter = std::numbers::pi / 2;
  cairo_new_sub_path(context);
  cairo_arc(context, left + side - radius, top + radius, radius, -kQuarter, 0);
  cairo_arc(context, left + side - radius, top + side - radius, radius, 0, kQuarter);
  cairo_arc(context, left + radius, top + side - radius, radius, kQuarter, 2 * kQuarter);
  cairo_arc(context, left + radius, top + radius, radius, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(context);
}

}  // namespace

BoardCanvas::BoardCanvas(int rows, int columns)
    : columns_(columns),
      side_(std::clamp(kLongSide / std::max(rows, columns), kLeastCell, kMostCell)),
      digits_(static_cast<int>(std::to_string(rows * columns - 1).size())),
      width_(columns * side_ + 2 * kMargin),
      height_(rows * side_ + 2 * kMargin),
      surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width_, height_),
               cairo_surface_destroy),
      context_(cairo_create(surface_.get()), cairo_destroy) {
  cairo_select_font_face(context_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size(context_.get(), side_ * (digits_ <= 2 ? 0.42 : digits_ == 3 ? 0.34 : 0.28));
  // Colours on subpixels would not be in the palette.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context_.get(), options);
  cairo_font_options_destroy(options);
  Clear({0, 0, width_, height_});
}

bool BoardCanvas::ok() const { return cairo_status(context_.get()) == CAIRO_STATUS_SUCCESS; }

PixelArea BoardCanvas::AreaOf(int first_cell, int last_cell) const {
  const auto [left, right] = std::minmax({first_cell % columns_, last_cell % columns_});
  const auto [top, bottom] = std::minmax({first_cell / columns_, last_cell / columns_});
  return {kMargin + left * side_, kMargin + top * side_, (right - left + 1) * side_,
          (bottom - top + 1) * side_};
}

void BoardCanvas::Clear(const PixelArea& area) {
  SetColor(context_.get(), kGround);
  cairo_rectangle(context_.get(), area.left, area.top, area.width, area.height);
  cairo_fill(context_.get());
}

void BoardCanvas::DrawTile(int tile, bool is_home, int from, int to, double share) {
  cairo_t* const context = context_.get();
  const PixelArea start = AreaOf(from, from);
  const PixelArea end = AreaOf(to, to);
  const double left = std::round(start.left + share * (end.left - start.left));
  const double top = std::round(start.top + share * (end.top - start.top));
  SetColor(context, is_home ? kHome : kTile);
  TraceRoundedSquare(context, left + 1, top + 1, side_ - 2, side_ * 0.12);
  cairo_fill(context);
  const std::string text = std::to_string(tile);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  SetColor(context, kText);
  cairo_move_to(context, std::round(left + (side_ - extents.width) / 2 - extents.x_bearing),
                std::round(top + (side_ - extents.height) / 2 - extents.y_bearing));
  cairo_show_text(context, text.c_str());
}

std::array<Color, BoardCanvas::kPaletteSize> BoardCanvas::Palette() {
  constexpr std::array<std::array<Color, 2>, 4> kPairs = {
      {{kGround, kTile}, {kTile, kText}, {kGround, kHome}, {kHome, kText}}};
  std::array<Color, kPaletteSize> palette;
  for (std::size_t pair = 0; pair < kPairs.size(); ++pair) {
    const auto& [from, to] = kPairs[pair];
    for (std::size_t shade = 0; shade < kShades; ++shade) {
      const double share = static_cast<double>(shade) / (kShades - 1);
      palette[pair * kShades + shade] = {Mix(from.red, to.red, share),
                                         Mix(from.green, to.green, share),
                                         Mix(from.blue, to.blue, share)};
    }
  }
  return palette;
}

std::uint8_t BoardCanvas::IndexOf(std::uint32_t pixel) {
  if (const auto known = known_pixels_.find(pixel); known != known_pixels_.end()) {
    return known->second;
  }
  static const std::array<Color, kPaletteSize> kPalette = Palette();
  const auto channel = [pixel](int shift) { return static_cast<int>((pixel >> shift) & 0xff); };
  int least = std::numeric_limits<int>::max();
  std::uint8_t nearest = 0;
  for (std::size_t i = 0; i < kPalette.size(); ++i) {
    const int red = channel(16) - kPalette[i].red;
    const int green = channel(8) - kPalette[i].green;
    const int blue = channel(0) - kPalette[i].blue;
    const int distance = red * red + green * green + blue * blue;
    if (distance < least) {
      least = distance;
      nearest = static_cast<std::uint8_t>(i);
    }
  }
  known_pixels_.emplace(pixel, nearest);
  return nearest;
}

void BoardCanvas::ReadRow(const PixelArea& area, int row, std::vector<std::uint8_t>& indices) {
  cairo_surface_flush(surface_.get());
  const unsigned char* pixels = cairo_image_surface_get_data(surface_.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface_.get());
  indices.clear();
  for (int x = area.left; x < area.left + area.width; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, pixels + stride * (area.top + row) + std::ptrdiff_t{4} * x, sizeof(pixel));
    indices.push_back(IndexOf(pixel & 0xffffff));
  }
}

}  // namespace taquin::client
