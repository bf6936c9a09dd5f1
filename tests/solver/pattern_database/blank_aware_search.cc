#include "tests/solver/pattern_database/blank_aware_search.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace taquin {

std::map<PatternPlaces, int> PatternDistances(Shape shape, CellSet pattern, int goal_blank) {
  PatternPlaces goal = {goal_blank};
  for (int label = 0; label < shape.cells(); ++label) {
    if ((pattern & CellBit(label)) != 0) goal.push_back(label);
  }
  // Dijkstra with moves of cost 0 and 1: a queue with two ends keeps the order.
  std::map<PatternPlaces, int> distances = {{goal, 0}};
  std::deque<std::pair<PatternPlaces, int>> queue = {{goal, 0}};
  while (!queue.empty()) {
    const auto [places, distance] = queue.front();
    queue.pop_front();
    if (distances.at(places) != distance) continue;
    for (const Direction direction : kDirections) {
      const std::optional<int> to = shape.Neighbor(places[0], direction);
      if (!to) continue;
      PatternPlaces next = places;
      const auto tile = std::find(next.begin() + 1, next.end(), *to);
      const int cost = tile == next.end() ? 0 : 1;
      if (cost == 1) *tile = places[0];
      next[0] = *to;
      const auto [known, is_new] = distances.try_emplace(next, distance + cost);
      if (!is_new && known->second <= distance + cost) continue;
      known->second = distance + cost;
      if (cost == 0) {
        queue.emplace_front(std::move(next), distance);
      } else {
        queue.emplace_back(std::move(next), distance + 1);
      }
    }
  }
  return distances;
}

std::vector<std::uint8_t> Arrange(Shape shape, CellSet pattern, int goal_blank,
                                  const PatternPlaces& places) {
  const auto cells = static_cast<std::size_t>(shape.cells());
  constexpr std::uint8_t kOther = 255;
  std::vector<std::uint8_t> labels(cells, kOther);
  labels[static_cast<std::size_t>(places[0])] = static_cast<std::uint8_t>(goal_blank);
  std::size_t tile = 1;
  std::vector<std::uint8_t> others;
  for (int label = 0; label < shape.cells(); ++label) {
    if ((pattern & CellBit(label)) != 0) {
      labels[static_cast<std::size_t>(places[tile++])] = static_cast<std::uint8_t>(label);
    } else if (label != goal_blank) {
      others.push_back(static_cast<std::uint8_t>(label));
    }
  }
  for (std::uint8_t& label : labels) {
    if (label != kOther) continue;
    label = others.back();
    others.pop_back();
  }
  return labels;
}

}  // namespace taquin
