#include "client/notation/moves.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

#include "client/notation/board_writer.h"
#include "client/notation/path_replay.h"
#include "client/notation/source_text.h"

namespace taquin::client {
namespace {

// More moves than a path may have on the wire (see VerifyRequest.moves).
constexpr int kMaxRun = 1'000'000;

constexpr std::string_view kDirectionPrefix = "DIRECTION_";

char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<v1::Direction> DirectionOfLetter(char c) {
  switch (Upper(c)) {
    case 'U':
      return v1::DIRECTION_UP;
    case 'D':
      return v1::DIRECTION_DOWN;
    case 'L':
      return v1::DIRECTION_LEFT;
    case 'R':
      return v1::DIRECTION_RIGHT;
    default:
      return std::nullopt;
  }
}

std::optional<v1::Direction> DirectionOfWord(std::string_view word) {
  std::string upper(word);
  std::transform(upper.begin(), upper.end(), upper.begin(), Upper);
  std::string_view name = upper;
  if (name.starts_with(kDirectionPrefix)) name.remove_prefix(kDirectionPrefix.size());
  for (const v1::Direction direction :
       {v1::DIRECTION_UP, v1::DIRECTION_DOWN, v1::DIRECTION_LEFT, v1::DIRECTION_RIGHT}) {
    if (name == DirectionWord(direction)) return direction;
  }
  return std::nullopt;
}

// Appends `count` moves, up to one more than any path may have.
void AppendRun(Moves& moves, v1::Direction direction, int count) {
  constexpr std::size_t kMost = std::size_t{kMaxRun} + 1;
  const std::size_t room = kMost - std::min(moves.size(), kMost);
  moves.insert(moves.end(), std::min(room, static_cast<std::size_t>(count)), direction);
}

class MovesReader {
 public:
  MovesReader(std::string text, const v1::Board& start) : text_(std::move(text)), replay_(start) {}

  ReadMovesResult Run() {
    constexpr std::string_view kSeparators = " ,;\n\"'[]";
    const std::string_view scannable = text_.scannable();
    for (std::size_t i = 0; i < scannable.size();) {
      if (kSeparators.find(scannable[i]) != std::string_view::npos) {
        ++i;
        continue;
      }
      const std::size_t end = std::min(scannable.find_first_of(kSeparators, i), scannable.size());
      ReadToken({i, end});
      i = end;
    }
    result_.only_directions = any_direction_ && !any_number_;
    if (any_direction_ && any_number_) {
      faults_.push_back({0, 1, "directions and tile numbers are mixed; write one of them"});
    }
    result_.faults = LocateFaults(text_, std::move(faults_));
    return std::move(result_);
  }

 private:
  void AddFault(Span span, std::string message) {
    faults_.push_back({span.begin, span.end - span.begin, std::move(message)});
  }

  void ReadToken(Span span) {
    const std::string_view token = text_.scannable().substr(span.begin, span.end - span.begin);
    if (std::all_of(token.begin(), token.end(), IsDigit)) {
      any_number_ = true;
      ReadTile(token, span);
      return;
    }
    any_direction_ = true;
    if (const auto direction = DirectionOfWord(token)) {
      AppendRun(result_.moves, *direction, 1);
      return;
    }
    ReadLetters(token, span);
  }

  void ReadTile(std::string_view token, Span span) {
    int tile = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), tile);
    const auto direction =
        error == std::errc() && tile != 0 ? replay_.DirectionTo(tile) : std::nullopt;
    if (!direction) {
      AddFault(span, "tile " + PrintableText(token) + " is not beside the blank after move " +
                         std::to_string(result_.moves.size()));
      return;
    }
    replay_.Move(*direction);
    AppendRun(result_.moves, *direction, 1);
  }

  // Letters, each with the number of its repeats after it or not.
  void ReadLetters(std::string_view token, Span span) {
    for (std::size_t i = 0; i < token.size();) {
      const auto direction = DirectionOfLetter(token[i]);
      if (!direction) {
        const std::size_t length = CharacterLength(token, i);
        AddFault({span.begin + i, span.begin + i + length},
                 "'" + PrintableText(token.substr(i, length)) +
                     "' is no move; write U, D, L, R, words, or tile numbers");
        return;
      }
      std::size_t end = i + 1;
      while (end < token.size() && IsDigit(token[end])) ++end;
      int count = 1;
      if (end > i + 1) {
        const auto [stop, error] = std::from_chars(token.data() + i + 1, token.data() + end, count);
        if (error != std::errc() || count < 1 || count > kMaxRun) {
          AddFault({span.begin + i + 1, span.begin + end},
                   "a move is repeated 1 to " + std::to_string(kMaxRun) + " times");
          return;
        }
      }
      AppendRun(result_.moves, *direction, count);
      i = end;
    }
  }

  SourceText text_;
  PathReplay replay_;
  ReadMovesResult result_;
  std::vector<TextFault> faults_;
  bool any_direction_ = false;
  bool any_number_ = false;
};

std::string FormatTileNumbers(const v1::Board& start, const Moves& moves) {
  PathReplay replay(start);
  std::string result;
  for (const v1::Direction move : moves) {
    if (!result.empty()) result += ' ';
    result += std::to_string(replay.Move(move).value_or(0));
  }
  return result;
}

std::string FormatBoards(const v1::Board& start, const Moves& moves) {
  PathReplay replay(start);
  std::string result = FormatBoardLine(start);
  for (const v1::Direction move : moves) {
    replay.Move(move);
    result += '\n';
    result += FormatBoardLine(replay.board());
  }
  return result;
}

std::string FormatWords(const Moves& moves) {
  std::string result;
  for (const v1::Direction move : moves) {
    if (!result.empty()) result += ' ';
    for (const char c : DirectionWord(move)) result += static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string FormatRunLength(const Moves& moves) {
  std::string result;
  for (auto move = moves.begin(); move != moves.end();) {
    const auto end =
        std::find_if(move, moves.end(), [move](v1::Direction other) { return other != *move; });
    result += DirectionWord(*move)[0];
    if (end - move > 1) result += std::to_string(end - move);
    move = end;
  }
  return result;
}

}  // namespace

Moves MovesOf(const v1::SolveResult& result) {
  Moves moves;
  moves.reserve(static_cast<std::size_t>(result.moves_size()));
  for (const int move : result.moves()) moves.push_back(static_cast<v1::Direction>(move));
  return moves;
}

v1::Direction Opposite(v1::Direction direction) {
  switch (direction) {
    case v1::DIRECTION_UP:
      return v1::DIRECTION_DOWN;
    case v1::DIRECTION_DOWN:
      return v1::DIRECTION_UP;
    case v1::DIRECTION_LEFT:
      return v1::DIRECTION_RIGHT;
    case v1::DIRECTION_RIGHT:
      return v1::DIRECTION_LEFT;
    default:
      return direction;
  }
}

std::string_view DirectionWord(v1::Direction direction) {
  std::string_view name = v1::Direction_descriptor()->FindValueByNumber(direction)->name();
  name.remove_prefix(kDirectionPrefix.size());
  return name;
}

std::string FormatMoves(MoveNotation notation, const v1::Board& start, const Moves& moves) {
  std::string letters;
  switch (notation) {
    case MoveNotation::kBlankLetters:
      for (const v1::Direction move : moves) letters += DirectionWord(move)[0];
      return letters;
    case MoveNotation::kTileLetters:
      for (const v1::Direction move : moves) letters += DirectionWord(Opposite(move))[0];
      return letters;
    case MoveNotation::kWords:
      return FormatWords(moves);
    case MoveNotation::kTileNumbers:
      return FormatTileNumbers(start, moves);
    case MoveNotation::kRunLength:
      return FormatRunLength(moves);
    case MoveNotation::kBoards:
      return FormatBoards(start, moves);
  }
  return letters;
}

ReadMovesResult ReadMoves(std::string text, const v1::Board& start) {
  return MovesReader(std::move(text), start).Run();
}

}  // namespace taquin::client
