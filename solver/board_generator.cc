#include "solver/board_generator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "solver/path.h"
#include "solver/reachability.h"
#include "solver/search_factory.h"
#include "solver/solve_options.h"

namespace taquin {
namespace {

static_assert(kMaxLayeredCells == OptimalLengthLayers::kMaxCells);

// What keeps a walk that ends too near the goal from falling short again: each
// move changes the distance by one, most of them away from the goal.
constexpr int kMovesForEachMissing = 2;

// Always the same search, so that a seed's boards depend on no table that
// happens to be there.
SolveOptions SearchOptions() {
  SolveOptions options;
  options.algorithm = Algorithm::kIdaStar;
  options.heuristic = Heuristic::kLinearConflict;
  return options;
}

}  // namespace

BoardGenerator::BoardGenerator(Board goal, const BoardDraw& draw, const TableRegistry& tables,
                               const OptimalLengthTables& lengths)
    : goal_(std::move(goal)),
      draw_(draw),
      tables_(tables),
      lengths_(lengths),
      random_(draw.seed, static_cast<std::uint64_t>(draw.first_index)) {
  boards_.reserve(static_cast<std::size_t>(draw.count));
}

bool BoardGenerator::Advance(std::int64_t budget) {
  const auto wanted = static_cast<std::size_t>(draw_.count);
  while (boards_.size() < wanted && budget > 0) {
    std::optional<Board> board = Draw(budget);
    if (!board.has_value()) return false;
    boards_.push_back(*std::move(board));
    random_ =
        RandomSource(draw_.seed, static_cast<std::uint64_t>(draw_.first_index) + boards_.size());
  }
  return boards_.size() == wanted;
}

std::optional<Board> BoardGenerator::Draw(std::int64_t& budget) {
  // A cell takes about as long as a node.
  const int cells = goal_.cells();
  if (draw_.walk_length.has_value()) return DrawByWalk(budget);
  if (!draw_.optimal_length.has_value()) {
    budget -= cells;
    return DrawUniform();
  }
  if (IsLine(goal_.shape())) {
    budget -= cells;
    return DrawOnLine(*draw_.optimal_length);
  }
  if (OptimalLengthTables::Serves(goal_.shape())) {
    budget -= cells;
    return DrawOfLength(*draw_.optimal_length);
  }
  return DrawByWalk(budget);
}

Board BoardGenerator::DrawUniform() {
  std::vector<std::int64_t> tiles(goal_.tiles().begin(), goal_.tiles().end());
  if (IsLine(goal_.shape())) {
    // Tiles never pass each other: the blank's cell is all that differs.
    std::erase(tiles, 0);
    tiles.insert(tiles.begin() + static_cast<std::ptrdiff_t>(random_.Below(tiles.size() + 1)), 0);
    return MakeBoard(tiles);
  }
  random_.Shuffle(tiles);
  Board board = MakeBoard(tiles);
  if (CheckReachability(board, goal_) == Reachability::kReachable) return board;
  // Exchanging two tiles makes an even arrangement of each odd one, and the
  // other way round.
  const std::size_t first = tiles[0] == 0 ? 1 : 0;
  const std::size_t second = tiles[first + 1] == 0 ? first + 2 : first + 1;
  std::swap(tiles[first], tiles[second]);
  return MakeBoard(tiles);
}

Board BoardGenerator::DrawOnLine(int length) {
  const int blank = goal_.blank();
  std::vector<int> cells;
  if (blank - length >= 0) cells.push_back(blank - length);
  if (length > 0 && blank + length < goal_.cells()) cells.push_back(blank + length);
  std::vector<std::int64_t> tiles(goal_.tiles().begin(), goal_.tiles().end());
  std::erase(tiles, 0);
  tiles.insert(tiles.begin() + cells[static_cast<std::size_t>(random_.Below(cells.size()))], 0);
  return MakeBoard(tiles);
}

Board BoardGenerator::DrawOfLength(int length) {
  const Shape shape = goal_.shape();
  const std::size_t count = lengths_.Count(shape, goal_.blank(), length);
  const std::vector<std::uint16_t> labels =
      lengths_.Labels(shape, goal_.blank(), length, static_cast<std::size_t>(random_.Below(count)));
  // A label is the goal cell of its tile.
  std::vector<std::int64_t> tiles;
  tiles.reserve(labels.size());
  for (const std::uint16_t label : labels) tiles.push_back(goal_.tile(label));
  return MakeBoard(tiles);
}

std::optional<Board> BoardGenerator::DrawByWalk(std::int64_t& budget) {
  if (!walk_.has_value()) {
    walk_ = Walk{.board = goal_,
                 .last = std::nullopt,
                 .moves_left = draw_.walk_length.value_or(draw_.optimal_length.value_or(0))};
    budget -= goal_.cells();
  }
  while (true) {
    WalkOn(budget);
    if (walk_->moves_left > 0) return std::nullopt;
    if (draw_.walk_length.has_value()) break;
    if (search_ == nullptr) {
      search_ = *CreateSearch({.start = walk_->board, .goal = goal_}, SearchOptions(), tables_);
    }
    if (!SearchOn(budget)) return std::nullopt;
    const Path path = *search_->result().path;
    search_.reset();
    const int excess = static_cast<int>(path.size()) - *draw_.optimal_length;
    if (excess >= 0) {
      // Each move of a shortest path leaves one move less to go.
      for (int move = 0; move < excess; ++move) {
        walk_->board.Move(path[static_cast<std::size_t>(move)]);
      }
      break;
    }
    walk_->moves_left = -excess * kMovesForEachMissing;
  }
  Board board = std::move(walk_->board);
  walk_.reset();
  return board;
}

bool BoardGenerator::SearchOn(std::int64_t& budget) {
  while (budget > 0) {
    const std::int64_t expanded_before = search_->progress().counters.expanded;
    const SearchState state = search_->Advance(budget);
    const std::int64_t expanded = search_->progress().counters.expanded - expanded_before;
    budget -= std::max<std::int64_t>(expanded, 1);
    if (state == SearchState::kFinished) return true;
  }
  return false;
}

void BoardGenerator::WalkOn(std::int64_t& budget) {
  Walk& walk = *walk_;
  const Shape shape = goal_.shape();
  for (; walk.moves_left > 0 && budget > 0; --walk.moves_left, --budget) {
    std::array<Direction, 4> moves;
    std::size_t count = 0;
    for (const Direction direction : kDirections) {
      if (walk.last.has_value() && direction == Opposite(*walk.last)) continue;
      if (shape.Neighbor(walk.board.blank(), direction).has_value()) moves[count++] = direction;
    }
    // At the end of a line.
    if (count == 0) moves[count++] = Opposite(*walk.last);
    walk.last = moves[static_cast<std::size_t>(random_.Below(count))];
    walk.board.Move(*walk.last);
  }
}

Board BoardGenerator::MakeBoard(const std::vector<std::int64_t>& tiles) const {
  return *Board::Create(goal_.shape(), tiles);
}

}  // namespace taquin
