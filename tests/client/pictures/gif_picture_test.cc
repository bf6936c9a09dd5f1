#include "client/pictures/gif_picture.h"

#include <gif_lib.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "client/notation/path_replay.h"
#include "client/pictures/board_canvas.h"

namespace taquin::client {
namespace {

v1::Board MakeBoard(int rows, int columns, const std::vector<int>& tiles) {
  v1::Board board;
  board.set_rows(rows);
  board.set_columns(columns);
  for (const int tile : tiles) board.add_tiles(tile);
  return board;
}

// A GIF as a viewer sees it.
struct Film {
  int width = 0;
  int height = 0;
  int frames = 0;
  int hundredths = 0;
  bool repeats = false;
  std::vector<GifByteType> first;  // Indices of the palette, row by row.
  std::vector<GifByteType> last;
};

struct Reader {
  const std::string& bytes;
  std::size_t at = 0;
};

int ReadBytes(GifFileType* gif, GifByteType* buffer, int count) {
  auto& reader = *static_cast<Reader*>(gif->UserData);
  const std::size_t size =
      std::min(static_cast<std::size_t>(count), reader.bytes.size() - reader.at);
  std::memcpy(buffer, reader.bytes.data() + reader.at, size);
  reader.at += size;
  return static_cast<int>(size);
}

Film Play(const std::string& bytes) {
  Reader reader{bytes};
  Film film;
  GifFileType* gif = DGifOpen(&reader, ReadBytes, nullptr);
  EXPECT_NE(gif, nullptr);
  if (gif == nullptr) return film;
  EXPECT_EQ(DGifSlurp(gif), GIF_OK);
  EXPECT_EQ(reader.at, bytes.size());
  film.width = gif->SWidth;
  film.height = gif->SHeight;
  film.frames = gif->ImageCount;
  std::vector<GifByteType> picture(static_cast<std::size_t>(film.width * film.height));
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& image = gif->SavedImages[i];
    GraphicsControlBlock control;
    EXPECT_EQ(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
    EXPECT_EQ(control.DisposalMode, DISPOSE_DO_NOT);
    film.hundredths += control.DelayTime;
    for (int block = 0; block < image.ExtensionBlockCount; ++block) {
      const ExtensionBlock& extension = image.ExtensionBlocks[block];
      if (extension.Function == APPLICATION_EXT_FUNC_CODE) film.repeats = true;
    }
    for (int row = 0; row < image.ImageDesc.Height; ++row) {
      std::memcpy(&picture[static_cast<std::size_t>((image.ImageDesc.Top + row) * film.width +
                                                    image.ImageDesc.Left)],
                  image.RasterBits + row * image.ImageDesc.Width,
                  static_cast<std::size_t>(image.ImageDesc.Width));
    }
    if (i == 0) film.first = picture;
  }
  film.last = picture;
  DGifCloseFile(gif, nullptr);
  return film;
}

// The picture of a board that nothing has moved on.
std::vector<GifByteType> Drawn(const v1::Board& board, const v1::Board& goal) {
  return Play(*MakeGifPicture(board, goal, {})).first;
}

TEST(GifPictureTest, WithoutMovesIsOnePicture) {
  const v1::Board board = MakeBoard(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 0});
  const auto gif = MakeGifPicture(board, board, {});
  ASSERT_TRUE(gif.ok());
  const Film film = Play(*gif);
  EXPECT_EQ(film.frames, 1);
  EXPECT_FALSE(film.repeats);
  EXPECT_EQ(film.width, film.height);
}

TEST(GifPictureTest, PlaysFromTheStartToTheGoalAndAgain) {
  const v1::Board start = MakeBoard(2, 3, {0, 2, 3, 1, 4, 5});
  const v1::Board goal = MakeBoard(2, 3, {1, 2, 3, 4, 5, 0});
  const Moves moves = {v1::DIRECTION_DOWN, v1::DIRECTION_RIGHT, v1::DIRECTION_RIGHT};
  const auto gif = MakeGifPicture(start, goal, moves);
  ASSERT_TRUE(gif.ok());
  const Film film = Play(*gif);
  EXPECT_TRUE(film.repeats);
  EXPECT_EQ(film.frames, 1 + 3 * 4);
  EXPECT_GT(film.hundredths, 300);
  EXPECT_EQ(film.first, Drawn(start, goal));
  EXPECT_EQ(film.last, Drawn(goal, goal));
  EXPECT_NE(film.first, film.last);
}

TEST(GifPictureTest, EveryStepOfALongPathIsAPicture) {
  const v1::Board start = MakeBoard(2, 2, {1, 2, 3, 0});
  Moves moves;
  for (int i = 0; i < 100; ++i) {
    for (const v1::Direction move :
         {v1::DIRECTION_UP, v1::DIRECTION_LEFT, v1::DIRECTION_DOWN, v1::DIRECTION_RIGHT}) {
      moves.push_back(move);
    }
  }
  const auto gif = MakeGifPicture(start, start, moves);
  ASSERT_TRUE(gif.ok());
  PathReplay replay(start);
  for (const v1::Direction move : moves) replay.Move(move);
  const Film film = Play(*gif);
  EXPECT_EQ(film.frames, 401);
  EXPECT_EQ(film.last, Drawn(replay.board(), start));
}

TEST(GifPictureTest, TheLargestBoardCanBeDrawn) {
  std::vector<int> tiles;
  for (int tile = 1; tile < 1024; ++tile) tiles.push_back(tile);
  tiles.push_back(0);
  const v1::Board board = MakeBoard(32, 32, tiles);
  const auto gif = MakeGifPicture(board, board, {v1::DIRECTION_UP, v1::DIRECTION_DOWN});
  ASSERT_TRUE(gif.ok());
  const Film film = Play(*gif);
  EXPECT_EQ(film.first, film.last);
  EXPECT_LT(film.width, 1000);
}

TEST(BoardCanvasTest, DrawsNumbersAndColours) {
  // A font must be there: else every tile would look the same.
  const v1::Board goal = MakeBoard(2, 2, {1, 2, 3, 0});
  EXPECT_NE(Drawn(goal, goal), Drawn(MakeBoard(2, 2, {2, 1, 3, 0}), goal));
  EXPECT_NE(Drawn(MakeBoard(2, 2, {2, 1, 3, 0}), goal), Drawn(MakeBoard(2, 2, {2, 3, 1, 0}), goal));
  EXPECT_NE(Drawn(goal, goal), Drawn(goal, v1::Board()));
}

}  // namespace
}  // namespace taquin::client
