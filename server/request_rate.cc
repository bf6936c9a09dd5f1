#include "server/request_rate.h"

#include <algorithm>
#include <chrono>

namespace taquin::server {

void RequestRate::Bucket::Fill(TimePoint now) {
  const double seconds = std::chrono::duration<double>(now - filled).count();
  held = std::min(most, held + rate * std::max(seconds, 0.0));
  filled = now;
}

std::optional<Duration> RequestRate::Take(const std::string& caller, double rate, TimePoint now) {
  MutexLock lock(mutex_);
  if (buckets_.size() >= sweep_at_) {
    for (auto entry = buckets_.begin(); entry != buckets_.end();) {
      entry->second.Fill(now);
      entry = entry->second.held >= entry->second.most ? buckets_.erase(entry) : std::next(entry);
    }
    sweep_at_ = std::max<std::size_t>(1024, 2 * buckets_.size());
  }
  const double most = std::max(rate, 1.0);
  const auto [entry, is_new] =
      buckets_.try_emplace(caller, Bucket{.held = most, .most = most, .rate = rate, .filled = now});
  Bucket& bucket = entry->second;
  bucket.Fill(now);
  // The quota may have been changed meanwhile.
  bucket.rate = rate;
  bucket.most = most;
  bucket.held = std::min(bucket.held, most);
  if (bucket.held >= 1) {
    bucket.held -= 1;
    return std::nullopt;
  }
  return std::chrono::ceil<Duration>(std::chrono::duration<double>((1 - bucket.held) / rate));
}

std::size_t RequestRate::remembered_callers() const {
  MutexLock lock(mutex_);
  return buckets_.size();
}

}  // namespace taquin::server
