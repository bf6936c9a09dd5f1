#include "client/search_history.h"

#include <algorithm>

#include "client/terminal/quantity.h"

namespace taquin::client {

void SearchHistory::OnEvent(const v1::SolveResponse& event) {
  if (event.has_improved()) {
    const v1::Improved& improved = event.improved();
    Add(FromProto(improved.elapsed()), improved.lower_bound(), improved.length(), false);
  } else if (event.has_progress()) {
    const v1::Progress& progress = event.progress();
    std::optional<int> best;
    if (progress.has_best_length()) best = progress.best_length();
    Add(FromProto(progress.elapsed()), progress.lower_bound(), best, false);
  }
}

void SearchHistory::OnResult(const v1::SolveResult& result) {
  if (result.outcome() == v1::OUTCOME_UNSOLVABLE) return;  // Nothing was searched.
  std::optional<int> best;
  if (result.has_length()) best = result.length();
  Add(FromProto(result.stats().elapsed()), result.lower_bound(), best, true);
}

void SearchHistory::Add(absl::Duration elapsed, int lower_bound, std::optional<int> best_length,
                        bool is_last) {
  if (!samples_.empty()) {
    // Events are made by several threads of the server: their times may cross.
    const Sample& before = samples_.back();
    elapsed = std::max(elapsed, before.elapsed);
    lower_bound = std::max(lower_bound, before.lower_bound);
    if (before.best_length) {
      best_length = std::min(best_length.value_or(*before.best_length), *before.best_length);
    }
    if (!is_last && lower_bound == before.lower_bound && best_length == before.best_length) return;
  }
  samples_.push_back({elapsed, lower_bound, best_length});
}

}  // namespace taquin::client
