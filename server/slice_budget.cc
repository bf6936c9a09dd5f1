#include "server/slice_budget.h"

#include <algorithm>

namespace taquin::server {

void SliceBudget::Measured(std::int64_t expansions, Duration elapsed) {
  const double fitting = static_cast<double>(expansions) * static_cast<double>(target_.count()) /
                         static_cast<double>(std::max<std::int64_t>(elapsed.count(), 1));
  const double current = static_cast<double>(expansions_);
  const double next = std::clamp(fitting, current / 4, current * 4);
  expansions_ = std::clamp(static_cast<std::int64_t>(next), kLeast, kMost);
}

}  // namespace taquin::server
