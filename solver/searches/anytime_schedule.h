// What an anytime search tries next.

#ifndef TAQUIN_SOLVER_SEARCHES_ANYTIME_SCHEDULE_H_
#define TAQUIN_SOLVER_SEARCHES_ANYTIME_SCHEDULE_H_

#include <cstdint>
#include <optional>

#include "solver/board.h"

namespace taquin {

// One attempt at a shorter path.
struct AnytimeStep {
  enum class Kind {
    kForwardBeam,   // A beam from the start to the goal.
    kBackwardBeam,  // A beam from the goal to the start.
    kWindow,        // A beam between two states of the best path.
  };
  Kind kind = Kind::kForwardBeam;
  std::int64_t width = 0;
  std::uint64_t seed = 0;
  int first = 0;   // Of a window: the move that it begins with,
  int length = 0;  // and how many moves it replaces.
};

// Rounds of growing width: a beam each way, then windows for a fixed part of
// the round's work. The windows go along the path and around. On large boards,
// whose beams take long, they go along it once before the first beam. Everything is
// settled by the work reported, so the same course of events gives the same
// steps. Thread-compatible.
class AnytimeSchedule {
 public:
  explicit AnytimeSchedule(Shape shape);

  // The next step; `path_length` is that of the best path.
  AnytimeStep Next(int path_length);

  // What a step cost when it ended, in expansions.
  void Report(const AnytimeStep& step, std::int64_t spent);

  // The step was too large for the memory: no later one of its kind (a beam
  // over the whole path, or a window) is as wide.
  void LimitWidth(const AnytimeStep& step);

  // A beam went through all that there is: no later step will find more.
  void End() { most_beam_width_ = most_window_width_ = 0; }

  // Whether no step is left, for that or for want of memory; Next() is over
  // then.
  bool exhausted() const { return most_beam_width_ == 0 && most_window_width_ == 0; }

 private:
  bool RoundIsOver(int path_length) const;
  void BeginRound(int path_length);

  std::int64_t width_;
  std::int64_t least_next_width_;  // Of every round but the first.
  std::int64_t most_beam_width_;
  std::int64_t most_window_width_;
  int next_in_round_ = 0;
  bool has_begun_rounds_ = true;    // Else windows go along the path first.
  std::int64_t beams_spent_ = 0;    // In all rounds,
  std::int64_t windows_spent_ = 0;  // and likewise.
  std::uint64_t steps_ = 0;
  std::int64_t window_end_ = 0;  // Where along the path the next window begins.
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_ANYTIME_SCHEDULE_H_
