#include "client/notation/board_reader.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "client/notation/cell.h"
#include "client/notation/json_board.h"
#include "client/notation/source_text.h"

namespace taquin::client {
namespace {

// More lines than the rows of any board: such a text is never one grid.
constexpr std::size_t kMaxGridLines = 64;

// Fewest characters for which a lone token is a board rather than a number.
constexpr std::size_t kMinLoneString = 4;

// A line that holds something.
struct ContentLine {
  std::vector<CellRow> rows;
  // Blank lines stand before it.
  bool after_gap = false;
};

using Lines = std::vector<ContentLine>;
using LineIterator = Lines::const_iterator;

Reading Better(Reading a, Reading b) {
  return b.faults.size() < a.faults.size() ? std::move(b) : std::move(a);
}

std::vector<CellRow> RowsOf(LineIterator begin, LineIterator end) {
  std::vector<CellRow> rows;
  for (auto line = begin; line != end; ++line) {
    rows.insert(rows.end(), line->rows.begin(), line->rows.end());
  }
  return rows;
}

// A line that could state a size: one or two numbers.
bool CouldBeSize(const ContentLine& line) {
  if (line.rows.size() != 1) return false;
  const std::vector<Cell>& cells = line.rows[0].cells;
  if (cells.empty() || cells.size() > 2) return false;  // A lone separator has no cell.
  return std::all_of(cells.begin(), cells.end(),
                     [](const Cell& cell) { return cell.is_number && cell.problem.empty(); });
}

class TextReader {
 public:
  TextReader(const SourceText& text, const ReadOptions& options) : text_(text) {
    declared_.rows = options.rows;
    declared_.columns = options.columns;
    if (options.rows && options.columns) {
      declared_.by = "--rows and --columns";
    } else if (options.rows) {
      declared_.by = "--rows";
    } else if (options.columns) {
      declared_.by = "--columns";
    }
  }

  Reading Run() {
    Lines lines;
    bool gap = false;
    for (const Span& line : text_.lines()) {
      std::vector<CellRow> rows = ScanRows(text_, line);
      if (rows.empty()) {
        gap = true;
        continue;
      }
      lines.push_back({std::move(rows), gap && !lines.empty()});
      gap = false;
    }
    if (lines.empty()) {
      Reading reading;
      reading.faults.push_back({0, 1, "there is no board here: the text is empty"});
      return reading;
    }
    return ReadLines(lines.begin(), lines.end(), true);
  }

 private:
  // Every meaning in turn, until one has no fault.
  Reading ReadLines(LineIterator begin, LineIterator end, bool may_split) const {
    const auto count = static_cast<std::size_t>(end - begin);
    if (count == 1) return ReadOne(RowsOf(begin, end), declared_);
    std::optional<Reading> best;
    const auto consider = [&best](auto read) {
      if (best && best->faults.empty()) return;
      best = best ? Better(std::move(*best), read()) : read();
    };
    const auto as_grid = [&] { return ReadOne(RowsOf(begin, end), declared_); };
    const auto with_size = [&] { return ReadWithSizes(begin, end); };
    const bool could_be_size = CouldBeSize(*begin);
    const bool even = begin->rows[0].cells.size() == (begin + 1)->rows[0].cells.size();
    if (count <= kMaxGridLines) {
      // One or two numbers above longer rows are a size, whatever is wrong below.
      if (could_be_size && !even) {
        consider(with_size);
      } else {
        consider(as_grid);
        if (could_be_size) consider(with_size);
      }
    } else if (could_be_size) {
      consider(with_size);
    }
    if (may_split && count <= kMaxGridLines * kMaxGridLines) {
      const bool any_gap =
          std::any_of(begin + 1, end, [](const ContentLine& line) { return line.after_gap; });
      if (any_gap) consider([&] { return ReadParts(begin, end); });
    }
    consider([&] { return ReadEachLine(begin, end); });
    return std::move(*best);
  }

  // One board, with one character a cell if that fits better.
  Reading ReadOne(const std::vector<CellRow>& rows, const DeclaredSize& declared) const {
    Reading plain;
    AssembleBoard(text_, rows, declared, plain);
    if (plain.faults.empty()) return plain;
    std::vector<CellRow> expanded;
    for (const CellRow& row : rows) {
      std::optional<CellRow> characters = ExpandCompactRow(text_, row);
      if (!characters) return plain;
      expanded.push_back(std::move(*characters));
    }
    Reading compact;
    AssembleBoard(text_, expanded, declared, compact);
    const bool lone_string = rows.size() == 1 && expanded[0].cells.size() >= kMinLoneString;
    return lone_string ? Better(std::move(compact), std::move(plain))
                       : Better(std::move(plain), std::move(compact));
  }

  // Boards, each after a line with its size.
  Reading ReadWithSizes(LineIterator begin, LineIterator end) const {
    Reading reading;
    while (begin != end) {
      const std::vector<Cell>& cells = begin->rows[0].cells;
      DeclaredSize size;
      size.rows = cells.front().value;
      size.columns = cells.back().value;
      size.by = "the size line";
      size.span = begin->rows[0].span;
      const auto first = ++begin;
      if (first == end) {
        reading.faults.push_back({size.span->begin, size.span->end - size.span->begin,
                                  "the rows of this size are missing below it"});
        break;
      }
      // One line may hold all the cells; otherwise there is a line for each row.
      Reading board = ReadOne(RowsOf(first, first + 1), size);
      begin = first + 1;
      if (!board.faults.empty()) {
        begin = first + std::clamp<std::ptrdiff_t>(*size.rows, 1, end - first);
        board = ReadOne(RowsOf(first, begin), size);
      }
      if (begin != end && !(CouldBeSize(*begin) && begin + 1 != end)) {
        // Whatever follows can only be rows too many.
        board = ReadOne(RowsOf(first, end), size);
        begin = end;
      }
      Append(std::move(board), reading);
    }
    return reading;
  }

  // Boards with blank lines between them.
  Reading ReadParts(LineIterator begin, LineIterator end) const {
    Reading reading;
    while (begin != end) {
      const auto next =
          std::find_if(begin + 1, end, [](const ContentLine& line) { return line.after_gap; });
      Append(ReadLines(begin, next, false), reading);
      begin = next;
    }
    return reading;
  }

  Reading ReadEachLine(LineIterator begin, LineIterator end) const {
    Reading reading;
    for (auto line = begin; line != end; ++line) {
      Append(ReadOne(line->rows, declared_), reading);
    }
    return reading;
  }

  static void Append(Reading part, Reading& whole) {
    std::move(part.boards.begin(), part.boards.end(), std::back_inserter(whole.boards));
    std::move(part.faults.begin(), part.faults.end(), std::back_inserter(whole.faults));
  }

  const SourceText& text_;
  DeclaredSize declared_;
};

// What the options say of every board's size.
DeclaredSize SizeOf(const ReadOptions& options) {
  DeclaredSize declared;
  declared.rows = options.rows;
  declared.columns = options.columns;
  if (options.rows || options.columns) declared.by = "--rows or --columns";
  return declared;
}

// Lines of a name and then a board: a square one, where its size is not declared.
Reading ReadInstanceLines(const SourceText& text, const DeclaredSize& declared) {
  Reading reading;
  for (const Span& line : text.lines()) {
    std::vector<CellRow> rows = ScanRows(text, line);
    if (rows.empty()) continue;
    CellRow& row = rows[0];
    if (row.cells.empty()) {
      reading.faults.push_back({row.span.begin, 1, "the instance's name should stand here"});
      continue;
    }
    const Span name = row.cells[0].span;
    row.cells.erase(row.cells.begin());
    if (row.cells.empty()) {
      reading.faults.push_back(
          {name.begin, name.end - name.begin, "the board is missing after the instance's name"});
      continue;
    }
    row.span.begin = row.cells[0].span.begin;
    const std::size_t before = reading.boards.size();
    AssembleBoard(text, rows, declared, reading);
    if (reading.boards.size() > before) {
      reading.boards.back().id =
          std::string(text.scannable().substr(name.begin, name.end - name.begin));
    }
  }
  if (reading.boards.empty() && reading.faults.empty()) {
    reading.faults.push_back({0, 1, "there is no board here: the text is empty"});
  }
  return reading;
}

Reading ReadAny(const SourceText& text, const ReadOptions& options) {
  if (options.instance_lines) return ReadInstanceLines(text, SizeOf(options));
  const std::string_view scannable = text.scannable();
  const std::size_t first = scannable.find_first_not_of(" \n");
  if (first != std::string_view::npos && (scannable[first] == '[' || scannable[first] == '{')) {
    return ReadJsonBoards(text, SizeOf(options));
  }
  return TextReader(text, options).Run();
}

}  // namespace

ReadResult ReadBoards(std::string text, const ReadOptions& options) {
  const SourceText source(std::move(text), options.first_line);
  Reading reading = ReadAny(source, options);
  ReadResult result;
  result.faults = LocateFaults(source, std::move(reading.faults));
  // A text that is wrong anywhere is not used in part.
  if (result.faults.empty()) result.boards = std::move(reading.boards);
  return result;
}

}  // namespace taquin::client
