#include "tests/support/shortest_length.h"

#include <cstdlib>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace taquin {
namespace {

// A board as text, two characters a cell, so that a hash set can hold it.
using Key = std::u16string;

Key ToKey(const Board& board) { return {board.tiles().begin(), board.tiles().end()}; }

// The boards at one distance from an end, and all boards up to it.
struct Side {
  std::vector<Key> layer;
  std::unordered_set<Key> seen;

  explicit Side(const Board& end) : layer{ToKey(end)}, seen{layer[0]} {}

  void Grow(std::size_t columns) {
    std::vector<Key> next_layer;
    for (Key& key : layer) {
      const std::size_t blank = key.find(u'\0');
      const auto visit = [&](std::size_t cell) {
        std::swap(key[blank], key[cell]);
        if (seen.insert(key).second) next_layer.push_back(key);
        std::swap(key[blank], key[cell]);
      };
      if (blank % columns > 0) visit(blank - 1);
      if (blank % columns + 1 < columns) visit(blank + 1);
      if (blank >= columns) visit(blank - columns);
      if (blank + columns < key.size()) visit(blank + columns);
    }
    layer = std::move(next_layer);
  }
};

}  // namespace

int ShortestLength(const Board& start, const Board& goal) {
  const auto columns = static_cast<std::size_t>(start.shape().columns);
  Side forward(start);
  Side backward(goal);
  // The two layers are on boards at a known distance from each end, so the
  // first time that they share a board the sum is the length.
  for (int length = 0;; ++length) {
    for (const Key& key : forward.layer) {
      if (backward.seen.contains(key)) return length;
    }
    if (forward.layer.empty() || backward.layer.empty()) std::abort();  // Not reachable.
    (forward.layer.size() <= backward.layer.size() ? forward : backward).Grow(columns);
  }
}

}  // namespace taquin
