// The picture of `solve --gif`.

#ifndef TAQUIN_CLIENT_PICTURES_GIF_PICTURE_H_
#define TAQUIN_CLIENT_PICTURES_GIF_PICTURE_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/notation/moves.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// An animated GIF that plays the path again and again; without moves, the
// board alone. Tiles at their place of `goal` have a colour of their own.
// `moves` must be possible from `start`. Errors: INTERNAL if the libraries
// cannot draw or encode.
absl::StatusOr<std::string> MakeGifPicture(const v1::Board& start, const v1::Board& goal,
                                           const Moves& moves);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PICTURES_GIF_PICTURE_H_
