// Text that fits a terminal.

#ifndef TAQUIN_CLIENT_TERMINAL_WRAPPED_TEXT_H_
#define TAQUIN_CLIENT_TERMINAL_WRAPPED_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace taquin::client {

// `text` with its lines broken so that none has more than `width` characters: at
// blanks, and inside of words after commas. A broken line goes on below its last
// column, which begins after two blanks or more, or else below its own beginning.
// A word that fits nowhere stays whole. ASCII without control sequences.
std::string WrapText(std::string_view text, std::size_t width);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_WRAPPED_TEXT_H_
