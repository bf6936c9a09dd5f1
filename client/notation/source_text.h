// Text as it was typed, made easy to scan without losing any position.

#ifndef TAQUIN_CLIENT_NOTATION_SOURCE_TEXT_H_
#define TAQUIN_CLIENT_NOTATION_SOURCE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace taquin::client {

// A place in a text. Both count from 1; columns count characters, not bytes.
struct Position {
  int line = 1;
  int column = 1;
};

// Part of a text, in bytes; `end` is one past the last.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Owns a text. Immutable, so safe to read from several threads at once.
class SourceText {
 public:
  // `first_line` is the number of the text's first line, for a text that is a
  // part of a larger one.
  explicit SourceText(std::string text, int first_line = 1);

  // The text as given.
  std::string_view original() const { return original_; }

  // The text with the same length and offsets, but with a byte-order mark,
  // comments, carriage returns, tabs and no-break spaces turned into spaces.
  std::string_view scannable() const { return scannable_; }

  // The lines of scannable(), without their newlines.
  const std::vector<Span>& lines() const { return lines_; }

  // Where a byte offset (at most the text's length) is. O(log lines + line).
  Position Locate(std::size_t offset) const;

  // The line that holds a byte offset, as given, without its end.
  Span LineAt(std::size_t offset) const;

 private:
  std::string original_;
  std::string scannable_;
  std::vector<Span> lines_;
  int first_line_;
};

// Length in bytes of the UTF-8 character that starts at `offset`; 1 for a byte
// that starts none. `offset` must be inside the text.
std::size_t CharacterLength(std::string_view text, std::size_t offset);

// Columns that a character takes on a terminal: 2 for the wide ones of East
// Asia, else 1.
int DisplayWidth(std::string_view character);

// What may be sent to a terminal for a character of somebody's text: control
// characters could move the cursor, and bytes that are no character could
// garble what follows.
std::string_view PrintableCharacter(std::string_view character);

// The same for a whole text, cut with "..." after `max_characters`.
std::string PrintableText(std::string_view text, std::size_t max_characters = 40);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_SOURCE_TEXT_H_
