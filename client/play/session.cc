#include "client/play/session.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "client/notation/board_writer.h"

namespace taquin::client {
namespace {

std::string Count(std::size_t moves) {
  return absl::StrFormat("%d move%s", moves, moves == 1 ? "" : "s");
}

std::string_view WordOf(v1::Direction direction) {
  switch (direction) {
    case v1::DIRECTION_UP:
      return "up";
    case v1::DIRECTION_DOWN:
      return "down";
    case v1::DIRECTION_LEFT:
      return "left";
    default:
      return "right";
  }
}

}  // namespace

PlaySession::PlaySession(Game game, ArrowsMove arrows, bool can_make_new, v1::SolveRequest request,
                         SolverClient& client)
    : game_(std::move(game)),
      arrows_(arrows),
      can_make_new_(can_make_new),
      request_(std::move(request)),
      search_(client) {
  *request_.mutable_goal()->mutable_board() = game_.goal();
  if (game_.solved()) message_ = "This board is solved already.";
}

PlaySession::State PlaySession::Do(const PlayInput& input) {
  using Kind = PlayInput::Kind;
  switch (input.kind) {
    case Kind::kNone:
      return State::kPlaying;
    case Kind::kUp:
      MoveArrow(v1::DIRECTION_UP);
      return State::kPlaying;
    case Kind::kDown:
      MoveArrow(v1::DIRECTION_DOWN);
      return State::kPlaying;
    case Kind::kLeft:
      MoveArrow(v1::DIRECTION_LEFT);
      return State::kPlaying;
    case Kind::kRight:
      MoveArrow(v1::DIRECTION_RIGHT);
      return State::kPlaying;
    case Kind::kTile:
      if (const auto direction = game_.DirectionTo(input.tile)) MoveBlank(*direction);
      return State::kPlaying;
    case Kind::kInterrupt:
      return State::kInterrupted;
    case Kind::kClosed:
      return State::kLeft;
    case Kind::kCharacter:
      break;
  }
  switch (input.character) {
    case 'k':
      MoveArrow(v1::DIRECTION_UP);
      break;
    case 'j':
      MoveArrow(v1::DIRECTION_DOWN);
      break;
    case 'h':
      MoveArrow(v1::DIRECTION_LEFT);
      break;
    case 'l':
      MoveArrow(v1::DIRECTION_RIGHT);
      break;
    case 'u':
      if (game_.Undo()) {
        Settle("Taken back.");
      } else {
        message_ = "There is nothing to take back.";
      }
      break;
    case 'r':
      if (game_.Redo()) {
        Settle("Made again.");
      } else {
        message_ = "There is nothing to make again.";
      }
      break;
    case 'R':
      game_.Restart();
      Settle("Back at the start; r makes the moves again.");
      break;
    case '?':
      AskForHint();
      break;
    case 'o':
      AskForShortest();
      break;
    case 'n':
      if (can_make_new_) return State::kNewBoardWanted;
      message_ = "This board was given; start again without one for random boards.";
      break;
    case 'q':
      return State::kLeft;
    default:
      break;
  }
  return State::kPlaying;
}

void PlaySession::MoveArrow(v1::Direction direction) {
  MoveBlank(arrows_ == ArrowsMove::kTile ? Opposite(direction) : direction);
}

void PlaySession::MoveBlank(v1::Direction direction) {
  if (!game_.Move(direction)) {
    message_ = "Nothing can move there.";
    return;
  }
  std::optional<Moves> rest;
  if (plan_ && !plan_->empty() && plan_->front() == direction) {
    rest = Moves(plan_->begin() + 1, plan_->end());
  }
  Settle("");
  plan_ = std::move(rest);
  if (game_.solved()) message_ = Congratulate();
}

void PlaySession::Settle(std::string message) {
  message_ = std::move(message);
  marked_tile_ = 0;
  hint_degree_ = 0;
  plan_.reset();
  // An answer for another board would mislead.
  if (search_.running() && question_ == Question::kHint) search_.Cancel();
}

void PlaySession::AskForHint() {
  if (game_.solved()) {
    message_ = "It is solved: there is nothing to do.";
    return;
  }
  hint_degree_ = hint_degree_ < 2 ? hint_degree_ + 1 : 2;
  if (plan_) {
    TellHint();
  } else if (!search_.running() || question_ != Question::kHint) {
    Ask(Question::kHint, game_.board());
  }
}

void PlaySession::AskForShortest() {
  if (shortest_) {
    TellShortest();
    return;
  }
  Ask(Question::kShortest, game_.start());
}

void PlaySession::Ask(Question question, const v1::Board& board) {
  question_ = question;
  *request_.mutable_start() = board;
  search_.Start(request_);
  message_ = "Thinking...";
}

void PlaySession::Poll() {
  const auto answer = search_.Take();
  if (!answer) return;
  if (!answer->ok()) {
    message_ = "No answer: " + std::string(answer->status().message());
    hint_degree_ = 0;
    return;
  }
  const v1::SolveResult& result = **answer;
  if (!result.has_length()) {
    message_ = absl::StrFormat("Too hard to tell; at least %d moves.", result.lower_bound());
    hint_degree_ = 0;
  } else if (question_ == Question::kHint) {
    plan_ = MovesOf(result);
    plan_is_optimal_ = result.outcome() == v1::OUTCOME_OPTIMAL;
    TellHint();
  } else {
    shortest_ = result;
    TellShortest();
  }
}

void PlaySession::TellShortest() {
  message_ = shortest_->outcome() == v1::OUTCOME_OPTIMAL
                 ? "From the start, the shortest takes " +
                       Count(static_cast<std::size_t>(shortest_->length())) + "."
                 : absl::StrFormat("From the start, the shortest takes %d to %d moves.",
                                   shortest_->lower_bound(), shortest_->length());
}

void PlaySession::TellHint() {
  if (plan_->empty()) return;
  message_ = (plan_is_optimal_ ? "" : "At most ") + Count(plan_->size()) + " to go";
  if (hint_degree_ < 2) {
    message_ += "; ? again shows where.";
    return;
  }
  const v1::Direction blank = plan_->front();
  PathReplay replay(game_.board());
  marked_tile_ = replay.Move(blank).value_or(0);
  message_ += absl::StrFormat(": tile %d %s.", marked_tile_, WordOf(Opposite(blank)));
}

std::string PlaySession::Congratulate() const {
  std::string text = "Solved in " + Count(game_.move_count()) + "!";
  if (!shortest_) return text + " o tells the shortest.";
  if (shortest_->outcome() != v1::OUTCOME_OPTIMAL) return text;
  return text + absl::StrFormat(" The shortest has %d.", shortest_->length());
}

PlayView PlaySession::View() const {
  PlayView view;
  view.title = absl::StrFormat("Taquin %dx%d   %s", game_.board().rows(), game_.board().columns(),
                               Count(game_.move_count()));
  view.board = game_.board();
  view.goal = game_.goal();
  view.marked_tile = marked_tile_;
  view.message = message_;
  view.help = {arrows_ == ArrowsMove::kTile ? "arrows or hjkl slide a tile"
                                            : "arrows or hjkl move the blank",
               "u undo  r redo  R restart",
               std::string("? hint  o shortest  ") + (can_make_new_ ? "n new  " : "") + "q quit"};
  return view;
}

std::string PlaySession::Summary() const {
  if (game_.solved()) return "solved in " + Count(game_.move_count());
  return "left after " + Count(game_.move_count()) + " at " + FormatBoardLine(game_.board());
}

}  // namespace taquin::client
