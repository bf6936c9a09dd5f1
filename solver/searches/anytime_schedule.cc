#include "solver/searches/anytime_schedule.h"

#include <algorithm>

#include "solver/solve_options.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

constexpr std::int64_t kGrowth = 3;

// One each way.
constexpr int kBeamsInRound = 2;

constexpr int kMostCellsForBeamsFirst = 144;

// Of a round's work, how much the windows get.
constexpr double kWindowShare = 0.2;

// Shorter stretches are optimal already, and longer ones no easier than the
// whole.
constexpr int kLeastWindow = 55;
constexpr int kMostWindow = 90;
constexpr std::int64_t kLeastWindowWidth = 50;

// Small enough for the first round to end within milliseconds.
std::int64_t FirstWidth(Shape shape) {
  if (shape.cells() <= 49) return 100;
  return shape.cells() <= 256 ? 30 : 10;
}

// With pattern tables so narrow a beam finds its way, and one of this width is
// over both ways within a tenth of a second, better than the steps between.
constexpr int kMostCellsForLeap = 32;
constexpr std::int64_t kWidthAfterLeap = 2000;

}  // namespace

AnytimeSchedule::AnytimeSchedule(Shape shape)
    : width_(FirstWidth(shape)),
      least_next_width_(shape.cells() <= kMostCellsForLeap ? kWidthAfterLeap : 0),
      most_beam_width_(kMaxBeamWidth),
      most_window_width_(kMaxBeamWidth) {
  if (shape.cells() > kMostCellsForBeamsFirst) {
    has_begun_rounds_ = false;
    next_in_round_ = kBeamsInRound;
  }
}

AnytimeStep AnytimeSchedule::Next(int path_length) {
  if (next_in_round_ >= kBeamsInRound && RoundIsOver(path_length)) BeginRound(path_length);
  AnytimeStep step;
  step.seed = MixBits(++steps_);
  if (next_in_round_ < kBeamsInRound && most_beam_width_ > 0) {
    step.kind =
        next_in_round_ == 0 ? AnytimeStep::Kind::kForwardBeam : AnytimeStep::Kind::kBackwardBeam;
    step.width = std::min(width_, most_beam_width_);
    ++next_in_round_;
    return step;
  }
  next_in_round_ = kBeamsInRound;
  step.kind = AnytimeStep::Kind::kWindow;
  step.width = std::min(std::max(kLeastWindowWidth, width_ / 2), most_window_width_);
  step.length = kLeastWindow + static_cast<int>(step.seed % (kMostWindow - kLeastWindow + 1));
  step.length = std::min(step.length, path_length);
  if (window_end_ >= path_length) window_end_ = 0;
  step.first = static_cast<int>(std::min<std::int64_t>(window_end_, path_length - step.length));
  window_end_ =
      step.first + step.length == path_length ? path_length : step.first + step.length / 2;
  return step;
}

// Where no beam fits, windows alone make a round: once along the path.
bool AnytimeSchedule::RoundIsOver(int path_length) const {
  if (most_window_width_ == 0) return true;
  if (most_beam_width_ == 0 || !has_begun_rounds_) return window_end_ >= path_length;
  const auto spent = static_cast<double>(beams_spent_ + windows_spent_);
  return static_cast<double>(windows_spent_) >= kWindowShare * spent;
}

void AnytimeSchedule::BeginRound(int path_length) {
  next_in_round_ = 0;
  if (has_begun_rounds_) {
    width_ = std::min(std::max(width_ * kGrowth, least_next_width_), kMaxBeamWidth);
  } else {
    // What came before the rounds has no share in them.
    has_begun_rounds_ = true;
    windows_spent_ = 0;
  }
  if (window_end_ >= path_length) window_end_ = 0;
}

void AnytimeSchedule::Report(const AnytimeStep& step, std::int64_t spent) {
  (step.kind == AnytimeStep::Kind::kWindow ? windows_spent_ : beams_spent_) += spent;
}

void AnytimeSchedule::LimitWidth(const AnytimeStep& step) {
  std::int64_t& most =
      step.kind == AnytimeStep::Kind::kWindow ? most_window_width_ : most_beam_width_;
  most = std::min(most, step.width - (step.width + 3) / 4);
}

}  // namespace taquin
