// JSON that remembers where each value stands, so that a fault in it can be
// pointed at.

#ifndef TAQUIN_CLIENT_NOTATION_JSON_VALUE_H_
#define TAQUIN_CLIENT_NOTATION_JSON_VALUE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "client/notation/fault.h"
#include "client/notation/source_text.h"

namespace taquin::client {

struct JsonValue {
  enum class Kind { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  Span span;
  // The literal of a number or boolean as written; the content of a string.
  std::string text;
  // The elements of an array; the values of an object.
  std::vector<JsonValue> items;
  // The keys of an object, one for each of `items`.
  std::vector<JsonValue> keys;

  bool is_scalar() const { return kind != Kind::kArray && kind != Kind::kObject; }
};

// Reads the value that starts at `begin`, blanks before it skipped, and moves
// `begin` past it. Strings may also stand in single quotes. Where the text is
// not JSON, or is nested more than 32 deep, the answer is the fault.
std::variant<JsonValue, TextFault> ParseJson(std::string_view text, std::size_t& begin);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_JSON_VALUE_H_
