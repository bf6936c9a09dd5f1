#include "client/notation/json_value.h"

#include <algorithm>
#include <optional>

namespace taquin::client {
namespace {

constexpr int kMaxDepth = 32;

class Parser {
 public:
  Parser(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}

  // False once there is a fault.
  bool ParseValue(JsonValue& value, int depth) {
    SkipBlanks();
    if (at_ == text_.size()) return Fail("a value should stand here");
    value.span.begin = at_;
    bool ok = false;
    switch (text_[at_]) {
      case '[':
        ok = ParseItems(value, JsonValue::Kind::kArray, ']', depth);
        break;
      case '{':
        ok = ParseItems(value, JsonValue::Kind::kObject, '}', depth);
        break;
      case '"':
      case '\'':
        ok = ParseString(value);
        break;
      default:
        ok = ParseLiteral(value);
    }
    value.span.end = at_;
    return ok;
  }

  std::size_t at() const { return at_; }
  const TextFault& fault() const { return fault_; }

 private:
  bool Fail(std::string message, std::size_t length = 1) {
    if (at_ == text_.size()) message = "the JSON ends in the middle";
    fault_ = {at_, length, std::move(message)};
    return false;
  }

  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool Accept(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool ParseItems(JsonValue& value, JsonValue::Kind kind, char close, int depth) {
    if (depth == kMaxDepth) return Fail("nested too deep");
    value.kind = kind;
    ++at_;
    if (Accept(close)) return true;
    while (true) {
      if (kind == JsonValue::Kind::kObject) {
        JsonValue& key = value.keys.emplace_back();
        if (!ParseValue(key, depth + 1)) return false;
        if (key.kind != JsonValue::Kind::kString) {
          at_ = key.span.begin;
          return Fail("a key in quotes should stand here", key.span.end - key.span.begin);
        }
        if (!Accept(':')) return Fail("a colon should stand here");
      }
      if (!ParseValue(value.items.emplace_back(), depth + 1)) return false;
      if (Accept(close)) return true;
      if (!Accept(',')) return Fail(std::string("a comma or ") + close + " should stand here");
    }
  }

  bool ParseString(JsonValue& value) {
    value.kind = JsonValue::Kind::kString;
    const char quote = text_[at_];
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      // No name or cell needs an escape: the character after it stands for itself.
      if (text_[end] == '\\' && end + 1 < text_.size()) ++end;
      if (text_[end] == '\n') break;
      value.text += text_[end];
      ++end;
    }
    if (end >= text_.size() || text_[end] != quote) return Fail("this string is not closed");
    at_ = end + 1;
    return true;
  }

  bool ParseLiteral(JsonValue& value) {
    const std::size_t end = std::min(text_.find_first_of(" \n,:[]{}\"'", at_), text_.size());
    const std::string_view literal = text_.substr(at_, end - at_);
    if (literal == "null") {
      value.kind = JsonValue::Kind::kNull;
    } else if (literal == "true" || literal == "false") {
      value.kind = JsonValue::Kind::kBoolean;
    } else if (!literal.empty() &&
               (literal[0] == '-' || (literal[0] >= '0' && literal[0] <= '9'))) {
      value.kind = JsonValue::Kind::kNumber;
    } else {
      return Fail(literal.empty() ? "a value should stand here"
                                  : "'" + PrintableText(literal) + "' is no JSON value",
                  std::max<std::size_t>(literal.size(), 1));
    }
    value.text = std::string(literal);
    at_ = end;
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  TextFault fault_;
};

}  // namespace

std::variant<JsonValue, TextFault> ParseJson(std::string_view text, std::size_t& begin) {
  Parser parser(text, begin);
  JsonValue value;
  if (!parser.ParseValue(value, 0)) return parser.fault();
  begin = parser.at();
  return value;
}

}  // namespace taquin::client
