#include "client/notation/json_board.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "client/notation/cell.h"
#include "client/notation/json_value.h"

namespace taquin::client {
namespace {

TextFault MakeFault(Span span, std::string message) {
  return {span.begin, std::max<std::size_t>(span.end - span.begin, 1), std::move(message)};
}

Cell MakeCellOfJson(const JsonValue& value) {
  if (value.kind == JsonValue::Kind::kBoolean) {
    Cell cell;
    cell.span = value.span;
    cell.problem = value.text + " is no cell; write a number, or the blank as 0 or null";
    return cell;
  }
  std::string_view content = value.text;
  if (value.kind == JsonValue::Kind::kNull) content = "";
  content.remove_prefix(std::min(content.find_first_not_of(' '), content.size()));
  content = content.substr(0, content.find_last_not_of(' ') + 1);
  Cell cell = MakeCell(content, value.span);
  if (value.kind != JsonValue::Kind::kNumber) cell.is_number = false;
  return cell;
}

CellRow MakeRow(const JsonValue& list) {
  CellRow row;
  for (const JsonValue& item : list.items) row.cells.push_back(MakeCellOfJson(item));
  row.span =
      row.cells.empty() ? list.span : Span{row.cells.front().span.begin, row.cells.back().span.end};
  return row;
}

bool AllScalar(const JsonValue& list) {
  return std::all_of(list.items.begin(), list.items.end(),
                     [](const JsonValue& item) { return item.is_scalar(); });
}

class JsonBoardReader {
 public:
  JsonBoardReader(const SourceText& text, const DeclaredSize& declared)
      : text_(text), declared_(declared) {}

  Reading Run() {
    const std::string_view scannable = text_.scannable();
    for (std::size_t at = 0; scannable.find_first_not_of(" \n", at) != std::string_view::npos;) {
      auto value = ParseJson(scannable, at);
      if (auto* fault = std::get_if<TextFault>(&value)) {
        reading_.faults.push_back(std::move(*fault));
        break;
      }
      ReadValue(std::get<JsonValue>(value));
    }
    return std::move(reading_);
  }

 private:
  void ReadValue(const JsonValue& value) {
    if (value.kind == JsonValue::Kind::kObject) {
      ReadObject(value);
    } else if (value.kind == JsonValue::Kind::kArray) {
      ReadArray(value);
    } else {
      reading_.faults.push_back(MakeFault(value.span, "a list or an object should stand here"));
    }
  }

  void ReadArray(const JsonValue& value) {
    if (value.items.empty()) {
      reading_.faults.push_back(MakeFault(value.span, "this list is empty"));
      return;
    }
    if (AllScalar(value)) {
      AssembleBoard(text_, {MakeRow(value)}, declared_, reading_);
      return;
    }
    const bool is_board =
        std::all_of(value.items.begin(), value.items.end(), [](const JsonValue& item) {
          return item.kind == JsonValue::Kind::kArray && AllScalar(item);
        });
    if (is_board) {
      std::vector<CellRow> rows;
      for (const JsonValue& item : value.items) rows.push_back(MakeRow(item));
      AssembleBoard(text_, rows, declared_, reading_);
      return;
    }
    for (const JsonValue& item : value.items) ReadValue(item);
  }

  // A side of the board; nothing, and a fault, if it is not a number.
  std::optional<int> ReadSide(const JsonValue& value) {
    const Cell cell = MakeCellOfJson(value);
    if (cell.problem.empty() && !value.text.empty()) return cell.value;
    reading_.faults.push_back(MakeFault(value.span, "a number from 1 to 32 should stand here"));
    return std::nullopt;
  }

  void ReadObject(const JsonValue& object) {
    const JsonValue* rows = nullptr;
    const JsonValue* columns = nullptr;
    const JsonValue* tiles = nullptr;
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      const JsonValue& key = object.keys[i];
      if (key.text == "rows") {
        rows = &object.items[i];
      } else if (key.text == "columns") {
        columns = &object.items[i];
      } else if (key.text == "tiles") {
        tiles = &object.items[i];
      } else {
        reading_.faults.push_back(MakeFault(
            key.span,
            "a board has rows, columns and tiles, but no '" + PrintableText(key.text) + "'"));
      }
    }
    if (tiles == nullptr || tiles->kind != JsonValue::Kind::kArray || !AllScalar(*tiles)) {
      reading_.faults.push_back(
          MakeFault(tiles == nullptr ? object.span : tiles->span,
                    "a board needs \"tiles\": a list of numbers, row by row, 0 for the blank"));
      return;
    }
    DeclaredSize size = declared_;
    if (rows != nullptr && columns != nullptr) {
      size.rows = ReadSide(*rows);
      size.columns = ReadSide(*columns);
      if (!size.rows || !size.columns) return;
      size.by = "the object";
      size.span = rows->span;
    } else if (rows != nullptr || columns != nullptr) {
      reading_.faults.push_back(MakeFault(object.span, "a board needs both rows and columns"));
      return;
    }
    AssembleBoard(text_, {MakeRow(*tiles)}, size, reading_);
  }

  const SourceText& text_;
  const DeclaredSize& declared_;
  Reading reading_;
};

}  // namespace

Reading ReadJsonBoards(const SourceText& text, const DeclaredSize& declared) {
  return JsonBoardReader(text, declared).Run();
}

}  // namespace taquin::client
