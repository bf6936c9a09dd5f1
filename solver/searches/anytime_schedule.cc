#include "solver/searches/anytime_schedule.h"

#include <algorithm>

#include "solver/solve_options.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

constexpr std::int64_t kGrowth = 3;

// Of a round's work, how much the windows get.
constexpr double kWindowShare = 0.4;

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

}  // namespace

AnytimeSchedule::AnytimeSchedule(Shape shape)
    : first_width_(FirstWidth(shape)), width_(first_width_), most_width_(kMaxBeamWidth) {}

AnytimeStep AnytimeSchedule::Next(int path_length) {
  AnytimeStep step;
  step.seed = MixBits(++steps_);
  if (next_in_round_ < 2) {
    step.kind =
        next_in_round_ == 0 ? AnytimeStep::Kind::kForwardBeam : AnytimeStep::Kind::kBackwardBeam;
    step.width = width_;
    ++next_in_round_;
    return step;
  }
  const double spent = static_cast<double>(beams_spent_ + windows_spent_);
  if (static_cast<double>(windows_spent_) >= kWindowShare * spent) {
    next_in_round_ = 0;
    width_ = std::min(width_ * kGrowth, most_width_);
    return Next(path_length);
  }
  step.kind = AnytimeStep::Kind::kWindow;
  step.width = std::min(std::max(kLeastWindowWidth, width_ / 2), most_width_);
  step.length = kLeastWindow + static_cast<int>(step.seed % (kMostWindow - kLeastWindow + 1));
  step.length = std::min(step.length, path_length);
  if (window_end_ >= path_length) window_end_ = 0;
  step.first = static_cast<int>(std::min<std::int64_t>(window_end_, path_length - step.length));
  window_end_ =
      step.first + step.length == path_length ? path_length : step.first + step.length / 2;
  return step;
}

void AnytimeSchedule::Report(const AnytimeStep& step, std::int64_t spent) {
  (step.kind == AnytimeStep::Kind::kWindow ? windows_spent_ : beams_spent_) += spent;
}

void AnytimeSchedule::LimitWidth(std::int64_t width) {
  most_width_ = std::max<std::int64_t>(1, std::min(most_width_, width - (width + 3) / 4));
  width_ = std::min(width_, most_width_);
}

}  // namespace taquin
