// The picture of `solve --svg`.

#ifndef TAQUIN_CLIENT_PICTURES_SVG_PICTURE_H_
#define TAQUIN_CLIENT_PICTURES_SVG_PICTURE_H_

#include <string>

#include "client/notation/moves.h"
#include "taquin/v1/board.pb.h"

namespace taquin::client {

// An SVG document of the board that plays the path again and again where SMIL
// is understood, as in browsers, and shows the start elsewhere; without moves,
// the board alone. Tiles at their place of `goal` have a colour of their own.
// `moves` must be possible from `start`. O(cells + moves).
std::string MakeSvgPicture(const v1::Board& start, const v1::Board& goal, const Moves& moves);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PICTURES_SVG_PICTURE_H_
