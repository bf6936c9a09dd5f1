#include "client/notation/board_assembly.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace taquin::client {
namespace {

// The sides that the wire format has room for (see Board in board.proto).
constexpr int kMaxSide = 32;

struct Size {
  int rows = 0;
  int columns = 0;
  int cells() const { return rows * columns; }
};

std::string ToString(Size size) {
  return std::to_string(size.rows) + "x" + std::to_string(size.columns);
}

std::string Counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// Collects the faults of one board.
class Assembly {
 public:
  Assembly(const SourceText& text, const std::vector<CellRow>& rows, const DeclaredSize& declared,
           Reading& reading)
      : text_(text), rows_(rows), declared_(declared), reading_(reading) {
    for (const CellRow& row : rows) cell_count_ += row.cells.size();
  }

  void Run() {
    const std::size_t faults_before = reading_.faults.size();
    const std::optional<Size> size = FindSize();
    if (size) CheckLayout(*size);
    CheckCells(size);
    if (reading_.faults.size() == faults_before) AddBoard(*size);
  }

 private:
  void AddFault(Span span, std::string message) {
    reading_.faults.push_back(
        {span.begin, std::max<std::size_t>(span.end - span.begin, 1), std::move(message)});
  }

  Span End() const { return {rows_.back().span.end, rows_.back().span.end}; }

  // The number of cells that most rows have; of two, the larger.
  int CommonRowLength() const {
    std::map<std::size_t, int> frequency;
    for (const CellRow& row : rows_) ++frequency[row.cells.size()];
    const auto most =
        std::max_element(frequency.begin(), frequency.end(),
                         [](const auto& a, const auto& b) { return a.second <= b.second; });
    return static_cast<int>(most->first);
  }

  // The size to judge the cells by; nothing, and a fault, if none can be told.
  std::optional<Size> FindSize() {
    const int count = static_cast<int>(cell_count_);
    const bool several_rows = rows_.size() > 1;
    Size size;
    if (declared_.rows && declared_.columns) {
      size = {*declared_.rows, *declared_.columns};
    } else if (declared_.columns) {
      const int columns = std::clamp(*declared_.columns, 1, kMaxSide);
      size = {several_rows ? static_cast<int>(rows_.size()) : (count + columns - 1) / columns,
              *declared_.columns};
    } else if (declared_.rows) {
      const int rows = std::clamp(*declared_.rows, 1, kMaxSide);
      size = {*declared_.rows, several_rows ? CommonRowLength() : (count + rows - 1) / rows};
    } else if (several_rows) {
      size = {static_cast<int>(rows_.size()), CommonRowLength()};
    } else {
      const int side = static_cast<int>(std::lround(std::sqrt(count)));
      if (count == 1 && rows_[0].cells[0].is_number) {
        const std::string number = std::to_string(rows_[0].cells[0].value);
        AddFault(rows_[0].span, "one number is no board; if " + number +
                                    " is a size, its rows are missing below it");
        return std::nullopt;
      }
      if (side * side != count || count < 2) {
        AddFault(rows_[0].span,
                 Counted(cell_count_, "cell") +
                     " in one row: not a square, so part the rows with / or lines, or give "
                     "--columns or --rows");
        return std::nullopt;
      }
      size = {side, side};
    }
    if (size.rows < 1 || size.columns < 1 || size.rows > kMaxSide || size.columns > kMaxSide ||
        size.cells() < 2) {
      AddFault(declared_.span.value_or(rows_[0].span),
               "a board of " + ToString(size) +
                   ": it must have 1 to 32 rows and columns, and at least 2 cells");
      return std::nullopt;
    }
    return size;
  }

  std::string Expectation(Size size) const {
    return declared_.by.empty() ? "a " + ToString(size) + " board has"
                                : declared_.by + " says " + ToString(size) + ", which has";
  }

  void CheckLayout(Size size) {
    if (rows_.size() == 1) {
      const CellRow& row = rows_[0];
      const auto cells = static_cast<std::size_t>(size.cells());
      if (row.cells.size() == cells) return;
      const Span span =
          row.cells.size() > cells ? Span{row.cells[cells].span.begin, row.span.end} : End();
      AddFault(span, Counted(row.cells.size(), "cell") + ", but " + Expectation(size) + " " +
                         std::to_string(cells));
      return;
    }
    if (rows_.size() != static_cast<std::size_t>(size.rows)) {
      const auto rows = static_cast<std::size_t>(size.rows);
      AddFault(rows_.size() > rows ? rows_[rows].span : End(), Counted(rows_.size(), "row") +
                                                                   ", but " + Expectation(size) +
                                                                   " " + std::to_string(size.rows));
    }
    const auto columns = static_cast<std::size_t>(size.columns);
    const std::size_t common = rows_[0].cells.size();
    if (common != columns && std::all_of(rows_.begin(), rows_.end(), [common](const CellRow& row) {
          return row.cells.size() == common;
        })) {
      AddFault({rows_[0].span.end, rows_[0].span.end}, "every row has " + Counted(common, "cell") +
                                                           ", but " + declared_.by + " says " +
                                                           std::to_string(columns));
      return;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const CellRow& row = rows_[i];
      if (row.cells.size() == columns) continue;
      const bool is_short = row.cells.size() < columns;
      AddFault(is_short ? Span{row.span.end, row.span.end}
                        : Span{row.cells[columns].span.begin, row.span.end},
               "row " + std::to_string(i + 1) + " is " + (is_short ? "short" : "long") + ": " +
                   Counted(row.cells.size(), "cell") + ", but " +
                   (declared_.columns ? declared_.by + " says" : std::string("most rows have")) +
                   " " + std::to_string(columns));
    }
  }

  // What each cell holds: readable, in range, not there before; and what no
  // cell holds. Without a size only the first and the third.
  void CheckCells(const std::optional<Size>& size) {
    std::map<int, std::size_t> first_offset;
    for (const CellRow& row : rows_) {
      for (const Cell& cell : row.cells) {
        if (!cell.problem.empty()) {
          AddFault(cell.span, cell.problem);
        } else if (size && cell.value >= size->cells()) {
          AddFault(cell.span, std::to_string(cell.value) + " is out of range: a " +
                                  ToString(*size) + " board has the tiles 1 to " +
                                  std::to_string(size->cells() - 1) + " and a blank");
        } else if (const auto [first, fresh] = first_offset.emplace(cell.value, cell.span.begin);
                   !fresh) {
          const Position place = text_.Locate(first->second);
          AddFault(cell.span, (cell.value == 0 ? std::string("the blank")
                                               : "tile " + std::to_string(cell.value)) +
                                  " is repeated: it is at " + std::to_string(place.line) + ":" +
                                  std::to_string(place.column) + " already");
        }
      }
    }
    if (!size) return;
    std::vector<int> missing;
    for (int value = 0; value < size->cells(); ++value) {
      if (!first_offset.contains(value)) missing.push_back(value);
    }
    if (!missing.empty()) AddFault(End(), DescribeMissing(missing));
  }

  static std::string DescribeMissing(const std::vector<int>& missing) {
    constexpr std::size_t kMostNamed = 12;
    std::string names;
    std::size_t named = 0;
    for (const int value : missing) {
      if (named == kMostNamed) break;
      if (named > 0) names += ", ";
      names += value == 0 ? "the blank (0, x, _ or .)" : "tile " + std::to_string(value);
      ++named;
    }
    if (named < missing.size()) {
      names += " and " + std::to_string(missing.size() - named) + " more";
    }
    return "missing: " + names;
  }

  void AddBoard(Size size) {
    ReadBoard& read = reading_.boards.emplace_back();
    read.board.set_rows(size.rows);
    read.board.set_columns(size.columns);
    for (const CellRow& row : rows_) {
      for (const Cell& cell : row.cells) read.board.add_tiles(cell.value);
    }
    read.line = text_.Locate(rows_[0].span.begin).line;
  }

  const SourceText& text_;
  const std::vector<CellRow>& rows_;
  const DeclaredSize& declared_;
  Reading& reading_;
  std::size_t cell_count_ = 0;
};

}  // namespace

void AssembleBoard(const SourceText& text, const std::vector<CellRow>& rows,
                   const DeclaredSize& declared, Reading& reading) {
  Assembly(text, rows, declared, reading).Run();
}

}  // namespace taquin::client
