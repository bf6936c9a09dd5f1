#include "server/wire_values.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "server/wire.h"

namespace taquin::server {
namespace {

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

Shape ShapeOf(const v1::Board& board) { return {.rows = board.rows(), .columns = board.columns()}; }

}  // namespace

std::optional<Board> BoardFromWire(const v1::Board& board, const std::string& field,
                                   std::vector<Fault>& faults) {
  const std::vector<std::int64_t> tiles(board.tiles().begin(), board.tiles().end());
  absl::StatusOr<Board> created = Board::Create(ShapeOf(board), tiles);
  if (created.ok()) return *std::move(created);
  // Only what is wrong is looked at twice.
  const std::vector<Fault> found = Board::Validate(ShapeOf(board), tiles, field);
  faults.insert(faults.end(), found.begin(), found.end());
  return std::nullopt;
}

void BoardToWire(const Board& board, v1::Board* wire) {
  wire->set_rows(board.shape().rows);
  wire->set_columns(board.shape().columns);
  wire->mutable_tiles()->Add(board.tiles().begin(), board.tiles().end());
}

// Directions are one byte here and up to four there, so a message cannot make
// more of them than it has bytes.
Path PathFromWire(const google::protobuf::RepeatedField<int>& moves, const std::string& field,
                  std::vector<Fault>& faults) {
  Path path;
  if (moves.size() > kMaxPathLength) {
    faults.push_back({field, absl::StrCat("has ", moves.size(), " moves; at most ", kMaxPathLength,
                                          " are accepted")});
    return path;
  }
  path.reserve(static_cast<std::size_t>(moves.size()));
  for (const int move : moves) {
    const auto direction = FromWire(kDirectionTable, static_cast<v1::Direction>(move));
    if (!direction.has_value()) {
      faults.push_back(
          {absl::StrCat(field, "[", path.size(), "]"),
           absl::StrCat("is ", move, "; a move is UP (1), DOWN (2), LEFT (3) or RIGHT (4)")});
      return path;
    }
    path.push_back(*direction);
  }
  return path;
}

void PathToWire(const Path& path, google::protobuf::RepeatedField<int>* wire) {
  wire->Reserve(static_cast<int>(path.size()));
  for (const Direction direction : path) wire->Add(ToWire(kDirectionTable, direction));
}

std::optional<Duration> DurationFromWire(const google::protobuf::Duration& wire) {
  constexpr std::int64_t kMostSeconds = 315'576'000'000;  // By the definition of Duration.
  const std::int64_t seconds = wire.seconds();
  const std::int64_t nanos = wire.nanos();
  if (seconds < -kMostSeconds || seconds > kMostSeconds || nanos <= -kNanosPerSecond ||
      nanos >= kNanosPerSecond || (seconds > 0 && nanos < 0) || (seconds < 0 && nanos > 0)) {
    return std::nullopt;
  }
  constexpr std::int64_t kRoom = std::numeric_limits<std::int64_t>::max() / kNanosPerSecond - 1;
  return std::chrono::seconds(std::clamp(seconds, -kRoom, kRoom)) + Duration(nanos);
}

void DurationToWire(Duration duration, google::protobuf::Duration* wire) {
  wire->set_seconds(duration.count() / kNanosPerSecond);
  wire->set_nanos(static_cast<std::int32_t>(duration.count() % kNanosPerSecond));
}

bool IsOffered(Heuristic heuristic, const ServerLimits& limits) {
  return heuristic != Heuristic::kPatternDatabase || limits.makes_pattern_tables;
}

}  // namespace taquin::server
