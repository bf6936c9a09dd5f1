#include "solver/board.h"

#include <cstdlib>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace taquin {
namespace {

// Enough to mend a request by hand; a board of a thousand faults is not listed
// whole.
constexpr std::size_t kMaxListed = 16;

std::string Listed(const std::vector<std::string>& items) {
  if (items.size() <= kMaxListed) return absl::StrJoin(items, ", ");
  return absl::StrCat(absl::StrJoin(items.begin(), items.begin() + kMaxListed, ", "), " and ",
                      items.size() - kMaxListed, " more");
}

}  // namespace

std::optional<int> Shape::Neighbor(int cell, Direction direction) const {
  switch (direction) {
    case Direction::kUp:
      if (cell < columns) return std::nullopt;
      return cell - columns;
    case Direction::kDown:
      if (cell + columns >= cells()) return std::nullopt;
      return cell + columns;
    case Direction::kLeft:
      if (cell % columns == 0) return std::nullopt;
      return cell - 1;
    case Direction::kRight:
      if (cell % columns == columns - 1) return std::nullopt;
      return cell + 1;
  }
  return std::nullopt;
}

int Shape::Distance(int cell, int other) const {
  return std::abs(cell / columns - other / columns) + std::abs(cell % columns - other % columns);
}

std::vector<Fault> Board::Validate(Shape shape, absl::Span<const std::int64_t> tiles,
                                   const std::string& field) {
  std::vector<Fault> faults;
  for (const auto& [side, name] : {std::pair(shape.rows, "rows"), {shape.columns, "columns"}}) {
    if (side < 1 || side > kMaxSide) {
      faults.push_back({absl::StrCat(field, ".", name),
                        absl::StrCat("is ", side, "; a board has 1 to ", kMaxSide, " ", name)});
    }
  }
  if (!faults.empty()) return faults;
  const int cells = shape.cells();
  if (cells < 2) {
    faults.push_back(
        {absl::StrCat(field, ".rows"), "1 x 1 is too small; a board has at least 2 cells"});
    return faults;
  }
  const auto add_tiles_fault = [&faults, &field](std::string description) {
    faults.push_back({absl::StrCat(field, ".tiles"), std::move(description)});
  };
  if (tiles.size() != static_cast<std::size_t>(cells)) {
    add_tiles_fault(absl::StrCat("has ", tiles.size(), " numbers; a board of ", shape.rows, " x ",
                                 shape.columns, " has ", cells));
  }
  std::vector<int> seen_at(static_cast<std::size_t>(cells), -1);
  std::vector<std::string> out_of_range;
  std::vector<std::string> repeated;
  std::vector<std::string> missing;
  // Past the first few thousand numbers the count is what is wrong.
  for (std::size_t i = 0; i < tiles.size() && i < 2 * kMaxCells; ++i) {
    const std::int64_t tile = tiles[i];
    if (tile < 0 || tile >= cells) {
      out_of_range.push_back(absl::StrCat(tile, " at index ", i));
      continue;
    }
    int& first = seen_at[static_cast<std::size_t>(tile)];
    if (first >= 0) {
      repeated.push_back(absl::StrCat(tile, " at index ", i, " (first at ", first, ")"));
    } else {
      first = static_cast<int>(i);
    }
  }
  for (int tile = 0; tile < cells; ++tile) {
    if (seen_at[static_cast<std::size_t>(tile)] < 0) {
      missing.push_back(tile == 0 ? "0 (the blank)" : absl::StrCat(tile));
    }
  }
  if (!out_of_range.empty()) {
    add_tiles_fault(absl::StrCat("out of range: ", Listed(out_of_range), "; a board of ",
                                 shape.rows, " x ", shape.columns, " has 0 (the blank) and 1 to ",
                                 cells - 1));
  }
  if (!repeated.empty()) {
    add_tiles_fault(absl::StrCat("repeated: ", Listed(repeated)));
  }
  if (!missing.empty()) {
    add_tiles_fault(absl::StrCat("missing: ", Listed(missing)));
  }
  return faults;
}

absl::StatusOr<Board> Board::Create(Shape shape, absl::Span<const std::int64_t> tiles) {
  const std::vector<Fault> faults = Validate(shape, tiles, "board");
  if (!faults.empty()) {
    return absl::InvalidArgumentError(
        absl::StrJoin(faults, "; ", [](std::string* out, const Fault& fault) {
          absl::StrAppend(out, fault.field, " ", fault.description);
        }));
  }
  return Board(shape, std::vector<std::uint16_t>(tiles.begin(), tiles.end()));
}

Board::Board(Shape shape, std::vector<std::uint16_t> tiles)
    : shape_(shape), tiles_(std::move(tiles)), blank_(0) {
  while (tiles_[static_cast<std::size_t>(blank_)] != 0) ++blank_;
}

std::vector<std::uint16_t> Board::CellsByTile() const {
  std::vector<std::uint16_t> cells_by_tile(tiles_.size());
  for (std::size_t cell = 0; cell < tiles_.size(); ++cell) {
    cells_by_tile[tiles_[cell]] = static_cast<std::uint16_t>(cell);
  }
  return cells_by_tile;
}

bool Board::Move(Direction direction) {
  const std::optional<int> next = shape_.Neighbor(blank_, direction);
  if (!next.has_value()) return false;
  std::swap(tiles_[static_cast<std::size_t>(blank_)], tiles_[static_cast<std::size_t>(*next)]);
  blank_ = *next;
  return true;
}

std::string Board::ToString() const {
  std::string text;
  for (int cell = 0; cell < cells(); ++cell) {
    if (cell > 0) absl::StrAppend(&text, cell % shape_.columns == 0 ? " / " : " ");
    absl::StrAppend(&text, tile(cell));
  }
  return text;
}

}  // namespace taquin
