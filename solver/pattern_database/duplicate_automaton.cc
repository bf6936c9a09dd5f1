#include "solver/pattern_database/duplicate_automaton.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "solver/pattern_database/pattern_index.h"

namespace taquin {
namespace {

using Successors = std::array<std::int32_t, 4>;

// In place of a string's number.
constexpr std::int32_t kDuplicate = -1;
constexpr std::int32_t kOffBoard = -2;
constexpr std::int32_t kTooLong = -3;  // Not a duplicate, but of the full length.

// The strings shorter than `length` that are no duplicates, as a tree: the
// first shape.cells() of them are the empty strings at each blank cell.
struct StringTree {
  std::vector<Successors> children;  // Each string with one more move.
  std::vector<std::int32_t> suffix;  // Each string without its first move.
  std::vector<std::int32_t> parent;
};

// Appends the strings that start at `start`, shorter ones first and those of
// one length in lexicographic order.
// The shape has at most `kMostCells` cells.
template <std::size_t kMostCells>
void AppendStrings(Shape shape, int start, int length, StringTree& tree) {
  using Arrangement = std::array<std::uint8_t, kMostCells>;
  // Where a string of one layer leads.
  struct Reached {
    std::int32_t string;
    int blank;
    Arrangement tiles;
  };
  Reached root = {start, start, {}};
  for (std::uint8_t cell = 0; cell < shape.cells(); ++cell) root.tiles[cell] = cell;
  absl::flat_hash_set<Arrangement> seen = {root.tiles};
  std::vector<Reached> layer = {root};
  for (int moves = 1; moves <= length; ++moves) {
    std::vector<Reached> next_layer;
    for (const Reached& from : layer) {
      for (const Direction direction : kDirections) {
        const auto number = static_cast<std::size_t>(direction);
        std::int32_t child = kOffBoard;
        if (const std::optional<int> blank = shape.Neighbor(from.blank, direction)) {
          Reached to = {0, *blank, from.tiles};
          std::swap(to.tiles[static_cast<std::size_t>(from.blank)],
                    to.tiles[static_cast<std::size_t>(*blank)]);
          child = kDuplicate;
          if (seen.insert(to.tiles).second) {
            child = kTooLong;
            if (moves < length) {
              child = static_cast<std::int32_t>(tree.children.size());
              tree.children.push_back({kDuplicate, kDuplicate, kDuplicate, kDuplicate});
              tree.parent.push_back(from.string);
              to.string = child;
              next_layer.push_back(to);
            }
          }
        }
        tree.children[static_cast<std::size_t>(from.string)][number] = child;
      }
    }
    layer = std::move(next_layer);
  }
}

StringTree MakeStringTree(Shape shape, int length) {
  StringTree tree;
  const auto cells = static_cast<std::size_t>(shape.cells());
  tree.children.assign(cells, {kDuplicate, kDuplicate, kDuplicate, kDuplicate});
  tree.parent.assign(cells, -1);
  for (int cell = 0; cell < shape.cells(); ++cell) {
    if (shape.cells() <= kMaxNarrowCells) {
      AppendStrings<kMaxNarrowCells>(shape, cell, length, tree);
    } else {
      AppendStrings<kMaxTableCells>(shape, cell, length, tree);
    }
  }
  // A string without its first move is no duplicate either. Parents come
  // before their children, but the tree of another cell may come later: links
  // are set from the roots of all trees outwards.
  tree.suffix.assign(tree.children.size(), -1);
  std::vector<std::int32_t> layer(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) layer[cell] = static_cast<std::int32_t>(cell);
  while (!layer.empty()) {
    std::vector<std::int32_t> next_layer;
    for (const std::int32_t from : layer) {
      for (std::size_t i = 0; i < 4; ++i) {
        const std::int32_t child = tree.children[static_cast<std::size_t>(from)][i];
        if (child < 0) continue;
        const std::int32_t suffix = tree.suffix[static_cast<std::size_t>(from)];
        tree.suffix[static_cast<std::size_t>(child)] =
            suffix < 0 ? *shape.Neighbor(from, kDirections[i])
                       : tree.children[static_cast<std::size_t>(suffix)][i];
        next_layer.push_back(child);
      }
    }
    layer = std::move(next_layer);
  }
  return tree;
}

// The strings that some duplicate without a smaller duplicate in it starts
// with, and the empty ones: what has to be remembered of a path is the longest
// of them that it ends in.
std::vector<std::int32_t> LongestRemembered(const StringTree& tree, std::size_t cells) {
  const std::size_t count = tree.children.size();
  std::vector<bool> remembered(count, false);
  for (std::size_t string = count; string-- > 0;) {
    const std::int32_t suffix = tree.suffix[string];
    bool keep = remembered[string] || string < cells;
    for (std::size_t i = 0; i < 4 && !keep; ++i) {
      keep = tree.children[string][i] == kDuplicate &&
             tree.children[static_cast<std::size_t>(suffix)][i] != kDuplicate;
    }
    remembered[string] = keep;
    // Children come after their parents, so that parents are still to be met.
    if (keep && string >= cells) remembered[static_cast<std::size_t>(tree.parent[string])] = true;
  }
  std::vector<std::int32_t> longest(count);
  for (std::size_t string = 0; string < count; ++string) {
    auto at = static_cast<std::int32_t>(string);
    while (!remembered[static_cast<std::size_t>(at)]) {
      at = tree.suffix[static_cast<std::size_t>(at)];
    }
    longest[string] = at;
  }
  return longest;
}

}  // namespace

DuplicateAutomaton::DuplicateAutomaton(Shape shape, int length) : length_(length) {
  while (!Build(shape, length_)) --length_;
}

bool DuplicateAutomaton::Build(Shape shape, int length) {
  const auto cells = static_cast<std::size_t>(shape.cells());
  const StringTree tree = MakeStringTree(shape, length);
  const std::vector<std::int32_t> longest = LongestRemembered(tree, cells);

  // Two states are one if no string tells them apart: classes are split until
  // the successors of a class agree (Moore, 1956). States of one class keep
  // one blank cell, as they start with a class for each.
  std::vector<std::int32_t> class_of(tree.children.size(), -1);
  std::vector<std::int32_t> strings;
  std::vector<Successors> successors;
  {
    std::vector<std::int32_t> blank(tree.children.size());
    for (std::size_t string = 0; string < blank.size(); ++string) {
      // The blank is where it is after any suffix; the suffixes end at a root.
      auto at = static_cast<std::int32_t>(string);
      while (static_cast<std::size_t>(at) >= cells) at = tree.suffix[static_cast<std::size_t>(at)];
      blank[string] = at;
    }
    for (std::size_t string = 0; string < tree.children.size(); ++string) {
      if (longest[string] != static_cast<std::int32_t>(string)) continue;
      Successors next;
      for (std::size_t i = 0; i < 4; ++i) {
        std::int32_t child = tree.children[string][i];
        if (child == kTooLong) {
          child = tree.suffix[string] < 0
                      ? *shape.Neighbor(static_cast<int>(string), kDirections[i])
                      : tree.children[static_cast<std::size_t>(tree.suffix[string])][i];
        }
        next[i] = child < 0 ? -1 : longest[static_cast<std::size_t>(child)];
      }
      strings.push_back(static_cast<std::int32_t>(string));
      successors.push_back(next);
      class_of[string] = blank[string];
    }
  }
  std::size_t classes = 0;
  for (;;) {
    absl::flat_hash_map<std::array<std::int32_t, 5>, std::int32_t> numbers;
    std::vector<std::int32_t> split(class_of.size(), -1);
    for (std::size_t i = 0; i < strings.size(); ++i) {
      const auto string = static_cast<std::size_t>(strings[i]);
      std::array<std::int32_t, 5> signature = {class_of[string], -1, -1, -1, -1};
      for (std::size_t j = 0; j < 4; ++j) {
        if (successors[i][j] >= 0) {
          signature[j + 1] = class_of[static_cast<std::size_t>(successors[i][j])];
        }
      }
      split[string] =
          numbers.try_emplace(signature, static_cast<std::int32_t>(numbers.size())).first->second;
    }
    class_of = std::move(split);
    if (numbers.size() == classes) break;
    classes = numbers.size();
  }
  if (classes >= std::numeric_limits<State>::max() && length > 1) return false;

  const auto state = [&](std::int32_t string) {
    return string < 0 ? kPruned
                      : static_cast<State>(class_of[static_cast<std::size_t>(string)] + 1);
  };
  transitions_.assign(classes + 1, {kPruned, kPruned, kPruned, kPruned});
  for (std::size_t i = 0; i < strings.size(); ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      transitions_[state(strings[i])][j] = state(successors[i][j]);
    }
  }
  starts_.clear();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    starts_.push_back(state(static_cast<std::int32_t>(cell)));
  }
  return true;
}

}  // namespace taquin
